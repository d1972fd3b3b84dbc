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
)

var components = []iri.Component{iri.Userinfo, iri.RegName, iri.Segment, iri.Query, iri.Fragment}

// within returns a reference that has a text as a component, and reads the component of one.
func within(c iri.Component, text string) (reference string, read func(iri.Reference) (string, bool)) {
	switch c {
	case iri.Userinfo:
		return "//" + text + "@", iri.Reference.Userinfo
	case iri.RegName:
		return "//" + text, iri.Reference.Host
	case iri.Segment:
		return "/-" + text, func(x iri.Reference) (string, bool) { return strings.CutPrefix(x.Path(), "/-") }
	case iri.Query:
		return "?" + text, iri.Reference.Query
	default:
		return "#" + text, iri.Reference.Fragment
	}
}

// encodes checks that a text survives in every component, in both forms.
func encodes(text string) error {
	for _, c := range components {
		for _, encoded := range []string{c.Encode(text), c.EncodeURI(text)} {
			reference, read := within(c, encoded)
			x, err := iri.ParseReference(reference)
			if err != nil {
				return fmt.Errorf("%v %q: %w", c, text, err)
			}
			part, ok := read(x)
			octets, err := iri.AppendDecoded([]byte("<"), []byte(part))
			if !ok || part != encoded || err != nil || string(octets) != "<"+text {
				return fmt.Errorf("%v %q: %q, %q, %v", c, text, part, octets, err)
			}
			decoded, err := iri.Decode(part)
			if (err == nil) != utf8.ValidString(text) || err == nil && decoded != text {
				return fmt.Errorf("%v %q: decoded %q, %v", c, text, decoded, err)
			}
		}
		if c.EncodeURI(text) != slowURI(c.Encode(text)) {
			return fmt.Errorf("%v %q: %q as a URI", c, text, c.EncodeURI(text))
		}
	}
	return nil
}

// TestEncode: every text of one octet, of two octets or one character, of these a sample without
// -long, and others, survive in every component. Package internal/uri/percent tests what stays as it is.
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
	p.Property("texts survive", prop.ForAll(func(text string) (string, error) { return "", encodes(text) }, gen.AnyString()))
	p.TestingRun(t)
}

// TestEncodeExamples: what each component keeps.
func TestEncodeExamples(t *testing.T) {
	const text = "a:b/c?d#e@f[g]%20 é\u200e\ue000\xff"
	for c, want := range map[iri.Component]string{
		iri.Userinfo: "a:b%2Fc%3Fd%23e%40f%5Bg%5D%2520%20é%E2%80%8E%EE%80%80%FF",
		iri.RegName:  "a%3Ab%2Fc%3Fd%23e%40f%5Bg%5D%2520%20é%E2%80%8E%EE%80%80%FF",
		iri.Segment:  "a:b%2Fc%3Fd%23e@f%5Bg%5D%2520%20é%E2%80%8E%EE%80%80%FF",
		iri.Query:    "a:b/c?d%23e@f%5Bg%5D%2520%20é%E2%80%8E\ue000%FF",
		iri.Fragment: "a:b/c?d%23e@f%5Bg%5D%2520%20é%E2%80%8E%EE%80%80%FF",
	} {
		if got := c.Encode(text); got != want {
			t.Errorf("%v: %+q, want %+q", c, got, want)
		}
	}
	if names := fmt.Sprint(components, iri.Component(9)); names != "[userinfo reg-name segment query fragment] Component(9)" {
		t.Error(names)
	}
	defer func() {
		if recover() == nil {
			t.Error("there is no such component, and no panic")
		}
	}()
	iri.Component(9).Encode("")
}

// TestDecodeErrors: where a text goes wrong.
func TestDecodeErrors(t *testing.T) {
	for _, c := range []struct {
		text string
		want iri.SyntaxError
	}{
		{"a%", iri.SyntaxError{Reason: iri.ReasonPercent, Offset: 2, Byte: -1, Rune: -1, Span: iri.Span{Start: 1, End: 2}}},
		{"a%4", iri.SyntaxError{Reason: iri.ReasonPercent, Offset: 3, Byte: -1, Rune: -1, Span: iri.Span{Start: 1, End: 3}}},
		{"%41%é", iri.SyntaxError{Reason: iri.ReasonPercent, Offset: 4, Byte: 0xC3, Rune: 'é', Span: iri.Span{Start: 3, End: 6}}},
		{"%4%41", iri.SyntaxError{Reason: iri.ReasonPercent, Offset: 2, Byte: '%', Rune: '%', Span: iri.Span{Start: 0, End: 3}}},
		{"é%C3%A9%e9a", iri.SyntaxError{Reason: iri.ReasonIllFormed, Offset: 8, Byte: '%', Rune: utf8.RuneError, Span: iri.Span{Start: 8, End: 11}}},
		{"%41\xff", iri.SyntaxError{Reason: iri.ReasonIllFormed, Offset: 3, Byte: 0xFF, Rune: utf8.RuneError, Span: iri.Span{Start: 3, End: 4}}},
	} {
		c.want.Rule = "pct-encoded"
		_, err := iri.Decode(c.text)
		var got *iri.SyntaxError
		if !errors.As(err, &got) || *got != c.want {
			t.Errorf("%+q: %#v, want %#v", c.text, got, c.want)
		}
		dst, err := iri.AppendDecoded([]byte("<"), []byte(c.text))
		if (err != nil) != (c.want.Reason == iri.ReasonPercent) || err != nil && string(dst) != "<" {
			t.Errorf("%+q: %q, %v", c.text, dst, err)
		}
	}
}

// TestEncodeSame: what needs no change is not copied.
func TestEncodeSame(t *testing.T) {
	if n := testing.AllocsPerRun(100, func() {
		iri.Segment.Encode("é:b")
		iri.Segment.EncodeURI("a:b")
		_, _ = iri.Decode("é:b")
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
