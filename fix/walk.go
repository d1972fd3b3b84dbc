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

// A repair fixes one input in four steps. trim strips text and markup around the URL (begin.go, around.go, frame.go).
// begins corrects or adds the scheme and splits the rest into components (scheme.go, web.go, host.go). doubt searches
// for other readings, which end the repair with an error (subject.go, doubt.go, bracket.go, escape.go). walk copies the
// rest in step with the automaton of the language; where that stops, it encodes, replaces or removes a character.
type repair struct {
	Fixer
	language  *uri.Language
	input     []byte
	valid     bool // the input matches the language
	at, end   int  // bounds of the rest, which is to be repaired
	state     dfa.State
	result    []byte
	begin     int  // length of dst, before the result
	recording bool // append to edits
	edits     []edit
	changed   bool   // there was an edit, recorded or not
	barred    *Error // error for the first edit that is not allowed
	last      stop   // of the automaton in the rest, when it began at offset scanned
	scanned   int
	opaque    bool // no slash follows the scheme
	path      int  // offset of the path in the input
	web       bool // the scheme is http or https
	bracketed bool // brackets around the URL were stripped
	escaped   bool // every & of the query is escaped for HTML
	digits    bool // a number, without whitespace
}

type stop struct {
	state dfa.State
	at    int
	valid bool // accepted, at the end; then state is unset
}

// scan runs the automaton on s and reports whether s is valid.
func (r *repair) scan(s []byte) (valid bool) {
	r.scanned = r.at
	if len(s) > 0 && (!r.language.Begins(s[0]) || s[len(s)-1] == ' ') { // trim changes it, and inside scans it again
		r.last = stop{state: r.language.Start}
		return false
	}
	r.last.state, r.last.at, r.last.valid = scan.Last(r.language, s)
	return r.last.valid
}

func (r *repair) run(dst []byte) error {
	r.valid = r.last.valid
	r.start(dst)
	err := r.all()
	if err != nil && r.changed && !r.recording { // offsets of an error depend on all edits
		r.recording = true
		r.start(dst)
		err = r.all()
	}
	if r.barred != nil {
		return r.barred
	}
	return err
}

func (r *repair) start(dst []byte) {
	r.at, r.end, r.state = 0, len(r.input), r.language.Start
	r.result, r.begin = dst, len(dst)
	r.opaque, r.digits, r.bracketed, r.escaped, r.web, r.path = false, false, false, false, false, len(r.input)
}

func (r *repair) all() error {
	if r.ASCII && !r.Web {
		if withNonASCII, _ := (Fixer{Relative: r.Relative}).target(); dfa.Match(withNonASCII.Automaton, r.input) {
			return r.walk() // valid except for its non-ASCII characters, so that nothing else may change
		}
	}
	r.trim()
	err := r.inside()
	if err == nil && r.end < len(r.input) {
		r.note(Surrounding, iri.Span{Start: r.end, End: len(r.input)}, 0)
	}
	return err
}

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

func (r *repair) rest() []byte { return r.input[r.at:r.end] }

// walk repairs the rest character by character, and fails where it cannot.
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

// walkUnescaped is walk for a rest in which every & is written &amp;.
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

// takeAll copies the rest if it is valid or, after an added scheme, makes a valid result.
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

func (r *repair) takeRun() {
	state, n := dfa.Last(r.language.Automaton, r.state, r.rest())
	r.takeTo(state, n)
}

// takeTo copies n bytes, which lead to a state, without an incomplete character or percent-encoded octet at their end.
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

// before returns the state after a run, before the beginning of an octet or character that leads to the given state. If
// the state of a path, query or fragment also leads there, it returns this one, and does not read the run again.
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

// unfinished returns the length of the incomplete character or percent-encoded octet at the end of s.
func unfinished(s []byte) int {
	for n := 1; n < percent.Size && n <= len(s); n++ {
		if s[len(s)-n] == '%' {
			return n
		}
	}
	return char.Unfinished(s)
}

// write replaces the next n bytes of the input, if the automaton accepts to.
func (r *repair) write(n int, to string) bool {
	begin := len(r.result)
	r.result = append(r.result, to...)
	return r.written(n, begin)
}

// written is write for bytes already in the result, which it removes if they are not accepted.
func (r *repair) written(n, begin int) bool {
	s := dfa.Run(r.language.Automaton, r.state, r.result[begin:])
	if s == dfa.Dead {
		r.result = r.result[:begin]
		return false
	}
	r.state, r.at = s, r.at+n
	return true
}

func (r *repair) change(kind Kind, n int, to string) bool {
	return r.write(n, to) && r.changedTo(kind, n, len(to))
}

// changedTo records an edit of the last n bytes read. It returns true.
func (r *repair) changedTo(kind Kind, n, to int) bool {
	r.note(kind, iri.Span{Start: r.at - n, End: r.at}, to)
	return true
}

func (r *repair) note(kind Kind, span iri.Span, to int) {
	r.changed = true
	if r.barred == nil && !r.allows(kind) {
		r.barred = &Error{Kind: kind, Span: span, Err: r.mistake(r.input)}
	}
	if r.recording {
		r.edits = append(r.edits, edit{kind, span, to})
	}
}

// space repairs a run of whitespace: it removes line breaks and encodes spaces.
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

func (r *repair) isInside(contexts ...uri.Context) bool {
	return slices.Contains(contexts, r.context())
}

// slash replaces a backslash before the query by a slash. It removes one that escapes a slash or other punctuation, or
// is at the end.
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

// encode percent-encodes characters in a path, query or fragment and, in an authority, those that a URI does not allow
// but an IRI does. It refuses an invisible character at the end of a segment, which is not part of a name.
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

// stuck returns the error for the result so far, followed by the rest.
func (r *repair) stuck() *Error {
	s := r.input[:r.end]
	if r.changed {
		s = append(r.result[r.begin:], r.rest()...)
	}
	e := r.mistake(s)
	start, end := r.inInput(e.Span.Start, 0), r.inInput(e.Span.End, 1)
	return &Error{Span: iri.Span{Start: start, End: max(start, end)}, Err: e}
}

// inInput converts an offset in the result, followed by the rest, to an offset in the input. An offset inside an edit
// becomes the start of the edit's span (side 0) or its end (side 1). Text removed at the offset comes before the result
// for side 0 and after it for side 1.
func (r *repair) inInput(offset, side int) int {
	grown := 0
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

// grammars are the grammars of schemes that a repaired URL must match.
var grammars = [...]struct {
	scheme   string
	language *dfa.Automaton
}{
	{"file", &language.FileIri}, {"mailto", &language.MailtoIri}, {"urn", &language.Namestring}, {"did", &language.DidIri}, {"tag", &language.TagIri},
	{"tel", &language.TelIri}, {"sms", &language.SmsIri},
}

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
