package iri_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/leanovate/gopter/prop"

	"example.org/iri"
	"example.org/iri/internal/testkit"
)

// TestResolveRelativeBase has bases without a scheme.
func TestResolveRelativeBase(t *testing.T) {
	for _, c := range []struct{ base, ref, want string }{
		{"/a/b", "../c", "/c"},
		{"/a/b", "../../../c", "/c"},
		{"/a/b?q#f", "", "/a/b?q"},
		{"/a/b?q", "#s", "/a/b?q#s"},
		{"/a/b?q", "?y", "/a/b?y"},
		{"/a/b", "/../c/./d", "/c/d"},
		{"/a/b", "//h/../c", "//h/c"},
		{"/a/b", "x://h/../c", "x://h/c"},
		{"/a", "..//c", "/.//c"}, // and not a host
		{"//h", "c", "//h/c"},
		{"//h/a?q", "../..//c", "//h//c"},
		{"//u@h:1/a/b", ".", "//u@h:1/a/"},
		{"a/b", "c", "a/c"},
		{"a/b", "..", "/"}, // by the letter of section 5.2.4: "a" is gone with its end
		{"a/b", "../c", "/c"},
		{"a/b", "../../c", "/c"},
		{"a/b", "../c:d", "/c:d"},
		{"a", "..", ""},
		{"a", "../c", "c"},
		{"a", "./c:d", "./c:d"}, // and not a scheme
		{"./a:b/c", "d", "./a:b/d"},
		{"./a:b", "", "./a:b"},
		{"../a", "b", "b"},
		{"../a", "?q", "../a?q"},
		{"", "..", ""},
		{"", "a", "a"},
		{"?q", "#s", "?q#s"},
		{"#f", "", ""},
		{"x:a/b", "../c", "x:/c"},
	} {
		base, ref, want := iri.MustParseReference(c.base), iri.MustParseReference(c.ref), iri.MustParseReference(c.want)
		if got := base.Resolve(ref); got != want {
			t.Errorf("%s + %s: %q %v, want %q", base, ref, got, got.Parts(), want)
		}
		if err := checkReferences(base, ref); err != nil {
			t.Error(err)
		}
	}
}

// checkReferences compares what a base, which need not have a scheme, makes of a reference with the
// slow reference and with the parser, and goes the way back.
func checkReferences(base, reference iri.Reference) error {
	target := base.Resolve(reference)
	if want, err := iri.ParseReference(slowResolve(base.String(), reference.String(), false)); target != want || err != nil {
		return fmt.Errorf("%q + %q: %q %v, want %q %v, %v", base, reference, target, target.Parts(), want, want.Parts(), err)
	}
	if x, ok := base.IRI(); ok && x.Resolve(reference).Reference() != target {
		return fmt.Errorf("%q + %q: %q, for an IRI %q", base, reference, target, x.Resolve(reference))
	}
	short, ok := base.Relativize(target)
	if !ok || len(short.String()) > len(reference.String()) {
		return fmt.Errorf("%q + %q: %q, but Relativize returns %q, %v", base, reference, target, short, ok)
	}
	return leadsBack(base, short, target)
}

// leadsBack checks that a reference is what Relativize promises.
func leadsBack(base, short, target iri.Reference) error {
	if parsed, err := iri.ParseReference(short.String()); err != nil || parsed != short {
		return fmt.Errorf("%q has parts %v: %v", short, short.Parts(), err)
	}
	if back := base.Resolve(short); back != target {
		return fmt.Errorf("%q + %q: %q, not %q", base, short, back, target)
	}
	return nil
}

// TestRelativizeReferences resolves all short references against all short bases, and compares what
// leads to each target with what Relativize finds. The alphabets have together a byte of each role.
func TestRelativizeReferences(t *testing.T) {
	for _, c := range []struct {
		alphabet string
		n, long  int // most bytes of a string
	}{
		{"a:/.", 4, 5},
		{"a/?#", 3, 4},
		{"a/.@1", 3, 4},
	} {
		n := c.n
		if *testkit.Long {
			n = c.long
		}
		_, references := shortPairs(c.alphabet, n)
		for i, base := range references {
			if !*testkit.Long && i%4 != 0 {
				continue
			}
			if err := shortestOfReferences(base, references); err != nil {
				t.Fatal(err)
			}
		}
		t.Logf("%s: %d references", c.alphabet, len(references))
	}
}

// shortestOfReferences checks Relativize from a base to each of a list of references, and to all that
// these resolve to.
func shortestOfReferences(base iri.Reference, references []iri.Reference) error {
	shortest := make(map[iri.Reference]iri.Reference)
	for _, reference := range references {
		target := base.Resolve(reference)
		if least, met := shortest[target]; !met || len(reference.String()) < len(least.String()) {
			shortest[target] = reference
		}
	}
	for _, reference := range shortest {
		if err := checkReferences(base, reference); err != nil {
			return err
		}
	}
	for _, target := range references {
		if short, ok := base.Relativize(target); ok {
			if err := leadsBack(base, short, target); err != nil {
				return err
			}
		}
	}
	return nil
}

// TestReferenceLaws: what holds for all bases without a scheme, and those with one.
func TestReferenceLaws(t *testing.T) {
	p := newProperties(t, 20_000)
	p.Property("all is as the slow reference says, and back", prop.ForAll(func(base, r iri.Reference) (string, error) {
		return "", checkReferences(base, r)
	}, genReference(), genReference()))
	p.Property("to any reference", prop.ForAll(func(base, target iri.Reference) (string, error) {
		if short, ok := base.Relativize(target); ok {
			return "", leadsBack(base, short, target)
		}
		return "", nil
	}, genReference(), genReference()))
	p.Property("a base may be resolved before or after, if its path has no dot segments and begins with a slash", prop.ForAll(
		func(base iri.IRI, middle, r iri.Reference) (string, error) {
			middle = middle.Normalize(iri.DotSegments)
			if _, ok := middle.Authority(); !ok && !strings.HasPrefix(middle.Path(), "/") {
				return "", nil
			}
			return "", same(base.Resolve(middle.Resolve(r)), base.Resolve(middle).Resolve(r))
		}, genIRI(), genReference(), genReference()))
	p.TestingRun(t)
}

// TestRelativizeNowhereOfReferences has targets that no reference leads to.
func TestRelativizeNowhereOfReferences(t *testing.T) {
	for _, c := range []struct{ base, target string }{
		{"a:b", "c"}, {"a:b", ""}, {"/a", "b"}, {"/a/b", ""}, {"//h/a", "/a"}, {"a/b", "c"}, {"/a", "/b/../c"}, {"/a", "x:./y"}, {"", "../a"},
	} {
		base, target := iri.MustParseReference(c.base), iri.MustParseReference(c.target)
		if got, ok := base.Relativize(target); ok || got != (iri.Reference{}) {
			t.Errorf("from %q to %q: %q, %v", base, target, got, ok)
		}
	}
}

// TestNoBase: without a base, a reference that has a scheme is its own target, and no other has any.
func TestNoBase(t *testing.T) {
	for _, c := range []struct {
		ref      string
		verbatim bool
		target   string
	}{
		{"a:b", false, "a:b"}, {"a:/b/../c", false, "a:/c"}, {"a:/b/../c", true, "a:/b/../c"}, {"", false, ""}, {"b", true, ""}, {"//h", false, ""}, {"#f", false, ""},
	} {
		r, ref := iri.Resolver{Verbatim: c.verbatim}, iri.MustParseReference(c.ref)
		want, wantErr := iri.IRI{}, iri.ErrNoBase
		if c.target != "" {
			want, wantErr = iri.MustParse(c.target), nil
		}
		got, err := r.Resolve(ref)
		text, parts, appendErr := r.AppendResolve([]byte("<"), []byte(c.ref))
		if got != want || err != wantErr || string(text) != "<"+c.target || parts != want.Parts() || appendErr != wantErr {
			t.Errorf("%q: %q, %v; %q, %v, %v", ref, got, err, text, parts, appendErr)
		}
		if !c.verbatim && (iri.IRI{}).Resolve(ref) != want {
			t.Errorf("%q: %q", ref, iri.IRI{}.Resolve(ref))
		}
		target, _ := ref.IRI()
		short, ok := r.Relativize(target, iri.AnyForm)
		if wantOK := want == target && c.target != ""; ok != wantOK || ok && short != ref {
			t.Errorf("to %q: %q, %v", target, short, ok)
		}
		if text, _, err := r.AppendRelativize(nil, []byte(c.ref), iri.AnyForm); (err == nil) != ok || string(text) != short.String() {
			t.Errorf("to %q: %q, %v", c.ref, text, err)
		}
	}
	if _, _, err := new(iri.Resolver).AppendResolve(nil, []byte("1:")); err == nil || err == iri.ErrNoBase {
		t.Errorf("what is not a reference: %v", err)
	}
	if got, ok := (iri.IRI{}).Relativize(iri.IRI{}); ok {
		t.Errorf("to nothing: %q", got)
	}
}
