package dfa_test

import (
	"slices"
	"strings"
	"testing"

	"example.org/iri/compile"
	. "example.org/iri/dfa"
)

// TestListMoves compares occurrences with and without ListMoves.
func TestListMoves(t *testing.T) {
	for grammar, want := range map[string]bool{
		"r = x *( \",\" x ) [ \";\" y ]\nx = 1*DIGIT\ny = *%x61\n":                         true,
		"r = *( %x61 x *%x63 %x65 / %x61 y *%x63 %x66 ) [ x *%x63 ]\nx = %x62\ny = %x62\n": true, // known later
		"r = *( x %x63 / 1*%x61 %x64 )\nx = 1*%x61\ny = %x62\n":                            true,
		"r = *( x 5x %x63 / 6%x61 %x64 )\nx = %x61\ny = %x62\n":                            false, // several commits of one event
		"r = x\nx = 1*DIGIT\ny = %x62\n":                                                   false, // no lists
		"r = 9( 9( x / *%x62 y ) %x63 )\nx = 1*%x61 %x2D\ny = 1*%x61 %x2E\n":               true,
	} {
		with := spansOf(t, grammar, "r", "x", "y")
		if got := with.ListMoves != nil; got != want {
			t.Errorf("%q: moves: %t, want %t", grammar, got, want)
		}
		without := *with
		without.ListMoves = nil
		for n := range 40 {
			for _, part := range []string{",12", "abce", "abccf", "aac", "ad", "aaaaaac", "a-", "bba.", "a-a-a-a-a-a-a-a-a-c"} {
				text := strings.TrimPrefix(strings.Repeat(part, n), ",")
				for _, text := range []string{text, text + ";a", text + "abc"} {
					for k := range with.Names {
						got, want := slices.Collect(FindAll(with, text, k)), slices.Collect(FindAll(&without, text, k))
						if !slices.Equal(got, want) {
							t.Fatalf("%q: %q: %v, want %v", grammar, text, got, want)
						}
					}
				}
			}
		}
	}
}

func TestByteRangeString(t *testing.T) {
	tests := []struct {
		r    ByteRange
		want string
	}{
		{ByteRange{'0', '0'}, "'0'"},
		{ByteRange{'0', '9'}, "'0'-'9'"},
		{ByteRange{0, 255}, "0x00-0xFF"},
		{ByteRange{0x80, 0xBF}, "0x80-0xBF"},
		{ByteRange{' ', '!'}, "0x20-'!'"},
		{ByteRange{'~', 0x7F}, "'~'-0x7F"},
		{ByteRange{'\'', '\''}, "'''"},
		{ByteRange{'\\', '\\'}, `'\'`},
		{ByteRange{'\n', '\n'}, "0x0A"},
	}
	for _, test := range tests {
		if got := test.r.String(); got != test.want {
			t.Errorf("%#v is printed %s, want %s", test.r, got, test.want)
		}
	}
}

func TestByteSetString(t *testing.T) {
	set := func(list ...byte) (s ByteSet) {
		for _, b := range list {
			s[b>>6] |= 1 << (b & 63)
		}
		return s
	}
	tests := []struct {
		set  ByteSet
		want string
	}{
		{ByteSet{}, ""},
		{set('a'), "'a'"},
		{set('c', 'a', 'b', 'a'), "'a'-'c'"},
		{set(0, 63, 64, 127, 128, 191, 192, 255), "0x00 '?'-'@' 0x7F-0x80 0xBF-0xC0 0xFF"},
		{ByteSet{^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0)}, "0x00-0xFF"},
	}
	for _, test := range tests {
		if got := test.set.String(); got != test.want {
			t.Errorf("%v is printed %q, want %q", [4]uint64(test.set), got, test.want)
		}
	}
}

// looping accepts words, a mark, and then anything but a semicolon. Both have self-loops, and so has the digit.
func looping() *Automaton {
	return compile.MustCompile("r = 1*( ALPHA / \"-\" ) [ \"=\" *( %x01-3A / %x3C-7F ) [ \";\" 1*DIGIT ] ]\n", "r")
}

// withoutLoops returns a without self-loops.
func withoutLoops(a *Automaton) *Automaton {
	b := clone(a)
	b.Loops, b.LoopSets = nil, nil
	return b
}

func TestCheckLoops(t *testing.T) {
	for _, test := range []struct {
		text  string
		spoil func(a *Automaton)
	}{
		{"not every state has an entry for its loop", func(a *Automaton) { a.Loops = a.Loops[1:] }},
		{"state 3 has a loop without a set", func(a *Automaton) { a.Loops[3] = 4 }},
		{"state 1 does not loop on '-'", func(a *Automaton) { a.Loops[1] = a.Loops[a.Number(Run(a, a.Start, "a"))] }},
		{"does not loop on 0x80", func(a *Automaton) { a.LoopSets[0][16] |= 1 }},
	} {
		a := looping()
		if err := a.Check(); err != nil {
			t.Fatal(err)
		}
		test.spoil(a)
		if err := a.Check(); err == nil || !strings.Contains(err.Error(), test.text) {
			t.Errorf("error %v, want %s", err, test.text)
		}
	}
}
