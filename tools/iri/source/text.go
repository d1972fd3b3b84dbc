package source

import (
	"io"

	"example.org/iri/tools/iri/source/internal/block"
)

// A proseReader reads the URLs in prose, line by line.
type proseReader struct{ rows }

func newText(r io.Reader) Reader { return &proseReader{newRows(r)} }

func (t *proseReader) Read(b *Block) error { return t.rows.read(b, t.line) }

func (t *proseReader) line(b *Block, line []byte) error {
	var p prose
	for s := range p.urls(line) {
		b.Add(line[s.start:s.end], Place{Line: t.number, Column: int64(s.start) + 1, Wide: block.Wide(line[:s.start]), Verbatim: true})
	}
	return nil
}
