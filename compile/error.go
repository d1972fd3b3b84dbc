package compile

import (
	"fmt"
	"strings"

	"example.org/iri/compile/abnf"
)

// NotRegularError reports that rules refer to themselves in a way that is not regular: neither all at their ends nor
// all at their beginnings. Pos is the first of Links.
type NotRegularError struct {
	abnf.Pos
	Cycle []string   // names of the rules in the cycle, the first one repeated at the end
	Links []abnf.Pos // where each of them refers to the next: one fewer than Cycle
	Where string     // position of a reference in its rule: "in the middle of a rule"
}

func (e *NotRegularError) Error() string {
	var way strings.Builder
	way.WriteString(e.Cycle[0])
	for i, name := range e.Cycle[1:] {
		fmt.Fprintf(&way, " -> %s (%v)", name, e.Links[i])
	}
	return fmt.Sprintf("%s: rule %s refers to itself %s: %s; recursion is regular if all of it stands at the end, or all at the beginning",
		place(e.Pos), e.Cycle[0], e.Where, &way)
}

// LimitError reports that Rule needs more than Max of What. Pos is the position of the rule, or of a part of it that is
// too large. Option is the field of [Options] that sets the limit, or "".
type LimitError struct {
	abnf.Pos
	Rule, What string
	Max        int
	Option     string
}

func (e *LimitError) Error() string {
	return fmt.Sprintf("%s: rule %s: more than %d %s", place(e.Pos), e.Rule, e.Max, e.What)
}

func place(p abnf.Pos) string {
	if p == (abnf.Pos{}) {
		return "abnf"
	}
	return "abnf: " + p.String()
}
