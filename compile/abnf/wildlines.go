package abnf

import (
	"fmt"
	"regexp"
	"strings"
)

// findRules splits a text into its rules.
func findRules(s *source, library *Grammar) *finder {
	f := &finder{library: library}
	f.original, f.repairs = withoutMargin(s)
	f.notations = notationsOf(f.original)
	f.source, f.slips = plainText(f.original, library, f.notations)
	f.readNames()
	for i := range f.lines {
		f.line(i)
	}
	f.reportBlock()
	f.reportSlips()
	if n := len(f.rules); n > 0 {
		f.rules[0].start = 0 // comments above the first rule are read with it
		f.rules[n-1].end = len(f.text)
	}
	f.noteNotations()
	return f
}

// finder goes through a text line by line and takes each into a rule or leaves it out.
type finder struct {
	*source          // without slips
	original *source // but for the margin
	slips    []slip  // what was corrected in it
	notations

	library *Grammar
	names   map[string]int // how often the text defines a name, folded
	defs    [][]int        // where each line does

	rules []section
	runs  int      // of rules, see section
	base  int      // indentation of the first rule of the run
	last  lastRule // of rules
	gap   gap      // between it and the line

	lost    []section // what is left out and may be rules
	left    []extent  // what is left out
	block   block     // the lines of it that were not reported yet
	repairs []Repair
}

func (f *finder) line(i int) {
	l := f.lines[i]
	start := f.solid(l)
	if f.parts[l.start] {
		f.gap = exampleGap
	}
	switch text := f.text[start:l.end]; {
	case f.isFurniture(l):
		f.leaveOut(i, l.end)
		f.gap = max(f.gap, pageGap)
		return
	case text == "":
		f.blank(i)
		return
	case text[0] == ';':
		return
	case ruleStart.MatchString(text) || f.isName(i):
		f.checkIndent(start, l)
		f.begin(start, l)
		f.split(i, start)
		return
	}
	if belongs, how := f.goesOn(l, start); belongs {
		if how != "" {
			f.repair(start, fmt.Sprintf("goes on with rule %q %s", f.last.name, how))
		}
		f.split(i, start)
		return
	}
	if f.gap < leftOutGap && !f.inBlock(i) && f.lacksEquals(l, start) {
		f.left = append(f.left, l)
		f.lost = append(f.lost, section{start: start, end: l.end})
		f.gap = exampleGap
		return
	}
	f.gap = max(f.gap, leftOutGap)
	if f.isExample(l, start) {
		f.gap = exampleGap
	}
	at := f.ruleWithin(i)
	f.leaveOut(i, at)
	if at < l.end {
		f.beginWithin(at, l)
		f.split(i, at)
	}
}

// blank passes a blank line. One with a form feed ends the page, as other lines may have
// done before.
func (f *finder) blank(i int) {
	l := f.lines[i]
	switch breaks := strings.Contains(f.original.in(l), "\f"); {
	case breaks && f.inBlock(i):
		f.leaveOut(i, l.end)
		f.gap = max(f.gap, pageGap)
	case breaks:
		f.gap = max(f.gap, pageGap)
	default:
		f.gap = max(f.gap, blankGap)
		f.passBlank(i)
	}
}

// ruleStart matches what is meant as the beginning of a rule, also with a faulty
// name and in other notations, but not what is as likely to be prose.
var ruleStart = regexp.MustCompile(`^<?\w[\w-]*>?[ \t]*(?:=|:=|::=)`)

// foreignStart matches the beginning of a line that may define a rule without "=".
var foreignStart = regexp.MustCompile(`^[A-Za-z][\w-]*[ \t]*(<-|->|\|=|)`)

// lacksEquals reports whether a line, which is not below other text, is a rule but for the "=": what
// follows the name must be ABNF with known names, and more than names.
func (f *finder) lacksEquals(l extent, start int) bool {
	m := foreignStart.FindStringSubmatchIndex(f.text[start:l.end])
	if m == nil {
		return false
	}
	t := f.lexer(l).lex(start + m[1])
	return t.isABNF() && !t.isTitle() || f.text[start+m[2]:start+m[3]] == "<-"
}

// isName reports whether a line is the name of a rule whose "=" begins the next one.
func (f *finder) isName(i int) bool {
	if !isRuleName(f.withoutComment(i)) {
		return false
	}
	for i++; i < len(f.lines); i++ {
		if text := f.withoutComment(i); text != "" {
			return text[0] == '=' && !strings.HasPrefix(text, "==")
		}
	}
	return false
}

// withoutComment returns a line without what is after a semicolon, and white space.
func (f *finder) withoutComment(i int) string {
	text, _, _ := strings.Cut(f.in(f.lines[i]), ";")
	return strings.Trim(text, " \t")
}

// ruleWithin returns where a rule begins after other text: what follows must be ABNF
// with known names, and the only definition of the rule. It returns the end of the
// line if there is none.
func (f *finder) ruleWithin(i int) int {
	l := f.lines[i]
	x := f.lexer(l)
	for _, at := range f.defs[i] {
		t := x.lex(bodyOf(f.text, at, l.end))
		if t.isABNF() && !t.open && t.depth == 0 && f.names[fold(nameAt(f.text, at, l.end))] == 1 {
			return at
		}
	}
	return l.end
}

// solid returns where a line begins but for white space.
func (f *finder) solid(l extent) int { return wordEnd(f.text, l.start, l.end, isBlank) }

func (f *finder) lexer(l extent) *lexer {
	x := newLexer(f.text, l, f.known)
	if f.quotes {
		x.lastSingle = l.start + strings.LastIndexByte(f.in(l), '\'')
	}
	return x
}

// known reports whether a rule is defined in the text, the library or the core.
func (f *finder) known(name string) bool {
	return f.names[fold(name)] > 0 || f.library.Lookup(name) != nil
}

func (f *finder) repair(offset int, msg string) {
	f.repairs = append(f.repairs, Repair{Pos: f.pos(offset), Msg: msg})
}
