package source

import (
	"io"
)

// A proseReader reads the URLs in prose, line by line.
type proseReader struct{ rows }

func newText(r io.Reader) Reader { return &proseReader{newRows(r)} }

func (t *proseReader) Read(b *Block) error { return t.rows.read(b, t.line) }

func (t *proseReader) line(b *Block, line []byte) error {
	var p prose
	at := position{line: t.number, column: 1}
	for s := range p.urls(line) {
		at.advance(line[at.done:s.start])
		at.done = s.start
		b.Add(line[s.start:s.end], at.place(true))
	}
	return nil
}
