package iri_test

import (
	"bytes"
	"database/sql"
	"database/sql/driver"
	"encoding"
	"encoding/gob"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"log/slog"
	"net/netip"
	"reflect"
	"strings"
	"testing"

	"github.com/leanovate/gopter"

	"example.org/iri"
	"example.org/iri/rule"
)

// holder is the set of standard interfaces that a value implements.
type holder interface {
	comparable
	fmt.Stringer
	encoding.TextMarshaler
	AppendText([]byte) ([]byte, error)
	slog.LogValuer
	driver.Valuer
}

func implements[V holder, P interface {
	*V
	encoding.TextUnmarshaler
	sql.Scanner
}]() {
}

var (
	_ = implements[iri.IRI]
	_ = implements[iri.Reference]
)

// TestValuesAreClosed checks that other packages can only make values by parsing: no field is exported, and the types
// are not convertible.
func TestValuesAreClosed(t *testing.T) {
	absolute, reference := reflect.TypeFor[iri.IRI](), reflect.TypeFor[iri.Reference]()
	if absolute.ConvertibleTo(reference) || reference.ConvertibleTo(absolute) {
		t.Error("a Reference can be converted into an IRI")
	}
	for _, typ := range []reflect.Type{absolute, reference, reflect.TypeFor[iri.Parts]()} {
		for i := range typ.NumField() {
			if typ.Field(i).IsExported() {
				t.Errorf("%v has the field %s", typ, typ.Field(i).Name)
			}
		}
	}
}

// valueFits compares the methods of a value with Split.
func valueFits(s trial) error {
	x, err := iri.ParseReference(s.text)
	parts, splitErr := iri.SplitReferenceString(s.text)
	if (err == nil) != (splitErr == nil) {
		return fmt.Errorf("ParseReference says %v, SplitReferenceString %v", err, splitErr)
	}
	y, isIRI := x.IRI()
	z, err2 := iri.Parse(s.text)
	switch {
	case err != nil:
		if x != (iri.Reference{}) || err2 == nil {
			return fmt.Errorf("%q, %v", x, err2)
		}
		return nil
	case x.String() != s.text || x.Parts() != parts:
		return fmt.Errorf("%q has %v, want %v", x, x.Parts(), parts)
	case isIRI != (err2 == nil), y != z:
		return fmt.Errorf("%q as an IRI is %q, Parse makes %q", x, y, z)
	case isIRI && y.Reference() != x:
		return fmt.Errorf("%q as an IRI and back is %q", x, y.Reference())
	case x.IsAbs() != isIRI, x.IsURI() != rule.URI.ValidString(s.text):
		return fmt.Errorf("%q: IsAbs %v, IsURI %v", x, x.IsAbs(), x.IsURI())
	case x.IsZero() != (s.text == ""):
		return fmt.Errorf("%q: IsZero %v", x, x.IsZero())
	}
	for name, c := range map[string]struct {
		text func() (string, bool)
		span func() (iri.Span, bool)
	}{
		"scheme":    {func() (string, bool) { return x.Scheme(), x.IsAbs() }, parts.Scheme},
		"authority": {x.Authority, parts.Authority}, "userinfo": {x.Userinfo, parts.Userinfo},
		"host": {x.Host, parts.Host}, "port": {x.Port, parts.Port},
		"path":  {func() (string, bool) { return x.Path(), true }, func() (iri.Span, bool) { return parts.Path(), true }},
		"query": {x.Query, parts.Query}, "fragment": {x.Fragment, parts.Fragment},
	} {
		text, ok := c.text()
		span, want := c.span()
		if ok != want || text != s.text[span.Start:span.End] {
			return fmt.Errorf("%s is %q, %v; Split has %v, %v", name, text, ok, span, want)
		}
	}
	other := strings.Repeat("#", len(x.Scheme()))
	if !x.HasScheme(strings.ToUpper(x.Scheme())) || x.HasScheme(x.Scheme()+"a") || x.HasScheme("") == x.IsAbs() || x.IsAbs() && x.HasScheme(other) {
		return fmt.Errorf("HasScheme of %q", x.Scheme())
	}
	return nil
}

func TestValues(t *testing.T) {
	p := newProperties(t, 5000)
	g := newGenerator()
	p.Property("values say what Split says", holds(g.mutated, valueFits))
	p.Property("values survive text, JSON, XML and SQL", holds(g.matchingOf(rule.IRIReference), func(s trial) error {
		if x, err := iri.ParseReference(s.text); err == nil {
			if err := survives(x); err != nil {
				return err
			}
		}
		if x, err := iri.Parse(s.text); err == nil {
			return survives(x)
		}
		return nil
	}))
	p.TestingRun(t)
	for _, text := range seeds {
		if err := valueFits(trial{rule.IRIReference, text}); err != nil {
			t.Error(err)
		}
	}
}

// survives checks round trips in all encodings.
func survives[V holder, P interface {
	*V
	encoding.TextUnmarshaler
	sql.Scanner
}](x V) error {
	var y V
	text, err := x.MarshalText()
	if err == nil {
		err = P(&y).UnmarshalText(text)
	}
	if err != nil || y != x || string(text) != x.String() {
		return fmt.Errorf("text: %q, %v", y, err)
	}
	clear(text) // y must have a copy
	if y != x {
		return errors.New("UnmarshalText keeps the bytes")
	}
	if b, err := x.AppendText([]byte("<")); err != nil || string(b) != "<"+x.String() {
		return fmt.Errorf("AppendText: %q, %v", b, err)
	}
	for name, c := range map[string]struct {
		marshal   func(any) ([]byte, error)
		unmarshal func([]byte, any) error
	}{"JSON": {json.Marshal, json.Unmarshal}, "XML": {xml.Marshal, xml.Unmarshal}} {
		type record struct{ X V }
		var r record
		b, err := c.marshal(record{x})
		if err == nil {
			err = c.unmarshal(b, &r)
		}
		if err != nil || r.X != x {
			return fmt.Errorf("%s: %s, %q, %v", name, b, r.X, err)
		}
	}
	v, err := x.Value()
	if err == nil {
		err = P(&y).Scan(v)
	}
	if err != nil || y != x || !driver.IsValue(v) {
		return fmt.Errorf("SQL: %v, %q, %v", v, y, err)
	}
	return nil
}

// TestWithout has empty components, and delimiters in other components.
func TestWithout(t *testing.T) {
	for _, c := range []struct{ text, fragment, query, port, userinfo string }{
		{"", "", "", "", ""},
		{"#", "", "#", "#", "#"},
		{"?", "?", "", "?", "?"},
		{"a?b", "a?b", "a", "a?b", "a?b"},
		{"?a#?b", "?a", "#?b", "?a#?b", "?a#?b"},
		{
			"http://u:p@h:80/a:b@c?d:e@f#g:h@i", "http://u:p@h:80/a:b@c?d:e@f", "http://u:p@h:80/a:b@c#g:h@i",
			"http://u:p@h/a:b@c?d:e@f#g:h@i", "http://h:80/a:b@c?d:e@f#g:h@i",
		},
		{"//@:#", "//@:", "//@:#", "//@#", "//:#"},
		{"//u@[::1]:8", "//u@[::1]:8", "//u@[::1]:8", "//u@[::1]", "//[::1]:8"},
		{"a:b:8/u@h", "a:b:8/u@h", "a:b:8/u@h", "a:b:8/u@h", "a:b:8/u@h"},
		{"//h:?#", "//h:?", "//h:#", "//h?#", "//h:?#"},
	} {
		x := iri.MustParseReference(c.text)
		for want, got := range map[*string]iri.Reference{
			&c.fragment: x.WithoutFragment(), &c.query: x.WithoutQuery(), &c.port: x.WithoutPort(), &c.userinfo: x.WithoutUserinfo(),
		} {
			if got != iri.MustParseReference(*want) {
				t.Errorf("%q: %q %v, want %q", c.text, got, got.Parts(), *want)
			}
		}
	}
	if x := (iri.IRI{}); x.WithoutFragment() != x || x.WithoutQuery() != x || x.WithoutPort() != x || x.WithoutUserinfo() != x {
		t.Error("of the zero IRI something is left")
	}
}

func TestZeroIRI(t *testing.T) {
	var x iri.IRI
	if err := survives(x); err != nil {
		t.Error(err)
	}
	if v, err := x.Value(); v != nil || err != nil {
		t.Errorf("SQL has %v, %v, want NULL", v, err)
	}
	if _, absolute := x.Reference().IRI(); absolute || !x.IsZero() || x.IsAbs() || x.IsURI() || !x.HasScheme("") {
		t.Errorf("%q passes for an IRI", x)
	}
	y := iri.MustParse("urn:a")
	if err := y.Scan(nil); err != nil || !y.IsZero() {
		t.Errorf("NULL makes %q, %v", y, err)
	}
	y = iri.MustParse("urn:a")
	if err := json.Unmarshal([]byte(`""`), &y); err != nil || !y.IsZero() {
		t.Errorf("the empty text makes %q, %v", y, err)
	}
	if err := survives(iri.Reference{}); err != nil {
		t.Error(err)
	}
}

// TestDecodingErrors checks that an error leaves the old value.
func TestDecodingErrors(t *testing.T) {
	old, oldRef := iri.MustParse("urn:old"), iri.MustParseReference("old")
	for _, text := range []string{"no scheme\x00", "a:\x00", "a:\xff", "http://[", "%"} {
		x, y := old, oldRef
		for name, err := range map[string]error{
			"IRI text": x.UnmarshalText([]byte(text)), "Reference text": y.UnmarshalText([]byte(text)),
			"IRI string": x.Scan(text), "Reference string": y.Scan(text),
			"IRI bytes": x.Scan([]byte(text)), "Reference bytes": y.Scan([]byte(text)),
		} {
			var syntax *iri.SyntaxError
			if !errors.As(err, &syntax) {
				t.Errorf("%s of %q: %v", name, text, err)
			}
		}
		if x != old || y != oldRef {
			t.Errorf("%q: a failed call leaves %v and %v", text, x, y)
		}
	}
	x, y := old, oldRef
	for _, src := range []any{42, 1.5, true, []int{1}, struct{}{}, &old} {
		for _, err := range []error{x.Scan(src), y.Scan(src)} {
			if err == nil || !strings.Contains(err.Error(), fmt.Sprintf("%T", src)) {
				t.Errorf("%T: %v", src, err)
			}
		}
	}
	if x != old || y != oldRef {
		t.Errorf("a failed Scan leaves %v and %v", x, y)
	}
	var noIRI *iri.IRI
	var noReference *iri.Reference
	for _, err := range []error{
		noIRI.UnmarshalText([]byte("urn:a")), noIRI.Scan("urn:a"), noIRI.Scan(nil), noIRI.Scan(42),
		noReference.UnmarshalText([]byte("a")), noReference.Scan("a"), noReference.Scan(nil), noReference.Scan(42),
	} {
		if err == nil || !strings.HasPrefix(err.Error(), "iri: ") {
			t.Errorf("nil receiver: %v", err)
		}
	}
}

func TestMustParse(t *testing.T) {
	for name, parse := range map[string]func(){
		"MustParse":          func() { iri.MustParse("a") },
		"MustParseReference": func() { iri.MustParseReference(":") },
	} {
		func() {
			defer func() {
				if err, ok := recover().(error); !ok || !errors.As(err, new(*iri.SyntaxError)) {
					t.Errorf("%s panics with %v", name, err)
				}
			}()
			parse()
			t.Errorf("%s does not panic", name)
		}()
	}
}

// TestRedacted checks that logs show no password: in either handler, through a pointer, and in a group.
func TestRedacted(t *testing.T) {
	for text, want := range map[string]string{
		"http://me:secret@h/:a@b":   "http://me:xxxxx@h/:a@b",
		"http://me:@h":              "http://me:xxxxx@h",
		"http://:secret:secret@h:1": "http://:xxxxx@h:1",
		"http://me@h:80/":           "http://me@h:80/",
		"//é:secret@":               "//é:xxxxx@",
		"http://h:80/":              "http://h:80/",
		"a:b:c@d":                   "a:b:c@d",
		"":                          "",
	} {
		x := iri.MustParseReference(text)
		if got := x.Redacted(); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
		var b bytes.Buffer
		for _, h := range []slog.Handler{slog.NewTextHandler(&b, nil), slog.NewJSONHandler(&b, nil)} {
			log := slog.New(h)
			log.Info("a", "x", x, "p", &x, slog.Group("g", "y", x))
			if y, ok := x.IRI(); ok {
				log.With("x", y).Info("a")
			}
		}
		if strings.Contains(b.String(), "secret") || want != "" && strings.Count(b.String(), want) < 6 {
			t.Errorf("%s is logged as\n%s", text, b.String())
		}
	}
}

// TestHostAddr checks that HostAddr accepts exactly IPv4address and IPv6address. Digits and dots occur in all kinds of
// hosts, of which the first alternative of the grammar counts.
func TestHostAddr(t *testing.T) {
	p := newProperties(t, 10_000)
	p.Property("HostAddr is the host", holds(someHost(), func(s trial) error {
		x, err := iri.ParseReference("//" + s.text)
		if err != nil {
			return nil
		}
		if err := kindFits(x.Parts(), x.String()); err != nil {
			return err
		}
		addr, ok := x.HostAddr()
		host, _ := x.Host()
		kind := x.HostKind()
		if ok != (kind == iri.HostIPv4 || kind == iri.HostIPv6) {
			return fmt.Errorf("%v is %v: %v, %v", host, kind, addr, ok)
		}
		if ok && (kind == iri.HostIPv4) != addr.Is4() || ok && addr.Zone() != "" {
			return fmt.Errorf("%v is %v: %q", host, kind, addr)
		}
		if want := strings.TrimSuffix(strings.TrimPrefix(host, "["), "]"); x.Hostname() != want {
			return fmt.Errorf("host name %q of %q", x.Hostname(), host)
		}
		return nil
	}))
	p.TestingRun(t)
	for text, want := range map[string]string{
		"//1.2.3.4:80": "1.2.3.4", "//[::ffff:1.2.3.4]": "::ffff:1.2.3.4", "//[1:2:3:4:5:6:7::]": "1:2:3:4:5:6:7:0", "//u@[::]": "::",
	} {
		if addr, ok := iri.MustParseReference(text).HostAddr(); !ok || addr != netip.MustParseAddr(want) {
			t.Errorf("%s: %v, %v", text, addr, ok)
		}
	}
}

func TestPortNumber(t *testing.T) {
	for text, want := range map[string]int{
		"//h": -1, "//h:": -1, "//h:0": 0, "//h:80": 80, "//h:00080": 80, "//h:65535": 65535, "//h:65536": -1,
		"//h:" + strings.Repeat("9", 40): -1, "//h:" + strings.Repeat("0", 40) + "1": 1, "a:80": -1, "": -1,
	} {
		n, ok := iri.MustParseReference(text).PortNumber()
		if ok != (want >= 0) || ok && int(n) != want || !ok && n != 0 {
			t.Errorf("%s: %d, %v", text, n, ok)
		}
	}
}

func TestHostKindString(t *testing.T) {
	for kind, want := range map[iri.HostKind]string{
		iri.NoHost: "none", iri.HostRegName: "reg-name", iri.HostIPv4: "IPv4address", iri.HostIPv6: "IPv6address",
		iri.HostIPvFuture: "IPvFuture", 77: "HostKind(77)",
	} {
		if kind.String() != want {
			t.Errorf("%d: %s, want %s", kind, kind, want)
		}
	}
}

// someHost draws addresses, mostly valid, and similar names.
func someHost() gopter.Gen {
	return func(params *gopter.GenParameters) *gopter.GenResult {
		rng := params.Rng
		pick := func(list ...string) string { return list[rng.Intn(len(list))] }
		number := func() string { return pick("0", "1", "9", "10", "99", "100", "249", "255", "256", "01", "a") }
		v4 := number() + "." + number() + "." + number() + "." + number()
		var groups []string
		for range rng.Intn(9) {
			groups = append(groups, pick("0", "1", "ab", "FFFF", "0001", "12345"))
		}
		gap := rng.Intn(len(groups) + 1)
		v6 := strings.Join(groups[:gap], ":") + pick("::", "::", ":") + strings.Join(groups[gap:], ":")
		return gopter.NewGenResult(trial{rule.IHost, pick(v4, "["+v6+"]", "["+v6+":"+v4+"]", "["+v4+"]", "[v1."+number()+"]", v4+".", "é")}, shrinkTrial)
	}
}

// parsesAs checks that ParseAs accepts an IRI that also matches the rule, and that the error is the one of the rule
// that does not match.
func parsesAs(s trial) error {
	want, wantErr := iri.Parse(s.text)
	if err := s.rule.CheckString(s.text); err != nil {
		want, wantErr = iri.IRI{}, err
	}
	got, err := iri.ParseAs(s.rule, s.text)
	if inner := errors.Unwrap(err); inner != nil && strings.Contains(s.text, "%25") { // see TestParseAsZone
		err = inner
	}
	if got != want || !reflect.DeepEqual(err, wantErr) {
		return fmt.Errorf("%v: %v, %v, want %v, %v", s, got, err, want, wantErr)
	}
	return nil
}

func TestParseAs(t *testing.T) {
	for r := range rule.All() {
		for _, text := range []string{
			"http://example.org/a?b#c", "https://example.org", "https:///a", "http://[fe80::1%25en]/", "http://me@[::1]:80/%41?#", "a", "80", "//h", "urn:x", "",
			"http://é.example/", "http://example.org/\u202e", "a:\ue000", "a:?\ue000", "a b", "HTTPS://H:1/", "/a", "*", "mailto:a@b",
		} {
			if err := parsesAs(trial{r, text}); err != nil {
				t.Error(err)
			}
		}
	}
	g, p := newGenerator(), newProperties(t, 20_000)
	p.Property("strings of a rule", holds(g.matching, parsesAs))
	p.Property("strings nearly of a rule", holds(g.mutated, parsesAs))
	p.TestingRun(t)
}

// TestParseAsZone checks that the error for a zone names the method to use.
func TestParseAsZone(t *testing.T) {
	for r, text := range map[rule.Rule]string{
		rule.IRIWithZone: "http://[fe80::1%25en]/", rule.URIWithZone: "http://[fe80::1%25en]:80/",
		rule.IRIReferenceWithZone: "http://[::1%25a%C3%A9]", rule.URIReferenceWithZone: "http://[::1%25a]",
	} {
		_, err := iri.ParseAs(r, text)
		want := "; an IRI has no zone: use rule." + r.String() + ".SplitString"
		var syntax *iri.SyntaxError
		if err == nil || !strings.HasSuffix(err.Error(), want) || strings.Count(err.Error(), "iri: ") != 1 || !errors.As(err, &syntax) || syntax.Rule != rule.IRI.String() {
			t.Errorf("%v: %v", r, err)
		}
		if _, err := r.SplitString(text); err != nil {
			t.Error(err)
		}
	}
	if _, err := iri.ParseAs(rule.IRIReferenceWithZone, "a%20b"); err == nil || strings.Contains(err.Error(), "zone") {
		t.Error(err)
	}
}

func TestCompare(t *testing.T) {
	list := []string{"A:b", "a:", "a:b", "a:bc", "a:é"}
	for _, s := range list {
		for _, other := range list {
			want := strings.Compare(s, other)
			x, y := iri.MustParse(s), iri.MustParse(other)
			if got := x.Compare(y); got != want || x.Reference().Compare(y.Reference()) != want {
				t.Errorf("%s and %s: %d, want %d", s, other, got, want)
			}
		}
	}
}

// TestGob checks round trips in package gob, alone, in structs and as keys.
func TestGob(t *testing.T) {
	type record struct {
		Link, Zero iri.IRI
		Ref        iri.Reference
		List       []iri.IRI
		Keys       map[iri.IRI]iri.Reference
	}
	x, r := iri.MustParse("http://u@h:80/a?b#é"), iri.MustParseReference("../a?b")
	want := record{Link: x, Ref: r, List: []iri.IRI{x, x}, Keys: map[iri.IRI]iri.Reference{x: r}}
	var buf bytes.Buffer
	var got record
	err := errors.Join(gob.NewEncoder(&buf).Encode(want), gob.NewDecoder(&buf).Decode(&got))
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, %v", got, err)
	}
	if err := got.Link.UnmarshalBinary([]byte("http://a b")); err == nil || got.Link != x {
		t.Errorf("%v, %v", got.Link, err)
	}
}

func TestEqual(t *testing.T) {
	list := []string{"a:b", "a:", "A:b", "http://h/", "http://h"}
	for _, s := range list {
		for _, u := range list {
			x, y := iri.MustParse(s), iri.MustParse(u)
			if x.Equal(y) != (s == u) || x.Reference().Equal(y.Reference()) != (s == u) {
				t.Errorf("%v, %v", x, y)
			}
		}
	}
}
