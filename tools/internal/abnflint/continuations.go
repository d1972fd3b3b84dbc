package abnflint

import (
	"regexp"
	"strings"

	"example.org/iri/compile/abnf"
)

var definition = regexp.MustCompile(`^[ \t]*[A-Za-z][A-Za-z0-9-]*[ \t]*=`)

// checkContinuations reports lines that continue a rule after an empty line or a comment in the first column. By RFC
// 5234, section 4, continuation lines begin with white space, so other programs end the rule before these lines.
func (l *linter) checkContinuations() {
	own, ended := len(l.own) > 0, ""
	offset := 0
	for i, line := range strings.SplitAfter(string(l.input.Text), "\n") {
		text := strings.TrimRight(line, "\r\n")
		rest := strings.TrimLeft(text, " \t")
		switch {
		case definition.MatchString(text):
			ended = ""
		case text == "":
			ended = "an empty line"
		case text[0] == ';':
			ended = "a comment in the first column"
		case own && ended != "" && rest != "" && rest[0] != ';':
			pos := abnf.Pos{File: l.own[0].File, Offset: offset + len(text) - len(rest), Line: i + 1, Col: len(text) - len(rest) + 1}
			l.findings = append(l.findings, Finding{Code: blankLine, Pos: pos, Msg: "this line continues the rule, which " + ended + " ends by RFC 5234"})
			ended = ""
		}
		offset += len(line)
	}
}
