package source

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
)

// accessLog reads the request targets and the referrers of the combined log format.
type accessLog struct {
	rows
	target, referrer bool
}

var errLogColumn = errors.New(`columns of a log are "target" and "referer"`)

func newLog(r io.Reader, o Options) (Reader, error) {
	l := &accessLog{rows: newRows(r), target: o.Column != "referer", referrer: o.Column != "target"}
	if o.Column != "" && l.target == l.referrer {
		return nil, &Error{Err: errLogColumn}
	}
	return l, nil
}

func (l *accessLog) Read(b *Block) error { return l.rows.read(b, l.line) }

// line adds the strings of a line. What is in quotation marks are the request, the referrer and the user agent.
func (l *accessLog) line(b *Block, line []byte) error {
	request, ok := quoted(line, 0)
	if !ok {
		return &Error{Line: l.number, Column: 1, Err: fmt.Errorf("no request in quotation marks"), GoesOn: true}
	}
	if at := targetOf(line[request.start:request.end]); l.target && at.end > at.start {
		l.add(b, line, span{request.start + at.start, request.start + at.end})
	}
	if referrer, ok := quoted(line, request.end+1); l.referrer && ok && string(line[referrer.start:referrer.end]) != "-" {
		l.add(b, line, referrer)
	}
	return nil
}

func (l *accessLog) add(b *Block, line []byte, s span) {
	text := logEscape.ReplaceAllFunc(line[s.start:s.end], unescapeLog)
	b.Add(text, Place{Line: l.number, Column: int64(s.start) + 1, Verbatim: len(text) == s.end-s.start})
}

// logEscape is what servers write in place of characters that would end the quotation, or the line.
var logEscape = regexp.MustCompile(`\\(?:x[0-9A-Fa-f]{2}|["\\bnrtv])`)

func unescapeLog(escape []byte) []byte {
	text, _, _, err := strconv.UnquoteChar(string(escape), '"')
	if err != nil {
		return escape
	}
	return []byte{byte(text)}
}

// quoted returns what stands between the first two quotation marks from an offset on. A backslash is before
// one that belongs to it.
func quoted(line []byte, from int) (s span, ok bool) {
	open := bytes.IndexByte(line[min(from, len(line)):], '"')
	if open < 0 {
		return s, false
	}
	s.start = from + open + 1
	for s.end = s.start; s.end < len(line) && line[s.end] != '"'; s.end++ {
		if line[s.end] == '\\' {
			s.end++
		}
	}
	return s, s.end < len(line)
}

// targetOf returns where the target of a request is: between the method and the version.
func targetOf(request []byte) (s span) {
	s.start = bytes.IndexByte(request, ' ') + 1
	if s.start == 0 {
		return s
	}
	if s.end = bytes.LastIndex(request, []byte(" HTTP/")); s.end < s.start {
		s.end = len(request)
	}
	return s
}
