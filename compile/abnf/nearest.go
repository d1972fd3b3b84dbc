package abnf

import (
	"slices"
	"strings"
)

// longestNear bounds the names that are compared with others, and so the time of
// a comparison.
const longestNear = 64

// nearest returns the name of the rule, core rules included, that name is most
// likely a slip of the pen for: the one with the fewest letters added, left
// out, changed or swapped with their neighbour, at most a third of them; else the
// shortest one that ends or begins with it, if it has at least four letters. It
// returns "" if there is none so near, and for names of more than 64 bytes.
func (g *Grammar) nearest(name string) string {
	name = fold(name)
	best, limit := "", (len(name)+1)/3
	whole := "" // of which name is a part
	if len(name) > longestNear {
		return ""
	}
	for _, r := range g.visible() {
		other := fold(r.Name)
		if d := distance(name, other, limit); d <= limit {
			best, limit = r.Name, d-1
		}
		if isPart(name, other) && (whole == "" || len(other) < len(whole)) {
			whole = r.Name
		}
	}
	if best != "" {
		return best
	}
	return whole
}

// isPart reports whether all of name is left of another, longer name whose end or
// beginning was lost.
func isPart(name, other string) bool {
	const fewest = 4 // letters; every name begins with some letter
	return len(name) >= fewest && (strings.HasSuffix(other, name) || strings.HasPrefix(other, name))
}

// distance returns how many bytes must be added, dropped, changed or swapped
// with their neighbour to turn a into b (optimal string alignment), or any
// number above limit if it takes more than that.
func distance(a, b string, limit int) int {
	if abs(len(a)-len(b)) > limit {
		return limit + 1
	}
	// row[j] is the distance from a[:i] to b[:j]; before it, the rows of i-1 and i-2.
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	var above, aboveThat []int
	least := 0 // in the row above
	for i := 1; i <= len(a); i++ {
		aboveThat, above, row = above, row, aboveThat
		if row == nil {
			row = make([]int, len(b)+1)
		}
		row[0] = i
		for j := 1; j <= len(b); j++ {
			change := above[j-1]
			if a[i-1] != b[j-1] {
				change++
			}
			row[j] = min(change, above[j]+1, row[j-1]+1)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], aboveThat[j-2]+1)
			}
		}
		last := least
		if least = slices.Min(row); min(least, last) > limit {
			return limit + 1 // from here on it only grows
		}
	}
	return row[len(b)]
}

func abs(n int) int { return max(n, -n) }
