package dfa_test

import (
	"slices"
	"strings"
	"testing"

	. "example.org/iri/dfa"
)

// widened returns a with the same table in four bytes an entry.
func widened(a *Automaton) *Automaton {
	b := clone(a)
	b.Trans = nil
	for _, t := range a.Trans {
		b.Wide = append(b.Wide, uint32(t))
	}
	return b
}

// countdown accepts n bytes, each one less than that before it: the first is any byte. Its table
// has (n+2) * 256 * 256 entries, and so states that two bytes cannot hold. State 1+256*i+b has read
// i+1 bytes, the last being b.
func countdown(n int) *Automaton {
	const row = 256
	a := &Automaton{Name: "countdown", Start: row, Shift: 8, Classes: new([256]uint8), Wide: make([]uint32, (2+row*n)*row)}
	state := func(i, b int) uint32 { return uint32(2+row*i+b) * row }
	a.AcceptMin = State(state(n-1, 0))
	for b := range row {
		a.Classes[b] = uint8(b)
		a.Wide[row+b] = state(0, b)
	}
	for i := range n - 1 {
		for b := 1; b < row; b++ {
			a.Wide[int(state(i, b))+b-1] = state(i+1, b-1)
		}
	}
	return a
}

// Everything says of a wide table what it says of the same table.
func TestWideIsTheSame(t *testing.T) {
	for _, a := range automata() {
		b := widened(a)
		if err := b.Check(); err != nil {
			t.Fatal(err)
		}
		if a.String() != b.String() || a.NumStates() != b.NumStates() || a.NumClasses() != b.NumClasses() {
			t.Errorf("%s is listed as\n%v", a.Name, b)
		}
		for _, text := range wideTexts(t, a) {
			same := Match(a, text) == Match(b, text) && Prefix(a, text) == Prefix(b, text)
			s, at := Last(a, a.Start, text)
			r, bt := Last(b, b.Start, text)
			if !same || s != r || at != bt || Run(a, a.Start, text) != Run(b, b.Start, text) {
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
func TestWideTable(t *testing.T) {
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

func TestWideFind(t *testing.T) {
	a := inList(lastTwo())
	b := inList(lastTwo())
	b.Automaton = *widened(&a.Automaton)
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

func TestCheckOfWide(t *testing.T) {
	for want, spoil := range map[string]func(a *Automaton){
		"two tables of transitions":                                func(a *Automaton) { a.Trans = make([]uint16, 8) },
		"more than 16777216 transitions":                           func(a *Automaton) { a.Wide = make([]uint32, 1<<24+8) },
		"the last row is not whole":                                func(a *Automaton) { a.Wide = append(a.Wide, 0) },
		"state 1, class 0: leads to 4294967295, which is no state": func(a *Automaton) { a.Wide[8] = 1<<32 - 1 },
		"state 1, class 1: leads to 65561, which is no state":      func(a *Automaton) { a.Wide[8+1] += 1 << 16 },
		"state 0, class 4: leads out of the dead state":            func(a *Automaton) { a.Wide[4] = 80 },
	} {
		a := widened(link())
		spoil(a)
		if err := a.Check(); err == nil || !strings.HasSuffix(err.Error(), "link: "+want) {
			t.Errorf("error %v, want %s", err, want)
		}
	}
}
