package abnf

import "regexp"

// gap is what lies between a rule and a line that may go on with it, the wider the
// less likely.
type gap int

const (
	noGap gap = iota
	blankGap
	pageGap    // the break between two pages, which stands in the middle of rules
	leftOutGap // other text: the rule has ended unless it cannot end there, or "/" follows
	exampleGap // other text that looks like ABNF: what follows goes on with that
)

// lastRule is what is known of a rule that may go on.
type lastRule struct {
	name    string
	width   int          // of the white space before its first line
	columns map[int]bool // where its body and its further lines begin
	defined bool         // "=" was seen
	empty   bool         // and nothing after it
	depth   int          // brackets that are open
	open    bool         // something must follow what it has
	unsure  bool         // something in it is not ABNF: depth and open mean nothing
}

// unfinished reports whether the rule cannot end where it does.
func (r *lastRule) unfinished() bool { return !r.unsure && (r.open || r.depth > 0) }

// goesOn reports whether a line that begins no rule belongs to the last one, and how
// if that is a repair. start is where the line begins but for white space.
//
// What stands right below the rule and deeper is taken as it is. All else must be ABNF with
// known names. After text that was left out it may be an example, however much like ABNF it
// looks: it belongs to the rule only if it begins with "/" or the rule cannot end before it.
func (f *finder) goesOn(l extent, start int) (belongs bool, how string) {
	if len(f.rules) == 0 || endTag.MatchString(f.text[start:l.end]) {
		return false, ""
	}
	t := f.lexer(l).lex(start)
	width := f.indent(l)
	deeper := width > f.last.width
	defines := !f.last.defined && f.text[start] == '='
	sure := defines || f.isAlternative(&t, l, start) || t.isABNF() && f.last.unfinished()
	switch {
	case f.gap == exampleGap:
		return false, ""
	case f.gap == leftOutGap:
		return sure && !f.last.empty, "after what is left out"
	case f.gap == pageGap:
		return sure || deeper && t.isABNF() && f.last.columns[width], "after a page break"
	case deeper && f.gap == blankGap && !sure: // as RFC 5234 has it, but it may be a title or an example
		return t.isABNF() && !(t.isTitle() && t.vague), "after a blank line"
	case deeper:
		return true, ""
	case f.gap == blankGap:
		return sure, "after a blank line, without being indented"
	}
	return sure || t.isABNF() && !t.isTitle(), "without being indented"
}

// isAlternative reports whether a line, of which t was read, begins with a slash as
// rules have it. Far from the rule the rest must be ABNF, too; after other text there must be
// a rest.
func (f *finder) isAlternative(t *tokens, l extent, start int) bool {
	switch alone := start+1 == l.end || isBlank(f.text[start+1]); {
	case f.text[start] != '/':
		return false
	case f.gap == leftOutGap:
		return t.isABNF() && t.names+t.others > 1
	default:
		return t.isABNF() || alone && (t.ok || f.gap < pageGap)
	}
}

// isExample reports whether a line is nothing but ABNF with known names, and perhaps "=".
func (f *finder) isExample(l extent, start int) bool {
	x := f.lexer(l)
	for at := start; ; {
		t := x.lex(at)
		switch {
		case t.unknown > 0:
			return false
		case t.end == l.end || f.text[t.end] == ';':
			return true
		case t.end > at && f.text[t.end] == '=':
			at = t.end + 1
		default:
			return false
		}
	}
}

// pageFooter and pageHeader match the lines around the page breaks of RFCs and drafts.
var (
	pageFooter = regexp.MustCompile(`^\S.*\[Page [0-9ivx]+\][ \t]*$`)
	pageHeader = regexp.MustCompile(`^(?:RFC [0-9]+|Internet-Draft|INTERNET-DRAFT)[ \t].*[ \t][0-9]{4}[ \t]*$`)
)

// isFurniture reports whether a line stands between two pages.
func (f *finder) isFurniture(l extent) bool {
	text := f.original.in(l)
	return pageFooter.MatchString(text) || pageHeader.MatchString(text)
}
