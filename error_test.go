package iri_test

import (
	"errors"
	"fmt"
	"testing"

	"example.org/iri"
	"example.org/iri/dfa"
	"example.org/iri/rule"
)

// syntaxError returns the error of a text that does not match.
func syntaxError(t *testing.T, r rule.Rule, text string) *iri.SyntaxError {
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
		rule       rule.Rule
		text, want string
	}{
		{rule.IRIReference.Rule, "http://user@hosta b", `iri: IRI-reference: byte 17: ihost: found U+0020 ' ', expected iunreserved, pct-encoded, sub-delims, ":", "/", "?", "#" or end`},
		{rule.IRI.Rule, "http://a b", `iri: IRI: byte 8: iauthority: found U+0020 ' ', expected iunreserved, pct-encoded, sub-delims, ":", "/", "?", "#", "@" or end`},
		{rule.IRI.Rule, "", `iri: IRI: byte 0: found end, expected ALPHA`},
		{rule.IRI.Rule, "http", `iri: IRI: byte 4: scheme: found end, expected ALPHA, DIGIT, "+", ":", "-" or "."`},
		{rule.IRI.Rule, "a:%4", `iri: IRI: byte 4: pct-encoded: found end, expected HEXDIG`},
		{rule.IRI.Rule, "a:\ue000", `iri: IRI: byte 2: found byte 0xEE, expected `},
		{rule.IRI.Rule, "a:\xff", `iri: IRI: byte 2: found byte 0xFF, expected `},
		{rule.IRI.Rule, "a:\xc3", `iri: IRI: byte 3: ipath: found end, expected 0x80-0xBF`},
		{rule.IRI.Rule, "a:\x00", `iri: IRI: byte 2: found U+0000 '\x00', expected `},
		{rule.IRI.Rule, "a:\x7f", `iri: IRI: byte 2: found U+007F '\x7f', expected `},
		{rule.IRI.Rule, "a:\\", `iri: IRI: byte 2: found U+005C '\\', expected `},
		{rule.IRI.Rule, "a:\x80", `iri: IRI: byte 2: found byte 0x80, expected `},
		{rule.Port, "1\n", `iri: port: byte 1: found U+000A '\n', expected DIGIT or end`},
		{rule.PathEmpty, "a", `iri: path-empty: byte 0: found U+0061 'a', expected end`},
		{rule.IPvFuture, "x", `iri: IPvFuture: byte 0: found U+0078 'x', expected "v"`},
		{rule.GenDelims, "", `iri: gen-delims: byte 0: found end, expected gen-delims`},
		{rule.Rule{}, "a", `iri: byte 0: found U+0061 'a', expected nothing`},
		{rule.Rule{}, "", `iri: byte 0: found end, expected nothing`},
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
		rule     rule.Rule
		text     string
		offset   int64
		found    int
		expected string
	}{
		{rule.IRI.Rule, "", 0, -1, "'A'-'Z' 'a'-'z'"},
		{rule.IRI.Rule, "1:", 0, '1', "'A'-'Z' 'a'-'z'"},
		{rule.IRI.Rule, "a", 1, -1, "'+' '-'-'.' '0'-':' 'A'-'Z' 'a'-'z'"},
		{rule.IRI.Rule, "a:%zz", 3, 'z', "'0'-'9' 'A'-'F' 'a'-'f'"},
		{rule.IRI.Rule, "a:%", 3, -1, "'0'-'9' 'A'-'F' 'a'-'f'"},
		{rule.IRI.Rule, "a:\xc2\x9f", 3, 0x9F, "0xA0-0xBF"},
		{rule.IRI.Rule, "a:\xef\xbf\xbd", 4, 0xBD, "0x80-0xAF"}, // U+FFFD; U+FFBF is the last way out
		{rule.IRI.Rule, "a:\xed\xa0\x80", 3, 0xA0, "0x80-0x9F"},
		{rule.IRI.Rule, "a:\xe0\x80\x80", 3, 0x80, "0xA0-0xBF"},
		{rule.IRI.Rule, "a:\xf4\x90\x80\x80", 2, 0xF4, ""}, // planes 15 and 16 are for queries
		{rule.IRI.Rule, "a:?\xf4\x90\x80\x80", 4, 0x90, "0x80-0x8F"},
		{rule.IRI.Rule, "a://[::1", 8, -1, ""},
		{rule.IRI.Rule, "a://[::12345]", 11, '5', "':' ']'"},
		{rule.IRIReference.Rule, "a#b#c", 3, '#', ""},
		{rule.IRIReference.Rule, "_:", 1, ':', ""},
		{rule.IRIReference.Rule, "//a:b", 5, -1, ""}, // b may be a password
		{rule.Scheme, "a:", 1, ':', "'+' '-'-'.' '0'-'9' 'A'-'Z' 'a'-'z'"},
		{rule.Rule{}, "", 0, -1, ""},
		{rule.Rule{}, "abc", 0, 'a', ""},
	} {
		e := syntaxError(t, c.rule, c.text)
		if e.Rule != c.rule.String() || e.Offset != c.offset || e.Byte != c.found {
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
		if got := syntaxError(t, rule.URI.Rule, c.text).Part(); got != c.part {
			t.Errorf("URI %q: %q, want %q", c.text, got, c.part)
		}
		want := c.part
		if name, ok := iriNames[want]; ok {
			want = name
		}
		if got := syntaxError(t, rule.IRI.Rule, c.text).Part(); got != want {
			t.Errorf("IRI %q: %q, want %q", c.text, got, want)
		}
	}
	for _, c := range []struct {
		rule       rule.Rule
		text, part string
	}{
		{rule.IRIReference.Rule, "a ", ""}, // scheme or path
		{rule.IRIReference.Rule, "a/b ", "ipath"},
		{rule.IRIReference.Rule, "é ", "ipath"},
		{rule.IRIReference.Rule, "//u@\xc3(", "ihost"},
		{rule.IRelativeRef.Rule, "a ", "ipath"},
		{rule.AbsoluteIRI.Rule, "a:?b#", "iquery"},
		{rule.IHost, "a b", ""}, // only top rules know
		{rule.IAuthority, "a@b c", ""},
		{rule.Rule{}, "a", ""},
	} {
		if got := syntaxError(t, c.rule, c.text).Part(); got != c.part {
			t.Errorf("%v %q: %q, want %q", c.rule, c.text, got, c.part)
		}
	}
}

// TestErrorWrapped: callers find the error by its type, however deep.
func TestErrorWrapped(t *testing.T) {
	err := fmt.Errorf("line 7: %w", rule.IRI.Check([]byte("no one")))
	var e *iri.SyntaxError
	if !errors.As(err, &e) || e.Offset != 2 || e.Byte != ' ' || e.Rule != "IRI" || e.Part() != "scheme" {
		t.Errorf("%v", e)
	}
}

// TestZeroSyntaxError: an error filled in by hand says little but does not panic.
func TestZeroSyntaxError(t *testing.T) {
	var e iri.SyntaxError
	if e.Part() != "" || e.Expected() != (dfa.ByteSet{}) || e.Error() == "" {
		t.Errorf("%v, %v, %q", e.Part(), e.Expected(), e.Error())
	}
	e = iri.SyntaxError{Rule: "IRI", Offset: 1 << 40, Byte: 'x'}
	if e.Part() != "" || e.Expected() != (dfa.ByteSet{}) || e.Error() == "" {
		t.Errorf("%v, %v, %q", e.Part(), e.Expected(), e.Error())
	}
}
