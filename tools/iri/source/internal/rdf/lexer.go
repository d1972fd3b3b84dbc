package rdf

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"unicode"
	"unicode/utf8"

	"example.org/iri/dfa"
	"example.org/iri/tools/iri/source/internal/block"
)

// A token is a terminal with its position.
type token struct {
	symbol       symbol
	text         []byte // valid until the next token
	line, column int64  // of the first byte, from 1

	// cut means that the token exceeds the buffer of the lexer, and text is incomplete.
	cut bool
}

func (t *token) error(err error) *block.Error {
	return &block.Error{Line: t.line, Column: t.column, Err: err}
}

// A lexer splits a file into longest-match tokens with a DFA, which it runs again from the state at the end of the
// buffer when more input arrives. If a token exceeds the buffer, the lexer drops its beginning, so that a long literal
// is never in memory as a whole.
type lexer struct {
	r      io.Reader
	err    error // last error of r
	tokens *dfa.Automaton

	buf    []byte // unread input
	begin  int    // start of the token in buf
	at     int    // offset of the automaton in buf
	end    int    // end of the longest match in buf
	found  symbol // symbol of the longest match, or endOfFile
	state  dfa.State
	cut    bool
	offset int64 // of buf in the file

	raw  *[]byte // copy of the input before kept; nil if not kept
	kept int     // offset in buf

	line      int64
	lineStart int64 // offset in the file
	lf, cr    int   // cached offsets in buf of the next LF and CR

	token token // found by next
}

const (
	firstBuffer = 128 << 10
	lastBuffer  = block.MaxText + firstBuffer
	usualIRI    = 1 << 10
)

var (
	errMore    = errors.New("a token may continue after what has been read")
	errNotText = errors.New("not text in UTF-8")
)

func newLexer(r io.Reader, tokens *dfa.Classifier) lexer {
	return lexer{r: r, tokens: &tokens.Automaton, buf: make([]byte, 0, firstBuffer), line: 1}
}

// next finds the next token in the buffer. Its symbol is endOfFile at the end of the file. The error is errMore or an
// *block.Error.
func (l *lexer) next() error {
	if l.at == l.begin && !l.cut {
		for l.begin < len(l.buf) && blanks.Has(l.buf[l.begin]) {
			l.begin++
		}
		if l.iriRef() {
			l.take()
			return nil
		}
		l.restart(l.begin)
	}
	if !l.walk() && l.err != io.EOF {
		return l.missing()
	}
	switch {
	case l.found != endOfFile && !l.brokenQuote():
		l.take()
		return nil
	case l.begin == len(l.buf) && !l.cut:
		l.token = token{line: l.line, column: l.column(l.begin)}
		return nil
	}
	l.token = token{}
	return l.fault()
}

// brokenQuote reports whether the match is two of three quotation marks, an empty literal by themselves.
func (l *lexer) brokenQuote() bool {
	return l.at > l.end && (l.found == doubleQuoted || l.found == singleQuoted)
}

// walk runs the automaton through the buffer. It reports whether the match cannot become longer.
func (l *lexer) walk() bool {
	state, at := l.state, l.at
	for ; at < len(l.buf); at++ {
		next := l.tokens.Next(state, l.buf[at])
		if next == dfa.Dead {
			l.state, l.at = state, at
			return true
		}
		state = next
		if l.tokens.Accepts(state) {
			l.found, l.end = symbol(l.tokens.Outputs[l.tokens.Number(state)]), at+1
		}
	}
	l.state, l.at = state, at
	return l.tokens.Follow(state) == dfa.ByteSet{}
}

// iriRef finds an IRI of usual length by a search for its closing bracket, which is faster than walk.
func (l *lexer) iriRef() bool {
	text := l.buf[l.begin:min(l.begin+usualIRI, len(l.buf))]
	if len(text) < 2 || text[0] != iriOpen || text[1] == iriOpen {
		return false
	}
	n := bytes.IndexByte(text, iriClose)
	if n < 0 || l.find(&l.lf, '\n') < l.begin+n || l.find(&l.cr, '\r') < l.begin+n {
		return false
	}
	l.found, l.end = iriRef, l.begin+n+1
	return true
}

// find returns the next offset of a byte. It searches only if the cached offset is before the token.
func (l *lexer) find(at *int, b byte) int {
	if *at < l.begin {
		*at = len(l.buf)
		if n := bytes.IndexByte(l.buf[l.begin:], b); n >= 0 {
			*at = l.begin + n
		}
	}
	return *at
}

func (l *lexer) take() {
	t := &l.token
	t.symbol, t.text, t.cut = l.found, l.buf[l.begin:l.end], l.cut
	if !l.cut { // otherwise cutToken has set the position
		t.line, t.column = l.line, l.column(l.begin)
	}
	switch t.symbol {
	case lineEnd:
		l.line, l.lineStart = l.line+1, l.offset+int64(l.end)
	case longQuoted:
		l.countLines(l.end)
	}
	l.restart(l.end)
}

func (l *lexer) restart(at int) {
	l.begin, l.at, l.end, l.found, l.state, l.cut = at, at, at, endOfFile, l.tokens.Start, false
}

func (l *lexer) skip() error {
	rest := l.buf[l.begin:]
	n := bytes.IndexAny(rest, "\n\r")
	if n < 0 {
		n = len(rest)
	}
	if bytes.IndexByte(rest[:n], 0) >= 0 {
		return &block.Error{Line: l.line, Err: errNotText}
	}
	l.restart(l.begin + n)
	if n == len(rest) && l.err == nil {
		return errMore
	}
	return nil
}

func (l *lexer) missing() error {
	if l.err == nil {
		return errMore
	}
	return &block.Error{Line: l.line, Column: l.column(len(l.buf)), Err: l.err}
}

func (l *lexer) fault() error {
	at := l.faultAt()
	if l.err == nil && !utf8.FullRune(l.buf[at:]) {
		return errMore
	}
	l.countLines(l.at)
	rest := l.buf[at:]
	if len(rest) > 0 && rest[0] == 0 {
		return &block.Error{Line: l.line, Column: l.column(at), Err: errNotText}
	}
	what := "unexpected " + first(rest)
	if at > l.begin && !l.cut {
		what = begun(l.buf[l.begin:at]) + ": " + what
	}
	return &block.Error{Line: l.line, Column: l.column(at), Err: errors.New(what)}
}

func first(text []byte) string {
	switch c, size := utf8.DecodeRune(text); {
	case size == 0:
		return "end of file"
	case c == utf8.RuneError && size == 1:
		return fmt.Sprintf("0x%X", text[0])
	case c >= utf8.RuneSelf && !unicode.IsPrint(c):
		return fmt.Sprintf("%U", c)
	default:
		return strconv.QuoteRune(c)
	}
}

func begun(token []byte) string {
	c, _ := utf8.DecodeRune(token)
	switch {
	case token[len(token)-1] == escape, bytes.Contains(token[max(0, len(token)-6):], []byte(`\u`)), bytes.Contains(token[max(0, len(token)-10):], []byte(`\U`)):
		return "bad escape"
	case c == '"' || c == '\'':
		return "unterminated literal"
	case c == iriOpen:
		return "IRI without >"
	case c == '_':
		return "bad label of a blank node"
	case c == '@':
		return "bad language or directive"
	case c == '+' || c == '-' || c == '.' || '0' <= c && c <= '9':
		return "bad number"
	case bytes.IndexByte(token, ':') < 0 && unicode.IsLetter(c):
		return "prefixed name without a colon"
	}
	return "unknown token beginning with " + first(token)
}

// faultAt returns the offset of the character on which the automaton stopped, or of incomplete UTF-8 before it.
func (l *lexer) faultAt() int {
	for at := l.at - 1; at >= max(l.begin, l.at-utf8.UTFMax+1); at-- {
		if !utf8.RuneStart(l.buf[at]) {
			continue
		}
		if !utf8.FullRune(l.buf[at:l.at]) {
			return at
		}
		break
	}
	return l.at
}

// countLines counts line ends (LF, CR LF or CR) from the start of the token to an offset.
func (l *lexer) countLines(to int) {
	for at := l.begin; ; {
		n := bytes.IndexAny(l.buf[at:to], "\n\r")
		if n < 0 {
			return
		}
		at += n + 1
		if l.buf[at-1] == '\r' && at < to && l.buf[at] == '\n' {
			at++
		}
		l.line, l.lineStart = l.line+1, l.offset+int64(at)
	}
}

func (l *lexer) column(at int) int64 { return l.offset + int64(at) - l.lineStart + 1 }

func (l *lexer) fill() {
	if len(l.buf) == cap(l.buf) {
		l.makeRoom()
	}
	for range 100 {
		n, err := l.r.Read(l.buf[len(l.buf):cap(l.buf)])
		l.buf, l.err = l.buf[:len(l.buf)+n], err
		l.lf, l.cr = -1, -1
		if n > 0 || err != nil {
			return
		}
	}
	l.err = io.ErrNoProgress
}

// makeRoom drops consumed input, enlarges the buffer, or drops the start of the token, in this order.
func (l *lexer) makeRoom() {
	switch {
	case l.begin > 0:
		l.drop(l.begin)
	case cap(l.buf) < lastBuffer:
		l.buf = append(make([]byte, 0, min(2*cap(l.buf), lastBuffer)), l.buf...)
	default:
		l.cutToken()
	}
}

// cutToken drops the start of a token, except for bytes that may belong to the next token or to a CR LF.
func (l *lexer) cutToken() {
	to := l.at
	if l.end > l.begin {
		to = l.end
	} else {
		l.found = endOfFile
	}
	if l.buf[to-1] == '\r' {
		to--
	}
	if !l.cut {
		l.cut, l.token = true, token{line: l.line, column: l.column(l.begin)}
	}
	l.countLines(to)
	l.drop(to)
}

func (l *lexer) keep(to int) {
	if l.raw != nil {
		*l.raw = append(*l.raw, l.buf[l.kept:to]...)
		l.kept = to
	}
}

// inRaw returns the offset in raw of an offset in buf that is not kept yet.
func (l *lexer) inRaw(at int) int { return len(*l.raw) + at - l.kept }

// drop moves the bytes after an offset to the start of the buffer.
func (l *lexer) drop(to int) {
	l.keep(to)
	l.kept = 0
	l.offset += int64(to)
	n := copy(l.buf, l.buf[to:])
	l.buf = l.buf[:n]
	l.begin, l.at, l.end = max(l.begin-to, 0), max(l.at-to, 0), max(l.end-to, 0)
}
