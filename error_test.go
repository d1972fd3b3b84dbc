package iri_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"example.org/iri"
	"example.org/iri/dfa"
	"example.org/iri/internal/fault"
	"example.org/iri/internal/testkit"
	"example.org/iri/rule"
)

// syntaxError returns the error of a text that does not match.
func syntaxError(t testing.TB, r rule.Rule, text string) *iri.SyntaxError {
	t.Helper()
	var e *iri.SyntaxError
	if !errors.As(r.CheckString(text), &e) {
		t.Fatalf("%v %q: no SyntaxError but %v", r, text, r.CheckString(text))
	}
	return e
}

// mistakes is what people write, and what programs are fed with.
var mistakes = []struct{ rule, text string }{
	{"IRI", ""}, {"IRI", "example.com/a"}, {"IRI", "www.example.com"}, {"IRI", "/a/b"}, {"IRI", "//example.com/"}, {"IRI", "hello world"},
	{"IRI", "my_scheme:x"}, {"IRI", "1http://x"}, {"IRI", " http://example.org/"}, {"IRI", "<http://example.org/>"},
	{"IRI", "http://example.org/\n"}, {"IRI", "http://example.org/\r\n"}, {"IRI", "\ufeffhttp://example.org/"},
	{"IRI-reference", "\ufeffhttp://example.org/"}, {"IRI", "\x1f\x8b\b\x00\x00"}, {"IRI", "\xff\xfeh\x00t\x00"},
	{"IRI", "git@example.org:a/b.git"}, {"IRI-reference", "git@example.org:a/b.git"}, {"IRI", `C:\Users\x`}, {"IRI", `\\server\share`},
	{"IRI", "http://host:8080x/"}, {"IRI", "http://host:port/"}, {"IRI", "http://host:٨٠/"}, {"URI", "http://host:٨٠/"}, {"IRI", "http://host:80 /"}, {"IRI", "http://user@host:80:90/"},
	{"IRI", "http://::1/"}, {"IRI", "http://2001:db8::1/x"}, {"IRI", "http://[::1/"}, {"IRI", "http://[1::2::3]/"}, {"IRI", "http://[::12345]/"}, {"IRI", "http://[localhost]/"},
	{"IRI", "http://a:b:80/"}, {"IRI", "http://user:80:90/"}, {"IRI", "http://h:x" + strings.Repeat("1", 200) + "/"},
	{"IRI", "http://[fe80::1%25eth0]/"}, {"IRI-reference", "//[fe80::1%25eth0]/"}, {"ihost", "[fe80::1%25eth0]"}, {"IRIWithZone", "http://[fe80::1%eth0]/"}, {"IRI", "http://[::1]8080/"}, {"IRI", "http://a[b]/"}, {"IRI", "http://exa mple.org/"},
	{"IRI", "http://example.org/a b"}, {"IRI", "http://example.org/a[1]"}, {"IRI", "http://example.org/?a=b c"}, {"IRI", "http://example.org/?f[x]=1"}, {"IRI", "http://example.org/#a#b"},
	{"absolute-IRI", "http://example.org/#a"}, {"IRI", "http://example.org/{id}"}, {"IRI", "http://example.org/\x00"}, {"IRI", "http://example.org/a|b"},
	{"IRI", "http://example.org/100%"}, {"IRI", "http://example.org/%zz"}, {"IRI", "http://example.org/%4"},
	{"IRI", "http://example.org/caf\xe9"}, {"IRI", "http://example.org/caf\xe9/x"}, {"IRI", "http://example.org/\xed\xa0\x80"}, {"IRI", "http://example.org/\ufffd"}, {"IRI", "http://example.org/\ue000"},
	{"URI", "http://example.org/FreeFlow®"}, {"URI", "http://é.example/"}, {"URI-reference", "FreeFlow®"}, {"IRIStrict", "http://example.org/a\u200eb"},
	{"IRI-reference", "1:2"}, {"IRI-reference", "_:b0"}, {"IRI-reference", ":a"},
	{"IRI", "http://user:pa ss@host/"}, {"IRI", "http://user:pa/ss@host/"}, {"IRI", "http://user:100%sure@host/"}, {"IRI", "http://u@h@x/"}, {"IRI", "mailto:john doe@example.org"}, {"IRI", "http://example.org/@me/a b"},
	{"IRI", "http://example.org/" + strings.Repeat("a", 200) + " " + strings.Repeat("b", 200)}, {"IRI", strings.Repeat("a", 200) + "/"},
	{"port", "80x"}, {"ihost", "a b"}, {"ihost", "host:80"}, {"IPv6address", "1::2::3"}, {"IPv4address", "1.2.3.256"}, {"IPv4address", "1.2.3"},
	{"scheme", "a:"}, {"path-absolute", ""}, {"path-absolute", "//a"}, {"iuserinfo", "a:b c"}, {"gen-delims", "x"}, {"pct-encoded", "%4g"}, {"ipchar", "é "}, {"path-empty", "a"}, {"LEIRI", "http://a/\ufffe"},
}

// TestErrorTexts pins the texts. They may be improved, but not by accident.
func TestErrorTexts(t *testing.T) {
	var b strings.Builder
	for _, m := range mistakes {
		r, _ := rule.ByName(m.rule)
		fmt.Fprintf(&b, "%+q\n  %v\n", m.text, syntaxError(t, r, m.text))
	}
	testkit.Golden(t, "testdata/errors.txt", b.String())
}

// TestErrorFields: where a text stops to be the beginning of one that matches, and what
// the mistake is.
func TestErrorFields(t *testing.T) {
	for _, c := range []struct {
		rule     rule.Rule
		text     string
		offset   int64
		found    int
		char     rune
		span     iri.Span
		reason   iri.Reason
		expected string
	}{
		{rule.IRI.Rule, "", 0, -1, -1, iri.Span{}, iri.ReasonNoScheme, "'A'-'Z' 'a'-'z'"},
		{rule.IRI.Rule, "1:", 0, '1', '1', iri.Span{Start: 0, End: 1}, iri.ReasonNoScheme, "'A'-'Z' 'a'-'z'"},
		{rule.IRI.Rule, "a", 1, -1, -1, iri.Span{Start: 0, End: 1}, iri.ReasonNoScheme, "'+' '-'-'.' '0'-':' 'A'-'Z' 'a'-'z'"},
		{rule.IRI.Rule, "a_:", 1, '_', '_', iri.Span{Start: 1, End: 2}, iri.ReasonScheme, ""},
		{rule.IRI.Rule, "a:%zz", 3, 'z', 'z', iri.Span{Start: 2, End: 4}, iri.ReasonPercent, "'0'-'9' 'A'-'F' 'a'-'f'"},
		{rule.IRI.Rule, "a:%", 3, -1, -1, iri.Span{Start: 2, End: 3}, iri.ReasonPercent, "'0'-'9' 'A'-'F' 'a'-'f'"},
		{rule.IRI.Rule, "a:%41%4é", 7, 0xC3, 'é', iri.Span{Start: 5, End: 9}, iri.ReasonPercent, "'0'-'9' 'A'-'F' 'a'-'f'"},
		{rule.IRI.Rule, "a:\xc2\x9f", 3, 0x9F, '\u009f', iri.Span{Start: 2, End: 4}, iri.ReasonPath, "0xA0-0xBF"},
		{rule.IRI.Rule, "a:\xef\xbf\xbd", 4, 0xBD, utf8.RuneError, iri.Span{Start: 2, End: 5}, iri.ReasonPath, "0x80-0xAF"}, // U+FFBF is the last way out
		{rule.IRI.Rule, "a:\xed\xa0\x80", 3, 0xA0, utf8.RuneError, iri.Span{Start: 2, End: 3}, iri.ReasonIllFormed, "0x80-0x9F"},
		{rule.IRI.Rule, "a:\xe0\x80\x80", 3, 0x80, utf8.RuneError, iri.Span{Start: 2, End: 3}, iri.ReasonIllFormed, "0xA0-0xBF"},
		{rule.IRI.Rule, "a:\xe2\x82a", 4, 'a', utf8.RuneError, iri.Span{Start: 2, End: 4}, iri.ReasonIllFormed, "0x80-0xBF"},
		{rule.IRI.Rule, "a:\xe2\x82", 4, -1, utf8.RuneError, iri.Span{Start: 2, End: 4}, iri.ReasonIllFormed, "0x80-0xBF"},
		{rule.IRI.Rule, "a:\xee\x80\x80", 2, 0xEE, '\ue000', iri.Span{Start: 2, End: 5}, iri.ReasonPrivateUse, ""},
		{rule.IRI.Rule, "a:\xee\x80A", 2, 0xEE, utf8.RuneError, iri.Span{Start: 2, End: 4}, iri.ReasonIllFormed, ""},
		{rule.IRI.Rule, "a:\xf4\x90\x80\x80", 2, 0xF4, utf8.RuneError, iri.Span{Start: 2, End: 3}, iri.ReasonIllFormed, ""},
		{rule.IRI.Rule, "a:?\xf4\x90\x80\x80", 4, 0x90, utf8.RuneError, iri.Span{Start: 3, End: 4}, iri.ReasonIllFormed, "0x80-0x8F"},
		{rule.IRI.Rule, "a://[::1", 8, -1, -1, iri.Span{Start: 4, End: 8}, iri.ReasonUnclosed, ""},
		{rule.IRI.Rule, "a://[::12345]", 11, '5', '5', iri.Span{Start: 4, End: 12}, iri.ReasonAddress, "':' ']'"},
		{rule.IRI.Rule, "a://u@[::1%251]", 10, '%', '%', iri.Span{Start: 10, End: 11}, iri.ReasonZone, ""},
		{rule.IRIWithZone.Rule, "a://[::1%251|", 12, '|', '|', iri.Span{Start: 8, End: 13}, iri.ReasonZone, ""},
		{rule.IRI.Rule, "http://host:8080x/", 17, '/', '/', iri.Span{Start: 12, End: 17}, iri.ReasonPort, ""},
		{rule.IRI.Rule, "http://u:p@host:8080x/", 20, 'x', 'x', iri.Span{Start: 16, End: 21}, iri.ReasonPort, ""},
		{rule.IRI.Rule, "http://[::1]:x", 13, 'x', 'x', iri.Span{Start: 13, End: 14}, iri.ReasonPort, ""},
		{rule.URI.Rule, "a:FreeFlow®", 10, 0xC2, '®', iri.Span{Start: 10, End: 12}, iri.ReasonNonASCII, ""},
		{rule.URI.Rule, "a://h:٨٠", 6, 0xD9, '٨', iri.Span{Start: 6, End: 8}, iri.ReasonPort, ""},
		{rule.IRIStrict.Rule, "a:\u200e", 4, 0x8E, '\u200e', iri.Span{Start: 2, End: 5}, iri.ReasonFormatting, ""},
		{rule.IRIReference.Rule, "a#b#c", 3, '#', '#', iri.Span{Start: 3, End: 4}, iri.ReasonFragment, ""},
		{rule.IRIReference.Rule, "_:", 1, ':', ':', iri.Span{Start: 0, End: 2}, iri.ReasonFirstSegment, ""},
		{rule.IRIReference.Rule, "//a:b", 5, -1, -1, iri.Span{Start: 4, End: 5}, iri.ReasonPort, ""}, // b may be a password
		{rule.Scheme, "a:", 1, ':', ':', iri.Span{Start: 1, End: 2}, iri.ReasonScheme, "'+' '-'-'.' '0'-'9' 'A'-'Z' 'a'-'z'"},
		{rule.Rule{}, "", 0, -1, -1, iri.Span{}, iri.ReasonTooShort, ""},
		{rule.Rule{}, "abc", 0, 'a', 'a', iri.Span{Start: 0, End: 1}, iri.ReasonNotInRule, ""},
	} {
		e := syntaxError(t, c.rule, c.text)
		if e.Rule != c.rule.String() || e.Offset != c.offset || e.Byte != c.found || e.Rune != c.char || e.Span != c.span || e.Reason != c.reason {
			t.Errorf("%v %q: offset %d, byte %d, rune %U, span %v, reason %v; want %d, %d, %U, %v, %v", e.Rule, c.text,
				e.Offset, e.Byte, e.Rune, e.Span, e.Reason, c.offset, c.found, c.char, c.span, c.reason)
		}
		if got := e.Expected().String(); c.expected != "" && got != c.expected {
			t.Errorf("%q: expected %s, want %s", c.text, got, c.expected)
		}
	}
}

// TestErrorComponent: components have the same names in IRIs and URIs.
func TestErrorComponent(t *testing.T) {
	for _, c := range []struct{ text, component string }{
		{" ", "scheme"},
		{"x", "scheme"},
		{"x1+ ", "scheme"},
		{"x: ", "path"},
		{"x:/ ", "path"},
		{"x:p ", "path"},
		{"x:p/ ", "path"},
		{"x:// ", "authority"},
		{"x://h ", "authority"},
		{"x://h:1 ", "port"},      // may be a password
		{"x://h:1a ", "userinfo"}, // is one
		{"x://h:1a/", "port"},     // is none
		{"x://u@ ", "host"},
		{"x://u@h ", "host"},
		{"x://u@h: ", "port"},
		{"x://u@h:1 ", "port"},
		{"x://[ ", "host"},
		{"x://u@[::1 ", "host"},
		{"x://[::1]a", "authority"},
		{"x://h/ ", "path"},
		{"x://h/p?q ", "query"},
		{"x:?q/ ", "query"},
		{"x:#f ", "fragment"},
		{"x:#f# ", "fragment"},
		{"x:%", "path"},
		{"x:%4 ", "path"},
		{"x:?%4 ", "query"},
		{"x://%4 ", "authority"},
		{"x://u@%4 ", "host"},
	} {
		for _, r := range []rule.Rule{rule.URI.Rule, rule.IRI.Rule} {
			if got := syntaxError(t, r, c.text).Component(); got != c.component {
				t.Errorf("%v %q: %q, want %q", r, c.text, got, c.component)
			}
		}
	}
	if got := syntaxError(t, rule.Rule{}, "a").Component(); got != "" {
		t.Errorf("zero Rule: %q", got)
	}
}

// TestReasonConstants: those of package fault have the same values.
func TestReasonConstants(t *testing.T) {
	for i, r := range []fault.Reason{
		fault.NoScheme: fault.Reason(iri.ReasonNoScheme), fault.InScheme: fault.Reason(iri.ReasonScheme), fault.InAuthority: fault.Reason(iri.ReasonAuthority),
		fault.InPort: fault.Reason(iri.ReasonPort), fault.InPath: fault.Reason(iri.ReasonPath), fault.InQuery: fault.Reason(iri.ReasonQuery), fault.InFragment: fault.Reason(iri.ReasonFragment),
		fault.ColonInSegment: fault.Reason(iri.ReasonFirstSegment), fault.Bracket: fault.Reason(iri.ReasonBracket), fault.Unclosed: fault.Reason(iri.ReasonUnclosed),
		fault.InAddress: fault.Reason(iri.ReasonAddress), fault.InZone: fault.Reason(iri.ReasonZone), fault.Percent: fault.Reason(iri.ReasonPercent), fault.IllFormed: fault.Reason(iri.ReasonIllFormed),
		fault.NonASCII: fault.Reason(iri.ReasonNonASCII), fault.PrivateUse: fault.Reason(iri.ReasonPrivateUse), fault.Formatting: fault.Reason(iri.ReasonFormatting),
		fault.TooShort: fault.Reason(iri.ReasonTooShort), fault.NotInRule: fault.Reason(iri.ReasonNotInRule), fault.NumReasons: fault.NumReasons,
	} {
		if int(r) != i {
			t.Errorf("%v is %d here and %d there", fault.Reason(i), r, i)
		}
	}
}

// TestErrorWrapped: callers find the error by its type, however deep.
func TestErrorWrapped(t *testing.T) {
	err := fmt.Errorf("line 7: %w", rule.IRI.Check([]byte("no one")))
	var e *iri.SyntaxError
	if !errors.As(err, &e) || e.Offset != 2 || e.Byte != ' ' || e.Rule != "IRI" || e.Reason != iri.ReasonScheme || e.Component() != "scheme" {
		t.Errorf("%v", e)
	}
}

// TestZeroSyntaxError: an error filled in by hand says little but does not panic.
func TestZeroSyntaxError(t *testing.T) {
	for _, e := range []*iri.SyntaxError{{}, {Rule: "IRI", Reason: 200, Offset: 1 << 40, Byte: 'x', Rune: 'x'}} {
		if e.Component() != "" || e.Expected() != (dfa.ByteSet{}) || e.Error() == "" {
			t.Errorf("%v, %v, %q", e.Component(), e.Expected(), e.Error())
		}
	}
}

const secret = "s3cr3t"

// checkSecret checks that an error of a text tells nothing of a secret, however it is
// printed.
func checkSecret(t testing.TB, r rule.Rule, text string) {
	t.Helper()
	err := r.CheckString(text)
	if err == nil {
		return
	}
	var log strings.Builder
	slog.New(slog.NewTextHandler(&log, nil)).Error("bad", "error", err)
	slog.New(slog.NewJSONHandler(&log, nil)).Error("bad", "error", err)
	asJSON, jsonErr := json.Marshal(err)
	if jsonErr != nil {
		t.Fatal(jsonErr)
	}
	told := fmt.Sprintf("%v %+v %s %q", err, err, log.String(), asJSON)
	fields := fmt.Sprintf("%#v", err)
	for i := range len(secret) - 2 {
		part := secret[i : i+3]
		if strings.Contains(told, part) || strings.Contains(fields, fmt.Sprintf("%#x, %#x, %#x", part[0], part[1], part[2])) {
			t.Fatalf("%v: %q: the error tells %q: %s\n%s", r, text, part, told, fields)
		}
	}
}

// TestErrorsKeepSecrets: what may be a userinfo is in no error, whatever else the text
// holds, and whatever character of a password nobody has percent-encoded.
func TestErrorsKeepSecrets(t *testing.T) {
	prefixes := []string{"http://", "//", "http:", "http:/", "ht tp://", "HTTP://u@h/", "\x00//", "http://[::1]@", "a://%", "/", "", " ", "\ufeff"}
	pieces := []string{secret, secret, "a", ":", "/", "?", "#", "[", "]", "@", "%", "%41", "%4", " ", "é", "\ue000", "\ufffe", "\u200e", "\xc3", "\xe2\x82", "\xff", "8", "\n", "\x00", "|"}
	rules := []rule.Rule{
		rule.IRI.Rule, rule.IRIReference.Rule, rule.URI.Rule, rule.IRIStrict.Rule, rule.IRIWithZone.Rule, rule.IRelativeRef.Rule, rule.LEIRI.Rule,
		rule.IAuthority, rule.IHierPart, rule.IRelativePart, rule.IHost, rule.IPath, rule.Port, rule.Scheme, rule.IPv6Address,
	}
	rnd := rand.New(rand.NewPCG(1, 2))
	for range 100_000 {
		text := prefixes[rnd.IntN(len(prefixes))] + ":"
		if rnd.IntN(2) == 0 {
			text = strings.TrimSuffix(text, ":") + "user:"
		}
		for range rnd.IntN(6) {
			text += pieces[rnd.IntN(len(pieces))]
		}
		text += "@"
		for range rnd.IntN(6) {
			text += pieces[2+rnd.IntN(len(pieces)-2)]
		}
		checkSecret(t, rules[rnd.IntN(len(rules))], text)
	}
	for range 1000 {
		var text strings.Builder
		for range rnd.IntN(6) {
			text.WriteString(pieces[rnd.IntN(len(pieces))])
		}
		checkSecret(t, rule.IUserinfo, text.String()) // with no delimiter behind it
		checkSecret(t, rule.Userinfo, text.String())
	}
}

func FuzzErrorsKeepSecrets(f *testing.F) {
	f.Add("http://user:", " ", "host/")
	f.Fuzz(func(t *testing.T, before, within, behind string) {
		if strings.ContainsAny(before+within+behind, secret) {
			t.Skip()
		}
		checkSecret(t, rule.IRI.Rule, "http://"+before+secret+within+"@"+behind)
		checkSecret(t, rule.IRIReference.Rule, before+secret+within+"@"+behind)
	})
}

// TestErrorSpan: a span lies in the text, and no more than the character lies behind the
// offset.
func TestErrorSpan(t *testing.T) {
	for r := range rule.All() {
		for _, m := range mistakes {
			var e *iri.SyntaxError
			if !errors.As(r.CheckString(m.text), &e) {
				continue
			}
			if e.Span.Start < 0 || e.Span.Start > e.Span.End || e.Span.End > len(m.text) || int64(e.Span.Start) > e.Offset || int64(e.Span.End) > e.Offset+utf8.UTFMax {
				t.Errorf("%v: %q: span %v, offset %d", r, m.text, e.Span, e.Offset)
			}
		}
	}
}
