package source

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/parquet-go/parquet-go/encoding/thrift"
)

const (
	parquetMagic = "PAR1"
	maxFooter    = 16 << 20
	maxElements  = 1 << 18 // of all lists in a footer: the largest become 392 bytes
	maxDepth     = 32      // of what is in a footer
)

// checkFooter looks for what would make the library allocate more than there is, which nobody can
// recover from: lists that have fewer elements than they say.
func checkFooter(r io.ReaderAt, size int64) error {
	const tail = 4 + len(parquetMagic) // the length of the footer and the magic
	if size < int64(len(parquetMagic)+tail) {
		return errors.New("the file is too short")
	}
	end := make([]byte, tail)
	if _, err := r.ReadAt(end, size-int64(tail)); err != nil && err != io.EOF {
		return err
	}
	if string(end[4:]) != parquetMagic {
		return fmt.Errorf("the file does not end in %s", parquetMagic)
	}
	length := int64(binary.LittleEndian.Uint32(end))
	if length > maxFooter || length > size-int64(len(parquetMagic)+tail) {
		return fmt.Errorf("a footer of %d bytes in a file of %d (at most %d are read)", length, size, maxFooter)
	}
	footer := make([]byte, length)
	if _, err := r.ReadAt(footer, size-int64(tail)-length); err != nil && err != io.EOF {
		return err
	}
	f := footerWalk{rest: bytes.NewReader(footer), left: maxElements}
	f.r = new(thrift.CompactProtocol).NewReader(f.rest)
	return f.value(thrift.STRUCT, maxDepth)
}

// A footerWalk passes over what is in a footer.
type footerWalk struct {
	r    thrift.Reader
	rest *bytes.Reader
	left int // so many elements may follow
}

var errFooter = errors.New("its footer has wrong lengths")

// value passes over a value of a type.
func (f *footerWalk) value(t thrift.Type, depth int) (err error) {
	if depth == 0 {
		return errFooter
	}
	switch t {
	case thrift.TRUE, thrift.FALSE: // has no bytes in a struct, which is where they are
	case thrift.I8:
		_, err = f.r.ReadInt8()
	case thrift.I16, thrift.I32, thrift.I64:
		_, err = f.r.ReadInt64()
	case thrift.DOUBLE:
		_, err = f.r.ReadFloat64()
	case thrift.BINARY:
		var n int
		if n, err = f.r.ReadLength(); err == nil && n > f.rest.Len() {
			return errFooter
		}
		f.rest.Seek(int64(n), io.SeekCurrent)
	case thrift.STRUCT:
		return f.fields(depth)
	case thrift.LIST, thrift.SET:
		return f.elements(depth)
	default:
		return errFooter
	}
	return err
}

func (f *footerWalk) fields(depth int) error {
	for {
		field, err := f.r.ReadField()
		if err != nil || field.Type == thrift.STOP {
			return err
		}
		if err := f.value(field.Type, depth-1); err != nil {
			return err
		}
	}
}

func (f *footerWalk) elements(depth int) error {
	l, err := f.r.ReadList()
	if err != nil {
		return err
	}
	n := int(l.Size)
	if f.left -= n; n < 0 || n > f.rest.Len() || f.left < 0 {
		return errFooter
	}
	for range n {
		if l.Type == thrift.TRUE || l.Type == thrift.FALSE {
			_, err = f.rest.ReadByte()
		} else {
			err = f.value(l.Type, depth-1)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
