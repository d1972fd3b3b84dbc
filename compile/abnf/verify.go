package abnf

import (
	"fmt"
	"slices"
)

// Verify reports what keeps the rules called starts from having a meaning, in them and in all rules
// that they reach: a start that is not defined; names without a rule, with one error for each place
// that uses one; and prose, which no program understands. What is repeated at most 0 times is not
// reached: 0<pchar> of RFC 3986 is the empty text, whatever the prose says.
//
// The error is an [ErrorList] in the order of the places. The first few names
// without a rule come with the name that may be meant.
func (g *Grammar) Verify(starts ...string) error {
	v := verifier{grammar: g, nearest: make(map[string]string)}
	for i, name := range starts {
		if g.Lookup(name) == nil && !slices.Contains(starts[:i], name) {
			v.undefined(Pos{}, name)
		}
	}
	for rule, n := range g.reach(starts) {
		switch n := n.(type) {
		case *RuleRef:
			if g.Lookup(n.Name) == nil {
				v.undefined(n.Pos, n.Name)
			}
		case *ProseVal:
			v.errs = append(v.errs, &Error{
				Pos:  n.Pos,
				Msg:  fmt.Sprintf("rule %q depends on prose: %v", rule.Name, n),
				Hint: "define it in ABNF instead",
			})
		}
	}
	slices.SortStableFunc(v.errs, func(a, b *Error) int { return a.Pos.compare(b.Pos) })
	return v.errs.err()
}

// verifier collects the errors of a grammar.
type verifier struct {
	grammar *Grammar
	nearest map[string]string // by names without a rule, the first few of them
	errs    ErrorList
}

func (v *verifier) undefined(pos Pos, name string) {
	const most = 32 // names that are worth a look at all rules
	near, known := v.nearest[fold(name)]
	if !known && len(v.nearest) < most {
		near = v.grammar.nearest(name)
		v.nearest[fold(name)] = near
	}
	e := &Error{Pos: pos, Msg: fmt.Sprintf("rule %q is not defined", name), Undefined: name, Nearest: near}
	if near != "" {
		e.Hint = fmt.Sprintf("did you mean %q?", near)
	}
	v.errs = append(v.errs, e)
}
