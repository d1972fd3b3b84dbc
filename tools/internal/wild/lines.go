package wild

import (
	"fmt"
	"regexp"
	"strings"

	"example.org/iri/compile/abnf"
)

// section is the text of one rule. It ends where the next one begins.
type section struct{ extent }

// gap is what lies between a rule and a line that may continue it.
type gap int

const (
	noGap gap = iota
	blankGap
	otherGap // text that was left out, or the break between two pages
)

// lastRule describes a rule that may continue.
type lastRule struct {
	name   string
	width  int  // of the white space before its first line
	depth  int  // brackets that are open
	open   bool // something must follow its last token
	unsure bool // it has text that is not ABNF: depth and open mean nothing
}

// unfinished reports whether the rule cannot end here.
func (r *lastRule) unfinished() bool { return !r.unsure && (r.open || r.depth > 0) }

// finder goes through a text line by line and takes each into a rule or leaves it out.
type finder struct {
	*source          // without slips
	original *source // but for the margin
	slips    []slip  // what was corrected in it

	library *abnf.Grammar
	names   map[string]bool // that the text defines, folded
	defs    [][]int         // where each line does

	rules []section
	base  int      // indentation of the first rule after other text
	last  lastRule // of rules
	gap   gap      // between it and the line

	lost    []section // rules without "="
	left    []extent  // what is left out
	block   block     // the lines of it that were not reported yet
	repairs []Repair
}

// findRules splits a text into its rules.
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

// ruleStart matches the beginning of a rule, also with a faulty name and in other notations.
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
			f.repair(start, fmt.Sprintf("goes on with rule %q %s", f.last.name, how))
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

// goesOn reports whether a line that begins no rule belongs to the last one, and how if that is a
// repair. start is where the line begins but for white space.
//
// A line right below the rule and deeper belongs to it. Any other line must be ABNF with known names,
// and begin with "/", or follow a rule that cannot end before it.
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

// pageFooter and pageHeader match the lines around the page breaks of RFCs and drafts.
var (
	pageFooter = regexp.MustCompile(`^\S.*\[Page [0-9ivx]+\][ \t]*$`)
	pageHeader = regexp.MustCompile(`^(?:RFC [0-9]+|Internet-Draft|INTERNET-DRAFT)[ \t].*[ \t][0-9]{4}[ \t]*$`)
)

// isFurniture reports whether a line stands between two pages.
func isFurniture(line string) bool {
	return pageFooter.MatchString(line) || pageHeader.MatchString(line)
}

// foreignStart matches the beginning of a line that may define a rule without "=".
var foreignStart = regexp.MustCompile(`^[A-Za-z][\w-]*[ \t]*(<-|->|\|=|)`)

// lacksEquals reports whether a line is a rule but for the "=": after the name must be ABNF with
// known names, and more than names.
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

// known reports whether a rule is defined in the text, the library or the core.
func (f *finder) known(name string) bool {
	return f.names[fold(name)] || f.library.Lookup(name) != nil
}

// listSpaces returns OWS or LWS, the one that the text defines or, if it defines neither, the library; or "".
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

// indent returns the width of the white space that a line begins with. Tab stops are eight columns
// apart.
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
