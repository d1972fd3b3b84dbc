package wild

import (
	"fmt"
	"regexp"
)

// severalRules is the number of rules on a line from which on its comments have no end, because a whole grammar was
// joined to one line.
const severalRules = 2

// definedName matches a definition in a comment without an end.
var definedName = regexp.MustCompile(`([A-Za-z][A-Za-z0-9-]*)[ \t]*=`)

// readNames collects the names that the text defines.
func (f *finder) readNames() {
	f.names = make(map[string]bool)
	f.defs = make([][]int, len(f.lines))
	for i, l := range f.lines {
		rest := l.end // start of the first comment
		eachDefinition(f.text, l.start, l.end, func(at int) {
			f.defs[i] = append(f.defs[i], at)
			f.names[fold(nameAt(f.text, at, l.end))] = true
		}, func(at int) int {
			rest = at
			return l.end
		})
		if f.isEndless(i) {
			for _, m := range definedName.FindAllStringSubmatch(f.text[rest:l.end], -1) {
				f.names[fold(m[1])] = true
			}
		}
	}
}

// isEndless reports whether comments on a line have no end.
func (f *finder) isEndless(i int) bool { return len(f.defs[i]) >= severalRules }

func (f *finder) begin(at int, l extent) {
	if n := len(f.rules); n > 0 {
		f.rules[n-1].end = at
	}
	width := f.indent(l)
	if f.gap == otherGap || len(f.rules) == 0 {
		f.base = width
	}
	f.gap = noGap
	f.rules = append(f.rules, section{extent{start: at}})
	f.last = lastRule{name: nameAt(f.text, at, l.end), width: width, open: true}
}

// checkIndent reports a rule whose indentation differs from that of the previous rule and of the first rule after other
// text.
func (f *finder) checkIndent(at int, l extent) {
	width := f.indent(l)
	if len(f.rules) > 0 && f.gap < otherGap && width != f.base && width != f.last.width {
		f.repair(at, fmt.Sprintf("rule %q is indented by %d, rule %q by %d", nameAt(f.text, at, l.end), width, f.last.name, f.last.width))
	}
}

// split begins a section at each further rule of a line, and ends comments without an end.
func (f *finder) split(i, from int) {
	l, x := f.lines[i], f.lexer(f.lines[i])
	eachDefinition(f.text, from, l.end, func(at int) {
		if at > from {
			f.begin(at, l)
			f.repair(at, fmt.Sprintf("rule %q begins within a line", f.last.name))
		}
	}, func(at int) int {
		if f.isEndless(i) {
			return f.endComment(x, at)
		}
		return l.end
	})
	f.follow(x, max(from, f.rules[len(f.rules)-1].start))
	f.last.unsure = f.last.unsure || f.isEndless(i)
	f.gap = noGap
}

var definedAs = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9-]*[ \t]*(?:=/?|\|=)`)

// follow updates last with the tokens of a line, from an offset on.
func (f *finder) follow(x *lexer, from int) {
	if from == f.rules[len(f.rules)-1].start {
		from += len(definedAs.FindString(f.text[from:x.end]))
	}
	t := x.lex(from)
	f.last.unsure = f.last.unsure || !t.ok
	f.last.depth += t.depth
	if t.names+t.others > 0 {
		f.last.open = t.open
	}
}

// endComment returns the end of a comment on a line with several rules, and leaves out the comment if the line
// continues.
func (f *finder) endComment(x *lexer, start int) int {
	end := f.commentEnd(x, start)
	if end < x.end {
		f.repair(end, fmt.Sprintf("the comment %s ends here", excerpt(f.text[start:end])))
		f.left = append(f.left, extent{start, end})
	}
	return end
}

// commentEnd searches for the next rule, or for " / " followed by ABNF with known names up to the next comment or rule.
// It ignores quoted text.
func (f *finder) commentEnd(x *lexer, start int) int {
	quoted := false
	failed := start // ABNF does not follow slashes before this offset
	for i := start + 1; i < x.end; i++ {
		switch c := f.text[i]; {
		case c == '"':
			quoted = !quoted && f.opens(i, x.end)
		case quoted:
		case c == '/' && i >= failed && isBlank(f.text[i-1]) && i+1 < x.end && isBlank(f.text[i+1]):
			t := x.lex(i)
			if t.isABNF() && !t.open {
				return i
			}
			failed = t.end
			if t.ok && t.unknown > 0 {
				failed = t.unknown
			}
		case isWordByte(c):
			if definesAt(f.text, i, x.end) {
				return i
			}
			i = wordEnd(f.text, i, x.end, isWordByte) - 1
		}
	}
	return x.end
}

// opens reports whether a quotation mark in a comment opens a quotation, unlike the one in 5" or a single one.
func (f *finder) opens(at, to int) bool {
	return at+1 < to && !isBlank(f.text[at+1]) && !isNameByte(f.text[at-1])
}

func nameAt(text string, at, to int) string { return text[at:wordEnd(text, at, to, isNameByte)] }
