package target

import "example.org/iri/dfa"

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
