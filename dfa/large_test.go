package dfa_test

import (
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	. "example.org/iri/dfa"
	"example.org/iri/internal/language"
)

// The hand-made table is the generated one, number by number.
func TestLayoutOfDecOctet(t *testing.T) {
	if want := decOctet(); !reflect.DeepEqual(want, language.DecOctet.Automaton) {
		t.Errorf("generated table:\n%v\nwant:\n%v", language.DecOctet.Automaton, want)
	}
}

func TestNext(t *testing.T) {
	a := decOctet()
	tests := []struct {
		from int
		b    byte
		to   int
	}{
		{0, '0', 0}, {0, 0, 0},
		{1, '0', 2}, {1, '1', 3}, {1, '2', 4}, {1, '3', 5}, {1, '9', 5},
		{1, '/', 0}, {1, ':', 0}, {1, 0, 0}, {1, 0xFF, 0}, {1, '0' + 0x80, 0},
		{2, '0', 0},
		{4, '4', 5}, {4, '5', 6}, {4, '6', 2},
		{6, '5', 2}, {6, '6', 0},
	}
	for _, test := range tests {
		if to := a.Number(a.Next(numbered(a, test.from), test.b)); to != test.to {
			t.Errorf("Next(%d, %q) = %d, want %d", test.from, test.b, to, test.to)
		}
	}
}

// A step cannot fail: from a state it leads to a state, from the dead one to
// the dead one.
func TestNextIsClosed(t *testing.T) {
	for _, a := range automata() {
		states := slices.Collect(a.States())
		for s := range a.States() {
			for b := range 256 {
				next := a.Next(s, byte(b))
				if _, found := slices.BinarySearch(states, next); !found {
					t.Fatalf("%s: Next(%d, %#x) = %d, which is not a state", a.Name, s, b, next)
				}
				if s == Dead && next != Dead {
					t.Fatalf("%s: %#x leads out of the dead state", a.Name, b)
				}
			}
		}
	}
}

func TestNumbers(t *testing.T) {
	tests := []struct {
		a               *Automaton
		states, classes int
	}{
		{decOctet(), 7, 7}, {link(), 11, 5}, {star(), 2, 2}, {everything(), 2, 1}, {nothing(), 1, 1}, {wide(), 256, 256},
	}
	for _, test := range tests {
		a := test.a
		if a.NumStates() != test.states || a.NumClasses() != test.classes {
			t.Errorf("%s: %d states and %d classes, want %d and %d", a.Name, a.NumStates(), a.NumClasses(), test.states, test.classes)
		}
		n := 0
		for s := range a.States() {
			if a.Number(s) != n {
				t.Errorf("%s: state %d has number %d, want %d", a.Name, s, a.Number(s), n)
			}
			n++
		}
		if n != test.states {
			t.Errorf("%s: States yields %d states, want %d", a.Name, n, test.states)
		}
	}
}

// Loops over iterators may be left at any point.
func TestIteratorsStop(t *testing.T) {
	a := link()
	for s := range a.States() {
		if s != Dead {
			break
		}
	}
	for range a.Edges(a.Start) {
		break
	}
	for range a.Follow(a.Start).Ranges() {
		break
	}
}

func TestAccepts(t *testing.T) {
	for _, a := range automata() {
		if a.Accepts(Dead) {
			t.Errorf("%s: the dead state accepts", a.Name)
		}
	}
	a := decOctet()
	for s := range a.States() {
		if got, want := a.Accepts(s), a.Number(s) >= 2; got != want {
			t.Errorf("Accepts(%d) = %t, want %t", a.Number(s), got, want)
		}
	}
}

func TestEdges(t *testing.T) {
	tests := []struct {
		a     *Automaton
		state int
		want  string
	}{
		{decOctet(), 0, ""},
		{decOctet(), 1, "'0' 2, '1' 3, '2' 4, '3'-'9' 5"},
		{decOctet(), 2, ""},
		{decOctet(), 4, "'0'-'4' 5, '5' 6, '6'-'9' 2"},
		{everything(), 1, "0x00-0xFF 1"},
		{everything(), 0, ""},
		{link(), 3, "'1' 4, ':' 5, '@' 6"},
		{wide(), 1, ""}, // filled in below
	}
	for b := range 253 {
		tests[len(tests)-1].want += ByteRange{Lo: byte(b), Hi: byte(b)}.String() + " " + strconv.Itoa(b+2) + ", "
	}
	tests[len(tests)-1].want += "0xFD-0xFF 255"
	for _, test := range tests {
		var list []string
		for r, to := range test.a.Edges(numbered(test.a, test.state)) {
			list = append(list, r.String()+" "+strconv.Itoa(test.a.Number(to)))
		}
		if got := strings.Join(list, ", "); got != test.want {
			t.Errorf("%s: edges of %d:\n%s\nwant\n%s", test.a.Name, test.state, got, test.want)
		}
	}
}

// Edges say what Next says, in maximal ranges in increasing order, and Follow
// is their union.
func TestEdgesAgreeWithNext(t *testing.T) {
	for _, a := range automata() {
		for s := range a.States() {
			var to [256]State
			follow := a.Follow(s)
			last, lastTo := -2, Dead
			for r, next := range a.Edges(s) {
				if int(r.Lo) <= last || r.Hi < r.Lo || next == Dead || int(r.Lo) == last+1 && next == lastTo {
					t.Fatalf("%s: edge %v of %d is out of order, empty, dead or not maximal", a.Name, r, s)
				}
				for b := int(r.Lo); b <= int(r.Hi); b++ {
					to[b] = next
				}
				last, lastTo = int(r.Hi), next
			}
			for b := range 256 {
				if next := a.Next(s, byte(b)); next != to[b] || follow.Has(byte(b)) != (next != Dead) {
					t.Fatalf("%s: Next(%d, %#x) = %d, edges say %d, Follow %t", a.Name, s, b, next, to[b], follow.Has(byte(b)))
				}
			}
		}
	}
}

func TestPart(t *testing.T) {
	a := link()
	for text, want := range map[string]string{
		"": "", "/": "", "/1": "", "/::": "user", "/@": "", "/@1": "host", "/@:": "", "/@:1": "PORT", "x": "",
	} {
		if got := a.Part(Run(a, a.Start, text)); got != want {
			t.Errorf("part after %q is %q, want %q", text, got, want)
		}
	}
	if got := star().Part(star().Start); got != "" {
		t.Errorf("part %q in an automaton without parts", got)
	}
}

// Run is the slow walk, for strings on both sides of every border of its pieces.
func TestRunAgreesWithSteps(t *testing.T) {
	a := link()
	rnd := random(t)
	for length := range 3*64 + 3 {
		text := []byte("/" + strings.Repeat("1", length))
		for i := 1; i < len(text); i++ {
			text[i] = "111::@"[rnd.IntN(6)]
		}
		for s := range a.States() {
			want := walk(a, s, string(text))
			if got := Run(a, s, text); got != want {
				t.Fatalf("Run(%d, %q) = %d, want %d", s, text, got, want)
			}
			if got := Run(a, s, string(text)); got != want {
				t.Fatalf("Run(%d, string %q) = %d, want %d", s, text, got, want)
			}
		}
	}
}

// A string that goes wrong at any offset is given up, and what follows cannot
// bring it back.
func TestRunDies(t *testing.T) {
	a := star()
	for length := range 2*64 + 3 {
		good := strings.Repeat("a", length)
		if s := Run(a, a.Start, good); s != a.Start || !Match(a, good) {
			t.Fatalf("%d bytes of a lead to %d", length, s)
		}
		for i := range length {
			bad := good[:i] + "b" + good[i+1:]
			if s := Run(a, a.Start, bad); s != Dead || Match(a, bad) || Match(a, []byte(bad)) {
				t.Fatalf("a wrong byte at %d of %d leads to %d", i, length, s)
			}
			if s, at := Last(a, a.Start, bad); s != a.Start || at != i {
				t.Fatalf("Last of a wrong byte at %d of %d is %d, %d", i, length, s, at)
			}
			if n := Prefix(a, bad); n != i {
				t.Fatalf("Prefix of a wrong byte at %d of %d is %d", i, length, n)
			}
		}
	}
	if s := Run(a, Dead, ""); s != Dead {
		t.Errorf("the empty text leads from the dead state to %d", s)
	}
}

// Cutting a string in two changes nothing.
func TestRunInPieces(t *testing.T) {
	a := language.IRI.Automaton
	text := "http://user@example.org:80/" + strings.Repeat("%C3%A4ä", 20) + "?q#f"
	want := Run(a, a.Start, text)
	if !a.Accepts(want) {
		t.Fatalf("%q is no IRI", text)
	}
	for i := range len(text) + 1 {
		if got := Run(a, Run(a, a.Start, text[:i]), text[i:]); got != want {
			t.Errorf("cut at %d it leads to %d, want %d", i, got, want)
		}
	}
}

// All strings of up to four digits, and of other bytes.
func TestMatchDecOctet(t *testing.T) {
	a := decOctet()
	for _, text := range texts("0123456789a", 4) {
		n, err := strconv.Atoi(text)
		want := err == nil && n <= 255 && strconv.Itoa(n) == text
		if got := Match(a, text); got != want {
			t.Errorf("Match(%q) = %t, want %t", text, got, want)
		}
		if got := Match(a, []byte(text)); got != want {
			t.Errorf("Match([]byte(%q)) = %t, want %t", text, got, want)
		}
	}
}

func TestMatchExtremes(t *testing.T) {
	for _, text := range []string{"", "a", "\x00", "\xff", strings.Repeat("\xff", 1000)} {
		if Match(nothing(), text) {
			t.Errorf("nothing accepts %.9q", text)
		}
		if !Match(everything(), text) {
			t.Errorf("everything rejects %.9q", text)
		}
		if n := Prefix(nothing(), text); n != -1 {
			t.Errorf("Prefix(nothing, %.9q) = %d, want -1", text, n)
		}
		if n := Prefix(everything(), text); n != len(text) {
			t.Errorf("Prefix(everything, %.9q) = %d, want %d", text, n, len(text))
		}
	}
}

func TestPrefix(t *testing.T) {
	tests := []struct {
		a    *Automaton
		text string
		want int
	}{
		{decOctet(), "", -1}, {decOctet(), "a", -1}, {decOctet(), "1", 1}, {decOctet(), "01", 1}, {decOctet(), "255", 3},
		{decOctet(), "256", 2}, {decOctet(), "2555", 3}, {decOctet(), "99.1", 2},
		{star(), "", 0}, {star(), "b", 0}, {star(), "aab", 2},
		{link(), "", -1}, {link(), "/::", 2}, {link(), "/::@", 4}, {link(), "/::1@:1:", 7},
		{language.PctEncoded.Automaton, "%4", -1}, {language.PctEncoded.Automaton, "%41x", 3},
		{language.IRI.Automaton, "a:b c", 3}, {language.IRI.Automaton, "a:\xc3\xa4\xc3", 4},
	}
	for _, test := range tests {
		if got := Prefix(test.a, test.text); got != test.want {
			t.Errorf("%s: Prefix(%q) = %d, want %d", test.a.Name, test.text, got, test.want)
		}
		if got := Prefix(test.a, []byte(test.text)); got != test.want {
			t.Errorf("%s: Prefix([]byte(%q)) = %d, want %d", test.a.Name, test.text, got, test.want)
		}
	}
}

// Prefix and Last against Match and Run of every prefix.
func TestPrefixAndLastAgreeWithMatch(t *testing.T) {
	a := link()
	for _, text := range texts("/1:@x", 5) {
		longest, live := -1, 0
		for i := range len(text) + 1 {
			if Match(a, text[:i]) {
				longest = i
			}
			if Run(a, a.Start, text[:i]) != Dead {
				live = i
			}
		}
		if got := Prefix(a, text); got != longest {
			t.Errorf("Prefix(%q) = %d, want %d", text, got, longest)
		}
		s, at := Last(a, a.Start, text)
		if at != live || s != Run(a, a.Start, text[:live]) {
			t.Errorf("Last(%q) = %d, %d, want %d, %d", text, s, at, Run(a, a.Start, text[:live]), live)
		}
		if s2, at2 := Last(a, a.Start, []byte(text)); s2 != s || at2 != at {
			t.Errorf("Last([]byte(%q)) = %d, %d, and of the string %d, %d", text, s2, at2, s, at)
		}
	}
	if s, at := Last(a, Dead, "1"); s != Dead || at != 0 {
		t.Errorf("Last from the dead state = %d, %d", s, at)
	}
}
