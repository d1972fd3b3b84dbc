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

// A token is a terminal and its place in a file.
type token struct {
	symbol       symbol
	text         []byte // valid until the next token
	line, column int64  // of its first byte, from 1

	// cut means that the token is longer than the lexer holds, so text is only a part of it.
	cut bool
}

// error returns an error at the token.
func (t *token) error(err error) *block.Error {
	return &block.Error{Line: t.line, Column: t.column, Err: err}
}

// A lexer cuts what it reads into tokens, the longest that there are. It holds the token that it is
// at, up to a limit, so a long literal is never held as a whole.
type lexer struct {
	r      io.Reader
	err    error // what r returned last
	tokens *dfa.Automaton

	buf    []byte // read and not yet passed over
	begin  int    // in buf: where the token begins
	at     int    // how far the automaton has read it
	end    int    // where the longest token that was found ends
	found  symbol // the longest token that was found, or none
	state  dfa.State
	cut    bool
	offset int64 // of buf in the file

	raw  *[]byte // gets what has been passed over; nil if it is not kept
	kept int     // in buf: up to where raw has the bytes

	line      int64
	lineStart int64 // offset in the file
	lf, cr    int   // in buf: where those are that follow, if not before the token

	token token // that next has found
}

// Sizes of a lexer's buffer.
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

// next finds the next token in what has been read. The error is errMore or a *block.Error. At the
// end of the file the symbol is endOfFile.
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

// brokenQuote reports whether only the first two of three quotes have been found, which are an empty
// literal by themselves.
func (l *lexer) brokenQuote() bool {
	return l.at > l.end && (l.found == doubleQuoted || l.found == singleQuoted)
}

// walk runs the automaton as far as it goes, and reports whether this is as far as it can.
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

// iriRef finds an IRI of usual length as walk would, by a search for its end.
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

// find returns where a byte is that stands in the token or after it. It looks for it only if what
// it has found before is before the token.
func (l *lexer) find(at *int, b byte) int {
	if *at < l.begin {
		*at = len(l.buf)
		if n := bytes.IndexByte(l.buf[l.begin:], b); n >= 0 {
			*at = l.begin + n
		}
	}
	return *at
}

// take makes a token of what was found, and begins the next one after it.
func (l *lexer) take() {
	t := &l.token
	t.symbol, t.text, t.cut = l.found, l.buf[l.begin:l.end], l.cut
	if !l.cut { // else cutToken has noted where it begins
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

// restart begins a token.
func (l *lexer) restart(at int) {
	l.begin, l.at, l.end, l.found, l.state, l.cut = at, at, at, endOfFile, l.tokens.Start, false
}

// skip skips the rest of the line.
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

// missing returns why a token cannot be finished.
func (l *lexer) missing() error {
	if l.err == nil {
		return errMore
	}
	return &block.Error{Line: l.line, Column: l.column(len(l.buf)), Err: l.err}
}

// fault returns which character, or which end, is not allowed where the automaton has stopped.
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

// first returns what a text begins with: a character, a byte that is not UTF-8, or the end of the file.
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

// begun returns the name of an unfinished token.
func begun(token []byte) string {
	c, _ := utf8.DecodeRune(token)
	switch {
	case token[len(token)-1] == escape, bytes.Contains(token[max(0, len(token)-6):], []byte(`\u`)), bytes.Contains(token[max(0, len(token)-10):], []byte(`\U`)):
		return "bad escape"
	case c == '"' || c == '\'':
		return "literal that is not closed"
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
	return "something that begins with " + first(token)
}

// faultAt returns the offset of the character at which the automaton has stopped, or of the ill-formed UTF-8 before
// it.
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

// countLines counts the lines that end in the token, up to a place in buf: by LF, CR LF, or CR.
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

// column returns the column of a place in buf.
func (l *lexer) column(at int) int64 { return l.offset + int64(at) - l.lineStart + 1 }

// fill reads more, where the token may go on.
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

// makeRoom drops what has been passed over, or has a larger buffer, or else drops what there is of
// the token but for that which may belong to the next one.
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

// cutToken drops what has been read of a token, but for that which may belong to the next one, and
// half of a line end.
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

// keep appends to raw the bytes before a place.
func (l *lexer) keep(to int) {
	if l.raw != nil {
		*l.raw = append(*l.raw, l.buf[l.kept:to]...)
		l.kept = to
	}
}

// inRaw returns the offset in raw of a place that is not kept yet.
func (l *lexer) inRaw(at int) int { return len(*l.raw) + at - l.kept }

// drop moves what there is from a place on to the front of the buffer.
func (l *lexer) drop(to int) {
	l.keep(to)
	l.kept = 0
	l.offset += int64(to)
	n := copy(l.buf, l.buf[to:])
	l.buf = l.buf[:n]
	l.begin, l.at, l.end = max(l.begin-to, 0), max(l.at-to, 0), max(l.end-to, 0)
}
