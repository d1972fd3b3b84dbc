package abnf

import (
	"slices"
	"strings"
)

// longestNear limits the length of names that are compared, and so the time.
const longestNear = 64

// nearest returns the name of the rule, including core rules, of which name is most likely a misspelling, or "". That
// is the rule with the smallest edit distance (letters added, dropped, changed, or swapped with a neighbour), at most a
// third of the length; else the shortest name that has name, of at least four letters, as a prefix or suffix.
func (g *Grammar) nearest(name string) string {
	name = fold(name)
	best, limit := "", (len(name)+1)/3
	whole := "" // the shortest name that contains name
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

func isPart(name, other string) bool {
	const fewest = 4 // letters
	return len(name) >= fewest && (strings.HasSuffix(other, name) || strings.HasPrefix(other, name))
}

// distance returns the optimal string alignment distance of a and b: the number of bytes added, dropped, changed, or
// swapped with a neighbour. If it exceeds limit, the result is any number above limit.
func distance(a, b string, limit int) int {
	if abs(len(a)-len(b)) > limit {
		return limit + 1
	}
	// row[j] is the distance of a[:i] and b[:j]; above and aboveThat are the rows of i-1 and i-2.
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	var above, aboveThat []int
	least := 0
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
			return limit + 1 // it cannot decrease any more
		}
	}
	return row[len(b)]
}

func abs(n int) int { return max(n, -n) }
