package proof

import (
	"testing"

	"example.org/iri/compile"
	"example.org/iri/compile/abnf"
)

// Some tables exceed the limit of pairs.
func TestSpansLimit(t *testing.T) {
	g, err := abnf.Parse([]byte("r = *%x61 x *%x62\nx = *%x63\n"))
	if err != nil {
		t.Fatal(err)
	}
	a, err := compile.Spans(g, "r", []string{"x"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	p, err := New(g, "r")
	if err != nil {
		t.Fatal(err)
	}
	s, err := p.withMarkers(a.Names)
	if err != nil {
		t.Fatal(err)
	}
	c, err := newTagClaim(a, 0)
	if err != nil {
		t.Fatal(err)
	}
	w := newSpanWalk(s, a, 0, c)
	w.most = 3
	if err := w.prove(); err == nil || err.Error() != "proof: r: more than 3 pairs for a place of x" || len(w.seen) != 4 {
		t.Errorf("%v, %d nodes", err, len(w.seen))
	}
}
