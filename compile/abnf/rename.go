package abnf

import (
	"fmt"
	"slices"
)

// Rename replaces the rule name old by new in all references and definitions of g, and returns their positions in
// order. The old name is case-insensitive. Rename returns an [*Error] and leaves g unchanged if old does not occur, if
// both names are defined, or if new is not a rule name. Rules that other grammars import from g change there, too.
func (g *Grammar) Rename(old, new string) ([]Pos, error) {
	if !isRuleName(new) {
		return nil, &Error{
			Msg:  fmt.Sprintf("%q cannot be the name of a rule", new),
			Hint: "names are letters, digits and hyphens, a letter first",
		}
	}
	rule, other := g.index[fold(old)], g.index[fold(new)]
	if rule != nil && other != nil {
		return nil, &Error{Pos: rule.Pos, Msg: fmt.Sprintf("rule %q cannot be renamed: %q is defined at %v", rule.Name, other.Name, other.Pos)}
	}
	refs := g.refsTo(old)
	var places []Pos
	for _, ref := range refs {
		ref.Name = new
		places = append(places, ref.Pos)
	}
	if rule != nil {
		delete(g.index, fold(old))
		rule.Name, g.index[fold(new)] = new, rule
		places = append(append(places, rule.Pos), rule.more...)
	}
	if len(places) == 0 {
		return nil, &Error{Msg: fmt.Sprintf("cannot rename %q: it does not occur", old)}
	}
	slices.SortFunc(places, Pos.compare)
	return places, nil
}

// refsTo returns all references to a name, including those that are repeated at most 0 times.
func (g *Grammar) refsTo(name string) (refs []*RuleRef) {
	for _, r := range g.rules {
		for n := range each(r.Body) {
			if ref, is := n.(*RuleRef); is && fold(ref.Name) == fold(name) {
				refs = append(refs, ref)
			}
		}
	}
	return refs
}

func isRuleName(s string) bool {
	for i := range len(s) {
		if !isNameByte(s[i]) {
			return false
		}
	}
	return s != "" && isAlpha(s[0])
}
