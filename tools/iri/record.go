package main

import (
	"errors"
	"fmt"
	"strings"

	"example.org/iri"
	"example.org/iri/rule"
	"example.org/iri/tools/internal/cli/show"
	"example.org/iri/tools/iri/internal/engine"
	"example.org/iri/tools/iri/source"
)

// A record is a text, or what is in the place of one.
type record struct {
	source.Place
	file    string
	text    []byte
	skipped bool // there is no text: it could not be read, as somebody tells
}

// printed is what a judge prints. One judge after the other has it.
type printed struct {
	judge        judge
	out, log     []byte // for standard output and standard error
	records, bad int64
}

// A judge looks at a record, and prints what there is to say of it. It reports whether the record
// was good.
type judge func(r record, p *printed) (good bool)

// each lets judges look at all records. Several are at work at a time, each of which newJudge has
// made.
func (j *job) each(newJudge func() judge) (total printed, err error) {
	work := func(piece *engine.Piece, p *printed) {
		if p.judge == nil {
			p.judge = newJudge()
		}
		p.out, p.log, p.records, p.bad = reset(p.out), reset(p.log), 0, 0
		for place, text := range piece.Block.All() {
			p.add(record{Place: place, file: piece.Name, text: text})
		}
		if e := new(source.Error); !piece.Last && errors.As(piece.Err, &e) {
			p.add(record{Place: source.Place{Line: e.Line, Column: e.Column}, file: piece.Name, skipped: true})
		}
	}
	err = run(j, work, func(piece *engine.Piece, p *printed) error {
		j.count(piece, p.records, p.bad)
		total.records += p.records
		total.bad += p.bad
		j.cmd.ErrOrStderr().Write(p.log)
		_, err := j.cmd.OutOrStdout().Write(p.out)
		return err
	})
	return total, j.outcome(err, total.bad)
}

func (p *printed) add(r record) {
	good := p.judge(r, p)
	if r.skipped {
		return // it counts as such
	}
	p.records++
	if !good {
		p.bad++
	}
}

// reset empties a buffer, and gives it back if it is large.
func reset(buf []byte) []byte {
	if cap(buf) > 16*source.BlockSize {
		return nil
	}
	return buf[:0]
}

// diagnose says what is wrong with a record, and where, on standard error.
func (p *printed) diagnose(r record, offset int, message string) {
	p.log = r.appendPlace(p.log, offset)
	p.log = append(append(p.log, show.Safe(message)...), '\n')
}

// appendPlace tells where a byte of a record stands.
func (r record) appendPlace(dst []byte, offset int) []byte {
	return fmt.Appendf(dst, "%s:%d:%d: ", show.Safe(r.file), r.Line, max(1, r.ColumnOf(offset)))
}

// reject diagnoses that a record is wrong: where an error of the library says, or at the beginning.
func (p *printed) reject(r record, wrong error) {
	var in *columnError
	start := 0
	if errors.As(wrong, &in) {
		start, wrong = in.start, in.err
	}
	var e *iri.SyntaxError
	if errors.As(wrong, &e) {
		p.diagnose(r, start+e.Span.Start, e.Message())
		return
	}
	p.diagnose(r, start, strings.TrimPrefix(wrong.Error(), "iri: "))
}

// A columnError is what is wrong with a part of a record.
type columnError struct {
	start int // where that part begins
	err   error
}

func (e *columnError) Error() string { return e.err.Error() }
func (e *columnError) Unwrap() error { return e.err }

// syntaxError returns wrong if it is an *iri.SyntaxError, as all errors of Check are, and an empty one
// otherwise.
func syntaxError(wrong error) *iri.SyntaxError {
	e, is := wrong.(*iri.SyntaxError) // errors.As takes as long as to find the mistake
	if !is {
		e = new(iri.SyntaxError)
	}
	return e
}

// validateBlock validates the texts of a block, and with split also finds their components.
func validateBlock(r rule.Rule, b *rule.Batch, texts *source.Block, split bool) {
	lines, column := r.Lines, r.Column
	if split {
		lines, column = r.SplitLines, r.SplitColumn
	}
	if b.CRLF = texts.Lines; texts.Lines {
		lines(b, texts.Data)
	} else {
		column(b, texts.Data, texts.Offsets)
	}
}
