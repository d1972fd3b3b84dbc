package draw

import (
	"cmp"
	"slices"

	"example.org/iri/compile/abnf"
	"example.org/iri/dfa"
	"example.org/iri/internal/unicodeclass"
)

// part is a rule that states are in, and the name that it goes by.
type part struct {
	name string
	rule *abnf.Rule
}

// folder groups the states of an automaton by parts.
type folder struct {
	*readings
	grammar   *abnf.Grammar
	automaton *charAutomaton
	reached   map[*abnf.Rule]bool // rules that some state is in, at any depth
	nested    bool                // parts within parts count
}

// newFolder returns an error if it is unknown which parts states are in.
func newFolder(g *abnf.Grammar, m *charAutomaton) (*folder, error) {
	r, err := newReadings(g, m)
	if err != nil {
		return nil, err
	}
	f := &folder{readings: r, grammar: g, automaton: m, reached: make(map[*abnf.Rule]bool)}
	for _, in := range f.in {
		for e := range in {
			for ; e >= 0; e = r.expansions[e].Outer {
				f.reached[r.expansions[e].Rule] = true
			}
		}
	}
	return f, nil
}

// group is states that are drawn as one, or a single one: they are connected, and
// the part listed first that they may be in is the same.
type group struct {
	states []dfa.State
	parts  []int    // indices of all parts that one of the states may be in, in increasing order
	names  []string // of them, each once
}

// possible returns for each state the indices of the parts that the last character of
// a string which leads to it may lie in: for each parse the innermost one or, if parts
// were not listed for that, the outermost.
func (f *folder) possible(parts []part) map[dfa.State][]int {
	of := make([]int, len(f.expansions)) // part of each expansion, -1 if there is none
	for i, e := range f.expansions {     // outer ones come first
		of[i] = slices.IndexFunc(parts, func(p part) bool { return p.rule == e.Rule })
		if e.Outer >= 0 && of[e.Outer] >= 0 && (of[i] < 0 || !f.nested) {
			of[i] = of[e.Outer]
		}
	}
	possible := make(map[dfa.State][]int)
	for s, in := range f.in {
		for e := range in {
			if i := of[e]; i >= 0 && !slices.Contains(possible[s], i) {
				possible[s] = append(possible[s], i)
			}
		}
		slices.Sort(possible[s])
	}
	return possible
}

// groups folds the states by parts, in the order of their first states.
func (f *folder) groups(parts []part) []group {
	possible := f.possible(parts)
	key := make(map[dfa.State]string)
	for s, list := range possible {
		if len(list) > 0 {
			key[s] = parts[list[0]].name
		}
	}
	var list []group
	for _, states := range f.connected(key) {
		list = append(list, newGroup(states, possible, parts))
	}
	return list
}

// connected returns the sets of states that arrows connect within a key; a state
// without one is by itself.
func (f *folder) connected(key map[dfa.State]string) [][]dfa.State {
	neighbours := make(map[dfa.State][]dfa.State)
	for _, s := range f.automaton.states {
		for _, arrow := range f.automaton.arrows[s] {
			if key[s] != "" && key[s] == key[arrow.to] {
				neighbours[s] = append(neighbours[s], arrow.to)
				neighbours[arrow.to] = append(neighbours[arrow.to], s)
			}
		}
	}
	var list [][]dfa.State
	met := make(map[dfa.State]bool)
	for _, s := range f.automaton.states {
		if met[s] {
			continue
		}
		met[s] = true
		set := []dfa.State{s}
		for i := 0; i < len(set); i++ {
			for _, t := range neighbours[set[i]] {
				if !met[t] {
					met[t] = true
					set = append(set, t)
				}
			}
		}
		slices.Sort(set)
		list = append(list, set)
	}
	return list
}

func newGroup(states []dfa.State, possible map[dfa.State][]int, parts []part) group {
	g := group{states: states}
	for _, s := range states {
		g.parts = append(g.parts, possible[s]...)
	}
	slices.Sort(g.parts)
	g.parts = slices.Compact(g.parts)
	for _, i := range g.parts {
		if !slices.Contains(g.names, parts[i].name) {
			g.names = append(g.names, parts[i].name)
		}
	}
	return g
}

// Limits of what is drawn of its own accord.
const (
	mostUnfolded = 40 // states that are drawn each by itself
	mostFolded   = 24 // boxes and states
	largeBox     = 10 // states of a box that is looked into if there is room
)

// singles makes a group of each state.
func singles(states []dfa.State, possible map[dfa.State][]int, parts []part) []group {
	var list []group
	for _, s := range states {
		list = append(list, newGroup([]dfa.State{s}, possible, parts))
	}
	return list
}

// unfold takes groups apart, the smallest first and those of a size together, as
// long as there is room.
func unfold(groups []group, possible map[dfa.State][]int, parts []part) []group {
	for size := 2; size <= largeBox; size++ {
		var finer []group
		for _, g := range groups {
			if len(g.states) == size {
				finer = append(finer, singles(g.states, possible, parts)...)
			} else {
				finer = append(finer, g)
			}
		}
		if len(finer) > mostFolded {
			break
		}
		groups = finer
	}
	return groups
}

// choose returns parts that make a drawing of a size that can be read: the rules
// that rule refers to, and in place of those of large boxes the rules that these
// refer to, as long as there is room.
func (f *folder) choose(rule *abnf.Rule) []part {
	parts := f.within(rule, nil)
	tried := make(map[*abnf.Rule]bool)
	for {
		groups := f.groups(parts)
		slices.SortStableFunc(groups, func(a, b group) int { return cmp.Compare(len(b.states), len(a.states)) })
		i := slices.IndexFunc(groups, func(g group) bool {
			return len(g.states) > largeBox && slices.ContainsFunc(g.parts, func(i int) bool { return !tried[parts[i].rule] })
		})
		if i < 0 {
			return parts
		}
		for _, i := range groups[i].parts {
			tried[parts[i].rule] = true
		}
		if finer := f.replace(parts, groups[i].parts); len(f.groups(finer)) <= mostFolded {
			parts = finer
		}
	}
}

// replace puts the rules that some parts refer to in the place of these; those that
// refer to none stay.
func (f *folder) replace(parts []part, outer []int) []part {
	var list []part
	for i, p := range parts {
		inner := f.within(p.rule, slices.Concat(parts, list))
		if slices.Contains(outer, i) && len(inner) > 0 {
			list = append(list, inner...)
		} else {
			list = append(list, p)
		}
	}
	return list
}

// within lists the rules that a rule refers to and that strings can be in the middle
// of, in the order of the grammar, but for those listed.
func (f *folder) within(rule *abnf.Rule, listed []part) []part {
	var list []part
	finder := classFinder{grammar: f.grammar, known: make(map[*abnf.Rule]unicodeclass.Set)}
	has := func(list []part, r *abnf.Rule) bool {
		return slices.ContainsFunc(list, func(p part) bool { return p.rule == r })
	}
	for n := range abnf.All(rule.Body) {
		ref, is := n.(*abnf.RuleRef)
		if !is {
			continue
		}
		if r := f.grammar.Target(ref); f.reached[r] && finder.rule(r).Len() == 0 && !has(list, r) && !has(listed, r) {
			list = append(list, part{r.Name, r})
		}
	}
	return list
}
