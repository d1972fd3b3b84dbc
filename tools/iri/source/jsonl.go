package source

import (
	"bytes"
	"errors"
	"io"

	"github.com/go-json-experiment/json/jsontext"

	"example.org/iri"
)

// jsonl reads strings of JSON values, one value a line.
type jsonl struct {
	rows
	values
	line   []byte // current line; nil before the next
	broken bool
	buffer bytes.Buffer
}

func newJSONL(r io.Reader, o Options, base iri.IRI) Reader {
	j := &jsonl{rows: newRows(r), values: values{fields: newFields(o, true), contexts: newContexts(base, o.Keep), keep: o.Keep}}
	j.decoder = jsontext.NewDecoder(&j.buffer, jsonDecoding...)
	return j
}

func (j *jsonl) Read(b *Block) error {
	b.Reset()
	for !b.Full() {
		if j.isReady() {
			if err := j.giveNext(b); err != nil {
				return err
			}
			continue
		}
		if j.line == nil {
			if len(j.rest) == 0 && b.Len() > 0 {
				return nil // the next line may not have arrived
			}
			if err := j.begin(); err != nil {
				return err
			}
		}
		err := j.part(b)
		j.broken = j.broken || err != nil
		if j.line == nil && j.keep {
			b.Raw = append(b.Raw, j.whole[j.kept:]...)
			b.EndRecord(len(b.Raw), j.broken)
		}
		if err != nil {
			if err := j.end(err); err != nil {
				return err
			}
		}
	}
	return nil
}

// end returns the error of a line, or queues it. After a line, nothing waits for a context.
func (j *jsonl) end(err error) error {
	if j.line == nil {
		j.stopWaiting()
	}
	return j.delay(err)
}

func (j *jsonl) begin() error {
	line, err := j.rows.next()
	if err != nil {
		return err
	}
	j.line, j.values.raw, j.position = line, recent{bytes: line}, position{line: j.number, column: 1}
	j.open, j.name, j.broken = j.open[:0], false, false
	j.whole, j.kept = j.rows.raw, 0
	j.buffer = *bytes.NewBuffer(line)
	j.decoder.Reset(&j.buffer, jsonDecoding...)
	return nil
}

const blanks = " \t\r"

var errAfter = &BrokenError{Format: "JSON", Err: errors.New("unexpected data after the value")}

// part reads a part of the current value. The end of the value, and an error, end the line.
func (j *jsonl) part(b *Block) error {
	at := j.decoder.InputOffset()
	if len(j.open) > 0 || at == 0 && len(bytes.TrimLeft(j.line, blanks)) > 0 {
		err := j.value(b)
		if errors.As(err, new(*jsontext.SyntacticError)) {
			j.line = nil
			err = j.explain(err)
			err.(*Error).GoesOn = true
		}
		return err
	}
	rest := bytes.TrimLeft(j.line[at:], blanks)
	j.forget(int64(len(j.line) - len(rest)))
	j.line = nil
	if len(rest) > 0 {
		return &Error{Line: j.position.line, Column: j.column, Err: errAfter, GoesOn: true}
	}
	return nil
}
