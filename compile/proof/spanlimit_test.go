package proof

import (
	"testing"

	"example.org/iri/compile"
	"example.org/iri/compile/abnf"
	"example.org/iri/dfa"
)

// Registers can be exchanged in more ways than can be visited.
func TestSpansLimit(t *testing.T) {
	g, err := abnf.Parse([]byte("r = *( y / z )\nx = %x61\ny = %x61\nz = %x62\n"))
	if err != nil {
		t.Fatal(err)
	}
	a, err := compile.Spans(g, "r", []string{"x", "y", "z"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	p, err := New(g, "r", nil)
	if err != nil {
		t.Fatal(err)
	}
	exchange := []dfa.Move{{To: 63, From: 1}, {To: 1, From: 2}, {To: 2, From: 63}}
	rotate := []dfa.Move{{To: 63, From: 1}}
	for r := uint8(1); r < 63; r++ {
		rotate = append(rotate, dfa.Move{To: r, From: r + 1})
	}
	a.Programs = [][]dfa.Move{exchange, rotate}
	for i, text := range []string{"a", "b"} {
		a.Does[a.Automaton.Number(dfa.Run(&a.Automaton, a.Automaton.Start, text))] = dfa.NumRegisters + uint16(i)
	}
	a.Places = append(a.Places, []uint8{1, 1, 1, 1, 1, 1}) // of no state, but that is not known beforehand
	s, err := p.spans(a.Names)
	if err != nil {
		t.Fatal(err)
	}
	w := newSpanWalk(s, a, 0) // x is nowhere, and register 0 never changes
	w.most = 1000
	if err := w.run(); err == nil || err.Error() != "proof: r: more than 1000 pairs for a place of x" || len(w.seen) != 1000 {
		t.Errorf("%v, %d nodes", err, len(w.seen))
	}
}
