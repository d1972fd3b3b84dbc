package compile

import (
	"testing"

	"example.org/iri/compile/abnf"
)

// TestProofNeedsEveryMark: the proof misses a mark that is taken from a state. No
// machine that the subset construction makes lacks one, so it is asked alone.
func TestProofNeedsEveryMark(t *testing.T) {
	g, err := abnf.Parse([]byte("r = \"a\" [ \":\" m ]\nm = *\"b\"\n"))
	if err != nil {
		t.Fatal(err)
	}
	c, err := check(g, "r", &Options{Marks: []string{"m"}})
	if err != nil {
		t.Fatal(err)
	}
	n, err := thompson(c)
	if err != nil {
		t.Fatal(err)
	}
	d, err := determinize(c, n)
	if err != nil {
		t.Fatal(err)
	}
	d = minimize(d)
	if err := proveMarks(c, n, d); err != nil {
		t.Fatal(err)
	}
	for s := range d.output {
		if old := d.output[s].marks; old != 0 {
			d.output[s].marks = 0
			if proveMarks(c, n, d) == nil {
				t.Errorf("mark of state %d: the proof does not miss it\n%v", s, d)
			}
			d.output[s].marks = old
		}
	}
}
