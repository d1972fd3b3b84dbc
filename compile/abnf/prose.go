package abnf

import (
	"fmt"
	"regexp"
	"slices"
)

// named matches prose that is the name of a rule, or names one as the RFCs do when
// it is defined elsewhere: <host, see [RFC3986], Section 3.2.2>.
var named = regexp.MustCompile(`^([A-Za-z][A-Za-z0-9-]*)(?:, see .*)?$`)

// nameProse makes references of the prose that names a rule of g, of library or of
// the core. A rule that is nothing but prose with its own name leaves g if library
// or the core have one of that name.
func (g *Grammar) nameProse(library *Grammar) (repairs []Repair) {
	var left []*Rule
	for _, r := range g.rules {
		if prose, is := r.Body.(*ProseVal); is && fold(nameIn(prose.Text)) == fold(r.Name) && library.Lookup(r.Name) != nil {
			repairs = append(repairs, Repair{r.Pos, fmt.Sprintf("rule %q is not defined by %v: left out", r.Name, prose)})
			left = append(left, r)
			continue
		}
		r.Body = replace(r.Body, func(prose *ProseVal) Node {
			name := nameIn(prose.Text)
			home := g.proseHome(name, prose, library)
			if name == "" || fold(name) == fold(r.Name) || home == nil {
				return prose
			}
			repairs = append(repairs, Repair{prose.Pos, fmt.Sprintf("%v read as rule %q", prose, name)})
			return &RuleRef{Pos: prose.Pos, Name: name, home: home}
		})
	}
	for _, r := range left {
		delete(g.index, fold(r.Name))
	}
	g.rules = slices.DeleteFunc(g.rules, func(r *Rule) bool { return g.index[fold(r.Name)] == nil })
	return repairs
}

// proseHome returns the grammar in which prose names a rule: library if it says that the rule
// is defined elsewhere, since the text may have another rule of that name. It returns nil if
// there is no such rule.
func (g *Grammar) proseHome(name string, prose *ProseVal, library *Grammar) *Grammar {
	elsewhere := len(name) < len(prose.Text)
	switch {
	case elsewhere && library.Lookup(name) != nil:
		return library
	case g.Lookup(name) != nil || library.Lookup(name) != nil:
		return g
	}
	return nil
}

// nameIn returns the name of the rule that prose stands for, or "".
func nameIn(prose string) string {
	if m := named.FindStringSubmatch(prose); m != nil {
		return m[1]
	}
	return ""
}

// replace changes the prose in a tree, but for what is repeated at most 0 times,
// which needs no meaning, and returns the tree.
func replace(n Node, by func(*ProseVal) Node) Node {
	switch n := n.(type) {
	case *ProseVal:
		return by(n)
	case *Repetition:
		if n.Max != 0 {
			n.Elem = replace(n.Elem, by)
		}
	default:
		for i, list := 0, Children(n); i < len(list); i++ {
			list[i] = replace(list[i], by)
		}
	}
	return n
}
