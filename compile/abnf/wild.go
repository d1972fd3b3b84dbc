package abnf

import (
	"cmp"
	"slices"
)

// ParseWild reads a grammar as [ParseFile] does, from a text as it is found: cut from a page,
// squeezed into a line, with prose around its rules. A repair is a place that is not read as it
// stands; repairs are in the order of their places. If ParseFile accepts the text, there are no
// repairs but those of prose. Known names are those of the rules of the text, of the core rules,
// and of library, which may be nil. Nothing of library is imported.
//
//   - Lines that are no part of a rule are left out. A line that stands right below a rule, and
//     deeper than the first line of the rule, belongs to the rule; a fault in it is an error. A
//     line that begins with "/" also belongs to the rule. So does a line of ABNF with known names
//     only, if the rule cannot end before it, if it stands right below, or if it is deeper and
//     stands behind a blank line or behind what is left out. A line of names alone may be a title
//     or a list. It belongs to the rule only if the rule cannot end before it, or if it is deeper
//     and stands behind a blank line.
//   - What stands before most rules at the beginning of their lines, such as "*", "//"
//     or ">", is left out before all lines.
//   - A rule may begin anywhere in a line. On a line with several rules a comment
//     ends before the next one, or before " / " if what follows is ABNF with known
//     names only.
//   - A repetition of at most 0 times of nothing is the empty text.
//   - Prose that consists of a known name, or begins as in <name, see RFC>, stands for that rule.
//     If a rule consists of prose that names the rule itself, library supplies the rule.
//   - Rules may be indented as they like, or be defined again in the same words.
//   - Unicode's spaces, byte order marks and form feeds are spaces outside strings.
//
// Names are never guessed. All else that is wrong is an error, and so is a text without a rule. The
// time is linear in the size of the text.
func ParseWild(name string, src []byte, library *Grammar) (*Grammar, []Repair, error) {
	if err := checkSize(name, src); err != nil {
		return nil, nil, err
	}
	if library == nil {
		library = Core()
	}
	var repairs []Repair
	g, err := ParseFile(name, src)
	if err != nil {
		g, repairs = readPage(newSource(name, string(src)), library)
	}
	if len(g.rules) == 0 {
		err = g.unreadErrors(name)
		g = nil
	} else {
		err = nil
		repairs = append(repairs, g.nameProse(library)...)
	}
	slices.SortStableFunc(repairs, func(a, b Repair) int { return cmp.Compare(a.Offset, b.Offset) })
	return g, repairs, err
}

// readPage reads the rules of a text that is more than a grammar.
func readPage(s *source, library *Grammar) (*Grammar, []Repair) {
	f := findRules(s, library)
	p := newParser(f.blanked())
	p.wild, p.known = true, f.known
	var list []*candidate
	for _, s := range f.rules {
		list = append(list, p.candidate(s))
	}
	c := chooser{grammar: p.grammar}
	c.choose(list)
	return c.grammar, append(f.repairs, c.repairs...)
}
