package proof

import (
	"fmt"
	"testing"

	"example.org/iri/compile"
	"example.org/iri/compile/abnf"
	"example.org/iri/internal/testkit"
)

// Long is for the tests of both packages.

// A tree is a regular expression, with its term.
type tree struct {
	op   op
	text string // the letters of a set, or the marker
	args []*tree
	term term
}

func (x *tree) String() string {
	switch x.op {
	case opNothing:
		return "0"
	case opEmpty:
		return "1"
	case opSet:
		return "[" + x.text + "]"
	case opMarker:
		return "<" + x.text + ">"
	case opStar:
		return fmt.Sprintf("%v*", x.args[0])
	}
	return fmt.Sprintf("(%v%c%v)", x.args[0], " ......|"[x.op], x.args[1])
}

// A forest makes trees and their terms.
type forest struct {
	*terms
	known [][]*tree // by number of nodes
}

func newForest() *forest {
	f := &forest{terms: newTerms()}
	f.known = [][]*tree{nil, {
		{op: opNothing, term: nothing},
		{op: opEmpty, term: nullary},
		{op: opSet, text: "a", term: f.set([]span{{'a', 'a'}})},
		{op: opSet, text: "ab", term: f.set([]span{{'a', 'b'}})},
		{op: opMarker, text: "0", term: f.mark(0)},
	}}
	return f
}

// trees returns all trees of n nodes.
func (f *forest) trees(n int) []*tree {
	for len(f.known) <= n {
		var list []*tree
		size := len(f.known)
		for _, x := range f.known[size-1] {
			list = append(list, &tree{op: opStar, args: []*tree{x}, term: f.star(x.term)})
		}
		for left := 1; left < size-1; left++ {
			for _, x := range f.known[left] {
				for _, y := range f.known[size-1-left] {
					list = append(list,
						&tree{op: opCat, args: []*tree{x, y}, term: f.cat(x.term, y.term)},
						&tree{op: opAlt, args: []*tree{x, y}, term: f.alt(x.term, y.term)})
				}
			}
		}
		f.known = append(f.known, list)
	}
	return f.known[n]
}

// ends returns the offsets at which x can end in text if it begins at one of from. Digits in text are markers.
func (x *tree) ends(text string, from uint) uint {
	set := uint(0)
	switch x.op {
	case opEmpty:
		return from
	case opSet, opMarker:
		for i := range len(text) {
			for j := range len(x.text) {
				if from>>i&1 != 0 && text[i] == x.text[j] {
					set |= 2 << i
				}
			}
		}
	case opCat:
		return x.args[1].ends(text, x.args[0].ends(text, from))
	case opAlt:
		return x.args[0].ends(text, from) | x.args[1].ends(text, from)
	case opStar:
		for set = from; ; set = from {
			if from |= x.args[0].ends(text, from); from == set {
				return set
			}
		}
	}
	return set
}

// read returns the derivative of a term by the letters of a string.
func (f *forest) read(a term, text string) term {
	for _, c := range text {
		l := letter{class: int(c)}
		if c <= '9' {
			l = letter{class: -1, marker: marker(c - '0')}
		}
		a = f.derive(a, l, c)
	}
	return a
}

func allTexts(alphabet string, length int) []string {
	list := []string{""}
	for i := 0; len(list[i]) < length; i++ {
		for j := range len(alphabet) {
			list = append(list, list[i]+alphabet[j:j+1])
		}
	}
	return list
}

// All terms of a few nodes, with all short strings: the derivative is nullable exactly if the tree matches the string.
// If the derivative is nothing, no string continues, and a term has few derivatives.
func TestDerivatives(t *testing.T) {
	nodes, texts := 5, allTexts("ab0", 4)
	if !*testkit.Long {
		nodes, texts = 4, allTexts("ab0", 3)
	}
	f, count := newForest(), 0
	for n := 1; n <= nodes; n++ {
		for _, x := range f.trees(n) {
			count++
			for _, text := range texts {
				want := x.ends(text, 1)>>len(text)&1 != 0
				if got := f.nullable(f.read(x.term, text)); got != want {
					t.Fatalf("%v reads %q: %t, want %t", x, text, got, want)
				}
			}
			list := []term{x.term}
			seen := map[term]bool{x.term: true}
			for i := 0; i < len(list); i++ {
				for _, c := range []string{"a", "b", "0", "1"} {
					if d := f.read(list[i], c); !seen[d] {
						seen[d] = true
						list = append(list, d)
					}
				}
			}
			if len(list) > 12 {
				t.Errorf("%v has %d derivatives", x, len(list))
			}
		}
	}
	t.Logf("%d trees", count)
}

// Terms that are equal by these laws are one.
func TestLaws(t *testing.T) {
	f := newForest()
	var list []term
	nodes, others := 3, 20
	if !*testkit.Long {
		nodes, others = 2, 10
	}
	for n := 1; n <= nodes; n++ {
		for _, x := range f.trees(n) {
			list = append(list, x.term)
		}
	}
	equal := func(law string, x, y term, of ...term) {
		if x != y {
			t.Fatalf("%s does not hold for %v: %v and %v", law, of, f.nodes[x], f.nodes[y])
		}
	}
	for _, a := range list {
		equal("0a = 0", f.cat(nothing, a), nothing, a)
		equal("a0 = 0", f.cat(a, nothing), nothing, a)
		equal("1a = a", f.cat(nullary, a), a, a)
		equal("a1 = a", f.cat(a, nullary), a, a)
		equal("0|a = a", f.alt(nothing, a), a, a)
		equal("a|a = a", f.alt(a, a), a, a)
		equal("a** = a*", f.star(f.star(a)), f.star(a), a)
		for _, b := range list {
			equal("a|b = b|a", f.alt(a, b), f.alt(b, a), a, b)
			for _, c := range list[:min(len(list), others)] {
				equal("(a|b)|c = a|(b|c)", f.alt(f.alt(a, b), c), f.alt(a, f.alt(b, c)), a, b, c)
				equal("a|b|c", f.alt(a, b, c), f.alt(a, f.alt(b, c)), a, b, c)
				equal("(ab)c = a(bc)", f.cat(f.cat(a, b), c), f.cat(a, f.cat(b, c)), a, b, c)
			}
		}
	}
	equal("0* = 1", f.star(nothing), nullary)
	equal("1* = 1", f.star(nullary), nullary)
	equal("a|b, one character each", f.alt(f.set([]span{{'a', 'a'}}), f.set([]span{{'b', 'b'}})), f.set([]span{{'a', 'b'}}))
	equal("a nullable term needs no 1", f.alt(f.star(f.mark(1)), nullary), f.star(f.mark(1)))
	for _, same := range [][]span{
		{{'a', 'b'}, {'c', 'd'}}, {{'c', 'd'}, {'a', 'b'}}, {{'a', 'd'}, {'b', 'c'}}, {{'b', 'd'}, {'a', 'b'}, {'b', 'c'}},
	} {
		equal("a set", f.set(same), f.set([]span{{'a', 'd'}}))
	}
	equal("the empty set", f.set(nil), nothing)
	if f.set([]span{{'a', 'a'}}) == f.set([]span{{'A', 'A'}}) || f.mark(1) == f.mark(2) {
		t.Error("different terms are one")
	}
}

// Many markers are distinct terms.
func TestManyMarkers(t *testing.T) {
	x := newTerms()
	for m := range marker(2 * 255) {
		if got := x.nodes[x.mark(m)].marker; got != m {
			t.Errorf("marker %d is the term of marker %d: its key has one byte", m, got)
		}
	}
}

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
