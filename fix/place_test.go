package fix_test

import (
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"example.org/iri"
	"example.org/iri/file"
	"example.org/iri/fix"
	"example.org/iri/rule"
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

const (
	allKinds = fix.FirstSegment<<1 - 1
	noKind   = fix.Kind(1 << 15)
)

func kinds() iter.Seq[fix.Kind] {
	return func(yield func(fix.Kind) bool) {
		for k := fix.Surrounding; k <= fix.FirstSegment; k <<= 1 {
			if !yield(k) {
				return
			}
		}
	}
}

var sets = func() []fix.Kind {
	list := []fix.Kind{0, allKinds, noKind}
	for k := range kinds() {
		list = append(list, k, allKinds&^k)
	}
	return list
}()

func TestAllow(t *testing.T) {
	for kind, text := range map[fix.Kind]string{
		fix.Surrounding:  "<http://a/>",
		fix.Whitespace:   "http://a/b\n/c",
		fix.Backslash:    `http://a\b`,
		fix.Encoded:      "http://a/b c",
		fix.SSH:          "git@a:b",
		fix.WindowsPath:  `C:\a`,
		fix.Scheme:       "example.org/a",
		fix.FirstSegment: "12:30 notes",
	} {
		f := fix.Fixer{Scheme: "https", Relative: kind == fix.FirstSegment}
		if _, changes, err := f.Fix(text); err != nil || changes[0].Kind != kind {
			t.Errorf("%q: %v, %v, want %v", text, changes, err, kind)
		}
		for _, allow := range sets {
			if err := keepsTo(f, text, allow); err != nil {
				t.Error(err)
			}
		}
	}
}

func TestAllowError(t *testing.T) {
	_, _, err := fix.Fixer{Allow: fix.Encoded | fix.Surrounding}.Fix(` http://a/b c\d`)
	var wrong *fix.Error
	var syntax *iri.SyntaxError
	if !errors.As(err, &wrong) || wrong.Kind != fix.Backslash || wrong.Span != (iri.Span{Start: 13, End: 14}) {
		t.Errorf("%#v", err)
	}
	if want := `iri: cannot be repaired: a change of kind "backslash" is not allowed (byte 13)`; err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
	if !errors.As(err, &syntax) || syntax.Reason != rule.ReasonNoScheme || syntax.Offset != 0 {
		t.Errorf("%v", syntax)
	}
	_, _, err = fix.Fixer{Allow: fix.Surrounding}.Fix(` \\?\a`) // a device path
	if !errors.As(err, &wrong) || wrong.Kind != fix.WindowsPath || wrong.Span != (iri.Span{Start: 1, End: 6}) {
		t.Errorf("%#v", err)
	}
}

// keepsTo checks that Allow decides only whether there is a repair. The changes are allowed, or the error has the first
// kind that is not. 0 equals all kinds.
func keepsTo(f fix.Fixer, text string, allow fix.Kind) error {
	f.Allow = 0
	x, changes, err := f.Fix(text)
	f.Allow = allow
	y, some, got := f.Fix(text)
	var refused *fix.Error
	outside := slices.IndexFunc(changes, func(c fix.Change) bool { return allow != 0 && c.Kind&allow == 0 })
	switch errors.As(got, &refused); {
	case got == nil && outside < 0 && err == nil && x == y && slices.Equal(changes, some):
		return nil
	case got == nil || !y.IsZero() || some != nil:
	case outside >= 0:
		if refused != nil && refused.Kind == changes[outside].Kind && refused.Span == changes[outside].Span && sameMistake(f, text, refused.Err) {
			return nil
		}
	case err == nil:
	case refused != nil && refused.Kind != 0:
		if allow != 0 && allow&refused.Kind == 0 && refused.Kind&(refused.Kind-1) == 0 && sameMistake(f, text, refused.Err) {
			return nil
		}
	case got.Error() == err.Error():
		return nil
	}
	return fmt.Errorf("%+v %q: %q, %v, %v, but with all kinds %q, %v, %v", f, text, y, some, got, x, changes, err)
}

func sameMistake(f fix.Fixer, text string, e *iri.SyntaxError) bool {
	err := ruleOf(f).CheckString(text)
	if f.Web && err == nil {
		return e == nil
	}
	return e != nil && err != nil && err.Error() == e.Error()
}
