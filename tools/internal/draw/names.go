package draw

import (
	"fmt"
	"slices"

	"example.org/iri/compile/abnf"
	"example.org/iri/internal/unicodeclass"
)

// class is a rule whose strings are single characters.
type class struct {
	name  string
	chars unicodeclass.Set
}

// classes returns the classes that a rule needs, ordered by distance, and the core rules of characters that are hard to
// recognize.
func classes(g *abnf.Grammar, rule string) []class {
	const most = 256 // limit
	finder := classFinder{grammar: g, known: make(map[*abnf.Rule]unicodeclass.Set)}
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

// worthwhile reports whether a name for a set is clearer than its list.
func worthwhile(set unicodeclass.Set) bool {
	const few = 2
	for r := range set.Ranges() {
		if !printable(r.Lo) || r.Lo == '"' {
			return true
		}
	}
	return set.Len() > few
}

// classFinder computes the sets of classes. The set of other rules is empty.
type classFinder struct {
	grammar *abnf.Grammar
	known   map[*abnf.Rule]unicodeclass.Set
}

func (f *classFinder) rule(r *abnf.Rule) unicodeclass.Set {
	set, known := f.known[r]
	if !known {
		f.known[r] = unicodeclass.Set{} // a recursive rule is not a class
		set, _ = f.node(r.Body)
		f.known[r] = set
	}
	return set
}

// node returns the characters that a node matches, or false if it may match other strings.
func (f *classFinder) node(n abnf.Node) (unicodeclass.Set, bool) {
	switch n := n.(type) {
	case *abnf.Alternation:
		var all unicodeclass.Set
		for _, alt := range n.Alts {
			set, single := f.node(alt)
			if !single {
				return unicodeclass.Set{}, false
			}
			all = all.Union(set)
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
		if last := len(n.Values) - 1; n.Range || last == 0 {
			return unicodeclass.New(unicodeclass.Range{Lo: rune(n.Values[0]), Hi: rune(n.Values[last])}), true
		}
	case *abnf.RuleRef:
		set := f.rule(f.grammar.Target(n))
		return set, set.Len() > 0
	}
	return unicodeclass.Set{}, false
}

// letter returns the characters that match a character of a quoted string.
func letter(c byte, caseSensitive bool) unicodeclass.Set {
	ranges := []unicodeclass.Range{{Lo: rune(c), Hi: rune(c)}}
	if other := rune(c ^ 0x20); !caseSensitive && 'a' <= c|0x20 && c|0x20 <= 'z' {
		ranges = append(ranges, unicodeclass.Range{Lo: other, Hi: other})
	}
	return unicodeclass.New(ranges...)
}

// label names a set by classes, and then by characters and ranges. It is exact. Classes are chosen greedily, by the
// number of remaining characters that they cover.
func label(set unicodeclass.Set, classes []class, encoding abnf.Encoding) []string {
	classes = slices.DeleteFunc(slices.Clone(classes), func(c class) bool { return c.chars.Minus(set).Len() > 0 })
	taken, rest := cover(set, classes)
	var list []string
	for _, c := range taken {
		list = append(list, c.name)
	}
	for _, r := range listed(rest) {
		list = append(list, characters(r, encoding))
	}
	return list
}

// cover chooses classes, preferring those with fewer characters if they cover the same number. It skips classes that
// are not shorter than the list of their characters. It also returns the uncovered characters.
func cover(set unicodeclass.Set, classes []class) (taken []class, rest unicodeclass.Set) {
	for {
		best, most := -1, 0
		for i, c := range classes {
			left := set.Minus(c.chars)
			covered := set.Minus(left)
			n := covered.Len()
			if !worthwhile(covered) || effort(left) >= effort(set) {
				continue
			}
			if best < 0 || n > most || n == most && c.chars.Len() < classes[best].chars.Len() {
				best, most = i, n
			}
		}
		if best < 0 {
			return taken, set
		}
		taken = append(taken, classes[best])
		set = set.Minus(classes[best].chars)
	}
}

// effort estimates the effort to read a list of characters: one for each word, and more for numbers and for ranges
// between characters of different kinds.
func effort(set unicodeclass.Set) int {
	const guess = 3 // for guessing the range between such ends
	n := 0
	for r := range set.Ranges() {
		n += len(listed(unicodeclass.New(r)))
		for _, c := range []rune{r.Lo, r.Hi} {
			if !printable(c) {
				n++
			}
		}
		if kind(r.Lo) != kind(r.Hi) {
			n += guess
		}
	}
	return n
}

// kind distinguishes ASCII digits, upper-case letters, lower-case letters, and others.
func kind(c rune) int {
	kinds := []unicodeclass.Range{{Lo: '0', Hi: '9'}, {Lo: 'A', Hi: 'Z'}, {Lo: 'a', Hi: 'z'}}
	return slices.IndexFunc(kinds, func(r unicodeclass.Range) bool { return r.Lo <= c && c <= r.Hi })
}

// listed splits a set into characters and ranges. Ranges have at least three characters, or four if they are
// punctuation, whose order is not well known.
func listed(set unicodeclass.Set) (list []unicodeclass.Range) {
	for r := range set.Ranges() {
		few := rune(2)
		if printable(r.Lo) && printable(r.Hi) && kind(r.Lo) < 0 && kind(r.Hi) < 0 {
			few = 3
		}
		if r.Hi-r.Lo >= few {
			list = append(list, r)
			continue
		}
		for c := r.Lo; c <= r.Hi; c++ {
			list = append(list, unicodeclass.Range{Lo: c, Hi: c})
		}
	}
	return list
}

func characters(r unicodeclass.Range, encoding abnf.Encoding) string {
	if r.Lo == r.Hi {
		return character(r.Lo, encoding)
	}
	return character(r.Lo, encoding) + "-" + character(r.Hi, encoding)
}

func printable(c rune) bool { return ' ' < c && c < 0x7F }

// character returns a printable ASCII character as '0', and others as U+00A0 or, for octets, 0xA0.
func character(c rune, encoding abnf.Encoding) string {
	switch {
	case printable(c):
		return "'" + string(c) + "'"
	case encoding == abnf.Octets:
		return fmt.Sprintf("0x%02X", c)
	}
	return fmt.Sprintf("U+%04X", c)
}
