package abnf

import (
	"fmt"
	"slices"
	"strings"
)

// Verify reports the errors that prevent the rules called starts from being compiled, in these rules and all rules they
// refer to: undefined names, once for each use; rules that extend an undefined rule by "=/"; values outside the
// encoding; and prose. Elements that are repeated at most 0 times are ignored, since 0<pchar> of RFC 3986 is the empty
// string; but names in them must be defined, since 0x41 is zero times a rule x41.
//
// The error is an [ErrorList], ordered by position. For the first few undefined names, it has the name that may be
// meant.
func (g *Grammar) Verify(starts ...string) error {
	v := verifier{grammar: g, nearest: make(map[unknown]string)}
	seen := make(map[string]bool)
	for _, name := range starts {
		if !seen[name] {
			seen[name] = true
			v.check(Pos{}, unknown{g, name})
		}
	}
	incomplete := make(map[*Rule]bool)
	for rule, n := range g.reach(starts) {
		if rule.extends && !incomplete[rule] {
			incomplete[rule] = true
			v.errs = append(v.errs, notDefinedYet(rule.Pos, rule.Name))
		}
		switch n := n.(type) {
		case *RuleRef:
			v.check(n.Pos, unknown{g.home(n), n.Name})
		case *NumVal:
			if g.Encoding == Octets && slices.Max(n.Values) > 0xFF {
				v.errs = append(v.errs, &Error{Pos: n.Pos, Msg: fmt.Sprintf("rule %s: %v is not an octet", rule.Name, n)})
			}
		case *ProseVal:
			hint := "define it in ABNF instead"
			if r := g.Lookup(n.Text); r != nil && r != rule {
				hint = fmt.Sprintf("write %s for the rule at %v", r.Name, r.Pos)
			}
			v.errs = append(v.errs, &Error{Pos: n.Pos, Msg: fmt.Sprintf("rule %q depends on prose: %v", rule.Name, n), Hint: hint, Prose: n.Text})
		}
	}
	slices.SortStableFunc(v.errs, func(a, b *Error) int { return a.Pos.compare(b.Pos) })
	return v.errs.err()
}

type verifier struct {
	grammar *Grammar
	nearest map[unknown]string // for the first few
	errs    ErrorList
}

// unknown is an undefined name in a grammar.
type unknown struct {
	in   *Grammar
	name string
}

func (v *verifier) check(pos Pos, u unknown) {
	if u.in.Lookup(u.name) == nil {
		v.undefined(pos, u)
	}
}

func (v *verifier) undefined(pos Pos, u unknown) {
	const most = 32 // limit of names that are compared with all rules
	near, known := v.nearest[u]
	if !known && len(v.nearest) < most {
		near = u.in.nearest(u.name)
		v.nearest[u] = near
	}
	hint := strings.TrimSpace(didYouMean(near) + " " + numberHint(u.name))
	e := &Error{Pos: pos, Msg: fmt.Sprintf("rule %q is not defined", u.name), Hint: hint, Undefined: u.name, Nearest: near}
	if set := charSet(u.name); set != "" && near == "" {
		e.Hint = fmt.Sprintf("write %s for [%s]", set, u.name)
	}
	if r := v.grammar.Lookup(u.name); r != nil { // the name is undefined in an imported grammar only
		e.Hint = fmt.Sprintf("rule %s of %v is not for imported rules; overriding makes it so", r.Name, r.Pos)
	}
	v.errs = append(v.errs, e)
}

func didYouMean(near string) string {
	if near == "" {
		return ""
	}
	return fmt.Sprintf("did you mean %q?", near)
}
