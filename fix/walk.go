package fix

import (
	"bytes"
	"slices"
	"unicode/utf8"

	"example.org/iri"
	"example.org/iri/dfa"

	"example.org/iri/internal/char"
	"example.org/iri/internal/language"
	"example.org/iri/internal/uri"
	"example.org/iri/internal/uri/percent"
	"example.org/iri/internal/uri/scan"
)

// A repair reads an input from left to right and writes the result, in step with an automaton.
type repair struct {
	Fixer
	language  *uri.Language
	input     []byte
	valid     bool // the input is
	at, end   int  // offsets in input: of the next byte, and of the end of the reference
	state     dfa.State
	result    []byte
	begin     int    // where the result begins
	listed    bool   // edits has what has been changed
	edits     []edit // in the order of the input
	changed   bool   // there is an edit, listed or not
	barred    *Error // for the first edit of a kind that is not allowed
	last      stop   // of the automaton, in what has not been read
	opaque    bool   // there is a scheme, and no slash after it
	scanned   int    // where last was looked for
	path      int    // where the path begins, or what is like it
	web       bool   // it is a URL of HTTP with a host
	bracketed bool   // brackets stood around the reference
	escaped   bool   // each ampersand of the query is written for HTML
	digits    bool   // of a number, between which whitespace is removed
}

// A stop is where an automaton stops, and its state there.
type stop struct {
	state dfa.State
	at    int
	valid bool // the state accepts, at the end; the state is not known
}

// scan notes how far the automaton comes in a string, and reports whether that is valid.
func (r *repair) scan(s []byte) (valid bool) {
	r.scanned = r.at
	if len(s) > 0 && (!r.language.Begins(s[0]) || s[len(s)-1] == ' ') { // is trimmed, and then scanned again
		r.last = stop{state: r.language.Start}
		return false
	}
	r.last.state, r.last.at, r.last.valid = scan.Last(r.language, s)
	return r.last.valid
}

// run writes the result after dst.
func (r *repair) run(dst []byte) error {
	r.valid = r.last.valid
	r.start(dst)
	err := r.all()
	if err != nil && r.changed && !r.listed { // the offsets of an error depend on all edits
		r.listed = true
		r.start(dst)
		err = r.all()
	}
	if r.barred != nil {
		return r.barred
	}
	return err
}

// start begins to read the input.
func (r *repair) start(dst []byte) {
	r.at, r.end, r.state = 0, len(r.input), r.language.Start
	r.result, r.begin = dst, len(dst)
	r.opaque, r.digits, r.bracketed, r.escaped, r.web, r.path = false, false, false, false, false, len(r.input)
}

// all writes the result.
func (r *repair) all() error {
	if r.ASCII && !r.Web {
		if withNonASCII, _ := (Fixer{Relative: r.Relative}).target(); dfa.Match(withNonASCII.Automaton, r.input) {
			return r.walk() // valid but for its non-ASCII characters: nothing else may change
		}
	}
	r.trim()
	err := r.inside()
	if err == nil && r.end < len(r.input) {
		r.note(Surrounding, iri.Span{Start: r.end, End: len(r.input)}, 0)
	}
	return err
}

// inside repairs the input between the characters that trim has removed.
func (r *repair) inside() error {
	s := r.rest()
	switch {
	case len(s) == len(r.input):
	case scan.CheckBytes(r.language, s) == scan.Valid:
		r.last, r.scanned = stop{at: len(s), valid: true}, r.at
	default:
		r.scan(s)
	}
	if colon := bytes.IndexByte(s[:r.last.at], ':'); !r.Web && !r.last.valid && (colon < len("C:") || r.Relative && !dfa.Match(language.Scheme.Automaton, s[:colon])) { // no scheme, or a drive
		if done, err := r.whole(); done {
			return err
		}
	}
	u, err := r.begins()
	r.path = r.at + u.path
	if err == nil {
		err = r.doubt(&u)
	}
	if err == nil && r.escaped {
		err = r.walkUnescaped()
	} else if err == nil {
		err = r.walk()
	}
	if err == nil && !r.web {
		err = r.verify()
	}
	return err
}

// rest returns what has not been read.
func (r *repair) rest() []byte { return r.input[r.at:r.end] }

// walk repairs the rest character by character.
func (r *repair) walk() error {
	if len(r.result) == r.begin && !r.last.valid {
		r.takeTo(r.last.state, r.last.at)
	} else if r.takeAll() {
		return nil
	} else {
		r.takeRun()
	}
	if !r.steps() || !r.language.Accepts(r.state) {
		return r.stuck()
	}
	return nil
}

// steps repairs the rest, and reports whether it can.
func (r *repair) steps() bool {
	for r.at < r.end {
		_, n := utf8.DecodeRune(r.rest())
		switch c := r.rest()[:n]; {
		case r.space():
		case c[0] == '\\' && !r.opaque && r.slash():
		case r.encode(c):
		default:
			return false
		}
		r.takeRun()
	}
	return true
}

// walkUnescaped is walk for a rest that has &amp; for each ampersand.
func (r *repair) walkUnescaped() error {
	const name = "amp;"
	for ok := true; ok && r.at < r.end; {
		end := r.end
		if n := bytes.Index(r.rest(), []byte("&"+name)); n >= 0 {
			r.end = r.at + n + len("&")
		}
		r.takeRun()
		ok = r.steps()
		if r.end, end = end, r.end; ok && end < r.end {
			r.change(Surrounding, len(name), "")
		}
	}
	if r.at < r.end || !r.language.Accepts(r.state) {
		return r.stuck()
	}
	return nil
}

// takeAll copies the rest if it is valid or, after a scheme that was missing, if a kernel finds that the result is.
func (r *repair) takeAll() bool {
	n := len(r.result)
	r.result = append(r.result, r.rest()...)
	if n > r.begin && scan.CheckBytes(r.language, r.result[r.begin:]) != scan.Valid {
		r.result = r.result[:n]
		return false
	}
	r.at = r.end
	return true
}

// takeRun copies characters as long as they may stand where they do.
func (r *repair) takeRun() {
	state, n := dfa.Last(r.language.Automaton, r.state, r.rest())
	r.takeTo(state, n)
}

// takeTo copies n bytes, which lead to a state, except for what is not all of a character or of a
// percent-encoded octet.
func (r *repair) takeTo(state dfa.State, n int) {
	run := r.rest()[:n]
	if context, inPctEncoded := r.language.Context(state).InPctEncoded(); inPctEncoded || context == uri.ContextNowhere {
		n -= unfinished(run)
		state = r.before(run[n:], state, run[:n])
		run = run[:n]
	}
	r.state, r.at = state, r.at+len(run)
	r.result = append(r.result, run...)
}

// before returns the state after a run. From there, the beginning of a percent-encoded octet or of a character, if any,
// leads to the given state. In a path, a query or a fragment, another state will do from which an octet leads to the
// same one, so that the run is not read again.
func (r *repair) before(beginning []byte, state dfa.State, run []byte) dfa.State {
	a, plan := r.language.Automaton, r.language.Plan
	if len(beginning) == 0 {
		return state
	}
	for _, s := range [...]dfa.State{plan.Path, plan.Query, plan.Fragment} {
		if beginning[0] == '%' && dfa.Run(a, s, beginning) == state {
			return s
		}
	}
	return dfa.Run(a, r.state, run)
}

// unfinished returns how many bytes a string ends in that are not all of a character or of a
// percent-encoded octet.
func unfinished(s []byte) int {
	for n := 1; n < percent.Size && n <= len(s); n++ {
		if s[len(s)-n] == '%' {
			return n
		}
	}
	return char.Unfinished(s)
}

// write writes to in place of what the input has in n bytes, if it may stand there.
func (r *repair) write(n int, to string) bool {
	begin := len(r.result)
	r.result = append(r.result, to...)
	return r.written(n, begin)
}

// written is write for what the result has from an offset, and removes it if it must not stand there.
func (r *repair) written(n, begin int) bool {
	s := dfa.Run(r.language.Automaton, r.state, r.result[begin:])
	if s == dfa.Dead {
		r.result = r.result[:begin]
		return false
	}
	r.state, r.at = s, r.at+n
	return true
}

// change is write with an edit.
func (r *repair) change(kind Kind, n int, to string) bool {
	return r.write(n, to) && r.changedTo(kind, n, len(to))
}

// changedTo notes an edit that n bytes before what is read are of, and returns true.
func (r *repair) changedTo(kind Kind, n, to int) bool {
	r.note(kind, iri.Span{Start: r.at - n, End: r.at}, to)
	return true
}

// note notes an edit.
func (r *repair) note(kind Kind, span iri.Span, to int) {
	r.changed = true
	if r.barred == nil && !r.allows(kind) {
		r.barred = &Error{Kind: kind, Span: span, Err: r.mistake(r.input)}
	}
	if r.listed {
		r.edits = append(r.edits, edit{kind, span, to})
	}
}

// space repairs a run of whitespace: a break is removed, spaces are encoded.
func (r *repair) space() bool {
	run := whitespace(r.rest())
	switch {
	case len(run) == 0:
		return false
	case r.digits && r.context() == uri.ContextPath, hasBreak(run) && r.at >= r.path:
		return r.change(Whitespace, len(run), "")
	}
	return r.encode(run)
}

// isInside reports whether what is read next belongs to one of some components.
func (r *repair) isInside(contexts ...uri.Context) bool {
	return slices.Contains(contexts, r.context())
}

// slash makes a slash of a backslash before a query. One before a slash or other punctuation, or at the end, is removed: it is of an
// escape.
func (r *repair) slash() bool {
	rest := r.rest()
	escapes := r.at >= r.path && len(rest) > 1 && isEscaped(rest[1])
	switch context := r.context(); {
	case escapes:
		return r.change(Backslash, 1, "")
	case context == uri.ContextQuery, context == uri.ContextFragment:
		return false
	case r.at >= r.path && (len(rest) == 1 && !r.Relative || len(rest) > 1 && rest[1] == '/'):
		return r.change(Backslash, 1, "")
	}
	return r.change(Backslash, 1, char.Slash)
}

// encode percent-encodes characters in a path, a query, or a fragment. In an authority, it does so only with the characters
// that an IRI may have there and a URI may not. An invisible character at the end of a segment belongs to no name.
func (r *repair) encode(chars []byte) bool {
	if next := r.rest()[len(chars):]; (len(next) == 0 || isDelimiter(next[0])) && chars[0] >= utf8.RuneSelf && isInvisible(string(chars)) {
		return false
	}
	if !r.isInside(uri.ContextPath, uri.ContextQuery, uri.ContextFragment) && !(r.ASCII && dfa.Match(language.UCSChar.Automaton, chars)) {
		return false
	}
	begin := len(r.result)
	for _, b := range chars {
		r.result = percent.Append(r.result, b)
	}
	return r.written(len(chars), begin) && r.changedTo(Encoded, len(chars), len(r.result)-begin)
}

func (r *repair) context() uri.Context { return r.language.Context(r.state) }

// stuck returns the error for what has been read, which nothing of the rest can follow.
func (r *repair) stuck() *Error {
	s := r.input[:r.end]
	if r.changed {
		s = append(r.result[r.begin:], r.rest()...)
	}
	e := r.mistake(s)
	start, end := r.inInput(e.Span.Start, 0), r.inInput(e.Span.End, 1)
	return &Error{Span: iri.Span{Start: start, End: max(start, end)}, Err: e}
}

// inInput converts an offset in the result, followed by the rest, to one in the input. An offset within
// what an edit has written becomes the start of its span (side 0) or the end (side 1). asText that an edit
// has removed at the offset is before the returned one for side 0, and after it for side 1.
func (r *repair) inInput(offset, side int) int {
	grown := 0 // by how much the edits so far made the result longer
	for _, e := range r.edits {
		begin := e.span.Start + grown
		if offset < begin+side {
			break
		}
		if offset < begin+e.to {
			return [...]int{e.span.Start, e.span.End}[side]
		}
		grown += e.to - (e.span.End - e.span.Start)
	}
	return offset - grown
}

// grammars has the schemes with a grammar of their own that what is repaired has to match.
var grammars = [...]struct {
	scheme   string
	language *dfa.Automaton
}{
	{"file", &language.FileIri}, {"mailto", &language.MailtoIri}, {"urn", &language.Namestring}, {"did", &language.DidIri}, {"tag", &language.TagIri},
	{"tel", &language.TelIri}, {"sms", &language.SmsIri},
}

// verify returns an error if the result is not what its scheme asks for.
func (r *repair) verify() error {
	s := r.result[r.begin:]
	before, _, ok := bytes.Cut(s, []byte{':'})
	if !ok {
		return nil
	}
	for i := range grammars {
		if g := &grammars[i]; !r.valid && char.EqualFold(before, g.scheme) && !dfa.Match(g.language, s) {
			return &Error{Readings: (asText | asLabel).words(), Span: iri.Span{End: len(r.input)}, Err: r.mistake(r.input)}
		}
	}
	return nil
}
