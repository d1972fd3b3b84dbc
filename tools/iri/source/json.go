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

// jsonDecoding allows what RFC 8259 discourages but strings can be found in.
var jsonDecoding = []jsontext.Options{jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true)}

// values reads the strings of JSON values.
type values struct {
	fields
	decoder *jsontext.Decoder
	raw     recent
	position
	next where // of the next value, if its name has been read
	name bool  // what was read last is a name
	contexts

	keep  bool
	whole []byte // a line with its end, if blocks keep it
	kept  int64  // how many bytes of it are in a block
}

// A bracket is an object or an array that is being read.
type bracket struct {
	where
	object bool
	index  int64 // of the next element
	inContext
}

// A jsonDocument reads one or more values, whose length is not limited.
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
			d.forget(end - 1) // the bracket before the second one of a template stays
		}
	}
	return nil
}

// value reads the next string, name, bracket, or other value.
func (v *values) value(b *Block) error {
	kind := v.decoder.PeekKind()
	if kind == ']' || kind == '}' {
		_, err := v.decoder.ReadToken()
		if err == nil {
			v.pop()
		}
		return err
	}
	w := v.where()
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
			wrong = v.goOn(wrong)
		}
		return cmp.Or(v.skip(), wrong)
	}
	return v.skip()
}

// where returns where the next value is, or, of a name, the object.
func (v *values) where() where {
	if len(v.open) == 0 {
		return where{}
	}
	top := &v.open[len(v.open)-1]
	if !top.object {
		top.index++
		return v.element(top.where, top.index-1)
	}
	if v.name = !v.name; v.name {
		return top.where
	}
	return v.next
}

// readName reads the name of a member.
func (v *values) readName(object where) error {
	name, err := v.decoder.ReadValue()
	if err != nil {
		return err
	}
	v.next = v.member(object, unquote(name))
	return nil
}

// unquote returns the value of a string of JSON. It copies only strings with escapes.
func unquote(quoted []byte) []byte {
	if bytes.IndexByte(quoted, '\\') < 0 {
		return quoted[1 : len(quoted)-1]
	}
	text, _ := jsontext.AppendUnquote(nil, quoted) // an error means that it contains U+FFFD
	return text
}

// skip passes over a value, whatever its length.
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

func (v *values) readString(b *Block, w where) error {
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

// forget drops the bytes before an offset, and advances the position to it.
func (v *values) forget(offset int64) { v.advance(v.raw.forget(offset)) }

// advanceToValue advances the position to the next value. White space and punctuation before it have not been read.
func (v *values) advanceToValue() {
	v.forget(v.decoder.InputOffset())
	v.forget(v.raw.forgotten + int64(len(v.raw.bytes)-len(bytes.TrimLeft(v.raw.bytes, " \t\r\n,:"))))
}

// noString skips a value at the end of the path, and returns the error that it is not a string.
func (v *values) noString(kind jsontext.Kind) error {
	v.advanceToValue()
	line, column := v.line, v.column
	if err := v.skip(); err != nil {
		return err
	}
	return &Error{Line: line, Column: column, Err: fmt.Errorf("%s is not a string", kindName(kind)), GoesOn: true}
}

// kindName returns the name of a kind of values that are errors at the end of a path. It returns "" for
// others, and for the invalid kind, which the decoder explains when it reads the value.
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

// explain returns the error of a value, with its position.
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
		err = cause // reading the file failed, not decoding it
	}
	return block.FailedAt(v.line+int64(bytes.Count(v.raw.bytes, []byte("\n"))), err)
}
