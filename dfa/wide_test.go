package dfa_test

import (
	"slices"
	"strings"
	"testing"

	. "example.org/iri/dfa"
)

// enlarged returns a in rows of 256 entries, with states that no string leads to, so that the entries
// are numbers.
func enlarged(a *Automaton) *Automaton {
	const row, states = 256, 257
	b := clone(a)
	b.Shift, b.Trans = 8, make([]uint16, row*states)
	b.Start, b.AcceptMin = State(a.Number(a.Start)*row), State(a.Number(a.AcceptMin)*row)
	for s := range a.States() {
		for c := range a.NumClasses() {
			b.Trans[a.Number(s)*row+c] = uint16(a.Number(a.Next(s, firstOf(a, c))))
		}
	}
	if len(a.Outputs) > 0 {
		b.Outputs = append(b.Outputs, make([]uint16, states-len(b.Outputs))...)
	}
	b.InState = false
	if b.Head.Bytes > 0 {
		b.Head.End = State(a.Number(a.Head.End) * row)
	}
	if len(b.Loops) > 0 {
		b.Loops = append(b.Loops, make([]uint8, states-len(b.Loops))...)
	}
	return b
}

// firstOf returns the first byte of a class.
func firstOf(a *Automaton, class int) byte { return byte(slices.Index(a.Classes[:], uint8(class))) }

// countdown accepts n bytes, each one less than that before it: the first is any byte. Its table
// has (n+2) * 256 * 256 entries, and so states that two bytes cannot hold. State 1+256*i+b has read
// i+1 bytes, the last being b.
func countdown(n int) *Automaton {
	const row = 256
	a := &Automaton{Name: "countdown", Start: row, Shift: 8, Classes: new([256]uint8), Trans: make([]uint16, (2+row*n)*row)}
	state := func(i, b int) int { return 2 + row*i + b }
	a.AcceptMin = State(state(n-1, 0) * row)
	for b := range row {
		a.Classes[b] = uint8(b)
		a.Trans[row+b] = uint16(state(0, b))
	}
	for i := range n - 1 {
		for b := 1; b < row; b++ {
			a.Trans[state(i, b)*row+b-1] = uint16(state(i+1, b-1))
		}
	}
	return a
}

// A large table says what the small one says.
func TestLargeIsTheSame(t *testing.T) {
	for _, a := range automata() {
		if a.NumStates() > 256 {
			continue
		}
		b := enlarged(a)
		if err := b.Check(); err != nil {
			t.Fatal(err)
		}
		for _, text := range wideTexts(t, a) {
			same := Match(a, text) == Match(b, text) && Prefix(a, text) == Prefix(b, text)
			s, at := Last(a, a.Start, text)
			r, bt := Last(b, b.Start, text)
			if !same || a.Number(s) != b.Number(r) || at != bt || a.Part(s) != b.Part(r) || a.Follow(s) != b.Follow(r) ||
				a.Number(Run(a, a.Start, text)) != b.Number(Run(b, b.Start, text)) {
				t.Fatalf("%s: %q is read differently", a.Name, text)
			}
		}
	}
}

// wideTexts returns random walks through an automaton, on both sides of every border of eight
// bytes, some of them with a byte at random.
func wideTexts(t *testing.T, a *Automaton) (list [][]byte) {
	rnd := random(t)
	for length := range 40 {
		for range 20 {
			text := []byte{}
			for s := a.Start; len(text) < length; {
				follow := slices.Collect(a.Follow(s).Ranges())
				if len(follow) == 0 {
					break
				}
				r := follow[rnd.IntN(len(follow))]
				text = append(text, r.Lo+byte(rnd.IntN(int(r.Hi-r.Lo)+1)))
				s = a.Next(s, text[len(text)-1])
			}
			list = append(list, text)
			if len(text) > 0 {
				wrong := slices.Clone(text)
				wrong[rnd.IntN(len(text))] = byte(rnd.Int())
				list = append(list, wrong)
			}
		}
	}
	return list
}

// States beyond two bytes.
func TestLargeTable(t *testing.T) {
	a := countdown(12)
	if err := a.Check(); err != nil {
		t.Fatal(err)
	}
	for first := range 256 {
		for length := range 20 {
			var text []byte
			for i := range length {
				text = append(text, byte(first-i))
			}
			read := min(length, 12, first+1)
			want := read == length && length == 12
			if Match(a, text) != want {
				t.Fatalf("%d numbers down from %d: %t", length, first, !want)
			}
			if _, n := Last(a, a.Start, text); n != read {
				t.Fatalf("%d numbers down from %d: %d read, want %d", length, first, n, read)
			}
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

func TestCheckOfLarge(t *testing.T) {
	for want, spoil := range map[string]func(a *Automaton){
		"the last row is not whole":                                 func(a *Automaton) { a.Trans = append(a.Trans, 0) },
		"state 1, class 0: leads to 16776960, which is not a state": func(a *Automaton) { a.Trans[256] = 1<<16 - 1 },
		"state 0, class 4: leads out of the dead state":             func(a *Automaton) { a.Trans[4] = 80 },
		"the start is not a state":                                  func(a *Automaton) { a.Start++ },
	} {
		a := enlarged(link())
		spoil(a)
		if err := a.Check(); err == nil || !strings.HasSuffix(err.Error(), "link: "+want) {
			t.Errorf("error %v, want %s", err, want)
		}
	}
}
