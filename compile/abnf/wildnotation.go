package abnf

import (
	"bytes"
	"regexp"
)

// notation is another notation that a rule is written in. Such a definition gives way to others.
type notation uint8

const (
	abnfNotation  notation = iota
	barNotation            // "|" separates alternatives
	colonNotation          // "::=" defines the rule
	asideNotation          // so it does in a page of "="
)

// notations reports what a page borrows from other notations.
type notations struct {
	assigns bool     // ":=" defines rules: no fewer lines do so than by "=". Fewer are assignments of some program
	colons  notation // of rules with "::="
	bars    bool     // "|" separates alternatives
	quotes  bool     // strings may be in single quotes
}

// notationsOf looks at the lines that define a rule, but for those such as name="value" without
// spaces, and at those right below them.
func notationsOf(s *source) (n notations) {
	signs := make(map[string]int)
	spaced := 0              // definitions by "=" with a space after it
	inRule, base := false, 0 // base is the indentation of the rule
	for _, l := range s.lines {
		text := s.in(l)
		if m := headSlip.FindStringSubmatch(text); m != nil {
			text = text[len(m[0]):]
			signs[m[2]]++
			inRule, base = text == "" || isBlank(text[0]), indent(s.in(l))
			if inRule && m[2] == "" {
				spaced++
			}
		} else {
			inRule = inRule && indent(text) > base
		}
		if inRule {
			n.look(text)
		}
	}
	n.assigns = signs[":"] >= signs[""]
	if n.colons = colonNotation; signs["::"] <= spaced {
		n.colons = asideNotation
	}
	return n
}

// borrowed matches strings, prose and comments, and "|" outside them, but "||" and "|=" as a whole.
var borrowed = regexp.MustCompile(`"[^"]*"|<[^<>]*>|;.*|'[^']*'|\|[|=]?`)

// look notes what is borrowed in a part of a rule.
func (n *notations) look(text string) {
	for _, token := range borrowed.FindAllString(text, -1) {
		n.bars = n.bars || token == "|"
		n.quotes = n.quotes || token[0] == '\''
	}
}

// isRow reports whether a line is a row of a table.
func isRow(line []byte) bool {
	line = bytes.TrimRight(line, " \t")
	return len(line) > 1 && line[0] == '|' && line[len(line)-1] == '|'
}

// endTag matches an end tag of HTML or XML, which is not prose.
var endTag = regexp.MustCompile(`^</[A-Za-z][\w:-]*[ \t]*>`)

// noteNotations notes which rules are written in another notation.
func (f *finder) noteNotations() {
	k := 0
	for _, s := range f.slips {
		for k+1 < len(f.rules) && f.rules[k+1].start <= s.start {
			k++
		}
		if s.notation != abnfNotation && k < len(f.rules) && f.rules[k].start <= s.start {
			f.rules[k].notation = s.notation
		}
	}
}

// hasEndTags reports whether what passes for prose is an end tag.
func (g *Grammar) hasEndTags() bool {
	for _, r := range g.rules {
		for n := range All(r.Body) {
			if prose, is := n.(*ProseVal); is && endTag.MatchString(prose.String()) {
				return true
			}
		}
	}
	return false
}
