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

// An entry is a string in a file, or the position of an unreadable one.
type entry struct {
	source.Place
	file    string
	text    []byte
	inFile  []byte // text before resolution
	index   int    // of the string in its block
	raw     []byte // bytes of the string in the file, if the whole file is printed
	ending  string // line end in the file
	format  source.Format
	valid   bool      // matches the rule of the pass
	parts   iri.Parts // of a valid string, if the pass splits
	wrong   error     // error of an invalid string, if the pass splits
	skipped bool      // the string is unreadable; job.complain reports why
}

// A pass handles all entries. Strings are validated by its rule first: block by block, or one by one if it splits.
type pass struct {
	new   func() handler // called once for each goroutine
	rule  rule.Rule      // zero for none
	split bool           // also find components
}

type printed struct {
	pass
	handler          handler
	batch            rule.Batch
	entry            entry // argument of the handler
	format           source.Format
	out, log         []byte          // for standard output and standard error
	record           record.Record   // error of the entry, if recorded is set
	wrong            iri.SyntaxError // of the entry
	quiet, recorded  bool            // do not print errors, or print them as records
	edits            []edit          // changes to a file that is replaced; empty if the whole file is printed
	strings, invalid int64
	changed          int64 // strings that differ from their result
}

// A handler prints the result of an entry. It reports whether there is one.
type handler func(x *entry, p *printed) (ok bool)

// each runs handlers on all entries in parallel, and calls write with their output in order.
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

// addAll runs the handler on the entries of a piece. If the whole file is printed, it also adds the bytes around them.
func (p *printed) addAll(piece *engine.Piece) {
	batched := p.rule != (rule.Rule{}) && !p.split
	if batched {
		validateBlock(p.rule, &p.batch, &piece.Block)
	}
	raw, spans, i, end := piece.Block.Raw, piece.Block.Spans, 0, 0
	rest := piece.Block.Data
	x := &p.entry // reused, to avoid an allocation for each entry
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

// A joint starts each printed file on a new line, even if the previous one does not end with a line end.
type joint struct {
	open bool // the last printed line has no end
	next bool // nothing of the current file has been printed
}

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

func (j *joint) endFile() { j.next = true }

// cutEnding returns the line end at the start of text, and the rest.
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
		return // counted as skipped
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

// diagnose prints the error of an entry on standard error, or sets the record. A nil wrong means that the error is not
// about syntax. An empty message means the message of wrong.
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

// isValid reports whether an entry matches the rule of the pass or, if the pass has none, is a reference.
func (p *printed) isValid(x *entry) bool {
	if p.rule != (rule.Rule{}) {
		return x.valid
	}
	return rule.IRIReference.Valid(x.text)
}

// isQuiet reports whether errors of strings are neither printed nor recorded.
func (p *printed) isQuiet() bool { return p.quiet && !p.recorded }

func (x *entry) appendPlace(dst []byte, offset int) []byte {
	return append(result.AppendWhere(dst, x.file, x.Line, max(1, x.ColumnOf(offset))), ": "...)
}

// reject is diagnose for an error with or without a span.
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

// A columnError is an error in one column of an entry.
type columnError struct {
	column iri.Span
	err    error
}

func (e *columnError) Error() string { return e.err.Error() }
func (e *columnError) Unwrap() error { return e.err }

// column returns a column of an entry as an entry.
func (x *entry) column(s iri.Span) *entry {
	y := *x
	y.Column, y.text = x.ColumnOf(s.Start), x.text[s.Start:s.End]
	return &y
}

// A spanError is an error other than of syntax in a span of a string.
type spanError struct {
	span iri.Span
	err  error
}

func (e *spanError) Error() string { return e.err.Error() }
func (e *spanError) Unwrap() error { return e.err }

func asSyntaxError(wrong error) (*iri.SyntaxError, bool) {
	if e, is := wrong.(*iri.SyntaxError); is { // errors.AsType takes as long as the validation
		return e, true
	}
	return errors.AsType[*iri.SyntaxError](wrong)
}

func syntaxError(wrong error) *iri.SyntaxError {
	if e, is := asSyntaxError(wrong); is {
		return e
	}
	return new(iri.SyntaxError)
}

// checkAt sets e to the error of a string, and returns it. If at.Reference is set, it is the error of the string as a
// reference, since "no scheme" would mislead.
func checkAt(e *iri.SyntaxError, r rule.Rule, at source.Place, text []byte) *iri.SyntaxError {
	if at.Reference {
		r = rule.IRIReference
	}
	return syntaxError(r.CheckInto(e, text))
}

func validateBlock(r rule.Rule, b *rule.Batch, texts *source.Block) {
	if b.CRLF = texts.Lines; texts.Lines {
		r.Lines(b, texts.Data)
	} else {
		r.Column(b, texts.Data, texts.Offsets)
	}
}
