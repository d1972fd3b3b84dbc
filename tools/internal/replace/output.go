package replace

import (
	"cmp"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// An Output is a file that a command writes. A regular file is replaced by Close, so that a command does not read what
// it writes. Anything else, such as a pipe or a device, is written at once.
type Output struct {
	file *os.File // not a regular file
	new  *File    // otherwise
}

// NewOutput opens an output. It follows symbolic links, and creates missing folders.
func NewOutput(name string) (*Output, error) {
	old, err := os.Stat(name)
	switch {
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
	}
	fresh, err := createBeside(target(name), old)
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

// target returns the name of the file that symbolic links lead to, which need not exist.
func target(name string) string {
	for range 255 { // more than systems follow
		link, err := os.Readlink(name)
		if err != nil {
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
	if o.new == nil {
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
		o.file.Close()
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
