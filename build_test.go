package iri_test

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/leanovate/gopter/prop"

	"example.org/iri"
	"example.org/iri/internal/testkit"
	"example.org/iri/internal/testkit/matcher"
	"example.org/iri/rule"
)

// A setter is the methods of a Builder for one component.
type setter struct {
	name  string
	rule  rule.Rule
	set   func(b iri.Builder, text string) iri.Builder
	unset iri.Component // 0 if the component is always present
}

var setters = []setter{
	{"scheme", rule.Scheme, iri.Builder.Scheme, iri.ComponentScheme},
	{"userinfo", rule.IUserinfo, iri.Builder.Userinfo, iri.ComponentUserinfo},
	{"host", rule.IHost, iri.Builder.Host, iri.ComponentHost},
	{"port", rule.Port, iri.Builder.Port, iri.ComponentPort},
	{"path", rule.IPath, iri.Builder.Path, 0},
	{"query", rule.IQuery, iri.Builder.Query, iri.ComponentQuery},
	{"fragment", rule.IFragment, iri.Builder.Fragment, iri.ComponentFragment},
}

func (k kit) builder() (b iri.Builder) {
	for _, s := range setters {
		if text, defined := k[s.name]; defined {
			b = s.set(b, text)
		}
	}
	return b
}

// verify compares a Builder with the slow reference, which composes the string as in the RFC: the components are valid
// if and only if the string is valid and has the same components.
func (k kit) verify() error {
	text := k.text()
	_, path := k["path"]
	if !path {
		k["path"] = ""
	}
	good := maps.Equal(kitOf(text), k) && matcher.Matches(grammarOf(rule.IRIReference), "IRI-reference", text)
	x, err := k.builder().Reference()
	if (err == nil) != good {
		return fmt.Errorf("%q: error %v, want success %v", k, err, good)
	}
	dst, parts, appendErr := k.builder().Append([]byte("in front"))
	if !good {
		if x != (iri.Reference{}) || string(dst) != "in front" || parts != (iri.Parts{}) || appendErr == nil {
			return fmt.Errorf("%q: %v, %q, %v in spite of an error", k, x, dst, parts)
		}
		return k.blames(err)
	}
	anew, _ := iri.ParseReference(text)
	if x != anew || string(dst) != "in front"+text || parts != anew.Parts() || appendErr != nil {
		return fmt.Errorf("%q: %q %v, want %q %v", k, x, x.Parts(), text, anew.Parts())
	}
	absolute, err := k.builder().IRI()
	if _, scheme := k["scheme"]; (err == nil) != scheme || scheme && absolute.Reference() != x {
		return fmt.Errorf("%q: IRI %v, %v", k, absolute, err)
	}
	return nil
}

func (k kit) parsed() iri.Reference { return iri.MustParseReference(k.text()) }

// madeOf checks that a Builder that changes a reference returns the same as a Builder of all components.
func (k kit) madeOf(b iri.Builder) error {
	got, err := b.Reference()
	want, wantErr := k.builder().Reference()
	if got != want || got.Parts() != want.Parts() || fmt.Sprint(err) != fmt.Sprint(wantErr) {
		return fmt.Errorf("%q: %q, %w; of all components %q, %w", k, got, err, want, wantErr)
	}
	dst, parts, appendErr := b.Append([]byte("x"))
	if string(dst) != "x"+want.String() || parts != want.Parts() || fmt.Sprint(appendErr) != fmt.Sprint(wantErr) {
		return fmt.Errorf("%q: Append %q, %w", k, dst, appendErr)
	}
	return nil
}

// blames checks that the component named by an error is invalid, by itself or in its place.
func (k kit) blames(err error) error {
	var e *iri.ComponentError
	if !errors.As(err, &e) {
		return fmt.Errorf("%q: %w is no ComponentError", k, err)
	}
	text, given := k[e.Component.String()]
	var syntax *iri.SyntaxError
	if errors.As(err, &syntax) && (!names(syntax, e.Component) || syntax.Offset > int64(len(text)) || syntax.Span.End > len(text)) {
		return fmt.Errorf("%q: %w in %s, span %v", k, err, syntax.Component(), syntax.Span)
	}
	_, host := k["host"]
	for _, s := range setters {
		if s.name != e.Component.String() || !given {
			continue
		}
		if own := !s.rule.ValidString(text); own || s.name == "path" || !host && (s.name == "userinfo" || s.name == "port") {
			return nil
		}
	}
	return fmt.Errorf("%q: %w, but that is all right", k, err)
}

// names reports whether an error is about a component. After an address in brackets, where a host ends, the component
// is authority.
func names(e *iri.SyntaxError, component iri.Component) bool {
	return e.Component() == component || component == iri.ComponentHost && e.Component() == iri.ComponentAuthority
}

// TestBuildTraps has components that are valid alone, but not together.
func TestBuildTraps(t *testing.T) {
	b := iri.Builder{}
	for _, c := range []struct {
		why     string
		builder iri.Builder
		want    string // the text, or the invalid component
		offset  int64  // in the component, -1 for another error
	}{
		{"two slashes without an authority", b.Scheme("a").Path("//x"), "path", 1},
		{"two slashes without a scheme", b.Path("//x"), "path", 1},
		{"two slashes behind an authority", b.Host("h").Path("//x"), "//h//x", 0},
		{"two slashes behind an empty host", b.Host("").Path("//x"), "////x", 0},
		{"one slash alone", b.Scheme("a").Path("/"), "a:/", 0},
		{"colon in a first segment", b.Path("a:b"), "path", 1},
		{"colon at the beginning", b.Path(":"), "path", 0},
		{"colon behind a scheme", b.Scheme("s").Path("a:b"), "s:a:b", 0},
		{"colon in a second segment", b.Path("./a:b"), "./a:b", 0},
		{"the scheme taken away", iri.MustParse("s:a:b").With().Without(iri.ComponentScheme), "path", 1},
		{"the authority taken away", iri.MustParse("s://h//b").With().Without(iri.ComponentAuthority), "path", 1},
		{"an authority given", iri.MustParse("urn:a").With().Host("h"), "path", 0},
		{"rootless path behind an authority", b.Host("h").Path("a"), "path", 0},
		{"empty path behind an authority", b.Host("h").Path(""), "//h", 0},
		{"@ in a userinfo", b.Userinfo("me@home").Host("h"), "userinfo", 2},
		{"@ in a host", b.Host("me@h"), "host", 2},
		{"colon in a userinfo", b.Userinfo("me:pw").Host("h"), "//me:pw@h", 0},
		{"colon in a host", b.Host("h:80"), "host", 1},
		{"slash in a host", b.Host("h/p"), "host", 1},
		{"empty host", b.Host(""), "//", 0},
		{"empty userinfo and port", b.Userinfo("").Host("").Port(""), "//@:", 0},
		{"userinfo without a host", b.Userinfo("me"), "userinfo", -1},
		{"port without a host", b.Port("80"), "port", -1},
		{"address without brackets", b.Host("::1"), "host", 0},
		{"address in brackets", b.Host("[::1]").Port("80"), "//[::1]:80", 0},
		{"bracket that stays open", b.Host("[::1"), "host", 4},
		{"port in the brackets", b.Host("[::1]:80"), "host", 5},
		{"port with a colon", b.Host("h").Port(":80"), "port", 0},
		{"question mark in a path", b.Path("/a?b"), "path", 2},
		{"number sign in a path", b.Path("/a#b"), "path", 2},
		{"question mark in a query", b.Query("a?b"), "?a?b", 0},
		{"number sign in a query", b.Query("a#b"), "query", 1},
		{"number sign in a fragment", b.Fragment("a#b"), "fragment", 1},
		{"empty query and fragment", b.Query("").Fragment(""), "?#", 0},
		{"query and fragment taken away", iri.MustParse("a:?#").With().Without(iri.ComponentQuery, iri.ComponentFragment), "a:", 0},
		{"what needs encoding", b.Path("/a b"), "path", 2},
		{"half a triple", b.Path("/%4"), "path", 3},
		{"scheme with its colon", b.Scheme("http:").Path("a"), "scheme", 4},
		{"empty scheme", b.Scheme("").Path("a"), "scheme", 0},
		{"nothing", b, "", 0},
		{"the first of two", b.Host(":").Query("#"), "host", 0},
	} {
		x, err := c.builder.Reference()
		var e *iri.ComponentError
		var syntax *iri.SyntaxError
		switch {
		case err == nil && (x.String() != c.want || x != iri.MustParseReference(c.want)):
			t.Errorf("%s: %q", c.why, x)
		case err == nil:
		case !errors.As(err, &e) || e.Component.String() != c.want:
			t.Errorf("%s: %v", c.why, err)
		case errors.As(err, &syntax) != (c.offset >= 0) || syntax != nil && syntax.Offset != c.offset:
			t.Errorf("%s: %v", c.why, err)
		}
	}
}

func TestBuildIRI(t *testing.T) {
	_, err := iri.MustParseReference("//h/a").With().IRI()
	var e *iri.ComponentError
	if !errors.As(err, &e) || e.Component != iri.ComponentScheme {
		t.Error(err)
	}
	if x, err := iri.MustParseReference("//h/a").With().Scheme("s").IRI(); err != nil || x != iri.MustParse("s://h/a") {
		t.Error(x, err)
	}
}

func TestBuildHidesPasswords(t *testing.T) {
	for _, b := range []iri.Builder{
		iri.Builder{}.Host("h").Userinfo("me:hunter@2"),
		iri.Builder{}.Host("h").Userinfo("me:hunter2[]"),
		iri.Builder{}.Host("me:hunter2@h"),
		iri.Builder{}.Userinfo("me:hunter2"),
	} {
		if _, err := b.Reference(); err == nil || strings.Contains(err.Error(), "hunter") {
			t.Error(err)
		}
	}
}

// TestBuildShort tries all short components, alone and together, over an alphabet with each character that has a role.
func TestBuildShort(t *testing.T) {
	texts := matcher.Texts("a1:/@?#[%. \xff", 2)
	few := []string{"", "a", "1", ":", "/", "@", "?", "#", "[::1]"}
	if *testkit.Long {
		texts = matcher.Texts("a1:/@?#[%. \xff", 3)
	}
	all := []kit{
		{}, {"scheme": "a"}, {"host": ""}, {"host": "a"}, {"scheme": "a", "host": "a"}, {"host": "a", "userinfo": "a", "port": "1"},
		{"query": ""}, {"fragment": ""}, {"scheme": "a", "query": "", "fragment": ""}, {"path": "/"}, {"host": "", "path": "//"},
	}
	for _, k := range all {
		for _, s := range setters {
			for _, text := range texts {
				changed := maps.Clone(k)
				changed[s.name] = text
				if err := changed.madeOf(s.set(k.parsed().With(), text)); err != nil {
					t.Fatal(err)
				}
				if err := changed.verify(); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	n := 0
	var each func(k kit, rest []setter)
	each = func(k kit, rest []setter) {
		if len(rest) == 0 {
			n++
			if err := maps.Clone(k).verify(); err != nil {
				t.Fatal(err)
			}
			return
		}
		delete(k, rest[0].name)
		each(k, rest[1:])
		for i, text := range few {
			if i < 3 || rest[0].name == "path" || *testkit.Long {
				k[rest[0].name] = text
				each(k, rest[1:])
			}
		}
		delete(k, rest[0].name)
	}
	each(kit{}, setters)
	t.Logf("%d combinations", n)
}

func TestBuildLaws(t *testing.T) {
	g := newGenerator()
	p := newProperties(t, 5000)
	references := g.matchingOf(rule.IRIReference)
	p.Property("the components of x make x, in any order", holds(references, func(s trial) error {
		x := iri.MustParseReference(s.text)
		if y, err := x.With().Reference(); y != x || err != nil {
			return fmt.Errorf("%q, %w", y, err)
		}
		k, b := kitOf(s.text), iri.Builder{}
		for _, set := range slices.Backward(setters) {
			if text, there := k[set.name]; there {
				b = set.set(b, text)
			}
		}
		if y, err := b.Reference(); y != x || err != nil {
			return fmt.Errorf("%q, %w", y, err)
		}
		return nil
	}))
	p.Property("a reference without its fragment, its port or its userinfo", holds(g.matchingOf(rule.IRIReference), func(s trial) error {
		x := iri.MustParseReference(s.text)
		for component, got := range map[iri.Component]iri.Reference{
			iri.ComponentFragment: x.WithoutFragment(), iri.ComponentPort: x.WithoutPort(), iri.ComponentUserinfo: x.WithoutUserinfo(),
		} {
			if want, err := x.With().Without(component).Reference(); got != want || err != nil {
				return fmt.Errorf("without %v: %q, want %q, %w", component, got, want, err)
			}
		}
		if y, ok := x.IRI(); ok && (y.WithoutFragment().Reference() != x.WithoutFragment() || y.WithoutPort().Reference() != x.WithoutPort() ||
			y.WithoutUserinfo().Reference() != x.WithoutUserinfo()) {
			return fmt.Errorf("as an IRI: %q, %q, %q", y.WithoutFragment(), y.WithoutPort(), y.WithoutUserinfo())
		}
		return nil
	}))
	p.Property("a component that was set is there, and the others are as they were", prop.ForAll(func(s, other trial) (string, error) {
		x, k := iri.MustParseReference(s.text).With(), kitOf(other.text)
		for _, set := range setters {
			want := kitOf(s.text)
			b := x
			if text, there := k[set.name]; there {
				b, want[set.name] = set.set(x, text), text
			} else if set.unset != 0 {
				b = x.Without(set.unset)
				delete(want, set.name)
				if set.name == "host" {
					delete(want, "userinfo")
					delete(want, "port")
				}
			}
			if y, err := b.Reference(); err == nil && !maps.Equal(kitOf(y.String()), want) {
				return "", fmt.Errorf("%s: %q of %q", set.name, y, want)
			}
			if err := want.madeOf(b); err != nil {
				return "", err
			}
			if err := want.verify(); err != nil {
				return "", err
			}
		}
		return "", nil
	}, references, references))
	p.Property("changes of different components, one reference after the other, commute if both ways are valid", prop.ForAll(func(s, other trial) (string, error) {
		k := kitOf(other.text)
		change := func(x iri.Reference, list ...setter) (iri.Reference, error) {
			for _, set := range list {
				y, err := set.set(x.With(), k[set.name]).Reference()
				if err != nil {
					return x, err
				}
				x = y
			}
			return x, nil
		}
		for i, first := range setters {
			for _, second := range setters[:i] {
				x := iri.MustParseReference(s.text)
				y, err := change(x, first, second)
				z, errBack := change(x, second, first)
				if err == nil && errBack == nil && y != z {
					return "", fmt.Errorf("%s, %s: %q and %q", first.name, second.name, y, z)
				}
			}
		}
		return "", nil
	}, references, references))
	p.TestingRun(t)
}

func FuzzBuild(f *testing.F) {
	for _, text := range seeds {
		k := kitOf(text)
		f.Add(k["scheme"], k["userinfo"], k["host"], k["port"], k["path"], k["query"], k["fragment"], uint8(127))
	}
	f.Add("a", "b@c", "d:e", "f", "//g", "h#i", "#", uint8(5))
	f.Add("", "", "[0::]00:0]", "", "", "", "", uint8(20))
	f.Fuzz(func(t *testing.T, scheme, userinfo, host, port, path, query, fragment string, present uint8) {
		k := make(kit)
		for i, text := range []string{scheme, userinfo, host, port, path, query, fragment} {
			if present>>i&1 != 0 && len(text) < 40 { // the reference is slow
				k[setters[i].name] = text
			}
		}
		if err := k.verify(); err != nil {
			t.Error(err)
		}
	})
}

// TestBuildWithout also removes the authority with its host, and numbers that are not components.
func TestBuildWithout(t *testing.T) {
	b := iri.MustParse("s://u@h:1/p?q#f").With()
	for c, want := range map[iri.Component]string{
		0: "s://u@h:1/p?q#f", iri.ComponentScheme: "//u@h:1/p?q#f", iri.ComponentAuthority: "s:/p?q#f", iri.ComponentUserinfo: "s://h:1/p?q#f",
		iri.ComponentHost: "s:/p?q#f", iri.ComponentPort: "s://u@h/p?q#f", iri.ComponentPath: "s://u@h:1?q#f", iri.ComponentQuery: "s://u@h:1/p#f",
		iri.ComponentFragment: "s://u@h:1/p?q", 200: "s://u@h:1/p?q#f",
	} {
		if x, err := b.Without(c).Reference(); err != nil || x.String() != want {
			t.Errorf("without %v: %q, %v, want %q", c, x, err, want)
		}
	}
	if x, err := b.Without().Without(iri.ComponentQuery, iri.ComponentFragment, iri.ComponentQuery).Reference(); err != nil || x.String() != "s://u@h:1/p" {
		t.Errorf("%q, %v", x, err)
	}
}
