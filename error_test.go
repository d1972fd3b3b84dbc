package iri_test

import (
	"errors"
	"fmt"
	"testing"

	"example.org/iri"
	"example.org/iri/dfa"
)

// syntaxError returns the error of a text that does not match.
func syntaxError(t *testing.T, r iri.Rule, text string) *iri.SyntaxError {
	t.Helper()
	var e *iri.SyntaxError
	if !errors.As(r.CheckString(text), &e) {
		t.Fatalf("%v %q: no SyntaxError but %v", r, text, r.CheckString(text))
	}
	return e
}

// TestErrorText pins the texts. They may be improved, but not by accident.
func TestErrorText(t *testing.T) {
	for _, c := range []struct {
		rule       iri.Rule
		text, want string
	}{
		{iri.IRIReference, "http://user@hosta b", `iri: IRI-reference: byte 17: ihost: found U+0020 ' ', expected iunreserved, pct-encoded, sub-delims, ":", "/", "?", "#" or end`},
		{iri.IRI, "http://a b", `iri: IRI: byte 8: iauthority: found U+0020 ' ', expected iunreserved, pct-encoded, sub-delims, ":", "/", "?", "#", "@" or end`},
		{iri.IRI, "", `iri: IRI: byte 0: found end, expected ALPHA`},
		{iri.IRI, "http", `iri: IRI: byte 4: scheme: found end, expected ALPHA, DIGIT, "+", ":", "-" or "."`},
		{iri.IRI, "a:%4", `iri: IRI: byte 4: pct-encoded: found end, expected HEXDIG`},
		{iri.IRI, "a:\ue000", `iri: IRI: byte 2: found byte 0xEE, expected `},
		{iri.IRI, "a:\xff", `iri: IRI: byte 2: found byte 0xFF, expected `},
		{iri.IRI, "a:\xc3", `iri: IRI: byte 3: ipath: found end, expected 0x80-0xBF`},
		{iri.IRI, "a:\x00", `iri: IRI: byte 2: found U+0000 '\x00', expected `},
		{iri.IRI, "a:\x7f", `iri: IRI: byte 2: found U+007F '\x7f', expected `},
		{iri.IRI, "a:\\", `iri: IRI: byte 2: found U+005C '\\', expected `},
		{iri.IRI, "a:\x80", `iri: IRI: byte 2: found byte 0x80, expected `},
		{iri.Port, "1\n", `iri: port: byte 1: found U+000A '\n', expected DIGIT or end`},
		{iri.PathEmpty, "a", `iri: path-empty: byte 0: found U+0061 'a', expected end`},
		{iri.IPvFuture, "x", `iri: IPvFuture: byte 0: found U+0078 'x', expected "v"`},
		{iri.GenDelims, "", `iri: gen-delims: byte 0: found end, expected gen-delims`},
		{iri.Rule{}, "a", `iri: byte 0: found U+0061 'a', expected nothing`},
		{iri.Rule{}, "", `iri: byte 0: found end, expected nothing`},
	} {
		got := syntaxError(t, c.rule, c.text).Error()
		if c.want[len(c.want)-1] == ' ' { // what is expected is told elsewhere
			got = got[:min(len(got), len(c.want))]
		}
		if got != c.want {
			t.Errorf("%q:\ngot  %s\nwant %s", c.text, got, c.want)
		}
	}
}

// TestErrorFields: where a text stops to be the beginning of one that matches.
func TestErrorFields(t *testing.T) {
	for _, c := range []struct {
		rule     iri.Rule
		text     string
		offset   int64
		found    int
		expected string
	}{
		{iri.IRI, "", 0, -1, "'A'-'Z' 'a'-'z'"},
		{iri.IRI, "1:", 0, '1', "'A'-'Z' 'a'-'z'"},
		{iri.IRI, "a", 1, -1, "'+' '-'-'.' '0'-':' 'A'-'Z' 'a'-'z'"},
		{iri.IRI, "a:%zz", 3, 'z', "'0'-'9' 'A'-'F' 'a'-'f'"},
		{iri.IRI, "a:%", 3, -1, "'0'-'9' 'A'-'F' 'a'-'f'"},
		{iri.IRI, "a:\xc2\x9f", 3, 0x9F, "0xA0-0xBF"},
		{iri.IRI, "a:\xef\xbf\xbd", 4, 0xBD, "0x80-0xAF"}, // U+FFFD; U+FFBF is the last way out
		{iri.IRI, "a:\xed\xa0\x80", 3, 0xA0, "0x80-0x9F"},
		{iri.IRI, "a:\xe0\x80\x80", 3, 0x80, "0xA0-0xBF"},
		{iri.IRI, "a:\xf4\x90\x80\x80", 2, 0xF4, ""}, // planes 15 and 16 are for queries
		{iri.IRI, "a:?\xf4\x90\x80\x80", 4, 0x90, "0x80-0x8F"},
		{iri.IRI, "a://[::1", 8, -1, ""},
		{iri.IRI, "a://[::12345]", 11, '5', "':' ']'"},
		{iri.IRIReference, "a#b#c", 3, '#', ""},
		{iri.IRIReference, "_:", 1, ':', ""},
		{iri.IRIReference, "//a:b", 5, -1, ""}, // b may be a password
		{iri.Scheme, "a:", 1, ':', "'+' '-'-'.' '0'-'9' 'A'-'Z' 'a'-'z'"},
		{iri.Rule{}, "", 0, -1, ""},
		{iri.Rule{}, "abc", 0, 'a', ""},
	} {
		e := syntaxError(t, c.rule, c.text)
		if e.Rule != c.rule || e.Offset != c.offset || e.Byte != c.found {
			t.Errorf("%q: rule %v, offset %d, byte %d; want %d, %d", c.text, e.Rule, e.Offset, e.Byte, c.offset, c.found)
		}
		if got := e.Expected().String(); c.expected != "" && got != c.expected {
			t.Errorf("%q: expected %s, want %s", c.text, got, c.expected)
		}
	}
}

// TestErrorPart names the parts of URIs; those of IRIs have other names.
func TestErrorPart(t *testing.T) {
	iriNames := map[string]string{
		"authority": "iauthority", "userinfo": "iuserinfo", "host": "ihost", "path": "ipath", "query": "iquery", "fragment": "ifragment",
	}
	for _, c := range []struct{ text, part string }{
		{" ", ""},
		{"x", "scheme"},
		{"x1+ ", "scheme"},
		{"x: ", ""},
		{"x:/ ", ""}, // a path, or half of what comes before an authority
		{"x:/p ", "path"},
		{"x:p ", "path"},
		{"x:p/ ", "path"},
		{"x://h ", "authority"},
		{"x://h:1 ", "authority"}, // may be a password
		{"x://h:1a ", "userinfo"}, // is one
		{"x://u@ ", "authority"},
		{"x://u@h ", "host"},
		{"x://u@h: ", "authority"},
		{"x://u@h:1 ", "port"},
		{"x://[ ", "IP-literal"},
		{"x://u@[::1 ", "IP-literal"},
		{"x://[::1]a", "authority"},
		{"x://[::1]:8 ", "port"},
		{"x://h/ ", "path"},
		{"x://h/p ", "path"},
		{"x://h/p?q ", "query"},
		{"x:?q/ ", "query"},
		{"x:#f ", "fragment"},
		{"x:#f# ", "fragment"},
		{"x:%", "pct-encoded"},
		{"x:%4 ", "pct-encoded"},
		{"x:%41 ", "path"},
		{"x:?%4 ", "pct-encoded"},
		{"x://u@%4 ", "pct-encoded"},
	} {
		if got := syntaxError(t, iri.URI, c.text).Part(); got != c.part {
			t.Errorf("URI %q: %q, want %q", c.text, got, c.part)
		}
		want := c.part
		if name, ok := iriNames[want]; ok {
			want = name
		}
		if got := syntaxError(t, iri.IRI, c.text).Part(); got != want {
			t.Errorf("IRI %q: %q, want %q", c.text, got, want)
		}
	}
	for _, c := range []struct {
		rule       iri.Rule
		text, part string
	}{
		{iri.IRIReference, "a ", ""}, // scheme or path
		{iri.IRIReference, "a/b ", "ipath"},
		{iri.IRIReference, "é ", "ipath"},
		{iri.IRIReference, "//u@\xc3(", "ihost"},
		{iri.IRelativeRef, "a ", "ipath"},
		{iri.AbsoluteIRI, "a:?b#", "iquery"},
		{iri.IHost, "a b", ""}, // only top rules know
		{iri.IAuthority, "a@b c", ""},
		{iri.Rule{}, "a", ""},
	} {
		if got := syntaxError(t, c.rule, c.text).Part(); got != c.part {
			t.Errorf("%v %q: %q, want %q", c.rule, c.text, got, c.part)
		}
	}
}

// TestErrorWrapped: callers find the error by its type, however deep.
func TestErrorWrapped(t *testing.T) {
	err := fmt.Errorf("line 7: %w", iri.IRI.Check([]byte("no one")))
	var e *iri.SyntaxError
	ok := errors.As(err, &e)
	if !ok || e.Offset != 2 || e.Byte != ' ' || e.Rule != iri.IRI || e.Part() != "scheme" {
		t.Errorf("%v, %v", e, ok)
	}
}

// TestZeroSyntaxError: an error filled in by hand says little but does not panic.
func TestZeroSyntaxError(t *testing.T) {
	var e iri.SyntaxError
	if e.Part() != "" || e.Expected() != (dfa.ByteSet{}) || e.Error() == "" {
		t.Errorf("%v, %v, %q", e.Part(), e.Expected(), e.Error())
	}
	e = iri.SyntaxError{Rule: iri.IRI, Offset: 1 << 40, Byte: 'x'}
	if e.Part() != "" || e.Expected() != (dfa.ByteSet{}) || e.Error() == "" {
		t.Errorf("%v, %v, %q", e.Part(), e.Expected(), e.Error())
	}
}
