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

// classes lists the classes that a rule refers to, directly or not, those nearest to
// it first, and after them the core rules for characters that cannot be read.
func classes(g *abnf.Grammar, rule string) []class {
	const most = 256 // beyond that names would be hard to know anyway
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

// worthwhile reports whether a name for a set says more than to list it.
func worthwhile(set unicodeclass.Set) bool {
	const few = 2
	for r := range set.Ranges() {
		if !printable(r.Lo) || r.Lo == '"' {
			return true
		}
	}
	return set.Len() > few
}

// classFinder finds the characters of classes; rules that are none have the empty set.
type classFinder struct {
	grammar *abnf.Grammar
	known   map[*abnf.Rule]unicodeclass.Set
}

func (f *classFinder) rule(r *abnf.Rule) unicodeclass.Set {
	set, known := f.known[r]
	if !known {
		f.known[r] = unicodeclass.Set{} // a rule that refers to itself is not a class
		set, _ = f.node(r.Body)
		f.known[r] = set
	}
	return set
}

// node returns the characters that a node stands for; false if it may also stand for
// other strings.
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

// letter is a character of a quoted string.
func letter(c byte, caseSensitive bool) unicodeclass.Set {
	ranges := []unicodeclass.Range{{Lo: rune(c), Hi: rune(c)}}
	if other := rune(c ^ 0x20); !caseSensitive && 'a' <= c|0x20 && c|0x20 <= 'z' {
		ranges = append(ranges, unicodeclass.Range{Lo: other, Hi: other})
	}
	return unicodeclass.New(ranges...)
}

// label names a set in the words of the grammar: classes, then characters in an encoding, and
// ranges of them. What is listed is all of the set and nothing else. Classes are chosen one by one,
// always the one that covers most of what is left.
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

// cover chooses classes, of several that cover as much the one with the fewest characters. None of
// them takes more room than the characters that it stands for. It also returns what is in no class.
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

// effort is what it takes to read a list of characters: one for each word, more if
// a number is in it or if its ends are characters of different kinds.
func effort(set unicodeclass.Set) int {
	const guess = 3 // at what is between such ends
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

// kind distinguishes digits, upper-case and lower-case letters of ASCII, and others.
func kind(c rune) int {
	kinds := []unicodeclass.Range{{Lo: '0', Hi: '9'}, {Lo: 'A', Hi: 'Z'}, {Lo: 'a', Hi: 'z'}}
	return slices.IndexFunc(kinds, func(r unicodeclass.Range) bool { return r.Lo <= c && c <= r.Hi })
}

// listed splits a set into what is listed by itself: characters and, of neighbours, ranges of more
// than two, or of punctuation, whose order nobody knows, of more than three.
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

// characters prints a range, or one character.
func characters(r unicodeclass.Range, encoding abnf.Encoding) string {
	if r.Lo == r.Hi {
		return character(r.Lo, encoding)
	}
	return character(r.Lo, encoding) + "-" + character(r.Hi, encoding)
}

func printable(c rune) bool { return ' ' < c && c < 0x7F }

// character prints a character as '0', one that is not printable ASCII as U+00A0, or 0xA0 if it
// is an octet.
func character(c rune, encoding abnf.Encoding) string {
	switch {
	case printable(c):
		return "'" + string(c) + "'"
	case encoding == abnf.Octets:
		return fmt.Sprintf("0x%02X", c)
	}
	return fmt.Sprintf("U+%04X", c)
}
