package source

import (
	"bytes"
	"html"
	"io"
)

type proseReader struct{ rows }

func newText(r io.Reader) Reader { return &proseReader{newRows(r)} }

func (t *proseReader) Read(b *Block) error { return t.rows.read(b, t.line) }

func (t *proseReader) line(b *Block, line []byte) error {
	var p prose
	at := position{line: t.number, column: 1}
	for s := range p.urls(line) {
		at.advance(line[at.done:s.start])
		at.done = s.start
		url := line[s.start:s.end]
		if text := html.UnescapeString(string(url)); isAttribute(line[:s.start]) && text != string(url) {
			b.Add([]byte(text), at.place(false))
			continue
		}
		b.Add(url, at.place(true))
	}
	return nil
}

// isAttribute reports whether text ends with the opening quotation mark of an HTML attribute, whose value is escaped.
func isAttribute(before []byte) bool {
	return bytes.HasSuffix(before, []byte(`="`)) || bytes.HasSuffix(before, []byte("='"))
}
