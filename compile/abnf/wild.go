package abnf

import (
	"cmp"
	"slices"
)

// ParseWild reads a grammar as [ParseFile] does, from a text as it is found: cut
// from a page, squeezed into a line, with prose around its rules. What is not read
// as it stands there is a repair; repairs are in the order of their places, and
// there are none, but for those of prose, if ParseFile accepts the text. library
// may be nil; the names of its rules, like those of the text and the core rules, are
// known names. Nothing of it is imported.
//
//   - Lines that are no part of a rule are left out. A line right below a rule and
//     deeper than its first one belongs to it: a fault in it is an error. So does a
//     line that begins with "/", or one of ABNF with known names only if the rule
//     cannot end before it, or if it stands right below, or deeper behind a blank line
//     or behind what is left out. Names alone, which may be a title or a list, belong
//     to a rule only if that cannot end, or deeper behind a blank line.
//   - What stands before most rules at the beginning of their lines, such as "*", "//"
//     or ">", is left out before all lines.
//   - A rule may begin anywhere in a line. On a line with several rules a comment
//     ends before the next one, or before " / " if what follows is ABNF with known
//     names only.
//   - A repetition of at most 0 times of nothing is the empty text.
//   - Prose that consists of a known name, or begins as in <name, see RFC>, stands for
//     that rule. A rule that says so of itself is left to the library.
//   - Rules may be indented as they like, or be defined again in the same words.
//   - Unicode's spaces, byte order marks and form feeds are spaces outside strings.
//
// Names are never guessed, and all else that is wrong is an error. So is a text
// without a rule. The time is linear in the size of the text.
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
		text, rules, left := findRules(newSource(name, string(src)), library)
		p := newParser(text)
		p.wild = true
		g, err = p.parse(rules, baseOf(rules))
		repairs = append(left, p.repairs...)
	}
	if err == nil && len(g.rules) == 0 {
		g, err = nil, ErrorList{{Pos: Pos{name, 0, 1, 1}, Msg: "no rule found"}}
	}
	if err == nil {
		repairs = append(repairs, g.nameProse(library)...)
	}
	slices.SortStableFunc(repairs, func(a, b Repair) int { return cmp.Compare(a.Offset, b.Offset) })
	return g, repairs, err
}

// baseOf returns the indentation of the first rule.
func baseOf(rules []section) int {
	if len(rules) == 0 {
		return 0
	}
	return rules[0].indent
}
