package main

import (
	"errors"
	"fmt"
	"strings"

	"example.org/iri"
	"example.org/iri/tools/cli/show"
)

// A record is a line, or what ends in NUL, in one piece.
type record struct {
	text    []byte // valid until the next record is read
	tooLong bool   // the text is too long to be kept, and not here
	file    string
	line    int64 // counted from 1
}

// wholes returns the judge that reads each record in one piece and leaves it to each.
func (j *job) wholes(each func(record) (good bool, err error)) judge {
	var joined []byte // reused for records that come in pieces
	return func(l *lines, file string, line int64) (good bool, err error) {
		r := record{file: file, line: line}
		var fits bool
		if r.text, joined, fits, err = l.whole(joined, j.limit); err != nil {
			return false, err
		}
		if r.tooLong = !fits; r.tooLong {
			r.text = nil
		}
		return each(r)
	}
}

// diagnose prints what is wrong with a record, and where, on standard error.
func (j *job) diagnose(r record, offset int, message string) {
	fmt.Fprintf(j.stderr, "%s:%d:%d: %s\n", show.Safe(r.file), r.line, offset+1, show.Safe(message))
}

// reject diagnoses that a record is wrong: where an error of the library says, or at the beginning.
func (j *job) reject(r record, wrong error) {
	var in *columnError
	start := 0
	if errors.As(wrong, &in) {
		start, wrong = in.start, in.err
	}
	var e *iri.SyntaxError
	if errors.As(wrong, &e) {
		j.diagnose(r, start+e.Span.Start, e.Message())
		return
	}
	j.diagnose(r, start, strings.TrimPrefix(wrong.Error(), "iri: "))
}

// A columnError is what is wrong with a part of a record.
type columnError struct {
	start int // where that part begins
	err   error
}

func (e *columnError) Error() string { return e.err.Error() }
func (e *columnError) Unwrap() error { return e.err }
