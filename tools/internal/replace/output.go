package replace

import (
	"cmp"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
)

// An Output is the output file of a command. Close replaces a regular file, so that a command does not read its own
// output. Other files, such as pipes, devices and open files of the process, are written directly.
type Output struct {
	file *os.File // written directly
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
	case open: // opening it by name would write from its start
		return &Output{file: standard(n)}, nil
	}
	fresh, err := createBeside(final, old)
	if err != nil {
		return nil, Reason(err)
	}
	return &Output{new: fresh}, nil
}

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

// descriptor returns the file descriptor of a name such as /dev/fd/5.
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

func standard(n int) *os.File {
	switch n {
	case 1:
		return os.Stdout
	case 2:
		return os.Stderr
	}
	return os.NewFile(uintptr(n), "")
}

// isStandard reports whether a file is standard output or standard error, which stay open.
func isStandard(f *os.File) bool { return f == os.Stdout || f == os.Stderr }

// target follows symbolic links, whose final target need not exist. It stops at names of open files.
func target(name string) string {
	for range 255 { // more than systems allow
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

// Replaces reports whether o replaces the file of an info.
func (o *Output) Replaces(file fs.FileInfo) bool {
	return o.new != nil && o.new.old != nil && os.SameFile(o.new.old, file)
}

func (o *Output) Write(p []byte) (int, error) {
	if o.new != nil {
		return o.new.Write(p)
	}
	n, err := o.file.Write(p)
	return n, Reason(err)
}

// Close finishes the output, and replaces the old file.
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

// Discard keeps the old file.
func (o *Output) Discard() {
	if o.new == nil {
		o.Close()
		return
	}
	o.new.Discard()
}

// SameFile reports whether two names refer to the same file.
func SameFile(a, b string) bool {
	x, err := os.Stat(a)
	if err != nil {
		return false
	}
	y, err := os.Stat(b)
	return err == nil && os.SameFile(x, y)
}
