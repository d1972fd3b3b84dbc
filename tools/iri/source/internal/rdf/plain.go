package rdf

import (
	"bytes"

	"example.org/iri/tools/iri/source/internal/block"
)

// plainLines reads what most lines of N-Triples and N-Quads are: IRIs, each with a blank behind it
// or none, and a dot. It stops in front of any other line, which is for the parser. It finds what
// the parser would find.
func (r *Reader) plainLines(b *block.Block) {
	if r.skips || r.at != r.begin || r.cut || r.stack[0] != r.start {
		return
	}
	var iris [4]span
	for !b.Full() {
		n, end := r.plainLine(&iris)
		if n != 3 && (n != 4 || r.start != nquads) {
			return
		}
		for _, x := range iris[:n] {
			b.Add(r.buf[x.begin:x.end], block.Place{Line: r.line, Column: r.column(x.begin), Verbatim: true})
		}
		r.restart(end + 1)
		r.line, r.lineStart = r.line+1, r.offset+int64(r.begin)
	}
}

// A span is a range of buf.
type span struct{ begin, end int }

// plainLine returns where the IRIs of a plain line are, how many, and where its LF is.
func (r *Reader) plainLine(iris *[4]span) (n, end int) {
	end = r.find(&r.lf, '\n')
	if end == len(r.buf) || r.find(&r.cr, '\r') < end || bytes.IndexByte(r.buf[r.begin:end], escape) >= 0 {
		return 0, 0
	}
	at := r.begin
	for ; n < len(iris) && at+1 < end && r.buf[at] == iriOpen && r.buf[at+1] != iriOpen; n++ {
		size := bytes.IndexByte(r.buf[at:end], iriClose)
		if size < 0 || size > block.MaxText {
			return 0, 0
		}
		iris[n] = span{at + 1, at + size}
		at += size + 1
		if blanks.Has(r.buf[at]) { // there is at least the LF
			at++
		}
	}
	if r.buf[at] != fullStop || at+1 != end {
		return 0, 0
	}
	return n, end
}
