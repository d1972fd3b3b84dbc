package dfa_test

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	. "example.org/iri/dfa"
	"example.org/iri/internal/language"
)

// enlarged returns a with rows of 256 entries and unreachable states, so that entries are numbers of states.
func enlarged(a *Automaton) *Automaton {
	const row, states = 256, 257
	b := clone(a)
	b.Shift, b.Trans = 8, make([]uint16, row*states)
	b.Start, b.AcceptMin = State(a.Number(a.Start)*row), State(a.Number(a.AcceptMin)*row)
	for s := range a.States() {
		for c, class := range a.Classes {
			b.Trans[a.Number(s)*row+int(class)] = uint16(a.Number(a.Next(s, byte(c))))
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

// countdown accepts n decreasing bytes. Its table has (n+2) * 256 * 256 entries, so that two bytes cannot represent all
// states. State 1+256*i+b has read i+1 bytes, the last of which is b.
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

// runs returns random strings for an automaton, some with a random byte, and with runs of one byte that are long enough
// for loop.
func runs(rnd *rand.Rand, a *Automaton) (list [][]byte) {
	for i := range 1000 {
		text := []byte{}
		for s, length := a.Start, i%130; len(text) < length; s = a.Next(s, text[len(text)-1]) {
			follow := slices.Collect(a.Follow(s).Ranges())
			if len(follow) == 0 {
				break
			}
			r := follow[rnd.IntN(len(follow))]
			b := r.Lo + byte(rnd.IntN(int(r.Hi-r.Lo)+1))
			for n := rnd.IntN(100); n > 50 && a.Next(s, b) == s && len(text) < length-1; n-- {
				text = append(text, b)
			}
			text = append(text, b)
		}
		list = append(list, text)
		if len(text) > 0 {
			wrong := slices.Clone(text)
			wrong[rnd.IntN(len(text))] = byte(rnd.Int())
			list = append(list, wrong)
		}
	}
	return list
}

// edges returns the transitions of all states, as yielded by Edges. It checks that ranges are maximal and increasing,
// and do not lead to the dead state.
func edges(t *testing.T, a *Automaton) map[State]*[256]State {
	t.Helper()
	all := make(map[State]*[256]State)
	for s := range a.States() {
		all[s] = new([256]State)
		last, lastTo := -2, Dead
		for r, to := range a.Edges(s) {
			if int(r.Lo) <= last || r.Hi < r.Lo || to == Dead || int(r.Lo) == last+1 && to == lastTo {
				t.Fatalf("%s: edge %v of %d is out of order, empty, dead or not maximal", a.Name, r, s)
			}
			for b := int(r.Lo); b <= int(r.Hi); b++ {
				all[s][b] = to
			}
			last, lastTo = int(r.Hi), to
		}
		follow := a.Follow(s)
		for b, to := range all[s] {
			if next := a.Next(s, byte(b)); next != to || follow.Has(byte(b)) != (next != Dead) {
				t.Fatalf("%s: Next(%d, %#x) = %d, edges say %d, Follow %t", a.Name, s, b, next, to, follow.Has(byte(b)))
			}
		}
	}
	return all
}

// TestRuns compares all functions with steps along edges, in every form of a table: with and without loops and a head,
// small and large, and for a string in two pieces.
func TestRuns(t *testing.T) {
	rnd := random(t)
	for _, a := range append(automata(), looping(), stamp()) {
		all, texts := edges(t, a), runs(rnd, a)
		steps := clone(a)
		steps.Loops, steps.LoopSets, steps.Head = nil, nil, Head{}
		forms := []*Automaton{a, steps}
		if a.NumStates() <= 256 {
			forms = append(forms, enlarged(a))
		}
		for _, text := range texts {
			states, live, longest := []State{a.Start}, 0, -1
			for i, b := range text {
				states = append(states, all[states[i]][b])
				if states[i+1] != Dead {
					live = i + 1
				}
			}
			for i, s := range states {
				if a.Accepts(s) {
					longest = i
				}
			}
			last, cut := states[len(text)], rnd.IntN(len(text)+1)
			for _, form := range forms {
				s, n := Last(form, form.Start, text)
				r, m := Last(form, form.Start, string(text))
				run := Run(form, form.Start, text)
				if form.Number(run) != a.Number(last) || Run(form, form.Start, string(text)) != run || Run(form, Run(form, form.Start, text[:cut]), text[cut:]) != run ||
					Match(form, text) != a.Accepts(last) || Match(form, string(text)) != a.Accepts(last) ||
					Prefix(form, text) != longest || Prefix(form, string(text)) != longest ||
					n != live || m != live || s != r || form.Number(s) != a.Number(states[live]) || form.Part(s) != a.Part(states[live]) || form.Follow(s) != a.Follow(states[live]) {
					t.Fatalf("%s of %d entries: %q, also cut at %d, is read differently: state %d, prefix of %d, state %d at %d; want %d, %d, %d, %d",
						a.Name, len(form.Trans), text, cut, run, Prefix(form, text), s, n, last, longest, states[live], live)
				}
			}
		}
	}
}

// After an error at any offset, no continuation is accepted.
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

// All strings of up to four digits and other bytes.
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

// BenchmarkLoops matches a run of one byte, with and without Loops.
func BenchmarkLoops(b *testing.B) {
	with := looping()
	without := withoutLoops(with)
	for _, n := range []int{30, 50, 100, 64 << 10} {
		text := strings.Repeat("a", n)
		for name, a := range map[string]*Automaton{"loops": with, "steps": without} {
			b.Run(name+"/"+strconv.Itoa(n), func(b *testing.B) {
				b.SetBytes(int64(n))
				for b.Loop() {
					Match(a, text)
				}
			})
		}
	}
}

// BenchmarkHead matches the fixed prefix, with and without Head.
func BenchmarkHead(b *testing.B) {
	with := stamp()
	without := clone(with)
	without.Head = Head{}
	for name, a := range map[string]*Automaton{"head": with, "steps": without} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				Match(a, "1985-WAFxq\x7f!")
			}
		})
	}
}
