package replace

import (
	"cmp"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
)

// An Output is a file that a command writes. A regular file is replaced by Close, so that a command does not read what
// it writes. Anything else, such as a pipe, a device or an open file of the process, is written at once.
type Output struct {
	file *os.File // not a file to be replaced
	new  *File    // otherwise
}

// NewOutput opens an output. It follows symbolic links, and creates missing folders.
func NewOutput(name string) (*Output, error) {
	old, err := os.Stat(name)
	final := target(name)
	switch n, open := descriptor(final); {
	case errors.Is(err, fs.ErrNotExist):
		old = nil
	case err != nil:
		return nil, Reason(err)
	case !old.Mode().IsRegular():
		file, err := os.OpenFile(name, os.O_WRONLY, 0)
		if err != nil {
			return nil, Reason(err)
		}
		return &Output{file: file}, nil
	case open: // opened by its name, it would be written from its beginning
		return &Output{file: standard(n)}, nil
	}
	fresh, err := createBeside(final, old)
	if err != nil {
		return nil, Reason(err)
	}
	return &Output{new: fresh}, nil
}

// createBeside creates a file that is to replace the named one.
func createBeside(name string, old fs.FileInfo) (*File, error) {
	dir, base := filepath.Split(name)
	if base == "" {
		return nil, errors.New("is a directory")
	}
	dir = cmp.Or(dir, ".")
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, err
	}
	folder, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	defer folder.Close()
	return Create(folder, base, old)
}

// descriptor returns the number of the open file that a name is for, such as /dev/fd/5.
func descriptor(name string) (n int, is bool) {
	absolute, err := filepath.Abs(name)
	if err != nil {
		return 0, false
	}
	switch absolute {
	case "/dev/stdin":
		return 0, true
	case "/dev/stdout":
		return 1, true
	case "/dev/stderr":
		return 2, true
	}
	switch folder, number := filepath.Split(absolute); folder {
	case "/dev/fd/", "/proc/self/fd/", "/proc/thread-self/fd/":
		n, err := strconv.ParseUint(number, 10, 30)
		return int(n), err == nil
	}
	return 0, false
}

// standard returns an open file by its number.
func standard(n int) *os.File {
	switch n {
	case 1:
		return os.Stdout
	case 2:
		return os.Stderr
	}
	return os.NewFile(uintptr(n), "")
}

// isStandard reports whether a file is one to which commands also write otherwise.
func isStandard(f *os.File) bool { return f == os.Stdout || f == os.Stderr }

// target returns the name of the file that symbolic links lead to, which need not exist. It does not follow the name
// of an open file.
func target(name string) string {
	for range 255 { // more than systems follow
		link, err := os.Readlink(name)
		if _, open := descriptor(name); open || err != nil {
			break
		}
		if !filepath.IsAbs(link) {
			dir, _ := filepath.Split(name)
			link = dir + link
		}
		name = link
	}
	return name
}

// Replaces reports whether o replaces a file.
func (o *Output) Replaces(file fs.FileInfo) bool {
	return o.new != nil && o.new.old != nil && os.SameFile(o.new.old, file)
}

// Write appends to the output.
func (o *Output) Write(p []byte) (int, error) {
	if o.new != nil {
		return o.new.Write(p)
	}
	n, err := o.file.Write(p)
	return n, Reason(err)
}

// Close ends the output, and replaces the old file, if there is one.
func (o *Output) Close() error {
	switch {
	case o.new == nil && isStandard(o.file):
		return nil
	case o.new == nil:
		return Reason(o.file.Close())
	}
	err := o.new.Finish()
	if err == nil {
		err = o.new.Commit()
	}
	if err != nil {
		o.new.Discard()
	}
	return err
}

// Discard ends the output, and keeps the old file.
func (o *Output) Discard() {
	if o.new == nil {
		o.Close()
		return
	}
	o.new.Discard()
}

// SameFile reports whether two names lead to the same file.
func SameFile(a, b string) bool {
	x, err := os.Stat(a)
	if err != nil {
		return false
	}
	y, err := os.Stat(b)
	return err == nil && os.SameFile(x, y)
}
