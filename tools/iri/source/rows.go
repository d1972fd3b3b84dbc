package source

import (
	"errors"
	"fmt"
	"io"

	"example.org/iri/stream"
	"example.org/iri/tools/iri/source/internal/block"
)

// errLong reports a line or a value that does not end within MaxText bytes.
var errLong = fmt.Errorf("more than %d MiB", MaxText>>20)

type rows struct {
	reader *stream.Reader
	lines  stream.Lines
	rest   []byte // rest of lines
	number int64  // of the last line
	raw    []byte // the last line with its end
}

func newRows(r io.Reader) rows { return rows{reader: stream.NewReader(r, '\n')} }

// read fills a block from the available lines. An error of take may have GoesOn set.
func (r *rows) read(b *Block, take func(b *Block, line []byte) error) error {
	b.Reset()
	for !b.Full() {
		if len(r.rest) == 0 && b.Len() > 0 {
			return nil // the next line may not have arrived
		}
		line, err := r.next()
		if err == nil {
			err = take(b, line)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// next returns the next line without its line break, valid until the next call.
func (r *rows) next() (line []byte, err error) {
	if len(r.rest) == 0 {
		if err := r.reader.Next(&r.lines); err != nil {
			return nil, r.fail(err)
		}
		r.rest = r.lines.Text
	}
	r.raw = r.rest
	line, r.rest = block.CutLine(r.rest)
	r.raw = r.raw[:len(r.raw)-len(r.rest)]
	r.number++
	return line, nil
}

func (r *rows) fail(err error) error {
	if long := new(stream.LineTooLongError); errors.As(err, &long) {
		r.number = long.Line
		return block.LongLine(long.Line)
	}
	return block.FailedAt(r.number+1, err)
}
