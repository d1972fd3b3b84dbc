package iri_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/leanovate/gopter/gen"
	"github.com/leanovate/gopter/prop"

	"example.org/iri"
	"example.org/iri/internal/testkit"
	"example.org/iri/internal/testkit/matcher"
	"example.org/iri/rule"
)

// slowURI is RFC 3987, section 3.1, step 2, character by character.
func slowURI(text string) string {
	var b strings.Builder
	for _, r := range text {
		if r < utf8.RuneSelf {
			b.WriteRune(r)
			continue
		}
		for _, octet := range []byte(string(r)) { // 2.1
			fmt.Fprintf(&b, "%%%02X", octet) // 2.2 and 2.3
		}
	}
	return b.String()
}

// slowIRI is RFC 3987, section 3.2, step by step. Step 1, conversion to octets, is implicit.
func slowIRI(text string) string {
	query, inQuery := split(text)["query"]
	octets, decoded := slowDecode(text) // step 2
	var b strings.Builder
	for i, at := 0, 0; i < len(octets); {
		r, size := utf8.DecodeRuneInString(octets[i:])
		width := 0 // of the character in text
		for k := i; k < i+size; k++ {
			width += 1 + 2*int(decoded[k]) // a decoded octet was written in three
		}
		private := inQuery && query.Start <= at && at < query.End
		switch {
		case decoded[i] == 0 || !strings.Contains(string(decoded[i:i+size]), "\x00") && slowAllowed(r, size, private):
			b.WriteString(octets[i : i+size])
		default: // steps 3 and 4
			size, width = 1, 3
			fmt.Fprintf(&b, "%%%02X", octets[i])
		}
		i, at = i+size, at+width
	}
	return b.String()
}

// slowDecode decodes percent-encoded octets, except the percent sign, reserved characters, and ASCII that URIs do not
// allow. It reports which octets it decoded.
func slowDecode(text string) (octets string, decoded []byte) {
	for i := 0; i < len(text); i++ {
		var octet byte
		if n, _ := fmt.Sscanf(text[i:min(i+3, len(text))], "%%%02x", &octet); n == 1 {
			if octet >= utf8.RuneSelf || matcher.Matches(rfc3987(), "unreserved", string(rune(octet))) {
				octets += string([]byte{octet})
				decoded = append(decoded, 1)
				i += 2
				continue
			}
		}
		octets += text[i : i+1]
		decoded = append(decoded, 0)
	}
	return octets, decoded
}

// slowAllowed reports whether section 2.2 allows the character, and section 4.1 does not forbid it.
func slowAllowed(r rune, size int, query bool) bool {
	c := string(r)
	switch {
	case r == utf8.RuneError && size == 1, strings.ContainsRune("\u200e\u200f\u202a\u202b\u202c\u202d\u202e", r):
		return false
	}
	return matcher.Matches(rfc3987(), "iunreserved", c) || query && matcher.Matches(rfc3987(), "iprivate", c)
}

// converts compares methods and functions with the slow reference for one string. Comparing values also compares
// offsets.
func converts(text string) error {
	x, err := iri.ParseReference(text)
	if err != nil {
		_, _, err1 := iri.AppendURI([]byte("a"), []byte(text))
		dst, _, err2 := iri.AppendIRI([]byte("a"), []byte(text))
		if err1 == nil || err2 == nil || string(dst) != "a" {
			return fmt.Errorf("%q: %v, %v, %q", text, err1, err2, dst)
		}
		return nil
	}
	toURI, toIRI := x.ToURI(), x.ToIRI()
	if want := iri.MustParseReference(slowURI(text)); toURI != want {
		return fmt.Errorf("%q: URI %v %v, want %v %v", text, toURI, toURI.Parts(), want, want.Parts())
	}
	if want := iri.MustParseReference(slowIRI(text)); toIRI != want {
		return fmt.Errorf("%q: IRI %v %v, want %v %v", text, toIRI, toIRI.Parts(), want, want.Parts())
	}
	if y, is := x.IRI(); is && (y.ToURI().Reference() != toURI || y.ToIRI().Reference() != toIRI) {
		return fmt.Errorf("%q: another result as a reference", text)
	}
	return errors.Join(appends(text, toURI, iri.AppendURI), appends(text, toIRI, iri.AppendIRI), roundTrip(x))
}

func appends(text string, want iri.Reference, f func(dst, text []byte) ([]byte, iri.Parts, error)) error {
	dst, parts, err := f([]byte("a"), []byte(text))
	if err != nil || string(dst) != "a"+want.String() || parts != want.Parts() {
		return fmt.Errorf("%q: appends %q, %v, %v, want %v", text, dst, parts, err, want)
	}
	return nil
}

// roundTrip checks that the conversions are inverse.
func roundTrip(x iri.Reference) error {
	u, i := x.ToURI(), x.ToIRI()
	switch {
	case u.ToURI() != u:
		return fmt.Errorf("%v: ToURI is not idempotent", x)
	case i.ToURI() != u.ToIRI().ToURI():
		return fmt.Errorf("%v: ToIRI is another for the URI", x)
	case u.ToIRI().ToURI().ToIRI() != u.ToIRI():
		return fmt.Errorf("%v: there and back is somewhere else", x)
	case foldOctets(i.ToURI().String()) != foldOctets(u.String()):
		return fmt.Errorf("%v: back at %v", x, i.ToURI())
	}
	return nil
}

// foldOctets removes the differences of a round trip: it converts digits of percent-encoded octets to upper case, and
// decodes unreserved characters.
func foldOctets(text string) string {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		var octet byte
		n, _ := fmt.Sscanf(text[i:min(i+3, len(text))], "%%%02x", &octet)
		switch {
		case n == 0:
			b.WriteByte(text[i])
			continue
		case octet < utf8.RuneSelf && matcher.Matches(rfc3987(), "unreserved", string(rune(octet))):
			b.WriteByte(octet)
		default:
			fmt.Fprintf(&b, "%%%02X", octet)
		}
		i += 2
	}
	return b.String()
}

// TestConvertExamples has the examples of RFC 3987, sections 3.1 and 3.2.1, and traps.
func TestConvertExamples(t *testing.T) {
	for _, c := range []struct{ text, uri, iri string }{
		{"http://résumé.example.org", "http://r%C3%A9sum%C3%A9.example.org", "http://résumé.example.org"},
		{"http://example.com/\U00010300\U00010301\U00010302", "http://example.com/%F0%90%8C%80%F0%90%8C%81%F0%90%8C%82", "http://example.com/\U00010300\U00010301\U00010302"},
		{"http://www.example.org/D%C3%BCrst", "http://www.example.org/D%C3%BCrst", "http://www.example.org/Dürst"},
		{"http://www.example.org/D%FCrst", "http://www.example.org/D%FCrst", "http://www.example.org/D%FCrst"},
		{"http://xn--99zt52a.example.org/%e2%80%ae", "http://xn--99zt52a.example.org/%e2%80%ae", "http://xn--99zt52a.example.org/%E2%80%AE"},
		{"/%2f%3a%25%20%7E", "/%2f%3a%25%20%7E", "/%2f%3a%25%20~"},
		{"/%ee%80%80?%ee%80%80#%ee%80%80", "/%ee%80%80?%ee%80%80#%ee%80%80", "/%EE%80%80?\ue000#%EE%80%80"},
		{"/\u200e?\ue000", "/%E2%80%8E?%EE%80%80", "/\u200e?\ue000"}, // nothing is encoded again
		{"//%C3%A9@%c3%A9:8/", "//%C3%A9@%c3%A9:8/", "//é@é:8/"},
		{"%e2%82%e2%82%ac%ac", "%e2%82%e2%82%ac%ac", "%E2%82€%AC"},
		{"%2541%C3", "%2541%C3", "%2541%C3"},
		{"/" + strings.Repeat("é%41", 99), "/" + strings.Repeat("%C3%A9%41", 99), "/" + strings.Repeat("éA", 99)},
		{"", "", ""},
	} {
		x := iri.MustParseReference(c.text)
		if x.ToURI().String() != c.uri || x.ToIRI().String() != c.iri {
			t.Errorf("%s: %s and %s, want %s and %s", x, x.ToURI(), x.ToIRI(), c.uri, c.iri)
		}
		if err := converts(c.text); err != nil {
			t.Error(err)
		}
	}
}

// TestConvertPieces tries all strings of up to three pieces, or four with -long, in which each delimiter meets each
// kind of character and percent-encoded octet.
func TestConvertPieces(t *testing.T) {
	pieces := []string{
		"a", ":", "/", "//", "?", "#", "@", "[::1]", "é", "\u200e", "\ue000",
		"%41", "%2f", "%25", "%20", "%C3%A9", "%c3", "%A9", "%E2%80%AE", "%ee%80%80", "%ED%A0%80", "%F4",
	}
	depth := 3
	if *testkit.Long {
		depth = 4
	}
	var walk func(text string, left int)
	walk = func(text string, left int) {
		if err := converts(text); err != nil {
			t.Error(err)
		}
		for _, p := range pieces {
			if left > 0 && !t.Failed() {
				walk(text+p, left-1)
			}
		}
	}
	walk("", depth)
}

func TestConvertProperties(t *testing.T) {
	g, p := newGenerator(), newProperties(t, 10_000)
	p.Property("conversions agree with the slow reference implementations", holds(g.mutated, func(s trial) error { return converts(s.text) }))
	p.Property("so they do with any percent-encoded octets", prop.ForAll(func(octets []uint8) (string, error) {
		var text strings.Builder
		for _, b := range octets {
			text.WriteString(fmt.Sprintf("%%%02x", b))
		}
		return "", errors.Join(converts("/"+text.String()), converts("?"+text.String()), converts("//"+text.String()))
	}, gen.SliceOfN(6, gen.UInt8Range(0x60, 0xFF))))
	p.TestingRun(t)
}

func TestConvertSame(t *testing.T) {
	long := "http://example.org/" + strings.Repeat("a/", 200)
	for _, text := range []string{"http://example.org/a%20b?c#d", "http://example.org/é/%20?c#d", long} {
		x := iri.MustParse(text)
		if x.IsURI() && x.ToURI() != x || x.ToIRI() != x {
			t.Errorf("%s: %v, %v", text, x.ToURI(), x.ToIRI())
		}
	}
}

// TestConformanceConvert runs conversions of other projects, except those with IDNA, which are tested with command iri.
func TestConformanceConvert(t *testing.T) {
	file := testkit.Cases(t, "convert.jsonl")
	count, idna := 0, 0
	testkit.EachLine(t, file, func(n int, l *struct{ IRI, URI, Direction, Host, Source string }) {
		got, want := "", l.URI
		switch {
		case l.Host == "idna":
			idna++
			return
		case l.Direction == "iri-to-uri":
			got = iri.MustParseReference(l.IRI).ToURI().String()
		default:
			got, want = iri.MustParseReference(l.URI).ToIRI().String(), l.IRI
		}
		if got != want {
			t.Errorf("%s:%d: %s, want %s (%s)", file, n, got, want, l.Source)
		}
		count++
	})
	t.Logf("conformance: %d conversions, %d more by IDNA", count, idna)
}

func FuzzConvert(f *testing.F) {
	for _, text := range seeds {
		f.Add(text)
	}
	f.Add("/%41%2f%25%C3%A9?%ee%80%80#%E2%80%AE%ff")
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 300 {
			return // the reference implementations are slow
		}
		if err := converts(text); err != nil {
			t.Error(err)
		}
	})
}

// encoders has each encoding function with a reference that has its result as a component, and a method that returns
// this component.
var encoders = []struct {
	name          string
	encode        func(string) string
	before, after string
	read          func(iri.Reference) (string, bool)
}{
	{"userinfo", encodeAs(iri.ComponentUserinfo), "//", "@", iri.Reference.Userinfo},
	{"host", encodeAs(iri.ComponentHost), "//", "", iri.Reference.Host},
	{"segment", iri.EncodeSegment, "/-", "", func(x iri.Reference) (string, bool) { return strings.CutPrefix(x.Path(), "/-") }},
	{"path", encodeAs(iri.ComponentPath), "/-", "", func(x iri.Reference) (string, bool) { return strings.CutPrefix(x.Path(), "/-") }},
	{"query", encodeAs(iri.ComponentQuery), "?", "", iri.Reference.Query},
	{"fragment", encodeAs(iri.ComponentFragment), "#", "", iri.Reference.Fragment},
}

func encodeAs(c iri.Component) func(string) string {
	return func(s string) string { return iri.Encode(c, s) }
}

// encodes checks that a string survives a round trip in each component.
func encodes(text string) error {
	for _, c := range encoders {
		inIRI, inURI := c.encode(text), iri.EncodeNonASCII(c.encode(text))
		for _, encoded := range []string{inIRI, inURI} {
			x, err := iri.ParseReference(c.before + encoded + c.after)
			if err != nil {
				return fmt.Errorf("%v %q: %w", c.name, text, err)
			}
			part, ok := c.read(x)
			octets, err := iri.AppendDecoded([]byte("<"), []byte(part))
			if !ok || part != encoded || err != nil || string(octets) != "<"+text {
				return fmt.Errorf("%v %q: %q, %q, %v", c.name, text, part, octets, err)
			}
			decoded, err := iri.Decode(part)
			if (err == nil) != utf8.ValidString(text) || err == nil && decoded != text {
				return fmt.Errorf("%v %q: decoded %q, %v", c.name, text, decoded, err)
			}
		}
		if inURI != slowURI(inIRI) {
			return fmt.Errorf("%v %q: %q as a URI", c.name, text, inURI)
		}
	}
	return nil
}

// TestEncode tries all strings of one octet, and of two octets or one character, of which it takes a sample without
// -long.
func TestEncode(t *testing.T) {
	steps := struct {
		octet int
		char  rune
	}{7, 251}
	if *testkit.Long {
		steps.octet, steps.char = 1, 1
	}
	for a := range 256 {
		for b := 0; b < 256; b += steps.octet {
			if err := errors.Join(encodes(string([]byte{byte(a)})), encodes(string([]byte{byte(a), byte(b)}))); err != nil {
				t.Fatal(err)
			}
		}
	}
	for r := rune(0); r <= utf8.MaxRune; r += steps.char {
		if err := encodes(string(r)); err != nil {
			t.Fatal(err)
		}
	}
	p := newProperties(t, 2_000)
	p.Property("strings survive", prop.ForAll(func(text string) (string, error) { return "", encodes(text) }, gen.AnyString()))
	p.TestingRun(t)
}

func TestEncodeExamples(t *testing.T) {
	const text = "a:b/c?d#e@f[g]%20 é\u200e\ue000\xff"
	for i, want := range []string{
		"a:b%2Fc%3Fd%23e%40f%5Bg%5D%2520%20é%E2%80%8E%EE%80%80%FF",
		"a%3Ab%2Fc%3Fd%23e%40f%5Bg%5D%2520%20é%E2%80%8E%EE%80%80%FF",
		"a:b%2Fc%3Fd%23e@f%5Bg%5D%2520%20é%E2%80%8E%EE%80%80%FF",
		"a:b/c%3Fd%23e@f%5Bg%5D%2520%20é%E2%80%8E%EE%80%80%FF",
		"a:b/c?d%23e@f%5Bg%5D%2520%20é%E2%80%8E\ue000%FF",
		"a:b/c?d%23e@f%5Bg%5D%2520%20é%E2%80%8E%EE%80%80%FF",
	} {
		if got := encoders[i].encode(text); got != want {
			t.Errorf("%v: %+q, want %+q", encoders[i].name, got, want)
		}
	}
	for _, c := range []iri.Component{0, iri.ComponentScheme, iri.ComponentAuthority, iri.ComponentPort, 200} {
		if got := iri.Encode(c, text); got != text {
			t.Errorf("%v: %+q", c, got)
		}
	}
}

func TestDecodeErrors(t *testing.T) {
	for _, c := range []struct {
		text string
		want iri.SyntaxError
	}{
		{"a%", iri.SyntaxError{Reason: rule.ReasonPercent, Offset: 2, Byte: -1, Rune: -1, Span: iri.Span{Start: 1, End: 2}}},
		{"a%4", iri.SyntaxError{Reason: rule.ReasonPercent, Offset: 3, Byte: -1, Rune: -1, Span: iri.Span{Start: 1, End: 3}}},
		{"%41%é", iri.SyntaxError{Reason: rule.ReasonPercent, Offset: 4, Byte: 0xC3, Rune: 'é', Span: iri.Span{Start: 3, End: 6}}},
		{"%4%41", iri.SyntaxError{Reason: rule.ReasonPercent, Offset: 2, Byte: '%', Rune: '%', Span: iri.Span{Start: 0, End: 3}}},
		{"é%C3%A9%e9a", iri.SyntaxError{Reason: rule.ReasonIllFormed, Offset: 8, Byte: '%', Rune: utf8.RuneError, Span: iri.Span{Start: 8, End: 11}}},
		{"%41\xff", iri.SyntaxError{Reason: rule.ReasonIllFormed, Offset: 3, Byte: 0xFF, Rune: utf8.RuneError, Span: iri.Span{Start: 3, End: 4}}},
	} {
		c.want.Rule = "pct-encoded"
		_, err := iri.Decode(c.text)
		var got *iri.SyntaxError
		if !errors.As(err, &got) || *got != c.want {
			t.Errorf("%+q: %#v, want %#v", c.text, got, c.want)
		}
		dst, err := iri.AppendDecoded([]byte("<"), []byte(c.text))
		if (err != nil) != (c.want.Reason == rule.ReasonPercent) || err != nil && string(dst) != "<" {
			t.Errorf("%+q: %q, %v", c.text, dst, err)
		}
	}
}
