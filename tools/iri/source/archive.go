package source

import (
	"archive/tar"
	"archive/zip"
	"bufio"
	"bytes"
	"compress/flate"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
)

// A FormatError is for a file of unknown format.
type FormatError struct{ Extension string }

func (e *FormatError) Error() string {
	if e.Extension == "" {
		return "a file without an extension has an unknown format"
	}
	return fmt.Sprintf("unknown extension %s; use --format lines for lines, or one of %s", e.Extension, FormatNames())
}

// members yields the files of an archive. At the end the error is io.EOF.
type members func() (name string, r io.Reader, err error)

// IsArchive reports whether a file holds others, which Member returns, and has no Texts itself.
func (f *File) IsArchive() bool { return f.members != nil }

// Member opens the next file of an archive. At the end the error is io.EOF. If the name is not "", other
// members may follow an error.
func (f *File) Member() (name string, m *File, err error) {
	name, r, err := f.members()
	if name == "" {
		return "", nil, f.broken(err)
	}
	m = &File{Format: f.options.Format, read: f.read, size: f.size, options: f.options, member: true, all: f.all}
	if err == nil {
		err = m.start(name, &counter{r: r})
	}
	if err != nil {
		return name, nil, err
	}
	return name, m, nil
}

// broken returns the error of an archive.
func (f *File) broken(err error) error {
	if err == io.EOF {
		return err
	}
	return &Error{Err: fmt.Errorf("broken archive: %w", err)}
}

// tarMagic is where all tar programs of the last 30 years have put it.
const tarMagic, tarMagicAt = "ustar", 257

// isTar reports whether a stream is a tar archive. It waits for more bytes only if the name or the first ones
// say that they will come; NUL does not if it ends lines.
func isTar(name string, r *bufio.Reader, nul bool) bool {
	head, _ := r.Peek(r.Buffered())
	if ExtensionOf(name) != ".tar" && (nul || bytes.IndexByte(head, 0) < 0) {
		return false
	}
	head, _ = r.Peek(tarMagicAt + len(tarMagic))
	return bytes.HasSuffix(head, []byte(tarMagic))
}

func tarMembers(r io.Reader) members {
	archive := tar.NewReader(r)
	return func() (string, io.Reader, error) {
		for {
			header, err := archive.Next()
			if err != nil {
				return "", nil, err
			}
			if header.Typeflag == tar.TypeReg {
				return header.Name, archive, nil
			}
		}
	}
}

// startZip makes what reads a zip archive, whose index is at its end.
func (f *File) startZip(r *bufio.Reader) error {
	file, _ := f.read.r.(*os.File)
	size := f.size
	if file == nil || size < 0 || f.member {
		var err error
		if size, err = f.put(r, "iri-*.zip"); err != nil {
			return err
		}
		file = f.spool
	}
	archive, err := zip.NewReader(file, size)
	if err != nil {
		return f.broken(err)
	}
	f.all = &archived{size: func() int64 { return size }}
	unpacking := func(open func(io.Reader) io.Reader) zip.Decompressor {
		return func(r io.Reader) io.ReadCloser {
			packed := &counter{r: r}
			c := &compression{name: "zip"}
			return io.NopCloser(newUnpacker(c, open(packed), packed, f.options.Ratio, f.all))
		}
	}
	archive.RegisterDecompressor(zip.Deflate, unpacking(func(r io.Reader) io.Reader { return flate.NewReader(bufio.NewReader(r)) }))
	archive.RegisterDecompressor(zip.Store, unpacking(func(r io.Reader) io.Reader { return r })) // members may share their bytes
	files := archive.File
	f.members = func() (string, io.Reader, error) {
		for len(files) > 0 {
			next := files[0]
			files = files[1:]
			if next.Flags&1 != 0 {
				return next.Name, nil, &Error{Err: errors.New("it is encrypted")}
			}
			if !strings.HasSuffix(next.Name, "/") {
				r, err := next.Open()
				return next.Name, r, err
			}
		}
		return "", nil, io.EOF
	}
	return nil
}

// put puts a stream into a temporary file, since it is not read from its beginning to its end.
func (f *File) put(r io.Reader, pattern string) (size int64, err error) {
	if f.spool, err = os.CreateTemp("", pattern); err != nil {
		return 0, err
	}
	if size, err = io.Copy(f.spool, r); err != nil {
		f.unspool()
		f.spool = nil
	}
	return size, err
}
