package source

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/tidwall/gjson"
)

// maxBrackets is how many opening brackets a line may have without anybody looking how deep they
// are nested: gjson calls itself for each.
const maxBrackets = 10_000

// jsonl reads the strings at a path of JSON values, one a line.
type jsonl struct {
	rows
	path string // "" for the whole value
	line []byte // being read
	err  error  // the first one in that line
}

func newJSONL(r io.Reader, o Options) Reader {
	return &jsonl{rows: newRows(r), path: o.Field}
}

func (j *jsonl) Read(b *Block) error { return j.rows.read(b, j.value) }

// value adds what a line has at the path.
func (j *jsonl) value(b *Block, line []byte) error {
	blank := len(line) - len(bytes.TrimLeft(line, " \t"))
	if blank == len(line) {
		return nil
	}
	if err := checkJSON(line); err != nil {
		return &Error{Line: j.number, Column: offset(err), Err: fmt.Errorf("broken JSON: %w", err), GoesOn: true}
	}
	j.line, j.err = line, nil
	if j.path == "" {
		value := gjson.ParseBytes(line)
		value.Index = blank
		j.add(b, value)
	} else {
		j.add(b, gjson.GetBytes(line, j.path))
	}
	return j.err
}

// add adds a string, or the strings of an array.
func (j *jsonl) add(b *Block, value gjson.Result) {
	switch {
	case value.Type == gjson.Null:
	case value.Type == gjson.String:
		b.Data = append(b.Data, value.Str...)
		b.End(j.place(value))
	case value.IsArray():
		value.ForEach(func(_, element gjson.Result) bool {
			j.add(b, element)
			return true
		})
	case j.err == nil:
		j.err = &Error{Line: j.number, Column: j.place(value).Column, Err: fmt.Errorf("%s is no string", kind(value)), GoesOn: true}
	}
}

// place tells where a value stands, of a string what is between its quotation marks. What a path
// has computed stands nowhere.
func (j *jsonl) place(value gjson.Result) Place {
	p := Place{Line: j.number}
	at := j.line[min(value.Index, len(j.line)):]
	if len(at) < len(value.Raw) || string(at[:len(value.Raw)]) != value.Raw {
		return p
	}
	p.Column = int64(value.Index) + 1
	if value.Type == gjson.String {
		p.Column++
		p.Verbatim = len(value.Raw) == len(value.Str)+len(`""`)
	}
	return p
}

func kind(value gjson.Result) string {
	switch {
	case value.IsObject():
		return "an object"
	case value.IsBool():
		return "a truth value"
	}
	return "a number"
}

// checkJSON returns what is wrong with a JSON value. The depth that it allows is that of
// encoding/json.
func checkJSON(line []byte) error {
	if bytes.Count(line, []byte("["))+bytes.Count(line, []byte("{")) <= maxBrackets && gjson.ValidBytes(line) {
		return nil
	}
	var value json.RawMessage
	return json.Unmarshal(line, &value)
}

// offset returns the column of the byte at which a JSON value goes wrong.
func offset(err error) int64 {
	if e := new(json.SyntaxError); errors.As(err, &e) {
		return max(e.Offset, 1)
	}
	return 1
}
