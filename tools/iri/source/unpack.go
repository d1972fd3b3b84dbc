package source

import (
	"bufio"
	"bytes"
	"compress/bzip2"
	"errors"
	"fmt"
	"io"
	"sync/atomic"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/ulikunitz/xz"
)

const (
	// defaultRatio is beyond what lists of IRIs reach, and less than what bombs need.
	defaultRatio = 250
	// freeRatio is how much may come out of however little.
	freeRatio = 16 << 20
	// maxXZ is the property of a dictionary of 128 MiB.
	maxXZ = 30
	// maxWindow is the default limit of the command zstd.
	maxWindow = 128 << 20
)

var errWindow = errors.New("a large dictionary")

// A compression undoes what one program does to files.
type compression struct {
	name  string
	magic string // how its files begin
	open  func(io.Reader) (io.Reader, error)
}

// compressions returns those that are known. Without open, they are only known by name.
func compressions() []compression {
	return []compression{
		{"gzip", "\x1f\x8b\x08", func(r io.Reader) (io.Reader, error) { return gzip.NewReader(r) }},
		{"zstd", "\x28\xb5\x2f\xfd", openZstd},
		{"zstd", "\x50\x2a\x4d\x18", openZstd}, // a skippable frame, as pzstd writes
		{"bzip2", "BZh", func(r io.Reader) (io.Reader, error) { return bzip2.NewReader(r), nil }},
		{"xz", "\xfd7zXZ\x00", openXZ},
		{"lz4", "\x04\x22\x4d\x18", nil},
	}
}

// zipMagic is how an archive begins that has a file.
const zipMagic = "PK\x03\x04"

// openXZ refuses a dictionary that is larger than others may be. The library allocates all of it.
func openXZ(r io.Reader) (io.Reader, error) {
	const header, filter = 12, 0x21 // of the stream; LZMA2, which has one byte of properties
	if b, is := r.(*bufio.Reader); is {
		head, _ := b.Peek(header + 32)
		if n := bytes.LastIndex(head[min(header, len(head)):], []byte{filter, 1}); n >= 0 && header+n+2 < len(head) && head[header+n+2] > maxXZ {
			return nil, errWindow
		}
	}
	return xz.NewReader(r)
}

// openZstd runs no goroutines, so nothing has to be closed.
func openZstd(r io.Reader) (io.Reader, error) {
	return zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(maxWindow), zstd.WithDecoderLowmem(true))
}

// compressionOf returns the compression of a stream, nil if it has none.
func compressionOf(r *bufio.Reader) *compression {
	for _, c := range compressions() {
		if begins(r, c.magic) {
			return &c
		}
	}
	return nil
}

// begins reports whether a stream begins with a magic. It reads no more bytes than decide: a user who
// types has typed them.
func begins(r *bufio.Reader, magic string) bool {
	for i := range len(magic) {
		if p, _ := r.Peek(i + 1); len(p) <= i || p[i] != magic[i] {
			return false
		}
	}
	return true
}

// unpack returns what a stream holds: what was compressed, or the stream itself.
func unpack(r *bufio.Reader, packed *counter, ratio int64, all *archived) (*bufio.Reader, error) {
	c := compressionOf(r)
	if c == nil {
		return r, nil
	}
	if c.open == nil {
		return nil, &Error{Err: fmt.Errorf("the file is compressed by %s, which is not supported", c.name)}
	}
	u := newUnpacker(c, nil, packed, ratio, all)
	var err error
	if u.r, err = c.open(r); err != nil {
		return nil, u.explain(err)
	}
	unpacked := bufio.NewReaderSize(u, bufferSize)
	if twice := compressionOf(unpacked); twice != nil {
		return nil, &Error{Err: fmt.Errorf("the file is compressed twice, by %[2]s and by %[1]s", c.name, twice.name)}
	}
	return unpacked, nil
}

// An unpacker reads what was compressed. Its errors are of type *Error, but for those of the file.
type unpacker struct {
	*compression
	r        io.Reader
	packed   *counter
	unpacked int64
	ratio    int64 // how many bytes may come out of one; less than 0 if any number
	all      *archived
	err      error
}

// archived is what has been unpacked of an archive, since many small bombs are a large one.
type archived struct {
	size     func() int64 // of the archive, as far as it has been read
	unpacked int64
}

func newUnpacker(c *compression, r io.Reader, packed *counter, ratio int64, all *archived) *unpacker {
	if ratio == 0 {
		ratio = defaultRatio
	}
	if all == nil {
		all = &archived{size: packed.n.Load}
	}
	return &unpacker{compression: c, r: r, packed: packed, ratio: ratio, all: all}
}

func (u *unpacker) Read(p []byte) (int, error) {
	if u.err != nil {
		return 0, u.err
	}
	n, err := u.r.Read(p)
	u.unpacked += int64(n)
	u.all.unpacked += int64(n)
	if err != nil {
		u.err = u.explain(err)
	} else if err := u.bomb(u.packed.n.Load(), u.unpacked); err != nil {
		u.err = err
	} else if err := u.bomb(u.all.size(), u.all.unpacked); err != nil {
		u.err = err
	}
	return n, u.err
}

// bomb returns an error if too few bytes have become too many.
func (u *unpacker) bomb(packed, unpacked int64) error {
	if u.ratio < 0 || unpacked <= freeRatio || unpacked/u.ratio <= packed {
		return nil
	}
	return &Error{Err: fmt.Errorf("%s: %d bytes of the file have become %d, as in a bomb (the limit is a ratio of %d)", u.name, packed, unpacked, u.ratio)}
}

// explain returns the error of compressed bytes.
func (u *unpacker) explain(err error) error {
	switch {
	case err == io.EOF && u.r != nil:
		return err
	case u.packed.err != nil:
		return u.packed.err
	case err == io.EOF || errors.Is(err, io.ErrUnexpectedEOF):
		return &Error{Err: fmt.Errorf("%s: the file is truncated after %d bytes", u.name, u.packed.n.Load())}
	case errors.Is(err, zstd.ErrWindowSizeExceeded), errors.Is(err, zstd.ErrDecoderSizeExceeded), err == errWindow:
		return &Error{Err: fmt.Errorf("%s: more than %d MB of memory needed", u.name, maxWindow>>20)}
	case errors.Is(err, gzip.ErrHeader) && u.r != nil:
		return &Error{Err: errors.New("gzip: what follows the compressed data is not compressed")}
	}
	return &Error{Err: fmt.Errorf("%s: broken within the first %d bytes of the file: %w", u.name, u.packed.n.Load(), err)}
}

// A counter counts the bytes of a file that have been read, and keeps the error that ended it.
type counter struct {
	r   io.Reader
	n   atomic.Int64
	err error
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n.Add(int64(n))
	if err != nil && err != io.EOF {
		c.err = err
	}
	return n, err
}
