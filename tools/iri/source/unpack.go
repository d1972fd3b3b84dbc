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
)

// maxWindow is the default limit of the zstd command.
const maxWindow = 128 << 20

type compression struct {
	name  string
	magic string
	open  func(io.Reader) (io.Reader, error)
	by    string // command that unpacks a refused format, for which open is nil
}

func compressions() []compression {
	return []compression{
		{"gzip", "\x1f\x8b\x08", func(r io.Reader) (io.Reader, error) { return gzip.NewReader(r) }, ""},
		{"zstd", "\x28\xb5\x2f\xfd", openZstd, ""},
		{"zstd", "\x50\x2a\x4d\x18", openZstd, ""}, // a skippable frame, written by pzstd
		{"bzip2", "BZh", func(r io.Reader) (io.Reader, error) { return bzip2.NewReader(r), nil }, ""},
		{"xz", "\xfd7zXZ\x00", nil, "xz -dc FILE"},
		{"lz4", "\x04\x22\x4d\x18", nil, "lz4 -dc FILE"},
		{"zip", "PK\x03\x04", nil, "unzip -p FILE MEMBER"},
	}
}

const tarMagic, tarMagicAt = "ustar", 257

// isTar reports whether the buffered bytes of a stream begin a tar archive. It does not wait for input.
func isTar(r *bufio.Reader) bool {
	head, _ := r.Peek(r.Buffered())
	return len(head) > tarMagicAt && bytes.HasPrefix(head[tarMagicAt:], []byte(tarMagic)) && bytes.IndexByte(head[:tarMagicAt], 0) >= 0
}

func notUnpacked(name, by string) error {
	return &Error{Err: fmt.Errorf("%s files are not unpacked; use %s | iri check", name, by)}
}

// openZstd decompresses without goroutines, so that nothing has to be closed.
func openZstd(r io.Reader) (io.Reader, error) {
	return zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(maxWindow), zstd.WithDecoderLowmem(true))
}

func compressionOf(r *bufio.Reader) *compression {
	for _, c := range compressions() {
		if begins(r, c.magic) {
			return &c
		}
	}
	return nil
}

// begins reports whether a stream begins with magic. It stops at the first difference, so that it does not wait for
// input at a terminal.
func begins(r *bufio.Reader, magic string) bool {
	for i := range len(magic) {
		if p, _ := r.Peek(i + 1); len(p) <= i || p[i] != magic[i] {
			return false
		}
	}
	return true
}

func unpack(r *bufio.Reader, packed *counter) (*bufio.Reader, error) {
	c := compressionOf(r)
	if c == nil {
		return r, nil
	}
	if c.open == nil {
		return nil, notUnpacked(c.name, c.by)
	}
	u := &unpacker{compression: c, packed: packed}
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

// An unpacker decompresses a stream. Its errors are *Error unless reading the file failed.
type unpacker struct {
	*compression
	r      io.Reader
	packed *counter
	err    error
}

func (u *unpacker) Read(p []byte) (int, error) {
	if u.err != nil {
		return 0, u.err
	}
	n, err := u.r.Read(p)
	if err != nil {
		u.err = u.explain(err)
	}
	return n, u.err
}

func (u *unpacker) explain(err error) error {
	switch {
	case err == io.EOF && u.r != nil:
		return err
	case u.packed.err != nil:
		return u.packed.err
	case err == io.EOF || errors.Is(err, io.ErrUnexpectedEOF):
		return &Error{Err: fmt.Errorf("%s: the file is truncated after %d bytes", u.name, u.packed.n.Load())}
	case errors.Is(err, zstd.ErrWindowSizeExceeded), errors.Is(err, zstd.ErrDecoderSizeExceeded):
		return &Error{Err: fmt.Errorf("%s: more than %d MB of memory needed", u.name, maxWindow>>20)}
	case errors.Is(err, gzip.ErrHeader) && u.r != nil:
		return &Error{Err: errors.New("gzip: data that is not compressed after the compressed data")}
	}
	return &Error{Err: fmt.Errorf("%s: broken within the first %d bytes of the file: %w", u.name, u.packed.n.Load(), err)}
}

// A counter counts the bytes read from a file, and keeps the first error.
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
