package abnf

import (
	"cmp"
	"fmt"
	"slices"
)

// takeFrom adds rules that g and library lack from text that is not marked as ABNF: those that g
// needs, and those that have a meaning. It returns a repair for each, and those in it.
func (g *Grammar) takeFrom(rest *source, library *Grammar) []Repair {
	known := &Grammar{below: append([]*Grammar{g, library}, library.below...), imports: library.imports}
	f := findRules(rest, known)
	list := slices.DeleteFunc(f.candidates(g), func(x *candidate) bool { return x.glued || x.example })
	c := chooser{grammar: new(Grammar)}
	c.choose(list)
	t := taker{grammar: g, known: known, rest: c.grammar, taken: make(map[*Rule]bool)}
	t.takeSound()
	t.takeNeeded()
	slices.SortStableFunc(g.rules, func(a, b *Rule) int { return a.Pos.compare(b.Pos) })
	return t.repairs(f, list, c.repairs)
}

// taker adds rules of unmarked text to those of the marked parts of a page.
type taker struct {
	grammar, rest *Grammar
	known         *Grammar // the rules of the grammar, those that were taken, and the library
	taken         map[*Rule]bool
}

func (t *taker) take(r *Rule) {
	t.taken[r] = true
	t.grammar.add(r)
}

// lacking returns the rule of the rest that a name stands for, nil if there is none or it is not
// lacking.
func (t *taker) lacking(name string) *Rule {
	r := t.rest.index[fold(name)]
	if r == nil || r.extends || t.known.Lookup(name) != nil || t.grammar.unread[fold(name)] != nil {
		return nil
	}
	return r
}

// takeNeeded takes what the rules of the grammar refer to.
func (t *taker) takeNeeded() {
	for i := 0; i < len(t.grammar.rules); i++ {
		for ref := range refs(t.grammar.rules[i].Body) {
			if r := t.lacking(ref.Name); r != nil {
				t.take(r)
			}
		}
	}
}

// takeSound takes the rules in which all has a meaning. A single string is as likely an assignment
// of some program.
func (t *taker) takeSound() {
	users := make(map[*Rule][]*Rule) // that refer to a rule
	var faulty []*Rule
	for _, r := range t.rest.rules {
		for n := range All(r.Body) {
			ref, is := n.(*RuleRef)
			if !is && isProse(n) || is && t.lacking(ref.Name) == nil && t.known.Lookup(ref.Name) == nil {
				faulty = append(faulty, r)
			} else if is && t.lacking(ref.Name) != nil {
				used := t.lacking(ref.Name)
				users[used] = append(users[used], r)
			}
		}
	}
	unsound := make(map[*Rule]bool)
	for ; len(faulty) > 0; faulty = faulty[1:] {
		if r := faulty[0]; !unsound[r] {
			unsound[r] = true
			faulty = append(faulty, users[r]...)
		}
	}
	for _, r := range t.rest.rules {
		if _, alone := r.Body.(*CharVal); !alone && !unsound[r] && t.lacking(r.Name) == r {
			t.take(r)
		}
	}
}

// repairs returns those of the rules that were taken.
func (t *taker) repairs(f *finder, list []*candidate, chosen []Repair) (repairs []Repair) {
	var sections, left []extent // in the page
	for _, x := range list {
		if t.taken[&x.Rule] {
			repairs = append(repairs, Repair{Pos: x.Pos, Msg: fmt.Sprintf("rule %q comes from text that is not marked as ABNF", x.Name)})
			sections = append(sections, extent{x.Offset, f.pos(x.end - 1).Offset})
		}
	}
	for _, l := range f.left {
		left = append(left, extent{f.pos(l.start).Offset, f.pos(l.end).Offset})
	}
	for _, r := range slices.Concat(f.repairs, chosen) {
		if within(sections, r.Offset) && !within(left, r.Offset) {
			repairs = append(repairs, r)
		}
	}
	return repairs
}

// within reports whether an offset lies in one of a list of extents, which are in order.
func within(list []extent, offset int) bool {
	i, _ := slices.BinarySearchFunc(list, offset, func(e extent, offset int) int { return cmp.Compare(e.start, offset+1) })
	return i > 0 && offset < list[i-1].end
}
