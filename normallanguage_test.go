package iri_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"example.org/iri"
	"example.org/iri/compile"
	"example.org/iri/compile/abnf"
	"example.org/iri/compile/suite"
	"example.org/iri/dfa"
	"example.org/iri/internal/testkit"
	"example.org/iri/internal/unicodeclass"
)

// normalLanguages are the languages of the references that a rule leaves alone, by grammars in
// testdata/normal, which take the place of rules of RFC 3987. Those that a level leaves alone are in
// the languages of all its rules: that is decided by one after the other, since the automaton of all
// has too many states for a suite.
type normalLanguages map[iri.Level]*dfa.Automaton

func newNormalLanguages(t *testing.T) normalLanguages {
	whole := compileNormal(t, "", "IRI-reference")
	return normalLanguages{
		0:                whole,
		iri.LevelCase:    compileNormal(t, readNormal("case"), "IRI-reference"),
		iri.LevelPercent: compileNormal(t, readNormal("percent"), "IRI-reference"),
		iri.LevelDots:    compileNormal(t, readNormal("dots"), "IRI-reference"),
		iri.LevelScheme:  lessLanguage(t, compileNormal(t, readNormal("scheme"), "IRI-reference"), compileNormal(t, readNormal("scheme"), "default")),
		iri.LevelUTF8:    lessLanguage(t, whole, compileNormal(t, readNormal("utf8")+encoded(), "changed")),
	}
}

func lessLanguage(t *testing.T, from, away *dfa.Automaton) *dfa.Automaton {
	a, err := compile.Difference("normal", from, away)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// have reports whether a text is normal at a level.
func (l normalLanguages) have(text string, level iri.Level) bool {
	for _, rule := range rules {
		if level&rule != 0 && !dfa.Match(l[rule], text) {
			return false
		}
	}
	return dfa.Match(l[0], text)
}

// suite returns the complete suite of a rule's language. That of rule Scheme is of the texts without
// brackets and userinfo, since it would be a hundred times as large: for each default port there are
// all states of an IPv6 address, twice.
func (l normalLanguages) suite(t *testing.T, rule iri.Level) (*dfa.Automaton, []suite.Case) {
	a := l[rule]
	if rule == iri.LevelScheme {
		a = lessLanguage(t, a, compileNormal(t, `left-out = *%x00-10FFFF ( "[" / "]" / "@" ) *%x00-10FFFF`, "left-out"))
	}
	cases, err := suite.Cases(a)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%v: %d states, %d classes, %d texts", rule, a.NumStates(), a.NumClasses(), len(cases))
	return a, cases
}

func readNormal(name string) string {
	return readFile(filepath.Join("..", "testdata", "normal", name+".abnf"))
}

func compileNormal(t *testing.T, change, rule string) *dfa.Automaton {
	t.Helper()
	g, err := abnf.Parse([]byte(change + "\n"))
	if err != nil {
		t.Fatal(err)
	}
	g.Override(newRFC3987())
	a, err := compile.Compile(g, rule, nil)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// encoded returns rules char and private: the triples of characters that stand without them, outside
// of queries and there.
func encoded() string {
	type ranges = []unicodeclass.Range
	ucschar := ranges{{Lo: 0xA0, Hi: 0xD7FF}, {Lo: 0xF900, Hi: 0xFDCF}, {Lo: 0xFDF0, Hi: 0xFFEF}, {Lo: 0xE1000, Hi: 0xEFFFD}}
	for plane := rune(1); plane <= 13; plane++ {
		ucschar = append(ucschar, unicodeclass.Range{Lo: plane << 16, Hi: plane<<16 | 0xFFFD})
	}
	formatting := unicodeclass.New(ranges{{Lo: 0x200E, Hi: 0x200F}, {Lo: 0x202A, Hi: 0x202E}}...)
	private := ranges{{Lo: 0xE000, Hi: 0xF8FF}, {Lo: 0xF0000, Hi: 0xFFFFD}, {Lo: 0x100000, Hi: 0x10FFFD}}
	return "char = " + triplesOf(unicodeclass.New(ucschar...).Minus(formatting)) + "\n" +
		"private = " + triplesOf(unicodeclass.New(private...)) + "\n"
}

// triplesOf writes an alternation of the triples of all characters of a set.
func triplesOf(set unicodeclass.Set) string {
	var alternatives []string
	for _, sequence := range set.Sequences() {
		var triples []string
		for _, octets := range sequence {
			var digits []string
			for octet := int(octets.Lo); octet <= int(octets.Hi); octet++ {
				digits = append(digits, fmt.Sprintf(`"%02X"`, octet))
			}
			triples = append(triples, `"%" ( `+strings.Join(digits, " / ")+" )")
		}
		alternatives = append(alternatives, strings.Join(triples, " "))
	}
	return strings.Join(alternatives, "\n / ")
}

// TestNormalLanguages runs the complete suite of each rule's language through IsNormal and
// Normalize, at all levels: they leave alone the texts of the language, and no others.
func TestNormalLanguages(t *testing.T) {
	languages := newNormalLanguages(t)
	for _, rule := range rules {
		if !*testkit.Long && rule != iri.LevelPercent {
			continue // which take up to half a minute each
		}
		a, cases := languages.suite(t, rule)
		for n, c := range cases {
			if !*testkit.Long && n%8 != 0 {
				continue
			}
			text := string(c.Input)
			if err := leavesAlone(text, languages, rungs[n%4], rule, 1<<len(rules)-1); err != nil {
				t.Fatal(err)
			}
			if err := pumpNormal(a, text, languages, rule); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// leavesAlone compares IsNormal and Normalize with the languages, at some levels.
func leavesAlone(text string, languages normalLanguages, levels ...iri.Level) error {
	for _, level := range levels {
		want := languages.have(text, level)
		if got := iri.IsNormal([]byte(text), level); got != want {
			return fmt.Errorf("%q, %v: IsNormal %v, want %v", text, level, got, want)
		}
		x, err := iri.ParseReference(text)
		if err == nil && (x.IsNormal(level) != want || (x.Normalize(level) == x) != want) {
			return fmt.Errorf("%q, %v: IsNormal of a string %v, Normalize makes %q of it", text, level, x.IsNormal(level), x.Normalize(level))
		}
	}
	return nil
}

// pumpNormal repeats a byte that leads from a state to itself, so that what follows meets every
// place in a word of eight bytes.
func pumpNormal(a *dfa.Automaton, text string, languages normalLanguages, level iri.Level) error {
	at := selfLoop(a, text)
	if at < 0 {
		return nil
	}
	for more := 1; more <= 9; more++ {
		long := text[:at] + strings.Repeat(text[at:at+1], more) + text[at:]
		if err := leavesAlone(long, languages, level); err != nil {
			return err
		}
	}
	return nil
}
