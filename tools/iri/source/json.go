package source

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"

	"github.com/go-json-experiment/json/jsontext"

	"example.org/iri"
	"example.org/iri/tools/iri/source/internal/block"
)

// jsonDecoding accepts duplicate names and invalid UTF-8, which RFC 8259 discourages.
var jsonDecoding = []jsontext.Options{jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true)}

// values reads strings of JSON values, token by token, so that the length of a value is not limited.
type values struct {
	fields
	decoder *jsontext.Decoder
	raw     recent
	position
	next pathState // of the next value, after its name
	name bool      // the last token is a member name
	contexts

	keep  bool
	whole []byte // a line with its end, for keep
	kept  int64  // number of its bytes in a block
}

type bracket struct {
	pathState
	object bool
	index  int64 // of the next element
	contextState
}

type jsonDocument struct{ values }

func newJSON(r io.Reader, o Options, base iri.IRI) Reader {
	d := &jsonDocument{values{fields: newFields(o, false), contexts: newContexts(base, false), raw: recent{r: r}, position: position{line: 1, column: 1}}}
	d.decoder = jsontext.NewDecoder(&uncommented{r: &d.raw}, jsonDecoding...)
	return d
}

func (d *jsonDocument) Read(b *Block) error {
	b.Reset()
	for !b.Full() && (b.Len() == 0 || d.isReady() || len(d.decoder.UnreadBuffer()) > 0) {
		if d.isReady() {
			if err := d.giveNext(b); err != nil {
				return err
			}
			continue
		}
		if err := d.value(b); err != nil {
			if err := d.delay(d.explain(err)); err != nil {
				return err
			}
			continue
		}
		if end := d.decoder.InputOffset(); end-d.raw.forgotten > bufferSize {
			d.forget(end - 1) // keep one byte: it may be the first bracket of a template, as in {{
		}
	}
	return nil
}

// value reads the next token, or skips a value without selected strings.
func (v *values) value(b *Block) error {
	kind := v.decoder.PeekKind()
	if kind == ']' || kind == '}' {
		_, err := v.decoder.ReadToken()
		if err == nil {
			v.pop()
		}
		return err
	}
	w := v.advanceState()
	switch {
	case v.name:
		return v.readName(w)
	case kind == '"':
		return v.readString(b, w)
	case kind == '[' && v.leads(w), kind == '{' && v.leads(w) && !v.ends(w):
		v.push(w, kind == '{')
		_, err := v.decoder.ReadToken()
		return err
	case v.ends(w) && kindName(kind) != "":
		return v.noString(kind)
	case kind == 'n':
		wrong := v.null(w)
		if wrong != nil {
			v.advanceToValue()
			wrong = v.recoverable(wrong)
		}
		return cmp.Or(v.skip(), wrong)
	}
	return v.skip()
}

// advanceState returns the position of the next value, or of the object before a name. It counts elements.
func (v *values) advanceState() pathState {
	if len(v.open) == 0 {
		return pathState{}
	}
	top := &v.open[len(v.open)-1]
	if !top.object {
		top.index++
		return v.element(top.pathState, top.index-1)
	}
	if v.name = !v.name; v.name {
		return top.pathState
	}
	return v.next
}

func (v *values) readName(object pathState) error {
	name, err := v.decoder.ReadValue()
	if err != nil {
		return err
	}
	v.next = v.member(object, unquote(name))
	return nil
}

// unquote returns the value of a JSON string. It copies only strings with escapes.
func unquote(quoted []byte) []byte {
	if bytes.IndexByte(quoted, '\\') < 0 {
		return quoted[1 : len(quoted)-1]
	}
	text, _ := jsontext.AppendUnquote(nil, quoted) // an error means that it contains U+FFFD
	return text
}

func (v *values) skip() error {
	for depth := v.decoder.StackDepth(); ; {
		if _, err := v.decoder.ReadToken(); err != nil || v.decoder.StackDepth() == depth {
			return err
		}
		if end := v.decoder.InputOffset(); end-v.raw.forgotten > bufferSize {
			v.forget(end - 1)
		}
	}
}

func (v *values) readString(b *Block, w pathState) error {
	quoted, err := v.decoder.ReadValue()
	if err != nil {
		return err
	}
	text := unquote(quoted)
	if taken, relative := v.takes(w, text); taken {
		end := v.decoder.InputOffset()
		v.forget(end - int64(len(quoted)) + 1)
		place := v.place(len(text) == len(quoted)-2)
		if len(text) > MaxText {
			return &Error{Line: v.line, Column: v.column, Err: fmt.Errorf("the string has %w", errLong), GoesOn: true}
		}
		if v.keep {
			start := end - int64(len(quoted))
			b.Keep(v.whole[v.kept:start], quoted)
			v.kept = end
		}
		return v.add(b, text, place, w, relative)
	}
	return nil
}

func (v *values) forget(offset int64) { v.advance(v.raw.forget(offset)) }

func (v *values) advanceToValue() {
	v.forget(v.decoder.InputOffset())
	v.forget(v.raw.forgotten + int64(len(v.raw.bytes)-len(bytes.TrimLeft(v.raw.bytes, " \t\r\n,:"))))
}

// noString skips a value at the end of the path and returns the error that it is not a string.
func (v *values) noString(kind jsontext.Kind) error {
	v.advanceToValue()
	line, column := v.line, v.column
	if err := v.skip(); err != nil {
		return err
	}
	return &Error{Line: line, Column: column, Err: fmt.Errorf("%s is not a string", kindName(kind)), GoesOn: true}
}

// kindName returns the name of a kind that is an error at the end of a path, or "" for kinds that are not. The decoder
// reports invalid kinds.
func kindName(kind jsontext.Kind) string {
	switch kind {
	case '{':
		return "an object"
	case '0':
		return "a number"
	case 't', 'f':
		return "a truth value"
	}
	return ""
}

func (v *values) explain(err error) error {
	wrong := new(jsontext.SyntacticError)
	switch {
	case errors.As(err, new(*Error)):
		return err
	case errors.As(err, &wrong):
		at := min(wrong.ByteOffset-v.raw.forgotten, int64(len(v.raw.bytes)))
		template := isInTemplate(v.raw.bytes, int(at))
		v.forget(v.raw.forgotten + at)
		return &Error{Line: v.line, Column: v.column, Err: &BrokenError{"JSON", wrong.Err, template}}
	case errors.Is(err, errLong):
		return &Error{Line: v.line, Column: v.column, Err: fmt.Errorf("a string or white space has %w", errLong)}
	}
	if cause := errors.Unwrap(err); cause != nil {
		err = cause // the error of the file, not of the decoder
	}
	return block.FailedAt(v.line+int64(bytes.Count(v.raw.bytes, []byte("\n"))), err)
}

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
