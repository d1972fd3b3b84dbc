package draw

import (
	"cmp"
	"slices"
)

// order puts the vertices of each rank into an order with few crossings: sweeps up
// and down by the mean order of neighbours, and exchanges of vertices side by side.
func (l *layout) order(start int) {
	l.firstOrder(start)
	best := l.save()
	fewest := l.crossings()
	for sweep := range l.sweeps(24) {
		l.sweep(sweep%2 == 0)
		l.exchange()
		if n := l.crossings(); n < fewest {
			best, fewest = l.save(), n
		}
	}
	for rank, vertices := range best {
		l.setRank(rank, vertices)
	}
}

// sweeps returns how many sweeps are worth the time: most of them, or less for a
// large drawing, which nobody can read anyway.
func (l *layout) sweeps(most int) int {
	const effort = 300_000 // vertices
	return max(4, min(most, effort/len(l.vertices)))
}

// firstOrder is that of a depth-first search.
func (l *layout) firstOrder(start int) {
	last := 0
	for _, v := range l.vertices {
		last = max(last, v.rank)
	}
	l.ranks = make([][]int, last+1)
	met := make([]bool, len(l.vertices))
	for stack := []int{start}; len(stack) > 0; {
		v := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if met[v] {
			continue
		}
		met[v] = true
		at := &l.vertices[v]
		at.order = len(l.ranks[at.rank])
		l.ranks[at.rank] = append(l.ranks[at.rank], v)
		for _, links := range [][]link{at.lower, at.higher} {
			for _, n := range slices.Backward(links) {
				stack = append(stack, n.to)
			}
		}
	}
}

func (l *layout) save() [][]int {
	copied := make([][]int, len(l.ranks))
	for i, rank := range l.ranks {
		copied[i] = slices.Clone(rank)
	}
	return copied
}

func (l *layout) setRank(rank int, vertices []int) {
	l.ranks[rank] = vertices
	for i, v := range vertices {
		l.vertices[v].order = i
	}
}

// sweep sorts each rank by the mean order of the neighbours in the rank before, or
// in the one after. Vertices without neighbours there keep their order.
func (l *layout) sweep(forward bool) {
	for i := range l.ranks {
		rank := i
		if !forward {
			rank = len(l.ranks) - 1 - i
		}
		mean := make(map[int]float64)
		for i, v := range l.ranks[rank] {
			mean[v] = float64(i)
			if links := l.links(v, forward); len(links) > 0 {
				sum := 0
				for _, n := range links {
					sum += l.vertices[n.to].order
				}
				mean[v] = float64(sum) / float64(len(links))
			}
		}
		sorted := slices.Clone(l.ranks[rank])
		slices.SortStableFunc(sorted, func(v, w int) int { return cmp.Compare(mean[v], mean[w]) })
		l.setRank(rank, sorted)
	}
}

// links returns the links of a vertex to the rank before it or to the one after.
func (l *layout) links(v int, before bool) []link {
	if before {
		return l.vertices[v].lower
	}
	return l.vertices[v].higher
}

// exchange exchanges vertices side by side as long as that saves crossings.
func (l *layout) exchange() {
	for range 8 {
		saved := false
		for _, rank := range l.ranks {
			for i := 1; i < len(rank); i++ {
				v, w := rank[i-1], rank[i]
				if l.crossed(v, w) > l.crossed(w, v) {
					rank[i-1], rank[i] = w, v
					l.vertices[w].order, l.vertices[v].order = i-1, i
					saved = true
				}
			}
		}
		if !saved {
			return
		}
	}
}

// crossed returns how many crossings edges of v and w have if v comes before w.
func (l *layout) crossed(v, w int) int {
	n := 0
	for _, before := range []bool{true, false} {
		for _, a := range l.links(v, before) {
			for _, b := range l.links(w, before) {
				if l.vertices[a.to].order > l.vertices[b.to].order {
					n++
				}
			}
		}
	}
	return n
}

// crossings returns the number of all crossings.
func (l *layout) crossings() int {
	n := 0
	for _, rank := range l.ranks {
		var ends []int // of the edges to the next rank, in the order of their beginnings
		for _, v := range rank {
			from := len(ends)
			for _, h := range l.vertices[v].higher {
				ends = append(ends, l.vertices[h.to].order)
			}
			slices.Sort(ends[from:])
		}
		n += inversions(ends)
	}
	return n
}

// inversions returns how many pairs of a list are out of order. It sorts the list.
func inversions(list []int) int {
	if len(list) < 2 {
		return 0
	}
	left, right := slices.Clone(list[:len(list)/2]), slices.Clone(list[len(list)/2:])
	n := inversions(left) + inversions(right)
	for i := range list {
		if len(right) == 0 || len(left) > 0 && left[0] <= right[0] {
			list[i], left = left[0], left[1:]
		} else {
			list[i], right = right[0], right[1:]
			n += len(left)
		}
	}
	return n
}
