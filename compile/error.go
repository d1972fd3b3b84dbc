package compile

import (
	"fmt"
	"strings"

	"example.org/iri/compile/abnf"
)

// NotRegularError says that a rule refers to itself.
type NotRegularError struct {
	Cycle []string   // names of the rules on the way, the first again at the end
	Pos   []abnf.Pos // where each of them refers to the next: one fewer than Cycle
}

func (e *NotRegularError) Error() string {
	return fmt.Sprintf("%s: rule %s refers to itself (%s): recursion is not supported",
		place(e.Pos[0]), e.Cycle[0], strings.Join(e.Cycle, " -> "))
}

// MarkError says that a mark would not be exact: for Text, the shortest such
// text, the automaton's registers do not tell where the marked rule begins.
type MarkError struct {
	Rule, Mark string
	Text       []byte
	Why        string
}

func (e *MarkError) Error() string {
	return fmt.Sprintf("abnf: rule %s: mark %s would not be exact: %s, as in %q", e.Rule, e.Mark, e.Why, e.Text)
}

// LimitError says that Rule needs more than Max of What.
type LimitError struct {
	Rule, What string
	Max        int
}

func (e *LimitError) Error() string {
	return fmt.Sprintf("abnf: rule %s: more than %d %s", e.Rule, e.Max, e.What)
}

// place prints a position as the prefix of an error text.
func place(p abnf.Pos) string { return "abnf: " + p.String() }
