package intl_test

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"golang.org/x/text/unicode/bidi"
	"golang.org/x/text/unicode/norm"

	"example.org/iri"
	"example.org/iri/dfa"
	"example.org/iri/internal/char"
	"example.org/iri/internal/language"
	"example.org/iri/internal/testkit"
	"example.org/iri/intl"
	"example.org/iri/lint"
)

// TestLint has the findings that need the data of Unicode, and their spans. The strings include the examples of RFC
// 3987, section 4.4, with Hebrew letters for upper-case ones.
func TestLint(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"http://ab.גדהוזח.ij/kl/mn/op.html", ""},                                                     // example 1
		{"http://ab.גדהזח/ij/kl/mn/op.html", ""},                                                      // 2
		{"http://אב.גד.הו/זח/טי/כל?מנ=סע;פצ=קר#שת", ""},                                               // 3
		{"http://אב.גד.ef/gh/טי/כל.html", "bidi-structure 28-37"},                                     // example 4, with a mixed segment
		{"http://ab.cd.הו/זח/ij/kl.html", ""},                                                         // 5
		{"http://ab.גדהef.gh/", "host-not-idna 7-21, bidi-structure 10-18, host-mixed-scripts 10-18"}, // mixed
		{"http://ab.גדה1/", "bidi-structure 10-17"},                                                   // ends in a digit
		{"http://ab.1גדה/", "host-not-idna 7-17, bidi-structure 10-17"},                               // begins with a digit
		{"a:#א%4A", "bidi-structure 3-8"},                                                             // letters of percent-encoded octets count
		{"//אa@h/", "bidi-structure 2-5"},                                                             // userinfo
		{"//h?א?ב", ""},                                                                               // neutral inside
		{"//h?א?", "bidi-structure 4-7"},                                                              // neutral at the end
		{"/e\u0301/é", "not-nfc 1-4"},                                                                 // can be composed
		{"/e\u0301?e\u0301", "not-nfc 1-4, not-nfc 5-8"},                                              // twice
		{"/\u212b", "not-nfc 1-4"},                                                                    // Ångström sign
		{"http://аpple.example/", "host-mixed-scripts 7-13"},                                          // Cyrillic a
		{"http://пример.example/аpple", ""},                                                           // labels of one script each
		{"http://日本ごカナabc.jp/", ""},                                                                   // Japanese beside Latin
		{"http://한漢.kr/", ""},                                                                         // Korean
		{"http://한ご.kr/", "host-mixed-scripts 7-13"},                                                  // neither
		{"http://пример。example/", ""},                                                                // an ideographic full stop separates
		{"http://a\u0338\u0338◌b☃.example/", ""},                                                      // symbols are common
		{"http://é" + strings.Repeat("a", 63) + "/", "host-not-idna 7-72"},                            // too long
		{"http://é..b/", "host-not-idna 7-12"},                                                        // an empty label
		{"http://_é.example./", ""},                                                                   // DNS has such names
		{"http://" + strings.Repeat("é", 507) + "/", "host-not-idna 7-1021"},                          // much too long
		{"http://a／b/", "host-not-idna 7-12"},                                                         // a slash when mapped
		{"//é" + strings.Repeat("a", 63) + "/", ""},                                                   // without a scheme that determines the kind of host
		{"http://example.org/", ""},                                                                   //
		{"http://[::1]/é", ""},                                                                        //
	} {
		var got []string
		x := iri.MustParseReference(c.text)
		basic := lint.Check(x)
		for _, f := range intl.Lint(x) {
			if slices.ContainsFunc(basic, func(g lint.Finding) bool { return g.Code == f.Code && g.Span == f.Span }) {
				continue
			}
			if f.Severity == 0 || f.Source == "" || f.Message == "" || f.Repair != nil {
				t.Errorf("%q: %v", c.text, f)
			}
			got = append(got, fmt.Sprintf("%s %d-%d", f.Code, f.Span.Start, f.Span.End))
		}
		if s := strings.Join(got, ", "); s != c.want {
			t.Errorf("%q: %s, want %s", c.text, s, c.want)
		}
	}
}

// TestLintDocument checks the rows of docs/reference/lint.md about findings of this package.
func TestLintDocument(t *testing.T) {
	const file = "../docs/reference/lint.md"
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	row := regexp.MustCompile("(?m)^\\| `([a-z-]+)` \\| [^|]* \\| [^|]* \\| [^|]* \\| `([^`]+)` \\| `([^`]+)` \\|$")
	seen, rows := make(map[string]bool), 0
	doc := row.ReplaceAllStringFunc(string(text), func(line string) string {
		m := row.FindStringSubmatch(line)
		f, ok := finding(t, m[1], m[2])
		if _, other := finding(t, m[1], m[3]); !ok || other {
			t.Fatalf("%s has no %s, or %s has one", m[2], m[1], m[3])
		}
		seen[f.Code] = true
		rows++
		return fmt.Sprintf("| `%s` | %v | %s | %s | `%s` | `%s` |", f.Code, f.Severity, f.Message, f.Source, m[2], m[3])
	})
	if rows != 10 {
		t.Errorf("%d rows", rows)
	}
	source, err := os.ReadFile("lint.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range regexp.MustCompile(`kind\{"([^"]+)"`).FindAllSubmatch(source, -1) {
		if code := string(m[1]); !seen[code] {
			t.Errorf("%s does not have %s", file, code)
		}
	}
	testkit.Golden(t, file, doc)
}

// finding returns the first finding with a code in a string, which is quoted as in the page.
func finding(t *testing.T, code, quoted string) (f lint.Finding, ok bool) {
	text, err := strconv.Unquote(`"` + quoted + `"`)
	if err != nil {
		t.Fatal(err)
	}
	found := intl.Lint(iri.MustParseReference(text))
	i := slices.IndexFunc(found, func(f lint.Finding) bool { return f.Code == code })
	if i < 0 {
		return f, false
	}
	return found[i], true
}

// TestLintOrder checks that findings of both packages are sorted by offset, and complete.
func TestLintOrder(t *testing.T) {
	for _, text := range []string{"HTTP://אa.Éx.example:80/e\u0301/%c3%a9?א1#\u200e", "http://example.org:80/", "//é\u0301@۱/%7e"} {
		x := iri.MustParseReference(text)
		all, basic := intl.Lint(x), lint.Check(x)
		if !slices.IsSortedFunc(all, func(a, b lint.Finding) int { return a.Span.Start - b.Span.Start }) || len(all) < len(basic) {
			t.Errorf("%q: %v", text, all)
		}
	}
}

// TestCharactersOfLint compares the sets of characters of package lint with the data of Unicode, for all characters of
// IRIs.
func TestCharactersOfLint(t *testing.T) {
	formatting := func(c rune) bool {
		return dfa.Match(&language.Formatting, string(c)) || dfa.Match(&language.BidiIsolate, string(c))
	}
	for c := rune(0x80); c <= unicode.MaxRune; c++ {
		text := string(c)
		if !dfa.Match(language.UCSChar.Automaton, text) {
			continue
		}
		if got, want := formatting(c), unicode.Is(unicode.Bidi_Control, c); got != want {
			t.Errorf("%U: Bidi_Control: %t", c, got)
		}
		if got, want := dfa.Match(&language.Blank, text), unicode.Is(unicode.White_Space, c) || c == blankBraille; got != want {
			t.Errorf("%U: White_Space: %t", c, got)
		}
		if got, want := dfa.Match(&language.Joiner, text), unicode.Is(unicode.Join_Control, c); got != want {
			t.Errorf("%U: Join_Control: %t", c, got)
		}
		hidden := formatting(c) || dfa.Match(&language.Joiner, text) || dfa.Match(&language.Invisible, text)
		if want := defaultIgnorable(c); hidden != want {
			t.Errorf("%U: Default_Ignorable_Code_Point: %t", c, hidden)
		}
		mapped := norm.NFKC.String(text)
		delimits := strings.ContainsAny(mapped, `:/?#[]@%\.`)
		if got := dfa.Match(&language.DelimiterLike, text) || mapped == "."; got != delimits {
			t.Errorf("%U: %q: %t", c, mapped, got)
		}
	}
}

const blankBraille = 0x2800 // BRAILLE PATTERN BLANK

// TestQuickly checks that the fast tests of Lint miss no finding, whatever the neighbouring characters.
func TestQuickly(t *testing.T) {
	passed := 0
	for c := rune(0x80); c <= unicode.MaxRune; c++ {
		text := "/" + string(c)
		if !iri.ValidReferenceString(text) {
			continue
		}
		right := isRight(c)
		mixed := func(f lint.Finding) bool { return f.Code == "bidi-structure" }
		if right && !slices.ContainsFunc(intl.Lint(iri.MustParseReference(text+"a")), mixed) {
			t.Errorf("%U: right to left", c)
		}
		if !char.AreFamiliar(text) {
			continue
		}
		passed++
		if p := norm.NFC.PropertiesString(text[1:]); right || p.CCC() != 0 || !p.BoundaryBefore() || !norm.NFC.IsNormalString(text) {
			t.Errorf("%U is not familiar", c)
		}
	}
	if passed < 20_000 {
		t.Errorf("%d characters", passed)
	}
}

func isRight(c rune) bool {
	p, _ := bidi.LookupRune(c)
	return p.Class() == bidi.R || p.Class() == bidi.AL
}

// defaultIgnorable derives the property as DerivedCoreProperties.txt does.
func defaultIgnorable(c rune) bool {
	return unicode.In(c, unicode.Other_Default_Ignorable_Code_Point, unicode.Cf, unicode.Variation_Selector) &&
		!unicode.In(c, unicode.White_Space, unicode.Prepended_Concatenation_Mark) &&
		!(0xFFF9 <= c && c <= 0xFFFB) && !(0x13430 <= c && c <= 0x13440)
}
