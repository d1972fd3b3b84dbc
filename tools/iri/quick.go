package main

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"example.org/iri/dfa"
	"example.org/iri/dfa/table"
	"example.org/iri/fix"
	"example.org/iri/internal/inet"
	"example.org/iri/internal/uri"
	"example.org/iri/internal/uri/percent"
	"example.org/iri/internal/uri/scan"
)

// A quickFixer makes the repairs of most lines as [fix.Fixer] does, but allocates nothing and notes no changes:
// characters that are percent-encoded after an authority, backslashes after a host, and a scheme before it.
type quickFixer struct {
	language *uri.Language
	scheme   string    // with its colon and two slashes; "" if none is added
	host     dfa.State // after these
	last     dfa.State // where the automaton stops, if there is no repair
	end      int
}

// A quickResult is what a quickFixer has found.
type quickResult uint8

const (
	unknown quickResult = iota // fix.Fixer decides
	fixed
	stuck // there is no repair, and the error is that of the string itself
)

// newQuickFixer returns the quickFixer for f, nil if there is none: it does not make what has only some kinds of
// changes, nor relative references.
func newQuickFixer(f fix.Fixer, l *uri.Language) *quickFixer {
	if f.Allow != 0 || f.Relative || f.ASCII {
		return nil
	}
	q := &quickFixer{language: l}
	if f.Scheme != "" && !strings.Contains(f.Scheme, ".") { // else it might be taken for a host
		q.scheme = f.Scheme + "://"
		q.host = dfa.Run(l.Automaton, l.Start, q.scheme)
	}
	return q
}

// append appends the repair of a string that is not valid, if it has found one.
func (q *quickFixer) append(dst, text []byte) ([]byte, quickResult) {
	inside := within(text)
	if len(inside) < 2 || !isAlphanumeric(inside[0]) || mayEndInSpace(inside) {
		return dst, unknown // something else may stand around it
	}
	dst, result := q.appendInside(dst, inside)
	if result == stuck && len(inside) < len(text) {
		result = unknown
	}
	return dst, result
}

// within returns the string without the spaces, quotation marks or angle brackets around it.
func within(text []byte) []byte {
	text = bytes.Trim(text, " ")
	if n := len(text); n > 2 && (text[0] == '"' && text[n-1] == '"' || text[0] == '<' && text[n-1] == '>') {
		return bytes.Trim(text[1:n-1], " ")
	}
	return text
}

// appendInside is append for a string with nothing around it. It may be valid.
func (q *quickFixer) appendInside(dst, text []byte) ([]byte, quickResult) {
	state, n, valid := scan.Last(q.language, text)
	if valid && text[1] != ':' { // else it is a path of Windows
		return append(dst, text...), fixed
	}
	colon := bytes.IndexByte(text[:n], ':')
	switch {
	case colon < 0 && q.scheme != "" && beginsWithName(text):
		return q.repair(append(dst, q.scheme...), text, q.host)
	case colon < 0 && n > 0 && q.isStuckInScheme(text, n):
		return dst, q.stuckAt(state, n)
	case colon < 2 || colon+1 == len(text) || text[colon+1] != '/': // a path of Windows, or one without a slash
		return dst, unknown
	}
	around, inPctEncoded := q.language.Context(state).InPctEncoded()
	switch around {
	case uri.ContextPath, uri.ContextQuery, uri.ContextFragment:
		if inPctEncoded { // not all of it, so it is a percent sign
			n = bytes.LastIndexByte(text[:n], '%')
			state = dfa.Run(q.language.Automaton, q.language.Start, text[:n])
		}
		return q.repair(append(dst, text[:n]...), text[n:], state)
	case uri.ContextAuthority, uri.ContextUserinfo, uri.ContextHost, uri.ContextClosed, uri.ContextPort:
		switch {
		case n == len(text) || text[n] >= utf8.RuneSelf || hasBreak(text):
		case text[n] == '\\':
			return q.repair(append(dst, text[:n]...), text[n:], state)
		default:
			return dst, q.stuckAt(state, n)
		}
	}
	return dst, unknown
}

func (q *quickFixer) stuckAt(state dfa.State, n int) quickResult {
	q.last, q.end = state, n
	return stuck
}

// isStuckInScheme reports whether a string has a character of ASCII at an offset that ends what looks like a scheme,
// and the rest is not a host that a scheme might be added to.
func (q *quickFixer) isStuckInScheme(text []byte, n int) bool {
	if n == len(text) || text[n] >= utf8.RuneSelf || bytes.IndexByte([]byte(`/\?#;`), text[n]) >= 0 {
		return false // it might be a missing colon, or the end of a host
	}
	return bytes.IndexByte(hostOf(text), '.') < 0 && bytes.IndexByte(text, '@') < 0 && !hasBreak(text)
}

// repair appends the repair of what follows a state.
func (q *quickFixer) repair(dst, text []byte, state dfa.State) ([]byte, quickResult) {
	a := q.language.Automaton
	for len(text) > 0 {
		run := text
		if i := bytes.IndexByte(text, '%'); i >= 0 {
			run = text[:i]
		}
		next, n := table.Last(a, state, run)
		dst, state, text = append(dst, text[:n]...), next, text[n:]
		if len(text) == 0 {
			break
		}
		c := text[0]
		if c == '%' && len(text) >= percent.Size {
			if next := dfa.Run(a, state, text[:percent.Size]); next != dfa.Dead {
				dst, state, text = append(dst, text[:percent.Size]...), next, text[percent.Size:]
				continue
			}
		}
		context := q.language.Context(state)
		begin := len(dst)
		switch context {
		case uri.ContextPath, uri.ContextQuery, uri.ContextFragment:
			if c >= utf8.RuneSelf || isBreak(c) {
				return dst, unknown
			}
			if c == '\\' && context == uri.ContextPath {
				dst = append(dst, '/')
			} else {
				dst = percent.Append(dst, c)
			}
		default:
			if c != '\\' {
				return dst, unknown
			}
			dst = append(dst, '/')
		}
		if state = dfa.Run(a, state, dst[begin:]); state == dfa.Dead {
			return dst, unknown
		}
		text = text[1:]
	}
	if !a.Accepts(state) {
		return dst, unknown
	}
	return dst, fixed
}

// beginsWithName reports whether a string begins with a name that has a dot, and nothing but a path, a query or a
// fragment follows.
func beginsWithName(text []byte) bool {
	host := hostOf(text)
	return bytes.IndexByte(host, '.') >= 0 && (len(host) == len(text) || text[len(host)] != '\\') && inet.IsPlainName(host)
}

// hostOf returns what a string begins with up to a slash, a backslash, a question mark or a number sign.
func hostOf(text []byte) []byte {
	for i, b := range text {
		if b == '/' || b == '\\' || b == '?' || b == '#' {
			return text[:i]
		}
	}
	return text
}

// mayEndInSpace reports whether Fixer may remove something at the end of a string.
func mayEndInSpace(text []byte) bool {
	if last := text[len(text)-1]; last < utf8.RuneSelf {
		return last <= ' ' || last == 0x7F
	}
	c, _ := utf8.DecodeLastRune(text)
	return c == utf8.RuneError || c == '\ufeff' || unicode.IsSpace(c) || unicode.IsControl(c)
}

// hasBreak reports whether a string has a byte that Fixer removes.
func hasBreak(text []byte) bool {
	return bytes.IndexByte(text, '\t') >= 0 || bytes.IndexByte(text, '\r') >= 0 || bytes.IndexByte(text, '\n') >= 0
}

func isBreak(c byte) bool { return c == '\t' || c == '\r' || c == '\n' }

func isAlphanumeric(c byte) bool { return c-'0' < 10 || c|0x20-'a' < 26 }
