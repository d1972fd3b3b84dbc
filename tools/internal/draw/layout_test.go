package draw

import (
	"math/rand/v2"
	"slices"
	"testing"
)

func TestInversions(t *testing.T) {
	rnd := random(t)
	for n := range 40 {
		list := make([]int, n)
		for i := range list {
			list[i] = rnd.IntN(n)
		}
		want := 0
		for i := range list {
			for j := range i {
				if list[j] > list[i] {
					want++
				}
			}
		}
		sorted := slices.Sorted(slices.Values(list))
		if got := inversions(list); got != want || !slices.Equal(list, sorted) {
			t.Errorf("%d inversions, want %d; sorted: %v", got, want, list)
		}
	}
}

// randomLayout is that of a graph all of whose nodes can be reached from the first.
func randomLayout(rnd *rand.Rand, n, more int) (*layout, []edge) {
	var edges []edge
	met := make(map[[2]int]bool)
	add := func(from, to int) {
		if !met[[2]int{from, to}] {
			met[[2]int{from, to}] = true
			edges = append(edges, edge{from: from, to: to})
		}
	}
	for i := 1; i < n; i++ {
		add(rnd.IntN(i), i)
	}
	for range more {
		add(rnd.IntN(n), rnd.IntN(n))
	}
	size := func() extent {
		return extent{float64(1 + rnd.IntN(50)), float64(rnd.IntN(30)), float64(rnd.IntN(30)), 5}
	}
	var nodes, labels []extent
	for range n {
		nodes = append(nodes, size())
	}
	for range edges {
		labels = append(labels, size())
	}
	return newLayout(nodes, labels, edges, 0), edges
}

// Each edge passes the ranks from its one end to the other, one after another; nothing
// in a rank lies on anything else; ranks follow each other.
func TestLayout(t *testing.T) {
	rnd := random(t)
	for range 200 {
		n := 1 + rnd.IntN(25)
		l, edges := randomLayout(rnd, n, rnd.IntN(2*n))
		for _, r := range l.routes {
			first, last := r.way[0], r.way[len(r.way)-1]
			if r.reversed {
				first, last = last, first
			}
			if e := edges[r.edge]; first != e.from || last != e.to {
				t.Errorf("route from %d to %d for %+v", first, last, e)
			}
			labels := 0
			for i, v := range r.way {
				if i > 0 && l.vertices[v].rank != l.vertices[r.way[i-1]].rank+1 {
					t.Errorf("a route jumps")
				}
				if l.vertices[v].kind == isLabel {
					labels++
				}
			}
			if labels != 1 {
				t.Errorf("%d labels", labels)
			}
		}
		placed := 0
		for rank, vertices := range l.ranks {
			placed += len(vertices)
			for i, v := range vertices {
				at := &l.vertices[v]
				if at.rank != rank || at.order != i || at.length > l.end[rank]-l.begin[rank] {
					t.Errorf("vertex %+v in rank %d, place %d", at, rank, i)
				}
				if i > 0 && at.line-at.before < l.vertices[vertices[i-1]].line+l.vertices[vertices[i-1]].after {
					t.Errorf("vertices lie on each other: %+v, %+v", l.vertices[vertices[i-1]], at)
				}
			}
			if rank > 0 && l.begin[rank] < l.end[rank-1]+rankGap {
				t.Errorf("ranks meet")
			}
		}
		if placed != len(l.vertices) {
			t.Errorf("%d of %d vertices have a place", placed, len(l.vertices))
		}
		if t.Failed() {
			t.Fatalf("%d nodes, edges %+v", n, edges)
		}
	}
}
