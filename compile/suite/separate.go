package suite

import (
	"fmt"
	"maps"
	"slices"
)

// A pair of states, and a string that distinguishes them.
type pair struct {
	s, t   int
	suffix *string
}

// suffixes returns the distinguishing strings of all pairs of states, in order: for each pair, the first in byte order
// of the shortest strings that only one of the states accepts. It returns an error if a pair has none.
//
// Round k finds the pairs with a suffix of k bytes, which are those that a byte leads to a pair found in round k-1 (E.
// F. Moore, Gedanken-Experiments on Sequential Machines, in: Automata Studies, Princeton 1956, pages 129-153).
func (m *machine) suffixes() ([]string, error) {
	empty := ""
	set := map[string]struct{}{empty: {}}
	apart := make([][]*string, len(m.next)) // apart[s][t] is the suffix of a pair, if found
	for s := range apart {
		apart[s] = make([]*string, len(m.next))
	}
	open, found := m.byAccepting(&empty)
	for {
		for _, p := range found {
			apart[p.s][p.t], apart[p.t][p.s] = p.suffix, p.suffix
			set[*p.suffix] = struct{}{}
		}
		if len(open) == 0 {
			return slices.SortedFunc(maps.Keys(set), shorter), nil
		}
		if found, open = m.round(open, apart); len(found) == 0 {
			return nil, fmt.Errorf("suite: %s is not minimal: no string distinguishes the states after %q and %q",
				m.name, m.access[open[0].s], m.access[open[0].t])
		}
	}
}

// byAccepting returns all pairs of states: those that the empty string does not distinguish, and those that it does.
func (m *machine) byAccepting(empty *string) (open, found []pair) {
	for s := range m.next {
		for t := range s {
			if m.accepts[s] == m.accepts[t] {
				open = append(open, pair{t, s, nil})
			} else {
				found = append(found, pair{t, s, empty})
			}
		}
	}
	return open, found
}

// round divides the open pairs into those that a byte leads to a pair found before, and the rest.
func (m *machine) round(open []pair, apart [][]*string) (found, rest []pair) {
next:
	for _, p := range open {
		for i := range m.bytes {
			if suffix := apart[m.next[p.s][i]][m.next[p.t][i]]; suffix != nil {
				suffix := m.bytes[i:i+1] + *suffix
				found = append(found, pair{p.s, p.t, &suffix})
				continue next
			}
		}
		rest = append(rest, p)
	}
	return found, rest
}

func (m *machine) results(suffixes []string) [][]bool {
	rows := make([][]bool, len(suffixes))
	for i, suffix := range suffixes {
		rows[i] = make([]bool, len(m.next))
		for s := range m.next {
			rows[i][s] = m.accepted(s, suffix)
		}
	}
	return rows
}

// separating returns the set W. It is greedy: beginning with the empty suffix, it takes the candidate that
// distinguishes the most pairs, the first of equals, until all pairs are distinguished.
func (m *machine) separating(candidates []string) []string {
	rows := m.results(candidates)
	blocks := make([]int, len(m.next)) // by state: its block of states that are not distinguished
	w := candidates[:1:1]
	for n := split(blocks, rows[0]); n < len(m.next); {
		best := most(rows, func(row []bool) int { return pairsSplit(blocks, row) })
		w = append(w, candidates[best])
		n = split(blocks, rows[best])
	}
	return w
}

// split divides each block by the results of its states, and returns the number of blocks.
func split(blocks []int, row []bool) int {
	type half struct {
		block  int
		accept bool
	}
	number := make(map[half]int)
	for s, block := range blocks {
		h := half{block, row[s]}
		if _, known := number[h]; !known {
			number[h] = len(number)
		}
		blocks[s] = number[h]
	}
	return len(number)
}

func pairsSplit(blocks []int, row []bool) int {
	accepting, all := make([]int, len(blocks)), make([]int, len(blocks))
	for s, block := range blocks {
		all[block]++
		if row[s] {
			accepting[block]++
		}
	}
	pairs := 0
	for block := range blocks {
		pairs += accepting[block] * (all[block] - accepting[block])
	}
	return pairs
}

// identifying returns the set W_t of each state t, chosen from W in the same greedy way.
func (m *machine) identifying(w []string) [][]string {
	rows := m.results(w)
	sets := make([][]string, len(m.next))
	for t := range sets {
		left := make([]bool, len(m.next)) // the states not distinguished from t so far
		for s := range left {
			left[s] = s != t
		}
		take := func(i int) {
			sets[t] = append(sets[t], w[i])
			for s := range left {
				left[s] = left[s] && rows[i][s] == rows[i][t]
			}
		}
		take(0)
		for slices.Contains(left, true) {
			take(most(rows, func(row []bool) int {
				n := 0
				for s, looksAlike := range left {
					if looksAlike && row[s] != row[t] {
						n++
					}
				}
				return n
			}))
		}
	}
	return sets
}

func most(rows [][]bool, gain func(row []bool) int) int {
	best, highest := 0, 0
	for i, row := range rows {
		if g := gain(row); g > highest {
			best, highest = i, g
		}
	}
	return best
}
