// Package patch replaces strings at given places of a file, and copies all other bytes.
package patch

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"io"
	"strings"

	"example.org/iri/tools/iri/source"
)

// A Reader reads a file once.
type Reader struct {
	file         io.Closer
	text         *bufio.Reader
	line, column int64 // of the next byte
	buffer       []byte
}

// NewReader returns a reader of a file. Close closes the file.
func NewReader(file io.ReadCloser) *Reader {
	return &Reader{file: file, text: bufio.NewReaderSize(file, 64<<10), line: 1, column: 1}
}

func (r *Reader) Close() error { return r.file.Close() }

// Compare compares the positions of places.
func Compare(a, b source.Place) int {
	return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
}

// IsSafe reports whether new can replace old without escapes in every format, in UTF-8: new has no special byte that
// old lacks, and begins like old, or with a letter, a dot or a slash.
func IsSafe(old, new []byte) bool {
	const special = "\"'`<>()[]{}\\|&*,"
	for _, b := range new {
		if (b <= ' ' || b == 0x7f || strings.IndexByte(special, b) >= 0) && bytes.IndexByte(old, b) < 0 {
			return false
		}
	}
	return len(old) > 0 && len(new) > 0 && (old[0] == new[0] || isPlain(new[0]))
}

func isPlain(b byte) bool { return 'a' <= b|0x20 && b|0x20 <= 'z' || b == '.' || b == '/' }

// Replace copies the file to w up to a place, and replaces old by new there. It returns false, and replaces nothing, if
// the place has been passed or does not contain old.
func (r *Reader) Replace(w io.Writer, at source.Place, old, new []byte) (done bool, err error) {
	if at.Line < r.line || at.Line == r.line && at.Column < r.column {
		return false, nil
	}
	if err := r.copyTo(w, at); err != nil {
		return false, ignoreEnd(err)
	}
	r.buffer = append(r.buffer[:0], old...)
	n, err := io.ReadFull(r.text, r.buffer)
	found := r.buffer[:n]
	if done = bytes.Equal(found, old); done {
		_, err = w.Write(new)
	} else if _, writeErr := w.Write(found); writeErr != nil {
		return false, writeErr
	}
	r.advance(found)
	return done, ignoreEnd(err)
}

func (r *Reader) copyTo(w io.Writer, at source.Place) error {
	for r.line < at.Line {
		text, err := r.text.ReadSlice('\n')
		if err == bufio.ErrBufferFull {
			err = nil
		}
		r.advance(text)
		if _, writeErr := w.Write(text); writeErr != nil {
			return writeErr
		}
		if err != nil {
			return err
		}
	}
	n, err := io.CopyN(w, r.text, at.Column-r.column)
	r.column += n
	return err
}

func (r *Reader) advance(text []byte) {
	r.line += int64(bytes.Count(text, []byte("\n")))
	if i := bytes.LastIndexByte(text, '\n'); i >= 0 {
		r.column, text = 1, text[i+1:]
	}
	r.column += int64(len(text))
}

// Rest copies the rest of the file to w.
func (r *Reader) Rest(w io.Writer) error {
	_, err := io.Copy(w, r.text)
	return err
}

func ignoreEnd(err error) error {
	if err == io.EOF || errors.Is(err, io.ErrUnexpectedEOF) {
		return nil
	}
	return err
}
