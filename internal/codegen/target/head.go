package target

import (
	"cmp"
	"slices"
	"unicode/utf8"

	"example.org/iri/dfa"
)

// head returns the fixed prefix of an automaton, with the states of table t, or nil. There is none if events are not in
// the states, because heads then may contain events.
func (t *Table) head(a *dfa.Automaton, start int) *dfa.Head {
	if a.Head.Bytes == 0 || len(a.Outputs) > 0 && !a.InState {
		return nil
	}
	text := beginning(a)
	after := func(n int) dfa.State {
		s := start
		for _, b := range text[:n] {
			s = int(t.Next[int(t.Classes[b])*t.States+s])
		}
		return dfa.State(s)
	}
	h := dfa.Head{Bytes: len(text), End: after(len(text)), Words: a.Head.Words}
	for _, f := range a.Head.Forks {
		f.From, f.To = after(f.Offset), after(f.Offset+2)
		h.Forks = append(h.Forks, f)
	}
	return &h
}

func beginning(a *dfa.Automaton) (text []byte) {
	forks, s := a.Head.Forks, a.Start
	for len(text) < a.Head.Bytes {
		to := dfa.Dead // or the target of a fork
		if len(forks) > 0 && forks[0].Offset == len(text) {
			to, forks = forks[0].To, forks[1:]
		}
		for first, middle := range a.Edges(s) {
			if to == dfa.Dead {
				text, s = append(text, first.Lo), middle
				break
			}
			if second, ok := edge(a, middle, to); ok {
				text, s = append(text, first.Lo, second), to
				break
			}
		}
	}
	return text
}

func edge(a *dfa.Automaton, from, to dfa.State) (b byte, ok bool) {
	for bytes, s := range a.Edges(from) {
		if s == to {
			return bytes.Lo, true
		}
	}
	return 0, false
}

func (d *data) HasHead() bool {
	for i := range d.Rules {
		if d.Rules[i].Head != nil {
			return true
		}
	}
	return false
}

// rangesOfRun is the number of ranges in a set that C compares with vectors.
const rangesOfRun = 6

// setRuns sets t.Runs and t.Sets. It omits small sets, whose runs are short.
func (t *Table) setRuns() {
	const least, most = 16, 256
	t.Sets = [][]uint8{make([]uint8, 2*rangesOfRun)}
	for s := range t.States {
		set, size := t.stay(s)
		if size < least {
			t.Runs = append(t.Runs, 0)
			continue
		}
		i := slices.IndexFunc(t.Sets, func(x []uint8) bool { return slices.Equal(x, set) })
		if i < 0 && len(t.Sets) < most {
			i = len(t.Sets)
			t.Sets = append(t.Sets, set)
		}
		t.Runs = append(t.Runs, uint8(max(i, 0)))
	}
	if len(t.Sets) == 1 { // compilers warn of a variable index into an array of one element
		t.Sets = append(t.Sets, t.Sets[0])
	}
}

// stay returns the largest ranges of ASCII bytes that lead from a state to itself, each as its first byte and the
// number of bytes that follow, padded by copies of the first range; and the number of bytes in them.
func (t *Table) stay(s int) (set []uint8, size int) {
	type span struct{ first, following int }
	var all []span
	for b := range utf8.RuneSelf {
		switch n := len(all); {
		case s == 0 || int(t.Next[int(t.Classes[b])*t.States+s]) != s:
		case n > 0 && all[n-1].first+all[n-1].following+1 == b:
			all[n-1].following++
		default:
			all = append(all, span{b, 0})
		}
	}
	slices.SortStableFunc(all, func(x, y span) int {
		return cmp.Or(cmp.Compare(y.following, x.following), cmp.Compare(y.first, x.first))
	})
	for i := range min(rangesOfRun, len(all)) {
		size += all[i].following + 1
	}
	for i := range rangesOfRun {
		if len(all) > 0 {
			x := all[min(i, len(all)-1)]
			set = append(set, uint8(x.first), uint8(x.following))
		}
	}
	return set, size
}
