package dfa_test

import (
	"slices"
	"strings"
	"testing"

	. "example.org/iri/dfa"
)

const scratch = NumRegisters - 1

// lastTwo accepts texts of a and b whose last byte but one is a. By their ends, x is
// that a, in register 0, and y is the last b or the beginning, in register 3; register
// 4 has the end of an a that may yet become x.
//
// States: 1 behind no a, 2 behind an a, 3 behind two, 4 behind an a and a b.
func lastTwo() *Tagged {
	a := build("last-two", []string{"a", "b"}, 1, 3, []uint16{}, []uint16{0, 2, 1}, []uint16{0, 3, 4}, []uint16{0, 3, 4}, []uint16{0, 2, 1})
	return &Tagged{
		Automaton: *a,
		Names:     []string{"x", "y"},
		Does:      []uint16{scratch, 3, 4, NumRegisters, NumRegisters + 1}, // a b, or the start, sets 3, an a sets 4
		Programs: [][]Move{
			{{To: 0, From: 4}, {To: 4, From: Now}}, // behind a second a
			{{To: 0, From: 4}, {To: 3, From: Now}}, // behind a b
		},
		Final:  []uint16{0, 0, 0, 0, 0},
		Places: [][]uint8{{0, 0, 3, 3}},
	}
}

func TestFind(t *testing.T) {
	a := lastTwo()
	if err := a.Check(); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		text  string
		found bool
		x, y  int
	}{
		{"", false, 0, 0},
		{"a", false, 0, 0},
		{"aa", true, 1, 0}, // the program of the start ran before the first byte
		{"ab", true, 1, 2},
		{"bba", false, 0, 0},
		{"bbaa", true, 3, 2},
		{"bbaab", true, 4, 5},
		{"abxab", false, 0, 0},
		{"ab\xff", false, 0, 0},
		{strings.Repeat("b", 1000) + "ab", true, 1001, 1002},
	} {
		spans := []Span{{7, 8}, {9, 10}}
		present, found := Find(a, test.text, spans)
		again, same := Find(a, []byte(test.text), slices.Clone(spans))
		if found != test.found || again != present || same != found {
			t.Errorf("%q: found: %t, as bytes %t; present %b and %b", test.text, found, same, present, again)
		}
		want, set := []Span{{7, 8}, {9, 10}}, uint64(0) // untouched
		if test.found {
			want, set = []Span{{test.x, test.x}, {test.y, test.y}}, 0b11
		}
		if present != set {
			t.Errorf("%q: present %b, want %b", test.text, present, set)
		}
		if !slices.Equal(spans, want) {
			t.Errorf("%q: spans %v, want %v", test.text, spans, want)
		}
	}
}

// An absent span is the zero one, whatever stood there, and cuts the empty text. It is not the same
// as one that is there and empty, even at the beginning.
func TestFindAbsent(t *testing.T) {
	a := lastTwo()
	a.Does[1] = scratch // y is set by state 4 only
	const text = "aa"
	spans := []Span{{7, 8}, {9, 10}}
	present, ok := Find(a, text, spans)
	if !ok || present != 0b01 || spans[0] != (Span{1, 1}) || spans[1] != (Span{}) || text[spans[1].Start:spans[1].End] != "" {
		t.Errorf("present %b, spans %v", present, spans)
	}
	if present, ok := Find(lastTwo(), text, spans); !ok || present != 0b11 || spans[1] != (Span{}) {
		t.Errorf("y at the beginning: present %b, spans %v", present, spans)
	}
	for n, want := range []uint64{0, 0b01} {
		if present, ok := Find(a, text, spans[:n]); !ok || present != want {
			t.Errorf("%d spans of two: present %b, %t", n, present, ok)
		}
	}
}

func TestTaggedCheck(t *testing.T) {
	for _, test := range []struct {
		want   string
		change func(a *Tagged)
	}{
		{"dfa: last-two: no byte classes", func(a *Tagged) { a.Automaton.Classes = nil }},
		{"registers and marks", func(a *Tagged) {
			addSlots(&a.Automaton, []uint8{0, 0, 1, 1, 1})
			a.Automaton.MarkSlots, a.Automaton.MarkNames = []uint64{1}, []string{"x"}
		}},
		{"not a program and places for each state", func(a *Tagged) { a.Does = a.Does[1:] }},
		{"not a program and places for each state", func(a *Tagged) { a.Final = nil }},
		{"state 3 has no program or no places", func(a *Tagged) { a.Programs = nil }},
		{"state 4 has no program or no places", func(a *Tagged) { a.Does[4] = NumRegisters + 2 }},
		{"state 4 has no program or no places", func(a *Tagged) { a.Final[4] = 1 }},
		{"no places", func(a *Tagged) { a.Places = nil }},
		{"a move of a register that is not there", func(a *Tagged) { a.Programs[1][0].To = NumRegisters }},
		{"a move of a register that is not there", func(a *Tagged) { a.Programs[1][0].To = Now }},
		{"a move of a register that is not there", func(a *Tagged) { a.Programs[1][0].From = NumRegisters }},
		{"not two registers for each rule", func(a *Tagged) { a.Names = a.Names[:1] }},
		{"a place in a register that is not there", func(a *Tagged) { a.Places[0][3] = NumRegisters }},
		{"more rules than registers", func(a *Tagged) { a.Names = make([]string, NumRegisters/2+1) }},
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
		{a, "", "last-two: the text is empty (byte 0, expected 'a'-'b')"},
		{a, "ba", "last-two: the text ends too early (byte 2, expected 'a'-'b')"},
		{a, "b c", "last-two: ' ' is not allowed (byte 1, expected 'a'-'b')"},
		{a, "aa\xe4", "last-two: 0xE4 is not allowed (byte 2, expected 'a'-'b' or end)"},
		{a, "aac", "last-two: 'c' is not allowed (byte 2, expected 'a'-'b' or end)"},
		{a, "aaé", "last-two: 'é' (U+00E9) is not allowed (byte 2, expected 'a'-'b' or end)"},
		{empty, "", "none: the text is empty (byte 0, expected nothing)"},
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
	if e.Rule != "last-two" || e.Offset != 2 || e.Byte != 'c' || e.Rune != 'c' || !e.End || e.Expected.Len() != 2 || e.Part != "" {
		t.Errorf("fields %+v", e)
	}
	named := *a
	named.Parts, named.PartNames = []uint8{0, 1, 1, 1, 1}, []string{"", "tail"}
	if err := Diagnose(&named, "aac"); err == nil || !strings.Contains(err.Error(), "is not allowed in tail (byte 2,") {
		t.Errorf("error %v", err)
	}
}

// What a match costs is the time.
func TestFindAllocatesNothing(t *testing.T) {
	a := lastTwo()
	spans := make([]Span, 2)
	if n := testing.AllocsPerRun(100, func() { Find(a, "aab", spans); _ = Diagnose(&a.Automaton, "aab") }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
