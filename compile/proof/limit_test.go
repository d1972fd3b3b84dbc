package proof

import (
	"testing"

	"example.org/iri/compile"
	"example.org/iri/compile/abnf"
	"example.org/iri/dfa"
)

// Registers can be exchanged in more ways than can be visited.
func TestSpansLimit(t *testing.T) {
	g, err := abnf.Parse([]byte("r = *( x / y )\nx = %x61\ny = %x62\n"))
	if err != nil {
		t.Fatal(err)
	}
	a, err := compile.Spans(g, "r", []string{"x", "y"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	exchange := []dfa.Move{{To: 63, From: 0}, {To: 0, From: 1}, {To: 1, From: 63}}
	rotate := []dfa.Move{{To: 63, From: 0}}
	for r := range uint8(62) {
		rotate = append(rotate, dfa.Move{To: r, From: r + 1})
	}
	rotate = append(rotate, dfa.Move{To: 62, From: 63})
	a.Programs = [][]dfa.Move{exchange, rotate}
	for i, text := range []string{"a", "b"} {
		a.Does[a.Automaton.Number(dfa.Run(&a.Automaton, a.Automaton.Start, text))] = dfa.NumRegisters + uint16(i)
	}
	if err := a.Check(); err != nil {
		t.Fatal(err)
	}
	p, err := New(g, "r", nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	s, err := p.spans(a.Names)
	if err != nil {
		t.Fatal(err)
	}
	s.start = s.terms.star(s.terms.cat(s.start, s.terms.set([]span{{'c', 'c'}}))) // no text is ever complete
	w := newSpanWalk(s, a, 0)
	w.most = 1000
	if err := w.run(); err == nil || err.Error() != "proof: r has spans in more than 1000 ways" || len(w.seen) != 1000 {
		t.Errorf("%v, %d nodes", err, len(w.seen))
	}
}
