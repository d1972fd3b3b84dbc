package fix_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"example.org/iri"
	"example.org/iri/file"
	"example.org/iri/fix"
)

// TestPlaces checks that spans of errors refer to the input, even if Fix has changed text before them.
func TestPlaces(t *testing.T) {
	https := fix.Fixer{Scheme: "https"}
	for _, c := range []struct {
		fixer       fix.Fixer
		text, wrong string
	}{
		{fix.Fixer{}, "http://[2001:db8::1/", "[2001:db8::1"},
		{fix.Fixer{}, " <http://[2001:db8::1/>", "[2001:db8::1"},
		{fix.Fixer{}, "http://u:@h:8x", "8x"},
		{https, "\ufeff(http://h:88x/)", "88x"},
		{https, "example.org:8x/a", ""}, // valid, with the scheme example.org
		{https, "127.0.0.1:8x/a", "8x"},
		{https, "http//h:8x", "h:8x"},
		{https, `\\h:8x`, "\\\\h:8x"}, // a Windows path
		{https, "//h:8x", "/"},
		{https, `http:\\a%zz/`, "%z"},
		{fix.Fixer{}, "http://u\t@a b/", "\t"},
		{fix.Fixer{}, " 1a:b", "1"},
		{fix.Fixer{}, " ab", "ab"},
		{fix.Fixer{Relative: true}, "1:2//a b#[\n//[", "["},
		{fix.Fixer{ASCII: true}, "http://éé:8x", "8x"},
		{fix.Fixer{}, "\t\\\\?\\a", `\\?\a`},
		{fix.Fixer{}, " C:\\\x00a ", "\x00"},
		{fix.Fixer{}, " C:\\\\b\\\\\x00a ", "C:\\\\b\\\\\x00a"},
		{fix.Fixer{}, " s://bucket/a b", "s://"},
	} {
		_, _, err := c.fixer.Fix(c.text)
		var wrong *fix.Error
		var path *file.Error
		span := iri.Span{}
		if errors.As(err, &wrong) {
			span = wrong.Span
		} else if errors.As(err, &path) {
			span = path.Span
		}
		if got := c.text[span.Start:span.End]; got != c.wrong {
			t.Errorf("%q: %q is wrong, want %q: %v", c.text, got, c.wrong, err)
		}
	}
}

// samePlace checks that the error equals that of the parser if nothing changes before it or is removed at the end.
func samePlace(f fix.Fixer, text string) error {
	if f.Web {
		return nil // encoded whitespace at the end is removed
	}
	f.Allow = noKind
	_, _, err := f.Fix(text)
	var wrong *fix.Error
	last, _ := utf8.DecodeLastRuneInString(text)
	if !errors.As(err, &wrong) || wrong.Kind != 0 || wrong.Readings != nil || !unicode.IsLetter(last) && !unicode.IsDigit(last) {
		return nil
	}
	var mistake *iri.SyntaxError
	errors.As(ruleOf(f).CheckString(text), &mistake)
	if wrong.Span != mistake.Span || wrong.Err.Error() != mistake.Error() {
		return fmt.Errorf("%+v %q: %v at %v, but %v at %v", f, text, err, wrong.Span, mistake, mistake.Span)
	}
	return nil
}

// TestBreaks checks that Fix removes a line end from a path, query or fragment, and whitespace around it.
func TestBreaks(t *testing.T) {
	for _, text := range []string{"http://u:p@h:80/a%41/b?c%42#d%43e1", "http://[2001:db8::1]/a:2", "//h.example/a?1", "//h.example/b:c?%41"} {
		authority := strings.IndexByte(strings.Replace(text, "//", "--", 1), '/')
		for _, broken := range []string{"\n", "\r", "\r\n", " \n ", "\t\n", "\n    "} {
			for i := authority + 1; i < len(text); i++ {
				if strings.Contains(text[i-2:i], "%") {
					continue // inside an octet, which may be split
				}
				for _, f := range []fix.Fixer{{}, {Scheme: "https"}, {ASCII: true}, {Relative: true}} {
					want := text
					if !ruleOf(f).ValidString(text) {
						if want = "https:" + text; f.Scheme == "" || !strings.HasPrefix(text, "//") {
							continue
						}
					}
					x, changes, err := f.Fix(text[:i] + broken + text[i:])
					if x.String() != want || changes[len(changes)-1].Kind != fix.Whitespace {
						t.Errorf("%+v %q: %q, %v, %v", f, text[:i]+broken+text[i:], x, changes, err)
					}
				}
			}
		}
	}
}

func TestOtherWhitespace(t *testing.T) {
	for space, want := range map[string][2]string{ // in a path, in a host
		" ":      {"http://h/a%20b", ""},
		"  ":     {"http://h/a%20%20b", ""},
		"\f":     {},
		"\v":     {},
		"\u0085": {},
		"\u00a0": {"http://h/a\u00a0b", "http://h\u00a0/"},
		"\u2028": {"http://h/a\u2028b", "http://h\u2028/"},
		"\t":     {},
	} {
		x, _, _ := fix.Fixer{}.Fix("http://h/a" + space + "b")
		y, _, _ := fix.Fixer{}.Fix("http://h" + space + "/")
		if got := [2]string{x.String(), y.String()}; got != want {
			t.Errorf("%q: %q, want %q", space, got, want)
		}
		z, _, _ := fix.Fixer{ASCII: true}.Fix("http://h/a" + space + "b")
		if got := z.String(); want[0] != "" && got != iri.MustParse(want[0]).ToURI().String() {
			t.Errorf("%q: %q, want the URI of %q", space, got, want[0])
		}
	}
}
