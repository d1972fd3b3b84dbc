package plan_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"example.org/iri/dfa"
	"example.org/iri/internal/language"
	"example.org/iri/internal/testkit"
	"example.org/iri/internal/uri"
	"example.org/iri/internal/walk"
)

// inBoxes returns the boxes of a pair by the definition of uri.Plan.
func inBoxes(p *uri.Plan, k int, b, c byte) uint8 {
	return p.Pairs[4*k][b>>4] & p.Pairs[4*k+1][b&15] & p.Pairs[4*k+2][c>>4] & p.Pairs[4*k+3][c&15]
}

// suspect reports whether a string, or its end, has a suspect pair.
func suspect(p *uri.Plan, text string) bool {
	text = "\x00\x00\x00" + text + "\x00\x00\x00"
	for i := 3; i < len(text); i++ {
		two := inBoxes(p, 0, text[i-1], text[i]) & 0x80
		want := text[i-2] >= 0xE0 || text[i-3] >= 0xF0
		if (two != 0) != want || inBoxes(p, 0, text[i-1], text[i])&0x7f != 0 || inBoxes(p, 1, text[i-1], text[i]) != 0 {
			return true
		}
	}
	return false
}

// suspectPair reports whether a pair is in a box other than that of two continuations.
func suspectPair(p *uri.Plan, b, c byte) bool {
	return inBoxes(p, 0, b, c)&0x7f != 0 || inBoxes(p, 1, b, c) != 0
}

// pairs returns the suspect pairs of a non-ASCII byte and a continuation byte, by the first byte, with ranges of the
// second.
func pairs(p *uri.Plan) (list []string) {
	for b := 0x80; b < 256; b++ {
		var set dfa.ByteSet
		for c := 0x80; c < 0xC0; c++ {
			if suspectPair(p, byte(b), byte(c)) {
				walk.Add(&set, byte(c))
			}
		}
		if set != (dfa.ByteSet{}) {
			list = append(list, fmt.Sprintf("%X %v", b, set))
		}
	}
	return list
}

// leads returns the bytes from 0xC0 up that are always suspect.
func leads(p *uri.Plan) (set dfa.ByteSet) {
	for c := 0xC0; c < 256; c++ {
		if suspectPair(p, 'a', byte(c)) {
			walk.Add(&set, byte(c))
		}
	}
	return set
}

// The suspect pairs of IRIs, as documentation. Pairs after lead bytes of no ordinary character are omitted.
func TestPairs(t *testing.T) {
	want := []string{
		"BF 0xBE-0xBF",           // the last two of each plane
		"C2 0x80-0x9F",           // controls
		"E0 0x80-0x9F",           // overlong
		"ED 0xA0-0xBF",           // surrogates
		"EF 0x80-0xA3 0xB7 0xBF", // private use; around U+FDD0-FDEF and U+FFF0-FFFF
		"F0 0x80-0x8F",           // overlong
		"F3 0xA0 0xB0-0xBF",      // U+E0000-E0FFF, private use
	}
	for _, a := range topRules[:4] {
		if got := strings.Join(pairs(a.Plan), "\n"); got != strings.Join(want, "\n") {
			t.Errorf("%s: suspect are\n%s", a.Name, got)
		}
		if got := leads(a.Plan).String(); got != "0xC0-0xC1 0xEE 0xF4-0xFF" {
			t.Errorf("%s: suspect lead bytes %s", a.Name, got)
		}
	}
	for _, a := range topRules[4:] {
		for b := range 256 {
			for c := range 256 {
				if suspectPair(a.Plan, byte(b), byte(c)) != (c >= 0x80) {
					t.Fatalf("%s: pair %#x %#x", a.Name, b, c)
				}
			}
		}
	}
}

// Bit 7 is the box of two continuation bytes in every plan.
func TestContinuations(t *testing.T) {
	for _, a := range topRules {
		for b := range 256 {
			for c := range 256 {
				if got := inBoxes(a.Plan, 0, byte(b), byte(c))&0x80 != 0; got != (b&0xC0 == 0x80 && c&0xC0 == 0x80) {
					t.Fatalf("%s: bit 7 for %#x %#x", a.Name, b, c)
				}
			}
		}
	}
}

// places has a string for every place of the template at which an ordinary byte may follow.
var places = []string{
	"a:", "a:/", "a:/a", "a:a", "a://", "a://a", "a://:", "a://:0", "a://:a", "a://@", "a://@a", "a:?", "a:?a", "a:#", "a:#a",
	"", "a", "!", "/", "//", "//:", "//:0", "//:a", "//@", "//@a", "?", "?a", "#", "#a",
}

// actsAsOrdinary reports whether text leads from all states to the same states as an ordinary byte.
func actsAsOrdinary(a *dfa.Automaton, states []dfa.State, text string) bool {
	for _, s := range states {
		if dfa.Run(a, s, text) != a.Next(s, '!') {
			return false
		}
	}
	return true
}

// statesOf returns the states at the places of the template.
func statesOf(a *dfa.Automaton) (list []dfa.State) {
	for _, place := range places {
		if s := dfa.Run(a, a.Start, place); s != dfa.Dead && !slices.Contains(list, s) {
			list = append(list, s)
		}
	}
	return list
}

// countOrdinary tries all code points, including surrogates, between ordinary bytes: those that are not suspect must
// act as ordinary bytes. It returns the number of those that do, and how many of these are suspect.
func countOrdinary(t *testing.T, a *dfa.Automaton, p *uri.Plan) (ordinary, suspects int) {
	t.Helper()
	states := statesOf(a)
	for r := rune(0x80); r <= 0x10FFFF; r++ {
		text := encode(r)
		acts, isSuspect := actsAsOrdinary(a, states, text), suspect(p, "a"+text+"a")
		if !acts && !isSuspect {
			t.Fatalf("%U is not ordinary and not suspect", r)
		}
		if acts {
			ordinary++
		}
		if acts && isSuspect {
			suspects++
		}
	}
	return ordinary, suspects
}

// The ordinary characters of IRIs are the 970,260 of rule ucschar. Few of them are suspect.
func TestScalars(t *testing.T) {
	for i, a := range topRules {
		if !*testkit.Long && i != 1 {
			continue
		}
		t.Run(a.Name, func(t *testing.T) {
			want, most := 970260, 902
			if i >= 4 {
				want, most = 0, 0
			}
			if ordinary, suspects := countOrdinary(t, a.Automaton, a.Plan); ordinary != want || suspects > most {
				t.Errorf("%d ordinary, %d suspect, want %d, at most %d", ordinary, suspects, want, most)
			}
		})
	}
}

// All strings of three non-ASCII bytes, within a path and at its end. Those without suspect pairs must be ordinary
// characters.
func TestThreeBytes(t *testing.T) {
	a := &language.IRI
	for n := range 1 << 21 {
		text := [3]byte{0x80 | byte(n>>14), 0x80 | byte(n>>7), 0x80 | byte(n)}
		s := dfa.Run(a.Automaton, a.Plan.Path, text[:])
		if s != a.Plan.Path && !suspect(a.Plan, string(text[:])) {
			t.Fatalf("% X is not suspect", text)
		}
	}
}

// Languages with other characters. If the pairs need too many boxes, more characters are suspect.
func TestOtherCharacters(t *testing.T) {
	for _, test := range []struct {
		name, ucschar  string
		ordinary, most int // limit of suspect ordinary characters
	}{
		{"Latin", "%xC0-24F", 400, 0},
		{"Greek and Cyrillic", "%x370-3FF / %x400-4FF", 400, 0},
		{"all", "%x80-D7FF / %xE000-10FFFF", 0x10FFFF - 0x7F - 0x800, 0},
		{"one", "%x20AC", 1, 0},
		{"the last", "%x10FFFF", 1, 1},
		{"none", "%x61", 0, 0},
		{"many ranges", manyRanges(), 7293, 5517},
	} {
		t.Run(test.name, func(t *testing.T) {
			grammar := edited(t, "rfc3987", "%xA0-D7FF / %xF900-FDCF / %xFDF0-FFEF", test.ucschar)
			grammar = regexp.MustCompile(`\n +/ %x10000-1FFFD.*(\n +/ %x.*)*`).ReplaceAllString(grammar, "")
			grammar = regexp.MustCompile(`(?m)^iprivate .*$`).ReplaceAllString(grammar, `iprivate = "!"`)
			a := compiled(t, "IRI", grammar, "iquery")
			if ordinary, suspects := countOrdinary(t, a, planned(t, a)); ordinary != test.ordinary || suspects > test.most {
				t.Errorf("%d ordinary, %d suspect, want %d, at most %d", ordinary, suspects, test.ordinary, test.most)
			}
		})
	}
}

// manyRanges returns irregular ranges of code points.
func manyRanges() string {
	var list strings.Builder
	list.WriteString("%xA0")
	for r, size := 0x1234, 7; r < 0x3FFFF; r, size = r+37*size, 31*size%1009+3 {
		if r+size < 0xD800 || r > 0xDFFF {
			fmt.Fprintf(&list, " / %%x%X-%X", r, r+size)
		}
	}
	return list.String()
}

// encode returns the UTF-8 encoding of a code point, also of a surrogate.
func encode(r rune) string {
	switch {
	case r < 0x800:
		return string([]byte{0xC0 | byte(r>>6), 0x80 | byte(r&63)})
	case r < 0x10000:
		return string([]byte{0xE0 | byte(r>>12), 0x80 | byte(r>>6&63), 0x80 | byte(r&63)})
	}
	return string([]byte{0xF0 | byte(r>>18), 0x80 | byte(r>>12&63), 0x80 | byte(r>>6&63), 0x80 | byte(r&63)})
}
