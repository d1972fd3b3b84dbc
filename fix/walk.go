package fix

import (
	"errors"
	"strings"
	"unicode/utf8"

	"example.org/iri"
	"example.org/iri/dfa"
	"example.org/iri/internal/language"
	"example.org/iri/internal/uri"
	"example.org/iri/internal/uri/percent"
	"example.org/iri/rule"
)

// A repair reads a text from left to right and writes the result, in step with an automaton.
type repair struct {
	language *uri.Language
	rule     rule.Rule
	text     string
	at, end  int // what has been read of text, and where it ends
	state    dfa.State
	result   []byte
	changes  []Change
	opaque   bool // there is a scheme, and no slash behind it
}

// rest returns what has not been read.
func (r *repair) rest() string { return r.text[r.at:r.end] }

// walk repairs the rest character by character.
func (r *repair) walk() error {
	for r.at < r.end {
		switch c := r.rest()[:length(r.rest())]; {
		case r.take(c):
		case r.space():
		case c == backslash && !r.opaque && r.slash():
		case r.encode(c):
		default:
			return r.stuck(c)
		}
	}
	if !r.language.Accepts(r.state) {
		return r.stuck("")
	}
	return nil
}

// length returns the length of what a text begins with: a percent triple, a character, or an octet
// of ill-formed UTF-8.
func length(text string) int {
	if n := percent.Size; len(text) >= n && dfa.Match(language.PctEncoded.Automaton, text[:n]) {
		return n
	}
	_, n := utf8.DecodeRuneInString(text)
	return n
}

// take copies what may stand where it does: not what begins a triple or a character that never ends.
func (r *repair) take(c string) bool {
	return c != percentSign && utf8.ValidString(c) && r.becomes(c, c)
}

// becomes writes to in place of what stands in the text, if it may stand there.
func (r *repair) becomes(from, to string) bool {
	s := dfa.Run(r.language.Automaton, r.state, to)
	if s == dfa.Dead {
		return false
	}
	r.state, r.at = s, r.at+len(from)
	r.result = append(r.result, to...)
	return true
}

// change is becomes, and says so.
func (r *repair) change(kind Kind, from, to string) bool {
	span := iri.Span{Start: r.at, End: r.at + len(from)}
	if !r.becomes(from, to) {
		return false
	}
	r.changes = append(r.changes, Change{kind, span, from, to})
	return true
}

// space repairs a run of whitespace: one with a line end is removed, another encoded.
func (r *repair) space() bool {
	run := r.rest()[:len(r.rest())-len(strings.TrimLeft(r.rest(), " \t\r\n"))]
	if strings.ContainsAny(run, "\r\n") {
		return r.change(LineEnd, run, "")
	}
	return run != "" && r.encode(run)
}

// slash makes a slash of a backslash in front of a query.
func (r *repair) slash() bool {
	switch r.context() {
	case uri.ContextQuery, uri.ContextFragment:
		return false
	}
	return r.change(Backslash, backslash, slash)
}

// encode percent-encodes characters where that is plain: in a path, a query, or a fragment, or
// because they are beyond ASCII.
func (r *repair) encode(chars string) bool {
	switch r.context() {
	case uri.ContextPath, uri.ContextQuery, uri.ContextFragment:
	default:
		if chars[0] < utf8.RuneSelf || !utf8.ValidString(chars) {
			return false
		}
	}
	var triples []byte
	for i := range len(chars) {
		triples = percent.Append(triples, chars[i])
	}
	return r.change(Encoded, chars, string(triples))
}

func (r *repair) context() uri.Context { return r.language.Context(r.state) }

// stuck returns the error for a character that is in the way, or for the end.
func (r *repair) stuck(c string) *Error {
	e := &Error{Span: iri.Span{Start: r.at, End: r.at + len(c)}}
	errors.As(r.rule.Check(append(r.result, r.rest()...)), &e.Err)
	return e
}
