package abnf

import (
	"fmt"
	"slices"
)

// Verify reports what keeps the rule start from having a meaning: that it is
// not defined itself; names without a rule, one error for each place where one
// is used; and prose, which no program understands. It looks at all rules that
// start reaches. What is repeated at most 0 times is not reached: 0<pchar> of
// RFC 3986 is the empty text, whatever the prose says.
//
// The error is an [ErrorList] in the order of the places.
func (g *Grammar) Verify(start string) error {
	first := g.Lookup(start)
	if first == nil {
		return ErrorList{g.undefined(Pos{}, start)}
	}
	v := verifier{grammar: g, seen: map[*Rule]bool{first: true}, queue: []*Rule{first}}
	for len(v.queue) > 0 {
		v.rule, v.queue = v.queue[0], v.queue[1:]
		v.visit(v.rule.Body)
	}
	slices.SortStableFunc(v.errs, func(a, b *Error) int { return a.Pos.compare(b.Pos) })
	return v.errs.err()
}

// verifier visits each rule that can be reached once.
type verifier struct {
	grammar *Grammar
	seen    map[*Rule]bool
	queue   []*Rule // seen, but not yet visited
	rule    *Rule   // being visited
	errs    ErrorList
}

func (v *verifier) visit(n Node) {
	switch n := n.(type) {
	case *Alternation:
		v.visitAll(n.Alts)
	case *Concatenation:
		v.visitAll(n.Elems)
	case *Repetition:
		if n.Max != 0 {
			v.visit(n.Elem)
		}
	case *RuleRef:
		v.follow(n)
	case *ProseVal:
		v.errs = append(v.errs, &Error{
			Pos:  n.Pos,
			Msg:  fmt.Sprintf("rule %q depends on prose: %v", v.rule.Name, n),
			Hint: "define it in ABNF instead",
		})
	}
}

func (v *verifier) visitAll(list []Node) {
	for _, n := range list {
		v.visit(n)
	}
}

func (v *verifier) follow(n *RuleRef) {
	r := v.grammar.Lookup(n.Name)
	switch {
	case r == nil:
		v.errs = append(v.errs, v.grammar.undefined(n.Pos, n.Name))
	case !v.seen[r]:
		v.seen[r] = true
		v.queue = append(v.queue, r)
	}
}

func (g *Grammar) undefined(pos Pos, name string) *Error {
	e := &Error{Pos: pos, Msg: fmt.Sprintf("rule %q is not defined", name)}
	if near := g.Nearest(name); near != "" {
		e.Hint = fmt.Sprintf("did you mean %q?", near)
	}
	return e
}

// Nearest returns the name of the rule, core rules included, that name is most
// likely a slip of the pen for: the one with the fewest letters added, left
// out, changed or swapped with their neighbour, at most a third of them. It
// returns "" if there is none so near.
func (g *Grammar) Nearest(name string) string {
	best, limit := "", (len(name)+1)/3
	for _, list := range [][]*Rule{g.rules, Core().rules} {
		for _, r := range list {
			if d := distance(fold(name), fold(r.Name), limit); d <= limit {
				best, limit = r.Name, d-1
			}
		}
	}
	return best
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
	for i := 1; i <= len(a); i++ {
		above, aboveThat = row, above
		row = make([]int, len(b)+1)
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
	}
	return row[len(b)]
}

func abs(n int) int { return max(n, -n) }
