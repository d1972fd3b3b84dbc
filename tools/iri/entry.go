package main

import (
	"errors"
	"io"
	"strings"

	"example.org/iri"
	"example.org/iri/rule"
	"example.org/iri/tools/internal/cli/show"
	"example.org/iri/tools/iri/internal/engine"
	"example.org/iri/tools/iri/internal/result"
	"example.org/iri/tools/iri/record"
	"example.org/iri/tools/iri/source"
)

// An entry is a string in a file, or the place of one that could not be read.
type entry struct {
	source.Place
	file    string
	text    []byte
	inFile  []byte // text, unless the file has a reference that was resolved
	index   int    // of the string in its block
	raw     []byte // the bytes in the file, if that is printed as a whole
	ending  string // end of the line in the file
	format  source.Format
	valid   bool      // by the rule of the pass
	parts   iri.Parts // if the pass splits, and the string is valid
	wrong   error     // if the pass splits, and the string is not valid
	skipped bool      // it could not be read; job.complain reports why
}

// A pass handles all entries. If it has a rule, it validates them first, block by block unless it splits.
type pass struct {
	new   func() handler // called once for each goroutine
	rule  rule.Rule      // the zero Rule for none
	split bool           // also find the components
}

// printed is what a handler prints. Handlers reuse it.
type printed struct {
	pass
	handler          handler
	batch            rule.Batch
	entry            entry // that the handler gets
	format           source.Format
	out, log         []byte          // for standard output and standard error
	record           record.Record   // has why an entry has no result, if that is printed as a record
	wrong            iri.SyntaxError // of the entry, reused
	quiet, recorded  bool            // do not print errors, or print them in records
	edits            []edit          // of a file that is replaced, if it is not printed as a whole
	strings, invalid int64
	changed          int64 // strings that have another result
}

// A handler prints the result for an entry, and reports whether there is one.
type handler func(x *entry, p *printed) (ok bool)

// each runs handlers on all entries, several at a time, and calls write with their output.
func (r *rewriting) each(all pass, write func(*engine.Piece, *printed) error) error {
	invalid := int64(0)
	work := func(piece *engine.Piece, p *printed) {
		if p.handler == nil {
			p.pass, p.handler = all, all.new()
			p.quiet, p.recorded = r.quiet, r.recorded
		}
		p.out, p.log, p.edits, p.format = reset(p.out), reset(p.log), p.edits[:0], piece.Format
		p.strings, p.invalid, p.changed = 0, 0, 0
		p.addAll(piece)
		if x, is := problem(piece); is && (r.recorded || !piece.Last) {
			p.record = x
			p.add(&entry{Place: x.Place, file: piece.Name, skipped: true})
		}
	}
	err := run(r.job, work, func(piece *engine.Piece, p *printed) error {
		r.cmd.ErrOrStderr().Write(p.log)
		err := write(piece, p)
		r.count(piece, p.strings, p.invalid)
		invalid += p.invalid
		return err
	})
	return r.outcome(err, invalid)
}

// addAll adds the entries of a piece, and the bytes around them if a file is printed as a whole.
func (p *printed) addAll(piece *engine.Piece) {
	batched := p.rule != (rule.Rule{}) && !p.split
	if batched {
		validateBlock(p.rule, &p.batch, &piece.Block)
	}
	raw, spans, i, end := piece.Block.Raw, piece.Block.Spans, 0, 0
	rest := piece.Block.Data
	x := &p.entry // reused, since a variable would escape to the heap for each entry
	*x = entry{file: piece.Name, format: piece.Format}
	for place, text := range piece.Block.All() {
		x.Place, x.text, x.inFile, x.index = place, text, text, i
		if reference, resolved := piece.Block.InFile(i); resolved {
			x.inFile = []byte(reference)
		}
		if piece.Block.Lines {
			x.ending, rest = cutEnding(rest[len(text):])
		}
		switch {
		case p.split:
			x.parts, x.wrong = p.rule.SplitInto(&p.wrong, text)
			x.valid = x.wrong == nil
		case batched:
			x.valid = p.batch.Matches(i)
		}
		if i < len(spans) {
			s := spans[i]
			p.out = append(p.out, raw[end:s.Start]...)
			x.raw = raw[s.Start:s.End:s.End]
			end = s.End
		}
		i++
		p.add(x)
	}
	p.out = append(p.out, raw[end:]...)
}

// A joint lets each file that is printed begin on a line of its own, although the last line of a file may have no end.
type joint struct {
	open bool // the last line that was printed has no end
	next bool // nothing of the current file has been printed
}

// print prints a text, after the end of the last line of another file if that has none.
func (j *joint) print(w io.Writer, text []byte, end byte) error {
	if len(text) == 0 {
		return nil
	}
	if j.next && j.open {
		if _, err := w.Write([]byte{end}); err != nil {
			return err
		}
	}
	j.open, j.next = text[len(text)-1] != end, false
	_, err := w.Write(text)
	return err
}

// endFile notes that the next text is of another file.
func (j *joint) endFile() { j.next = true }

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

func (p *printed) add(x *entry) {
	ok := p.handler(x, p)
	if x.skipped {
		return // it counts as skipped
	}
	p.strings++
	if !ok {
		p.invalid++
	}
}

// reset returns buf emptied, or nil if it is large.
func reset(buf []byte) []byte {
	if cap(buf) > 16*source.BlockSize {
		return nil
	}
	return buf[:0]
}

// diagnose prints on standard error why an entry has no result, with its position, or sets the record of the entry. The
// error is nil if the message is not about syntax: the string may be valid. If there is no message, the error has it.
func (p *printed) diagnose(x *entry, span iri.Span, message string, wrong *iri.SyntaxError) {
	switch {
	case p.isQuiet():
	case p.recorded:
		p.record = record.Record{Text: x.text, Place: x.Place, Valid: wrong == nil && p.isValid(x)}
		if wrong != nil {
			p.record.SetError(wrong)
		}
		p.record.Message, p.record.Span = message, span
	default:
		p.log = x.appendPlace(p.log, span.Start)
		begin := len(p.log)
		if p.log = append(p.log, message...); message == "" {
			p.log = wrong.AppendMessage(p.log)
		}
		p.log = append(show.SafeFrom(p.log, begin), '\n')
	}
}

// isValid reports whether an entry matches the rule of the pass, by default that of references.
func (p *printed) isValid(x *entry) bool {
	if p.rule != (rule.Rule{}) {
		return x.valid
	}
	return rule.IRIReference.Valid(x.text)
}

// isQuiet reports whether errors of strings are neither printed nor recorded.
func (p *printed) isQuiet() bool { return p.quiet && !p.recorded }

// appendPlace appends the position of a byte of an entry.
func (x *entry) appendPlace(dst []byte, offset int) []byte {
	return append(result.AppendWhere(dst, x.file, x.Line, max(1, x.ColumnOf(offset))), ": "...)
}

// reject prints why an entry has no result, with the position of the error or of the entry.
func (p *printed) reject(x *entry, wrong error) {
	if p.isQuiet() {
		return
	}
	if in, is := wrong.(*columnError); is {
		x, wrong = x.column(in.column), in.err
	}
	if in, is := wrong.(*spanError); is {
		p.diagnose(x, in.span, in.Error(), nil)
	} else if e, is := asSyntaxError(wrong); is {
		p.diagnose(x, e.Span, "", e)
	} else {
		p.diagnose(x, iri.Span{End: len(x.text)}, strings.TrimPrefix(wrong.Error(), "iri: "), nil)
	}
}

// A columnError is an error in one of several strings in an entry.
type columnError struct {
	column iri.Span
	err    error
}

func (e *columnError) Error() string { return e.err.Error() }
func (e *columnError) Unwrap() error { return e.err }

// column returns one of several strings in an entry as an entry.
func (x *entry) column(s iri.Span) *entry {
	y := *x
	y.Column, y.text = x.ColumnOf(s.Start), x.text[s.Start:s.End]
	return &y
}

// A spanError is an error of a part of a string that is not about syntax.
type spanError struct {
	span iri.Span
	err  error
}

func (e *spanError) Error() string { return e.err.Error() }
func (e *spanError) Unwrap() error { return e.err }

// asSyntaxError returns the *iri.SyntaxError in a chain of errors, if there is one.
func asSyntaxError(wrong error) (*iri.SyntaxError, bool) {
	if e, is := wrong.(*iri.SyntaxError); is { // errors.AsType would take as long as finding the error
		return e, true
	}
	return errors.AsType[*iri.SyntaxError](wrong)
}

// syntaxError returns wrong if it is an *iri.SyntaxError, as all errors of Check are, and an empty one
// otherwise.
func syntaxError(wrong error) *iri.SyntaxError {
	if e, is := asSyntaxError(wrong); is {
		return e
	}
	return new(iri.SyntaxError)
}

// checkAt returns e with why a string does not match a rule. Where a relative reference is allowed, it has why the string
// is not a reference, as "no scheme" would mislead.
func checkAt(e *iri.SyntaxError, r rule.Rule, at source.Place, text []byte) *iri.SyntaxError {
	if at.Reference {
		r = rule.IRIReference
	}
	return syntaxError(r.CheckInto(e, text))
}

// validateBlock validates the strings of a block.
func validateBlock(r rule.Rule, b *rule.Batch, texts *source.Block) {
	if b.CRLF = texts.Lines; texts.Lines {
		r.Lines(b, texts.Data)
	} else {
		r.Column(b, texts.Data, texts.Offsets)
	}
}
