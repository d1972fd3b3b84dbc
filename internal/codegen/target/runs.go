package target

import (
	"cmp"
	"slices"
	"unicode/utf8"
)

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
