package source

import (
	"bytes"
	"io"
	"strings"
)

// tsv reads a column of text/tab-separated-values.
type tsv struct {
	rows
	column column
}

func newTSV(r io.Reader, o Options) Reader {
	return &tsv{newRows(r), newColumn(o.Column)}
}

func (t *tsv) Read(b *Block) error { return t.rows.read(b, t.row) }

// row adds the field of a row.
func (t *tsv) row(b *Block, row []byte) error {
	if t.column.index < 0 {
		if err := t.column.find(strings.Split(string(row), "\t")); err != nil {
			return &Error{Line: t.number, Column: 1, Err: err}
		}
		return nil
	}
	start := 0
	for i := range t.column.index {
		n := bytes.IndexByte(row[start:], '\t')
		if n < 0 {
			return &Error{Line: t.number, Column: int64(len(row)) + 1, Err: t.column.missing(i + 1), GoesOn: true}
		}
		start += n + 1
	}
	field, _, _ := bytes.Cut(row[start:], []byte("\t"))
	b.Add(field, Place{Line: t.number, Column: int64(start) + 1, Verbatim: true})
	return nil
}
