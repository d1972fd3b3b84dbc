package rule

import (
	"unicode/utf8"

	"example.org/iri/dfa"

	"example.org/iri/internal/char"
	"example.org/iri/internal/fault"
	"example.org/iri/internal/uri"
)

// A Matcher validates a string that comes in pieces of any length, in constant memory. It is an [io.Writer] and
// [io.StringWriter], and fails at the first byte at which no valid string can continue. [Rule.Matcher] makes one; the
// zero Matcher matches nothing. Copies are independent. Writing allocates only the error.
//
// Its errors are those of [Rule.Check], with two exceptions, because a Matcher does not buffer its input. Span is only
// the character, and Error contains no excerpt. If a piece ends within the character that is not allowed, Rune is
// U+FFFD, and Reason is the one for the lowest code point whose UTF-8 begins with the bytes so far.
type Matcher struct {
	l      *uri.Language
	length int64
	state  dfa.State // the last that was not dead
	begin  dfa.State // before the character that state is within
	char   [utf8.UTFMax]byte
	size   uint8 // bytes of char; the first read of them led to state
	read   uint8
}

// Write reads p as the next piece of the string. It returns len(p) if a string of the rule begins with the pieces so
// far, otherwise the number of bytes before the first one at which no valid string can continue, and a [*SyntaxError].
// After a failure, writes accept nothing and return the same error.
//
//go:noinline
func (m *Matcher) Write(p []byte) (int, error) { return write(m, p) }

// WriteString is [Matcher.Write] for a string.
//
//go:noinline
func (m *Matcher) WriteString(s string) (int, error) { return write(m, s) }

func write[Bytes ~[]byte | ~string](m *Matcher, p Bytes) (int, error) {
	if m.failed() {
		return 0, m.Err()
	}
	s, n := dfa.Last(m.rule().language().Automaton, m.state, p)
	keep(m, p[:n], s)
	m.state = s
	m.length += int64(n)
	if n < len(p) {
		m.size += uint8(copy(m.char[m.read:], p[n:]))
		return n, m.Err()
	}
	return n, nil
}

// keep saves an unfinished character at the end of a piece, and the state before it. The piece leads to state s.
func keep[Bytes ~[]byte | ~string](m *Matcher, piece Bytes, s dfa.State) {
	var tail [2 * utf8.UTFMax]byte
	n := copy(tail[:], m.char[:m.read])
	n += copy(tail[n:], piece[max(0, len(piece)-utf8.UTFMax):])
	switch open := char.Unfinished(tail[:n]); {
	case open == 0:
		m.begin, m.read = s, 0
	case open <= len(piece):
		begin := len(piece) - open
		m.begin = dfa.Run(m.rule().language().Automaton, m.state, piece[:begin])
		m.read = uint8(copy(m.char[:], piece[begin:]))
	default:
		m.read += uint8(copy(m.char[m.read:], piece))
	}
	m.size = m.read
}

func (m *Matcher) failed() bool { return m.size > m.read }

func (m *Matcher) rule() Rule { return Rule{m.l} }

// Matched reports whether the string written so far matches the rule as a whole.
func (m *Matcher) Matched() bool { return !m.failed() && m.rule().language().Accepts(m.state) }

// Err returns nil if the string written so far matches the rule. Otherwise it returns the [*SyntaxError] of the write
// that failed or, if all succeeded, one for a string that ends too early.
func (m *Matcher) Err() error {
	if m.Matched() {
		return nil
	}
	l := m.rule().language()
	e := &SyntaxError{Rule: l.Name, Offset: m.length, Byte: -1}
	if m.failed() {
		e.Byte = int(m.char[m.read])
	}
	reason, wrong, span := fault.InPieces(&e.fault, l, m.begin, m.state, m.length, m.char[:m.size], int(m.read))
	e.Reason, e.Rune, e.Span = Reason(reason), wrong, span
	return e
}

// Len returns the number of bytes accepted: all that were written, or those before the first wrong byte.
func (m *Matcher) Len() int64 { return m.length }
