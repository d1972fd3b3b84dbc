package main

import (
	"errors"
	"strings"

	"example.org/iri"
	"example.org/iri/rule"
	"example.org/iri/tools/internal/cli/show"
	"example.org/iri/tools/iri/internal/engine"
	"example.org/iri/tools/iri/internal/result"
	"example.org/iri/tools/iri/source"
)

// A record is a string, or the place of one that could not be read.
type record struct {
	source.Place
	file    string
	text    []byte
	raw     []byte // the bytes in the file, if that is printed as a whole
	ending  string // end of the line in the file
	format  source.Format
	valid   bool      // by the rule of the pass
	parts   iri.Parts // if the pass splits, and the string is valid
	wrong   error     // if the pass splits, and the string is not valid
	skipped bool      // it could not be read; job.complain reports why
}

// A pass handles all records. If it has a rule, it validates them first, block by block unless it splits.
type pass struct {
	new   func() handler // called once for each goroutine
	rule  rule.Rule      // the zero Rule for none
	split bool           // also find the components
}

// printed is what a handler prints. Handlers reuse it.
type printed struct {
	pass
	handler      handler
	batch        rule.Batch
	record       record // that the handler gets
	format       source.Format
	out, log     []byte // for standard output and standard error
	records, bad int64
}

// A handler prints the result for a record, and reports whether the record is good.
type handler func(r *record, p *printed) (good bool)

// each runs handlers on all records, several at a time, and writes their output.
func (j *job) each(all pass) (total printed, err error) {
	return j.eachTo(all, func(_ *engine.Piece, p *printed) error {
		_, err := j.cmd.OutOrStdout().Write(p.out)
		return err
	})
}

// eachTo is like each, with another function that writes.
func (j *job) eachTo(all pass, write func(*engine.Piece, *printed) error) (total printed, err error) {
	work := func(piece *engine.Piece, p *printed) {
		if p.handler == nil {
			p.pass, p.handler = all, all.new()
		}
		p.out, p.log, p.records, p.bad, p.format = reset(p.out), reset(p.log), 0, 0, piece.Format
		p.addAll(piece)
		if e := new(source.Error); !piece.Last && errors.As(piece.Err, &e) {
			p.add(&record{Place: source.Place{Line: e.Line, Column: e.Column}, file: piece.Name, skipped: true})
		}
	}
	err = run(j, work, func(piece *engine.Piece, p *printed) error {
		j.count(piece, p.records, p.bad)
		total.records += p.records
		total.bad += p.bad
		j.cmd.ErrOrStderr().Write(p.log)
		return write(piece, p)
	})
	return total, j.outcome(err, total.bad)
}

// addAll adds the records of a piece, and the bytes around them if a file is printed as a whole.
func (p *printed) addAll(piece *engine.Piece) {
	batched := p.rule != (rule.Rule{}) && !p.split
	if batched {
		validateBlock(p.rule, &p.batch, &piece.Block)
	}
	raw, spans, i, end := piece.Block.Raw, piece.Block.Spans, 0, 0
	rest := piece.Block.Data
	r := &p.record // reused, since a variable would escape to the heap for each record
	*r = record{file: piece.Name, format: piece.Format}
	for place, text := range piece.Block.All() {
		r.Place, r.text = place, text
		if piece.Block.Lines {
			r.ending, rest = cutEnding(rest[len(text):])
		}
		switch {
		case p.split:
			r.parts, r.wrong = p.rule.Split(text)
			r.valid = r.wrong == nil
		case batched:
			r.valid = p.batch.Matches(i)
		}
		if i < len(spans) {
			s := spans[i]
			p.out = append(p.out, raw[end:s.Start]...)
			r.raw = raw[s.Start:s.End:s.End]
			end = s.End
		}
		i++
		p.add(r)
	}
	p.out = append(p.out, raw[end:]...)
}

// cutEnding returns the line end that text begins with, and the rest.
func cutEnding(text []byte) (ending string, rest []byte) {
	switch {
	case len(text) == 0:
		return "", text
	case text[0] == '\r':
		return "\r\n", text[2:]
	}
	return "\n", text[1:]
}

func (p *printed) add(r *record) {
	good := p.handler(r, p)
	if r.skipped {
		return // it counts as skipped
	}
	p.records++
	if !good {
		p.bad++
	}
}

// reset returns buf emptied, or nil if it is large.
func reset(buf []byte) []byte {
	if cap(buf) > 16*source.BlockSize {
		return nil
	}
	return buf[:0]
}

// diagnose prints an error of a record and its position on standard error.
func (p *printed) diagnose(r *record, offset int, message string) {
	p.log = r.appendPlace(p.log, offset)
	p.log = append(append(p.log, show.Safe(message)...), '\n')
}

// appendPlace appends the position of a byte of a record.
func (r *record) appendPlace(dst []byte, offset int) []byte {
	return append(result.AppendWhere(dst, r.file, r.Line, max(1, r.ColumnOf(offset))), ": "...)
}

// reject prints why a record is not valid, with the position of the error or of the record.
func (p *printed) reject(r *record, wrong error) {
	start := 0
	if in, is := wrong.(*columnError); is {
		start, wrong = in.start, in.err
	}
	e, is := wrong.(*iri.SyntaxError) // errors.As takes as long as to find the error
	if is || errors.As(wrong, &e) {
		p.diagnose(r, start+e.Span.Start, e.Message())
		return
	}
	p.diagnose(r, start, strings.TrimPrefix(wrong.Error(), "iri: "))
}

// A columnError is an error in a part of a record.
type columnError struct {
	start int // offset of the part
	err   error
}

func (e *columnError) Error() string { return e.err.Error() }
func (e *columnError) Unwrap() error { return e.err }

// syntaxError returns wrong if it is an *iri.SyntaxError, as all errors of Check are, and an empty one
// otherwise.
func syntaxError(wrong error) *iri.SyntaxError {
	e, is := wrong.(*iri.SyntaxError) // errors.As would take as long as finding the error
	if !is {
		e = new(iri.SyntaxError)
	}
	return e
}

// checkAt returns why a string does not match a rule. Where a relative reference is allowed, it returns why the string
// is not a reference, as "no scheme" would mislead.
func checkAt(r rule.Rule, at source.Place, text []byte) *iri.SyntaxError {
	if at.Reference {
		r = rule.IRIReference
	}
	return syntaxError(r.Check(text))
}

// validateBlock validates the strings of a block.
func validateBlock(r rule.Rule, b *rule.Batch, texts *source.Block) {
	if b.CRLF = texts.Lines; texts.Lines {
		r.Lines(b, texts.Data)
	} else {
		r.Column(b, texts.Data, texts.Offsets)
	}
}
