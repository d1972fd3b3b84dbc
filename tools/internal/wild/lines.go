package wild

import (
	"fmt"
	"regexp"
	"strings"

	"example.org/iri/compile/abnf"
)

// section is the text of one rule, up to the next rule.
type section struct{ extent }

// gap separates a rule and a line that may continue it.
type gap int

const (
	noGap gap = iota
	blankGap
	otherGap // text that was left out, or a page break
)

// lastRule is the state of the last rule, which may continue.
type lastRule struct {
	name   string
	width  int  // of its indentation
	depth  int  // number of open brackets
	open   bool // its last token requires another
	unsure bool // it has text that is not ABNF, so that depth and open are meaningless
}

// unfinished reports whether the rule must continue.
func (r *lastRule) unfinished() bool { return !r.unsure && (r.open || r.depth > 0) }

// finder splits a text into rules, line by line. A line begins a rule, continues the last one (goesOn), or is left out.
type finder struct {
	*source          // with corrected slips
	original *source // before the correction
	slips    []slip  // corrections

	library *abnf.Grammar
	names   map[string]bool // defined in the text, folded
	defs    [][]int         // offsets of definitions in each line

	rules []section
	base  int      // indentation of the first rule after other text
	last  lastRule // in rules
	gap   gap      // between last and the current line

	lost    []section // rules without "="
	left    []extent  // text that is left out
	block   block     // unreported lines of it
	repairs []Repair
}

func findRules(s *source, library *abnf.Grammar) *finder {
	f := &finder{library: library}
	f.original, f.repairs = withoutMargin(s)
	f.source, f.slips = plainText(f.original, library)
	f.readNames()
	for i := range f.lines {
		f.line(i)
	}
	f.reportBlock()
	f.reportSlips()
	if n := len(f.rules); n > 0 {
		f.rules[n-1].end = len(f.text)
	}
	return f
}

// ruleStart matches the beginning of a rule, even with an invalid name or in another notation.
var ruleStart = regexp.MustCompile(`^<?\w[\w-]*>?[ \t]*(?:=|:=|::=)`)

func (f *finder) line(i int) {
	l := f.lines[i]
	start := wordEnd(f.text, l.start, l.end, isBlank)
	if f.parts[l.start] {
		f.gap = otherGap
	}
	switch text := f.text[start:l.end]; {
	case isFurniture(f.original.in(l)), text == "" && f.inBlock(i) && strings.Contains(f.original.in(l), "\f"):
		f.leaveOut(i)
		return
	case text == "":
		f.gap = max(f.gap, blankGap)
		f.passBlank(i)
		return
	case text[0] == ';' && (len(f.rules) > 0 || commentFault(text) < 0):
		return
	case ruleStart.MatchString(text):
		f.checkIndent(start, l)
		f.begin(start, l)
		f.split(i, start)
		return
	}
	belongs, how := f.goesOn(l, start)
	switch {
	case belongs:
		if how != "" {
			f.repair(start, fmt.Sprintf("continues rule %q %s", f.last.name, how))
		}
		f.split(i, start)
	case f.gap < otherGap && !f.inBlock(i) && f.lacksEquals(l, start):
		f.left = append(f.left, l)
		f.lost = append(f.lost, section{extent{start, l.end}})
		f.gap = otherGap
	default:
		f.leaveOut(i)
	}
}

// goesOn reports whether a line, whose text begins at start, continues the last rule, and how if that is a repair.
//
// A deeper line directly below the rule belongs to it. Any other line must be ABNF with known names, and either begin
// with "/" or follow a rule that must continue.
func (f *finder) goesOn(l extent, start int) (belongs bool, how string) {
	if len(f.rules) == 0 || strings.HasPrefix(f.text[start:], "</") {
		return false, ""
	}
	x := f.lexer(l)
	t := x.lex(start)
	deeper := f.indent(l) > f.last.width
	sure := t.isABNF() && (f.last.unfinished() || f.text[start] == '/' && t.names+t.others > 1)
	switch {
	case f.gap == otherGap:
		return sure, "after what is left out"
	case deeper && (f.gap == noGap || sure):
		return true, ""
	case deeper:
		return t.isABNF() && t.others > 0, "after a blank line"
	case f.gap == blankGap:
		return sure, "after a blank line, without being indented"
	}
	isNext := strings.HasPrefix(f.text[start:], "/ ") && t.ok && t.names+t.others > 1 // also with unknown names
	return sure || isNext || t.isABNF() && t.others > 0, "without being indented"
}

var (
	pageFooter = regexp.MustCompile(`^\S.*\[Page [0-9ivx]+\][ \t]*$`)
	pageHeader = regexp.MustCompile(`^(?:RFC [0-9]+|Internet-Draft|INTERNET-DRAFT)[ \t].*[ \t][0-9]{4}[ \t]*$`)
)

func isFurniture(line string) bool {
	return pageFooter.MatchString(line) || pageHeader.MatchString(line)
}

// foreignStart matches the beginning of a line that may define a rule without "=".
var foreignStart = regexp.MustCompile(`^[A-Za-z][\w-]*[ \t]*(<-|->|\|=|)`)

// lacksEquals reports whether a line is a rule without "=": its name is followed by ABNF with known names, and not only
// names.
func (f *finder) lacksEquals(l extent, start int) bool {
	m := foreignStart.FindStringSubmatchIndex(f.text[start:l.end])
	if m == nil {
		return false
	}
	x := f.lexer(l)
	t := x.lex(start + m[1])
	return t.isABNF() && t.others > 0 || f.text[start+m[2]:start+m[3]] == "<-"
}

func (f *finder) lexer(l extent) *lexer { return &lexer{l, f.text, f.known} }

// known reports whether a rule is defined in the text, the library or the core rules.
func (f *finder) known(name string) bool {
	return f.names[fold(name)] || f.library.Lookup(name) != nil
}

// listSpaces returns OWS or LWS, whichever is defined in the text or else in the library, or "".
func (f *finder) listSpaces() string {
	for _, known := range []func(string) bool{func(name string) bool { return f.names[fold(name)] }, f.known} {
		for _, name := range []string{"OWS", "LWS"} {
			if known(name) {
				return name
			}
		}
	}
	return ""
}

// indent returns the width of the white space at the start of a line, with tab stops every eight columns.
func (f *finder) indent(l extent) (n int) {
	for _, r := range f.original.in(l) {
		switch {
		case isZeroWidth(r):
		case r == '\t':
			n += 8 - n%8
		case r == ' ' || isOddSpace(r):
			n++
		default:
			return n
		}
	}
	return n
}

func (f *finder) repair(offset int, msg string) {
	f.repairs = append(f.repairs, Repair{Pos: f.pos(offset), Msg: msg})
}
