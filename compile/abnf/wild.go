package abnf

import (
	"cmp"
	"fmt"
	"slices"
)

// ParseWild parses a grammar that [ParseFile] refuses: one with common mistakes, or a whole page with
// prose and examples around the rules. It returns its repairs in the order of their places; nothing is
// left out without a repair. Check them: a repair is a guess. Known names are those of the rules of the
// text, of the core rules, and of library, which may be nil. Nothing of library is imported.
//
// A rule that cannot be read is left out. [Grammar.Verify] returns its errors for rules that need it. The
// error of ParseWild is that no rule can be read, or that the text is too large.
//
// If parts of the page are marked as ABNF, these are read. Marks are fences with "abnf" in Markdown, or
// elements such as <sourcecode type="abnf">, <pre class="abnf"> and <pre dfn-type="grammar">. A rule
// that neither these parts nor library have is taken from text without a mark if these parts need it, or
// if it is ABNF with defined names only, and not just one quoted string. In such text, name="value" without
// spaces is not a rule.
//
// Lines:
//
//   - Lines that are not part of a rule are left out.
//   - A line that stands right below a rule, and deeper than the first line of the rule, belongs to
//     the rule. Any other line belongs to the rule only if it is ABNF with known names, and one of these
//     holds: it begins with "/"; the rule cannot end before it; after a page break, it begins in a
//     column where a line of the rule or its body begins; after blank lines, it is deeper; right
//     below the rule, it is more than names. If the rule could end before the line, a repair reports it.
//   - No line after other text that looks like ABNF belongs to the rule: that text and the line may be an
//     example.
//   - If most rules have the same characters at the beginning of their lines, such as "*", "//"
//     or ">", these are left out of all lines.
//   - A rule may begin anywhere in a line. On a line with several rules a comment
//     ends before the next rule, or before " / " if what follows is ABNF with known
//     names only.
//   - Rules may be indented as they like; one that is indented unlike those above it is a repair.
//   - A name with ABNF after it but without "=", or with "<-" after it, is a rule that cannot be read,
//     unless it is below other text.
//   - An end tag such as </pre> is not prose, and ends the rule if the line begins with it.
//
// Rules that are defined more than once:
//
//   - Definitions in the same words, or in ones that plainly mean the same, are one.
//   - A definition with errors, without ABNF, or with names none of which is known gives way to
//     another one: FREQ=DAILY may be an example of the rule freq. So does name="value" without
//     spaces. A definition that has "|" or "::=" gives way to one that has neither, and one in the
//     middle of prose to one among at least three rules.
//   - In a page with no fewer "=" than "::=", what "::=" defines is an example if it has errors or
//     names that are not known, as ASN.1 has.
//   - All other repeated definitions are errors.
//
// After other text name="value" without spaces is no definition at all if the text has three rules
// that are written with spaces.
//
// Slips:
//
//   - Unicode's spaces, byte order marks and form feeds are spaces outside strings, curly quotes
//     are quotes, "_" in names is "-" if no other rule has that name, "::=" is "=", and so is ":="
//     if it defines at least as many rules as "=" does. Names of rules may stand in angle brackets.
//     Comments may hold bytes that are not UTF-8. "|" in a line of a rule is "/", except in rows of tables.
//   - 'text' is %s"text", as in SABNF.
//   - A repetition may have a space before its element, and elements need no space between them. Both
//     hold only if there is no other way to parse the line. A repeat of at most 0 times without an element,
//     such as 0, is the empty string.
//   - Lists such as 1#element are read as RFC 9110, section 5.6.1.1, defines them for senders if the
//     name OWS is known, or else by RFC 2616 if LWS is.
//   - Prose may go over lines. If it consists of a known name, or says that it is <text that
//     matches the rule NAME>, it stands for that rule. As <NAME, see RFC> it stands for a rule of
//     library. If a rule consists of prose that names the rule itself, library supplies the rule.
//
// Names are never guessed. The time is linear in the size of the text.
func ParseWild(name string, src []byte, library *Grammar) (*Grammar, []Repair, error) {
	if err := checkSize(name, src); err != nil {
		return nil, nil, err
	}
	if library == nil {
		library = Core()
	}
	var repairs []Repair
	g, err := ParseFile(name, src)
	if err != nil || g.hasEndTags() {
		g, repairs = readPage(newSource(name, string(src)), library)
	}
	if len(g.rules) == 0 {
		err = g.unreadErrors(name)
		g = nil
	} else {
		err = nil
		g.extendCore()
		repairs = append(repairs, g.nameProse(library)...)
	}
	slices.SortStableFunc(repairs, func(a, b Repair) int { return cmp.Compare(a.Offset, b.Offset) })
	return g, repairs, err
}

// readPage reads the rules of a text that is more than a grammar.
func readPage(s *source, library *Grammar) (*Grammar, []Repair) {
	marked, rest := markedText(s)
	if marked == nil {
		return readRules(s, library)
	}
	g, repairs := readRules(marked, library)
	taken := g.takeFrom(rest, library)
	left := fmt.Sprintf("%d other lines left out", len(s.lines)-len(marked.lines))
	if len(taken) > 0 {
		left = "other lines give rules that these lack"
	}
	note := fmt.Sprintf("only the %d parts marked as ABNF are read, %s", len(marked.parts), left)
	return g, slices.Concat([]Repair{{Pos: s.pos(0), Msg: note}}, repairs, taken)
}

// readRules reads the rules of a text in which nothing is marked.
func readRules(s *source, library *Grammar) (*Grammar, []Repair) {
	f := findRules(s, library)
	g := new(Grammar)
	c := chooser{grammar: g}
	c.choose(f.candidates(g))
	return g, slices.Concat(f.repairs, c.repairs)
}

// candidates reads all sections. Names have their meaning in g.
func (f *finder) candidates(g *Grammar) (list []*candidate) {
	p := newParser(f.blanked())
	p.wild, p.known, p.grammar = true, f.known, g
	for _, section := range f.rules {
		list = append(list, p.candidate(section))
	}
	p.source = f.source // with what is left out
	for _, section := range f.lost {
		list = append(list, p.candidate(section))
	}
	compare(list)
	return list
}
