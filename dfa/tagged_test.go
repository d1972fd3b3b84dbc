package dfa_test

import (
	"slices"
	"strings"
	"testing"

	. "example.org/iri/dfa"
)

// lastTwo accepts strings of a and b whose last byte but one is a. By its places, x is that a; y is
// the last b, if there is one; z begins with y or, without, with x, and ends where x ends.
//
// States: 1 at the beginning, 2 after b, 3 after an a, 4 after two, 5 after an a and a b. Event
// 1 is that a b was read, event 2 that two a's were.
func lastTwo() *Tagged {
	a := lastTwoOfRows(10)
	addLow(a, []uint16{0, 0, 1, 0, 2, 1})
	aa := []Place{{None, 2}, {None, 1}, {0, 0}, {None, 0}, {None, 2}, {None, 0}}
	ab := []Place{{None, 2}, {None, 1}, {0, 0}, {None, 0}, {1, 0}, {None, 0}}
	const text = 6
	return &Tagged{
		Automaton: *a,
		Names:     []string{"x", "y", "z"},
		Registers: [][]Commit{{{Event: 1, Ago: 1}}, {{Event: 1, Ago: 1}, {Event: 2, Ago: 2}}},
		Final:     []uint16{0, 0, 0, 0, 0, 1},
		Places:    [][]Place{aa, ab},
		Fixed: []Fixed{
			{Tag: 3, Guard: 2, Source: 2, Offset: 1},
			{Tag: 5, Guard: 2, Not: true, Source: 1},
			{Tag: 5, Guard: text, Source: text + 1, Offset: -1},
		},
	}
}

// withLists returns a table of the same automaton in which y may repeat.
func withLists() *Tagged {
	t := lastTwo()
	t.Repeats, t.FirstList, t.Ends, t.Fixed = 2, 1, []uint8{16, 0}, nil
	for _, places := range t.Places {
		places[3] = Place{Register: 0}
	}
	return t
}

// inList returns the same table without events in the states.
func inList(t *Tagged) *Tagged {
	u := *t
	u.Automaton = *lastTwoOfRows(2)
	u.Automaton.Outputs = slices.Clone(t.Automaton.Outputs)
	return &u
}

// lastTwoOfRows returns the automaton with more classes, for bytes after b.
func lastTwoOfRows(classes int) *Automaton {
	var letters []string
	for c := range classes {
		letters = append(letters, string(rune('a'+c)))
	}
	return build("last-two", letters, 1, 4,
		[]uint16{}, []uint16{0, 3, 2}, []uint16{0, 3, 2}, []uint16{0, 4, 5}, []uint16{0, 4, 5}, []uint16{0, 3, 2})
}

func TestFind(t *testing.T) {
	for _, a := range []*Tagged{lastTwo(), inList(lastTwo())} {
		if err := a.Check(); err != nil {
			t.Fatal(err)
		}
		for _, text := range append(texts("abc", 8), strings.Repeat("b", 1000)+"ab", "ab\xff") {
			spans := []Span{{7, 8}, {9, 10}, {11, 12}}
			want, set := slices.Clone(spans), uint64(0) // unchanged
			n := len(text)
			matches := n >= 2 && strings.Trim(text, "ab") == "" && text[n-2] == 'a'
			if matches {
				want, set = []Span{{n - 2, n - 1}, {}, {n - 2, n - 1}}, 0b101
				if y := strings.LastIndexByte(text, 'b'); y >= 0 {
					want[1], set = Span{y, y + 1}, 0b111
					if y == n-1 {
						want[2].Start = y
					}
				}
			}
			again := slices.Clone(spans)
			present, found := Find(a, text, spans)
			if p, f := Find(a, []byte(text), again); p != present || f != found || !slices.Equal(spans, again) {
				t.Errorf("%q: as bytes %b, %t, %v", text, p, f, again)
			}
			if found != matches || present != set || !slices.Equal(spans, want) {
				t.Errorf("%q: %b, %t, %v, want %b, %t, %v", text, present, found, spans, set, matches, want)
			}
		}
	}
}

// Only the requested spans are set. An absent one becomes the zero Span, which is an empty piece of any string.
func TestFindSome(t *testing.T) {
	const text = "aa"
	for n, want := range []uint64{0, 0b1, 0b1, 0b101} {
		spans := []Span{{7, 8}, {7, 8}, {7, 8}}
		present, ok := Find(lastTwo(), text, spans[:n])
		if !ok || present != want || n > 1 && text[spans[1].Start:spans[1].End] != "" || n < 3 && spans[n] != (Span{7, 8}) {
			t.Errorf("%d spans: present %b, %t, %v", n, present, ok, spans)
		}
	}
}

// A tag is absent if its source is, if no entry applies, or if it would be before the string.
func TestFindFixed(t *testing.T) {
	for _, test := range []struct {
		fixed []Fixed
		want  uint64
	}{
		{[]Fixed{{Tag: 2, Guard: 6, Source: None}, {Tag: 3, Guard: 6, Source: 2, Offset: 1}}, 0b101},
		{[]Fixed{{Tag: 2, Guard: 6, Not: true, Source: 6}, {Tag: 3, Guard: 2, Source: 2, Offset: 1}}, 0b101},
		{[]Fixed{{Tag: 2, Guard: 6, Source: 6, Offset: -2}, {Tag: 3, Guard: 6, Source: 7, Offset: -9}}, 0b101},
		{[]Fixed{{Tag: 2, Guard: 6, Source: 6}, {Tag: 3, Guard: 2, Source: 2, Offset: 1}}, 0b111},
	} {
		a := lastTwo()
		a.Fixed = append(test.fixed, a.Fixed[1:]...)
		if err := a.Check(); err != nil {
			t.Fatal(err)
		}
		spans := make([]Span, 3)
		if present, ok := Find(a, "aba", spans); ok || present != 0 {
			t.Errorf("%v: %b, %t", test.fixed, present, ok)
		}
		if present, ok := Find(a, "aab", spans); !ok || present != test.want {
			t.Errorf("%v: %b, %t, want %b", test.fixed, present, ok, test.want)
		}
	}
}

// A table with ends but without beginnings passes Check, so it must not panic.
func TestFindOfWrongLists(t *testing.T) {
	a := withLists()
	a.Registers = append(a.Registers, nil)
	for _, places := range a.Places {
		places[2].Register = 2
	}
	if err := a.Check(); err != nil {
		t.Fatal(err)
	}
	spans := make([]Span, 3)
	if present, ok := Find(a, "bba", spans); ok || present != 0 {
		t.Errorf("%b, %t", present, ok)
	}
	if _, ok := Find(a, "baab", spans); !ok || spans[1] != (Span{Start: -1, End: 0}) {
		t.Errorf("%t, %v", ok, spans)
	}
}

// A run records where each event occurred last.
func TestRecord(t *testing.T) {
	a, b := lastTwo(), inList(lastTwo())
	for _, text := range texts("abc", 9) {
		var few [16]Note
		var many [256]Note
		s, _, _ := Record(&a.Automaton, 0, text, few[:])
		r, _, _ := Record(&b.Automaton, 0, text, many[:])
		if s != Run(&a.Automaton, a.Automaton.Start, text) || r != Run(&b.Automaton, b.Automaton.Start, text) {
			t.Fatalf("%q leads to %d and %d", text, s, r)
		}
		var want [3]Note
		at := a.Automaton.Start
		for i := range len(text) {
			at = a.Automaton.Next(at, text[i])
			want[a.Automaton.Outputs[a.Automaton.Number(at)]] = Note(i) + 1
		}
		if s != Dead && (!slices.EqualFunc(few[1:3], want[1:], sameOffset) || !slices.EqualFunc(many[1:3], want[1:], sameOffset)) {
			t.Fatalf("%q: %v and %v, want %v", text, few[:3], many[:3], want)
		}
	}
}

// sameOffset compares notes without their events.
func sameOffset(x, y Note) bool { return uint32(x) == uint32(y) }

func TestTaggedCheck(t *testing.T) {
	if err := withLists().Check(); err != nil {
		t.Error(err)
	}
	for _, test := range []struct {
		want   string
		change func(a *Tagged)
	}{
		{"dfa: last-two: no byte classes", func(a *Tagged) { a.Automaton.Classes = nil }},
		{"more than 31 rules", func(a *Tagged) { a.Names = make([]string, 32) }},
		{"parts instead of events", func(a *Tagged) { a.Automaton.PartNames = []string{"", "x", "y"} }},
		{"events in the states of a table of short rows", func(a *Tagged) {
			a.Automaton = *lastTwoOfRows(4)
			addLow(&a.Automaton, make([]uint16, 6))
		}},
		{"not every state has an output", func(a *Tagged) { *a = *inList(a); a.Automaton.Outputs = a.Automaton.Outputs[1:] }},
		{"more than 255 events", func(a *Tagged) { *a = *inList(a); a.Automaton.Outputs[2] = 256 }},
		{"an event before the first byte", func(a *Tagged) { *a = *inList(a); a.Automaton.Outputs[0] = 1 }},
		{"an event before the first byte", func(a *Tagged) { *a = *inList(a); a.Automaton.Outputs[1] = 1 }},
		{"more than 255 registers", func(a *Tagged) { a.Registers = make([][]Commit, 256) }},
		{"register 1 has a commit without an event, or to an offset not yet read", func(a *Tagged) { a.Registers[1][1].Event = 0 }},
		{"register 1 has a commit without an event, or to an offset not yet read", func(a *Tagged) { a.Registers[1][1].Event = 16 }},
		{"register 0 has a commit without an event, or to an offset not yet read", func(a *Tagged) { a.Registers[0][0].Ago = 0 }},
		{"Final does not have an entry for each state", func(a *Tagged) { a.Final = nil }},
		{"state 4 has no places", func(a *Tagged) { a.Final[4] = 2 }},
		{"state 4 has no places", func(a *Tagged) { a.Places = nil }},
		{"Places does not have two entries for each rule", func(a *Tagged) { a.Places[1] = a.Places[1][1:] }},
		{"a place in a register that does not exist", func(a *Tagged) { a.Places[0][3].Register = 2 }},
		{"fixed place 0 has a tag that does not exist", func(a *Tagged) { a.Fixed[0].Tag = 6 }},
		{"fixed place 0 has a tag that does not exist", func(a *Tagged) { a.Fixed[0].Guard = 8 }},
		{"fixed place 0 has a tag that does not exist", func(a *Tagged) { a.Fixed[0].Guard = None }},
		{"fixed place 0 has a tag that does not exist", func(a *Tagged) { a.Fixed[0].Source = 8 }},
		{"fixed place 1 refers to its own tag", func(a *Tagged) { a.Fixed[1].Guard = 5 }},
		{"fixed place 1 refers to its own tag", func(a *Tagged) { a.Fixed[1].Source = 5 }},
		{"fixed place 0 refers to a tag that is determined later", func(a *Tagged) { a.Fixed[0].Guard = 5 }},
		{"fixed place 2 is not adjacent to those of the same tag", func(a *Tagged) { a.Fixed[0], a.Fixed[1] = a.Fixed[1], a.Fixed[0] }},
		{"fixed place 0 has a tag that does not exist", func(a *Tagged) { *a = *withLists(); a.Fixed = lastTwo().Fixed }},
		{"a rule that repeats without a name", func(a *Tagged) { *a = *withLists(); a.Repeats = 8 }},
		{"Ends does not have an entry for each entry of Places", func(a *Tagged) { *a = *withLists(); a.Ends = nil }},
		{"Ends without a rule that repeats", func(a *Tagged) { a.Ends = make([]uint8, len(a.Places)) }},
		{"FirstList is out of range", func(a *Tagged) { *a = *withLists(); a.FirstList = 0 }},
		{"FirstList is out of range", func(a *Tagged) { *a = *withLists(); a.FirstList = 17 }},
		{"ListMoves disagrees with Registers", func(a *Tagged) { *a = *withLists(); a.ListMoves = make([]uint16, 34) }},
		{"a list without a register", func(a *Tagged) { *a = *withLists(); a.Places[1][3].Register = None }},
		{"register 0 has a list, but its event 1 is below FirstList", func(a *Tagged) { *a = *withLists(); a.FirstList = 2 }},
		{"register 1 has a list, but its event 1 is below FirstList", func(a *Tagged) {
			*a = *withLists()
			a.Registers[0][0] = Commit{Event: 2, Ago: 1, From: 1}
			a.FirstList = 2
		}},
		{"a commit from a register that does not exist", func(a *Tagged) { *a = *withLists(); a.Registers[0][0].From = 2 }},
		{"register 0 has a commit without an event, or to an offset not yet read", func(a *Tagged) { *a = *withLists(); a.Registers[0][0].Ago = 0 }},
		{"a place that is set when the string has ended", func(a *Tagged) { *a = *withLists(); a.Registers[1][1].Event = 16 }},
	} {
		a := lastTwo()
		test.change(a)
		if err := a.Check(); err == nil || !strings.HasSuffix(err.Error(), test.want) {
			t.Errorf("error %v, want %s", err, test.want)
		}
	}
}

func TestDiagnose(t *testing.T) {
	a := &lastTwo().Automaton
	empty := build("none", []string{"a"}, 0, 1, []uint16{})
	for _, test := range []struct {
		a    *Automaton
		text string
		want string // "" if it is in the language
	}{
		{a, "ab", ""},
		{a, "aab", ""},
		{a, "", "last-two: the string is empty (byte 0, expected 'a'-'b')"},
		{a, "ba", "last-two: the string ends too early (byte 2, expected 'a'-'b')"},
		{a, "b c", "last-two: ' ' is not allowed (byte 1, expected 'a'-'b')"},
		{a, "aa\xe4", "last-two: 0xE4 is not allowed (byte 2, expected 'a'-'b' or end)"},
		{a, "aac", "last-two: 'c' is not allowed (byte 2, expected 'a'-'b' or end)"},
		{a, "aaé", "last-two: 'é' (U+00E9) is not allowed (byte 2, expected 'a'-'b' or end)"},
		{empty, "", "none: the string is empty (byte 0, expected nothing)"},
		{build("x", []string{"a", "c", "e"}, 1, 2, []uint16{}, []uint16{0, 2, 2, 2}, []uint16{}), "b", "x: 'b' is not allowed (byte 0, expected 'a', 'c' or 'e')"},
	} {
		err := Diagnose(test.a, test.text)
		if test.want == "" {
			if err != nil || Diagnose(test.a, []byte(test.text)) != nil {
				t.Errorf("%q: %v", test.text, err)
			}
			continue
		}
		if err == nil || err.Error() != test.want {
			t.Errorf("%q: %v, want %s", test.text, err, test.want)
		}
	}
	e := Diagnose(a, "aac").(*SyntaxError)
	if e.Rule != "last-two" || e.Offset != 2 || e.Byte != 'c' || e.Rune != 'c' || !e.End || e.Expected.String() != "'a'-'b'" || e.Part != "" {
		t.Errorf("fields %+v", e)
	}
	named := *a
	named.PartNames = []string{"", "tail", "tail"}
	if err := Diagnose(&named, "aac"); err == nil || !strings.Contains(err.Error(), "is not allowed in tail (byte 2,") {
		t.Errorf("error %v", err)
	}
}

func TestFindAllocatesNothing(t *testing.T) {
	a := lastTwo()
	spans := make([]Span, 3)
	if n := testing.AllocsPerRun(100, func() { Find(a, "aab", spans); _ = Diagnose(&a.Automaton, "aab") }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// A search in a self-loop records the event of the state, as steps would.
func TestRecordOfLoops(t *testing.T) {
	a := lastTwo()
	var set [32]uint8
	set['b'&15] = 1 << ('b' >> 4)
	a.Automaton.Loops, a.Automaton.LoopSets = []uint8{0, 0, 1, 0, 0, 0}, [][32]uint8{set}
	if err := a.Check(); err != nil {
		t.Fatal(err)
	}
	for n := range 120 {
		var got, want [16]Note
		text := strings.Repeat("b", n)
		s, _, _ := Record(&a.Automaton, 0, text, got[:])
		r, _, _ := Record(&lastTwo().Automaton, 0, text, want[:])
		if s != r || got[1] != want[1] || int(got[1]) != n {
			t.Fatalf("%d bytes: state %d at %d, want %d at %d", n, s, got[1], r, want[1])
		}
	}
}

func TestLargeFind(t *testing.T) {
	a := inList(lastTwo())
	b := inList(lastTwo())
	b.Automaton = *enlarged(&a.Automaton)
	b.Final = append(b.Final[:len(b.Final):len(b.Final)], make([]uint16, 257-len(b.Final))...)
	if err := b.Check(); err != nil {
		t.Fatal(err)
	}
	for _, text := range texts("ab", 8) {
		p, q := make([]Span, 3), make([]Span, 3)
		present, ok := Find(a, text, p)
		if again, same := Find(b, text, q); again != present || same != ok || !slices.Equal(p, q) {
			t.Errorf("%q: %v, want %v", text, q, p)
		}
	}
}
