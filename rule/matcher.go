package rule

import (
	"example.org/iri"
	"example.org/iri/dfa"
	"example.org/iri/internal/fault"
	"example.org/iri/internal/uri"
)

// Matcher checks a text that comes in pieces of any length, cut anywhere. It takes
// constant memory and tells of a mistake as soon as the byte is seen that no
// continuation can mend. A copy of a Matcher goes its own way. Get one from
// [Rule.Matcher]; the zero Matcher matches nothing.
//
// It is an [io.Writer], [io.StringWriter] and [io.ByteWriter]. Writing allocates
// nothing but the error.
type Matcher struct {
	l      *uri.Language
	length int64
	state  dfa.State // the last one that was not dead
	bad    uint16    // 1 + the byte that led to the dead state, 0 if none did
}

// Write reads p as the next piece of the text. It returns len(p), or the number
// of bytes before the one that no text of the rule has at this place and a
// [*iri.SyntaxError]. A Matcher that has failed stays so: further writes take nothing
// and return the same error again.
//
//go:noinline
func (m *Matcher) Write(p []byte) (int, error) { return write(m, p) }

// WriteString is [Matcher.Write] for a string.
//
//go:noinline
func (m *Matcher) WriteString(s string) (int, error) { return write(m, s) }

// WriteByte is [Matcher.Write] for a byte.
func (m *Matcher) WriteByte(b byte) error {
	if m.bad != 0 {
		return m.Err()
	}
	next := m.rule().language().Next(m.state, b)
	if next == dfa.Dead {
		m.bad = uint16(b) + 1
		return m.Err()
	}
	m.state = next
	m.length++
	return nil
}

func write[Bytes ~[]byte | ~string](m *Matcher, p Bytes) (int, error) {
	if m.bad != 0 {
		return 0, m.Err()
	}
	s, n := dfa.Last(m.rule().language().Automaton, m.state, p)
	m.state = s
	m.length += int64(n)
	if n < len(p) {
		m.bad = uint16(p[n]) + 1
		return n, m.Err()
	}
	return n, nil
}

func (m *Matcher) rule() Rule { return Rule{m.l} }

// Matched reports whether the text written so far, as a whole, matches the rule.
func (m *Matcher) Matched() bool { return m.bad == 0 && m.rule().language().Accepts(m.state) }

// Err returns nil if Matched, else the [*iri.SyntaxError] of the write that failed or,
// if none did, one that says what has to follow.
func (m *Matcher) Err() error {
	if m.Matched() {
		return nil
	}
	return iri.NewSyntaxError(fault.InPieces(m.rule().language(), m.state, m.length, int(m.bad)-1))
}

// Len returns the number of bytes taken: all that were written, or those before
// the offending one.
func (m *Matcher) Len() int64 { return m.length }

// Reset makes m ready for another text of the same rule.
func (m *Matcher) Reset() { *m = m.rule().Matcher() }
