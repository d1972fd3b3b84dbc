package draw

import (
	"fmt"
	"slices"
	"strings"

	"example.org/iri/compile/abnf"
)

// class is a rule whose texts are single characters.
type class struct {
	name  string
	chars charSet
}

// classes lists the classes that a rule refers to, directly or not, those nearest to
// it first, and behind them the core rules for characters that cannot be read.
func classes(g *abnf.Grammar, rule string) []class {
	const most = 256 // beyond that names would be hard to know anyway
	finder := classFinder{grammar: g, known: make(map[*abnf.Rule]charSet)}
	var list []class
	seen := make(map[*abnf.Rule]bool)
	add := func(r *abnf.Rule) {
		if set := finder.rule(r); worthwhile(set) && !seen[r] {
			list = append(list, class{r.Name, set})
		}
		seen[r] = true
	}
	for _, r := range g.References(rule) {
		if len(list) < most {
			add(r)
		}
	}
	for _, name := range []string{"CR", "DQUOTE", "HTAB", "LF", "SP"} {
		add(abnf.Core().Lookup(name))
	}
	return list
}

// worthwhile reports whether a name for a set says more than to list it.
func worthwhile(set charSet) bool {
	const few = 2
	return set.len() > few || slices.ContainsFunc(set, func(r charRange) bool { return !printable(r.Lo) || r.Lo == '"' })
}

// classFinder finds the characters of classes; rules that are none have the empty set.
type classFinder struct {
	grammar *abnf.Grammar
	known   map[*abnf.Rule]charSet
}

func (f *classFinder) rule(r *abnf.Rule) charSet {
	set, known := f.known[r]
	if !known {
		f.known[r] = nil // a rule that refers to itself is no class
		set, _ = f.node(r.Body)
		f.known[r] = set
	}
	return set
}

// node returns the characters that a node stands for; false if it may also stand for
// other texts.
func (f *classFinder) node(n abnf.Node) (charSet, bool) {
	switch n := n.(type) {
	case *abnf.Alternation:
		var all charSet
		for _, alt := range n.Alts {
			set, single := f.node(alt)
			if !single {
				return nil, false
			}
			all = all.union(set)
		}
		return all, true
	case *abnf.Repetition:
		if n.Min == 1 && n.Max == 1 {
			return f.node(n.Elem)
		}
	case *abnf.CharVal:
		if len(n.Text) == 1 {
			return letter(n.Text[0], n.CaseSensitive), true
		}
	case *abnf.NumVal:
		if sets := values(n); len(sets) == 1 {
			return sets[0], true
		}
	case *abnf.RuleRef:
		set := f.rule(f.grammar.Lookup(n.Name))
		return set, len(set) > 0
	}
	return nil, false
}

// label names a set in the words of the grammar: classes, always the one that leaves
// least to be listed, then characters and ranges of them. What is listed is all of
// the set and nothing else.
func label(set charSet, classes []class) []string {
	var list []string
	rest := set
	for _, c := range needed(cover(set, classes)) {
		list = append(list, c.name)
		rest = rest.minus(c.chars)
	}
	return append(list, characters(rest)...)
}

// cover chooses classes within a set as long as none of them takes more room than
// the characters that it stands for.
func cover(set charSet, classes []class) (taken []class) {
	for rest := set; ; {
		best, least, most := -1, effort(rest), 0
		for i, c := range classes {
			without := rest.minus(c.chars)
			covered := rest.minus(without)
			if !worthwhile(covered) || !c.chars.within(set) {
				continue
			}
			n, gain := effort(without)+1, covered.len()
			smaller := gain == most && c.chars.len() < classes[max(best, 0)].chars.len()
			if n < least || n == least && (gain > most || smaller) {
				best, least, most = i, n, gain
			}
		}
		if best < 0 {
			return taken
		}
		taken = append(taken, classes[best])
		rest = rest.minus(classes[best].chars)
	}
}

// effort is what it takes to read a list of characters: one for each word, and for
// each number in it.
func effort(set charSet) int {
	n := 0
	for _, word := range characters(set) {
		n += 1 + strings.Count(word, "U+")
	}
	return n
}

// needed leaves out the classes that the others cover.
func needed(taken []class) []class {
	for i := 0; i < len(taken); i++ {
		others := slices.Delete(slices.Clone(taken), i, i+1)
		var covered charSet
		for _, c := range others {
			covered = covered.union(c.chars)
		}
		if taken[i].chars.within(covered) {
			taken = others
			i--
		}
	}
	return taken
}

// characters lists the characters of a set, more than two neighbours by their ends.
func characters(set charSet) []string {
	var list []string
	for _, r := range set {
		switch r.Hi - r.Lo {
		case 0:
			list = append(list, character(r.Lo))
		case 1:
			list = append(list, character(r.Lo), character(r.Hi))
		default:
			list = append(list, character(r.Lo)+"-"+character(r.Hi))
		}
	}
	return list
}

func printable(c rune) bool { return ' ' < c && c < 0x7F }

// character prints a character as '0', one that is not printable ASCII as U+00A0.
func character(c rune) string {
	if printable(c) {
		return "'" + string(c) + "'"
	}
	return fmt.Sprintf("U+%04X", c)
}
