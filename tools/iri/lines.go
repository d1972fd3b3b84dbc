package main

import (
	"bufio"
	"bytes"
	"io"
)

// bufferSize is that of all buffers, and the length up to which a record comes in
// one piece.
const bufferSize = 64 << 10

// lines cuts a stream into records that end in LF, or CR LF, or NUL. The last one
// may go without; the end of the stream then ends it, and a CR there, as anywhere
// but before LF, is a byte of the record. What follows the last end is no record
// if it is empty.
//
// A record of any length is read in constant memory, in pieces.
type lines struct {
	r    *bufio.Reader
	end  byte // LF or NUL
	open bool // the record of the last piece goes on
}

func newLines(end byte, size int) *lines {
	return &lines{r: bufio.NewReaderSize(nil, size), end: end}
}

// reset turns to another stream.
func (l *lines) reset(r io.Reader) {
	l.r.Reset(r)
	l.open = false
}

// next returns the next piece of a record, maybe empty, and whether it is the last
// one. The piece is valid until the next call. After the last record the error is
// [io.EOF]; with any other error, what was read of the record is lost.
func (l *lines) next() (piece []byte, last bool, err error) {
	piece, err = l.r.ReadSlice(l.end)
	switch {
	case err == nil:
		l.open = false
		return l.withoutEnd(piece), true, nil
	case err == bufio.ErrBufferFull:
		l.open = true
		return l.withoutCR(piece), false, nil
	case err == io.EOF && (l.open || len(piece) > 0):
		l.open = false
		return piece, true, nil
	}
	return nil, false, err
}

func (l *lines) withoutEnd(record []byte) []byte {
	record = record[:len(record)-1]
	if l.end == '\n' {
		record = bytes.TrimSuffix(record, cr)
	}
	return record
}

// withoutCR leaves a CR at the end of a piece to the next one, which shows whether
// it belongs to the end of the record.
func (l *lines) withoutCR(piece []byte) []byte {
	if l.end == '\n' && bytes.HasSuffix(piece, cr) && l.r.UnreadByte() == nil {
		return piece[:len(piece)-1]
	}
	return piece
}

var cr = []byte{'\r'}

// whole returns the next record in one, valid until the next call. It uses buf if
// there are pieces to join, and returns it for reuse. A record of more than limit
// bytes is read to its end but not kept: fits is false.
func (l *lines) whole(buf []byte, limit uint64) (record, joined []byte, fits bool, err error) {
	record, last, err := l.next()
	if err != nil || last {
		return record, buf, uint64(len(record)) <= limit, err
	}
	joined, fits = append(buf[:0], record...), true
	for !last {
		var piece []byte
		if piece, last, err = l.next(); err != nil {
			return nil, joined, false, err
		}
		fits = fits && uint64(len(joined))+uint64(len(piece)) <= limit
		if !fits {
			joined = nil // may be large: give it back
			continue
		}
		joined = append(joined, piece...)
	}
	return joined, joined, fits, nil
}
