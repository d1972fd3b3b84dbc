package abnflint

import (
	"regexp"
	"unicode/utf8"

	"example.org/iri/compile/abnf"
)

func (l *linter) checkSurrogates() {
	for n := range abnf.All(l.rule.Body) {
		v, ok := n.(*abnf.NumVal)
		if !ok {
			continue
		}
		first, last := isSurrogate(v.Values[0]), isSurrogate(v.Values[len(v.Values)-1])
		switch {
		case !v.Range:
			l.sequence(v)
		case first && last:
			l.report(surrogate, v.Pos, nil, "%v matches nothing: it is a range of surrogates, which UTF-8 does not have", v)
		case first:
			l.report(surrogate, v.Pos, nil, "%v begins at %%xE000: the values before it are surrogates, which UTF-8 does not have", v)
		case last:
			l.report(surrogate, v.Pos, nil, "%v ends at %%xD7FF: the values after it are surrogates, which UTF-8 does not have", v)
		}
	}
}

// escape matches escapes of C.
var escape = regexp.MustCompile(`\\(?:[nrt]|x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4})`)

// checkEscapes reports escapes of C, unless the rule also contains "\\\\", as for escaped newlines in RFC 5545.
func (l *linter) checkEscapes() {
	var found []*abnf.CharVal
	for n := range abnf.All(l.rule.Body) {
		s, ok := n.(*abnf.CharVal)
		switch {
		case ok && s.Text == `\\`:
			return
		case ok && escape.MatchString(s.Text):
			found = append(found, s)
		}
	}
	for _, s := range found {
		l.report(escapeOfC, s.Pos, nil, "%s has a backslash in it: ABNF has no escapes, a character is written %%x0A", shorten(s))
	}
}

func (l *linter) sequence(n *abnf.NumVal) {
	for _, v := range n.Values {
		if isSurrogate(v) {
			l.report(surrogate, n.Pos, nil, "%v matches nothing: %%x%X is a surrogate, which UTF-8 does not have", n, v)
			return
		}
	}
}

const (
	firstSurrogate = 0xD800
	lastSurrogate  = 0xDFFF
)

func isSurrogate(v uint32) bool { return !utf8.ValidRune(rune(v)) }
