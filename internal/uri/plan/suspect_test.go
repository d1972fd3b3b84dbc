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
	"example.org/iri/internal/uri/plan"
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

// Grammars that differ from RFC 3986 in one position, each of which some claim rejects.
func TestRefused(t *testing.T) {
	for i, test := range []struct {
		name        string
		replace     []string
		claim, text string
	}{
		{"no userinfo", []string{`[ userinfo "@" ]`, ``}, "delimiters", ""},
		{"no port", []string{`[ ":" port ]`, ""}, "template", "A://:"},
		{"a blank in queries", []string{`query         = *( pchar`, `query = *( pchar / " "`}, "sets", "A:?  "},
		{"no second question mark", []string{`query         = *( pchar / "/" / "?" )`, `query = *( pchar / "/" )`}, "sets", "A:?!?"},
		{"a hash in fragments", []string{`fragment      = *( pchar`, `fragment = *( pchar / "#"`}, "sets", "A:##"},
		{"no question mark in fragments", []string{`fragment      = *( pchar / "/" / "?" )`, `fragment = *( pchar / "/" )`}, "sets", "A:#?"},
		{"a bracket in paths", []string{`pchar         =`, `pchar = "[" /`}, "sets", "A:!["},
		{"a tilde in userinfos only", []string{`reg-name      = *( unreserved`, `reg-name = *( ALPHA`}, "sets", "A://--"},
		{"two bytes begin percent-encoded octets", []string{`"%" HEXDIG`, `( "%" / "^" ) HEXDIG`}, "percent", "A:!"},
		{"no byte begins percent-encoded octets", []string{`"%" HEXDIG HEXDIG`, `"~"`}, "percent", "A:!"},
		{"percent-encoded octets of one digit", []string{`"%" HEXDIG HEXDIG`, `"%" HEXDIG`}, "percent", "A://:!%0"},
		{"percent-encoded octets of three digits", []string{`"%" HEXDIG HEXDIG`, `"%" 3HEXDIG`}, "pct-encoded", "A:%00"},
		{"percent-encoded octets without digits", []string{`"%" HEXDIG HEXDIG`, `"%" [ HEXDIG HEXDIG ]`}, "percent", "A:!"},
		{"a fragment may end in a percent-encoded octet", []string{`fragment      = *( pchar / "/" / "?" )`, `fragment = *( pchar / "/" / "?" ) [ "%" ]`}, "percent", "A:#%"},
		{"a port may end in half a percent-encoded octet", []string{`port          = *DIGIT`, `port = *DIGIT [ "%" HEXDIG ]`}, "percent", "A://:%0"},
		{"percent-encoded octets in brackets of another kind", []string{`1*( unreserved / sub-delims / ":" )`, `1*( unreserved / sub-delims / ":" / "%" "0" )`}, "percent", "A://[V0.%0"},
		{"no percent-encoded octets in host names", []string{`reg-name      = *( unreserved / pct-encoded`, `reg-name = *( unreserved`}, "pct-encoded", "A://%00"},
		{"no percent-encoded octets in queries", []string{`query         = *( pchar`, `query = *( unreserved / sub-delims / ":" / "@"`}, "pct-encoded", "A:?%00"},
		{"a digit of percent-encoded octets alone", []string{`"%" HEXDIG HEXDIG`, `"%" 2( HEXDIG / "|" )`}, "roles", ""},
		{"a delimiter that is not ASCII", []string{`[ userinfo "@" ]`, `[ userinfo %xE9 ]`, `/ ":" / "@"`, `/ ":" / %xE9`, `sub-delims / "@"`, `sub-delims / %xE9`}, "delimiters", ""},
		{"schemes of one byte", []string{`ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )`, `ALPHA`}, "roles", "A"},
		{"schemes with a delimiter", []string{`ALPHA *( ALPHA /`, `ALPHA *( ALPHA / "@" /`}, "roles", "@"},
		{"a letter ends ports", []string{`port          = *DIGIT`, `port = *DIGIT [ "x" ]`}, "template", "A://:X"},
		{"ports not empty", []string{`port          = *DIGIT`, `port = 1*DIGIT`}, "template", "A://:"},
		{"ports of one digit", []string{`port          = *DIGIT`, `port = [ DIGIT ]`}, "template", "A://:0"},
		{"hosts not empty", []string{`reg-name      = *(`, `reg-name = 1*(`}, "delimiters", ""},
		{"paths not empty", []string{`/ path-empty`, ``}, "template", "A:"},
		{"no colon in the first segment", []string{`path-rootless = segment-nz `, `path-rootless = segment-nz-nc `}, "template", "A::"},
		{"a bracket begins schemes", []string{`scheme        = ALPHA`, `scheme = [ "[" ] ALPHA`}, "rare", "["},
		{"a bracket ends schemes", []string{`URI           = scheme`, `URI = scheme [ "[" ]`}, "rare", "A["},
		{"brackets may stay open", []string{`IPvFuture  ) "]"`, `IPvFuture  ) "]" / "[x" [ "y" ]`}, "brackets", "A://[XY"},
		{"a letter after brackets", []string{`IPvFuture  ) "]"`, `IPvFuture  ) "]" [ "x" ]`}, "brackets", "A://[::]X"},
		{"a character in paths, not in host names", []string{`pchar         =`, `pchar = %xE9 /`}, "returns", "A:!\xc3\xa9"},
		{"another character begins queries", []string{`query         = *(`, `query = [ %x80 ] *(`}, "components", "A:?\xc2"},
	} {
		if !*testkit.Long && i%4 != 0 {
			continue
		}
		a := variant(t, "URI", test.replace...)
		p, err := plan.New(a, delimiters)
		if p != nil {
			t.Errorf("%s: a plan", test.name)
		}
		expect(t, test.name, err, test.claim, test.text)
	}
}

// Invalid automata and plans.
func TestNoPlan(t *testing.T) {
	_, err := plan.New(new(dfa.Automaton), delimiters)
	expect(t, "the zero automaton", err, "automaton", "")
	_, err = plan.New(topRules[0].Automaton, delimiters[:4])
	expect(t, "four delimiters", err, "delimiters", "")
	_, err = plan.New(topRules[0].Automaton, ":/@[#")
	expect(t, "a bracket as delimiter", err, "sets", "")
	expect(t, "the zero automaton", plan.Verify(new(dfa.Automaton), new(uri.Plan)), "automaton", "")
	expect(t, "no plan", plan.Verify(topRules[0].Automaton, nil), "plan", "")
	expect(t, "the zero plan", plan.Verify(topRules[0].Automaton, new(uri.Plan)), "roles", "")
}

// Paths of two kinds have two states.
func TestParts(t *testing.T) {
	_, err := plan.New(compiled(t, "URI", edited(t, "rfc3986"), "query", "path-abempty", "path-rootless"), delimiters)
	expect(t, "two kinds of paths", err, "template", "A:/!")
	if !strings.Contains(err.Error(), "a path is another state after") {
		t.Error(err)
	}
}
