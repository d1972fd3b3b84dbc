package fix

import (
	"strings"
	"unicode/utf8"

	"example.org/iri"
	"example.org/iri/dfa"
	"example.org/iri/dfa/table"
	"example.org/iri/internal/uri"
	"example.org/iri/internal/uri/percent"
	"example.org/iri/rule"
)

// A repair reads an input from left to right and writes the result, in step with an automaton.
type repair struct {
	Fixer
	language *uri.Language
	by       rule.Rule // the rule of language
	input    string
	at, end  int // what has been read of the input, and where the reference ends
	state    dfa.State
	result   strings.Builder
	changes  []Change
	breaks   bool // the input has a byte that breaks are made of
	opaque   bool // there is a scheme, and no slash after it
}

// rest returns what has not been read.
func (r *repair) rest() string { return r.input[r.at:r.end] }

// walk repairs the rest character by character.
func (r *repair) walk() error {
	for r.at < r.end {
		if r.takeRun() {
			continue
		}
		_, n := utf8.DecodeRuneInString(r.rest())
		switch c := r.rest()[:n]; {
		case r.take(c):
		case r.space():
		case c == backslash && !r.opaque && r.slash():
		case r.encode(c):
		default:
			return r.stuck()
		}
	}
	if !r.language.Accepts(r.state) {
		return r.stuck()
	}
	return nil
}

// takeRun copies characters as long as they may stand where they do: ASCII, and none that may have to be looked
// at.
func (r *repair) takeRun() bool {
	run := r.rest()[:min(len(r.rest()), maxRun)]
	n := 0
	for n < len(run) && !special[run[n]] {
		n++
	}
	state, n := table.Last(r.language.Automaton, r.state, run[:n])
	r.state, r.at = state, r.at+n
	r.result.WriteString(run[:n])
	return n > 0
}

// special are the bytes that have to be looked at.
var special = func() (is [256]bool) {
	for c := range is {
		is[c] = c >= utf8.RuneSelf || strings.IndexByte(percentSign+backslash+spaces, byte(c)) >= 0
	}
	return is
}()

// maxRun bounds what is looked at again when a character is not allowed.
const maxRun = 64

// take copies what may stand where it does: not a percent sign by itself, nor bytes of ill-formed
// UTF-8, which the automaton may not refuse at once.
func (r *repair) take(c string) bool {
	return (c != percentSign || beginsOctet(r.rest())) && utf8.ValidString(c) && r.becomes(c, c)
}

// becomes writes to in place of what stands in the input, if it may stand there.
func (r *repair) becomes(from, to string) bool {
	s := dfa.Run(r.language.Automaton, r.state, to)
	if s == dfa.Dead {
		return false
	}
	r.state, r.at = s, r.at+len(from)
	r.result.WriteString(to)
	return true
}

// change is becomes with a Change.
func (r *repair) change(kind Kind, from, to string) bool {
	span := iri.Span{Start: r.at, End: r.at + len(from)}
	if !r.becomes(from, to) {
		return false
	}
	r.changes = append(r.changes, Change{kind, span, from, to})
	return true
}

// space repairs a run of whitespace: a break is removed, spaces are encoded.
func (r *repair) space() bool {
	run := whitespace(r.rest())
	if hasBreak(run) {
		return r.change(Whitespace, run, "")
	}
	return run != "" && r.encode(run)
}

// slash makes a slash of a backslash before a query.
func (r *repair) slash() bool {
	switch r.context() {
	case uri.ContextQuery, uri.ContextFragment:
		return false
	}
	return r.change(Backslash, backslash, slash)
}

// encode percent-encodes characters where that is plain: in a path, a query, or a fragment, or
// because they are not ASCII.
func (r *repair) encode(chars string) bool {
	switch r.context() {
	case uri.ContextPath, uri.ContextQuery, uri.ContextFragment:
	default:
		if chars[0] < utf8.RuneSelf || !utf8.ValidString(chars) {
			return false
		}
	}
	if chars == " " {
		return r.change(Encoded, chars, "%20") // most
	}
	var room [4 * percent.Size]byte
	octets := room[:0]
	for i := range len(chars) {
		octets = percent.Append(octets, chars[i])
	}
	return r.change(Encoded, chars, string(octets))
}

func (r *repair) context() uri.Context { return r.language.Context(r.state) }

// stuck returns the error for what has been read, which nothing of the rest can follow.
func (r *repair) stuck() *Error {
	s := r.input[:r.end]
	if r.changes != nil {
		s = r.result.String() + r.rest()
	}
	e := r.mistake(s)
	start, end := r.inInput(e.Span.Start, 0), r.inInput(e.Span.End, 1)
	return &Error{Span: iri.Span{Start: start, End: max(start, end)}, Err: e}
}

// inInput returns where in the input an offset lies that is one in the result and the rest. What a
// change has written lies where its span begins (side 0) or ends (side 1). What a change has removed
// lies before an offset of side 0, and after one of side 1.
func (r *repair) inInput(offset, side int) int {
	grown := 0 // by how much the changes so far made the result longer
	for _, c := range r.changes {
		begin := c.Span.Start + grown
		if offset < begin+side {
			break
		}
		if offset < begin+len(c.To) {
			return [...]int{c.Span.Start, c.Span.End}[side]
		}
		grown += len(c.To) - len(c.From)
	}
	return offset - grown
}
