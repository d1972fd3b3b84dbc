package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
)

// file is a file to be written, under the name that the user gave.
type file struct {
	name string
	text []byte
}

// fault is an error that names a file as the user does, whichever one it was that failed.
func (f file) fault(err error) error {
	var path *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &path):
		err = path.Err
	case errors.As(err, &link):
		err = link.Err
	}
	return &fs.PathError{Op: "write", Path: f.name, Err: err}
}

// output writes text to a file, or to standard output if no file is named. The file must
// not be one of the grammars that the text was made of.
func (g *grammarText) output(name string, text []byte, stdout io.Writer) error {
	if name == "" {
		_, err := stdout.Write(text)
		return err
	}
	f := file{name, text}
	for _, source := range g.sources {
		if sameFile(name, source.Name) {
			return f.fault(errors.New("it is the grammar"))
		}
	}
	return writeFiles([]file{f})
}

// sameFile reports whether two names are those of one file that is there.
func sameFile(a, b string) bool {
	x, err := os.Stat(a)
	if err != nil {
		return false
	}
	y, err := os.Stat(b)
	return err == nil && os.SameFile(x, y)
}

// writeFiles writes all files. Regular files are replaced in one step each, by files beside them,
// after all of these have been written: until then an error leaves every old file as it was. After
// that only a rename can fail, because somebody else changes the folders meanwhile; the files
// renamed before it are new then, and no file is ever missing or half written.
//
// Symbolic links are followed, permissions stay, missing folders are made. A device or a pipe is
// written to, and so is a file to which standard output or standard error goes, from where that
// stands, and what a dangling link leads to.
func writeFiles(files []file) error {
	var changes []change
	defer func() {
		for _, c := range changes {
			os.Remove(c.fresh) // which is there after an error only
		}
	}()
	var through []file
	for _, f := range files {
		path, err := f.target()
		switch {
		case err != nil:
			return f.fault(err)
		case path == "":
			through = append(through, f)
			continue
		case slices.ContainsFunc(changes, func(c change) bool { return c.path == path }):
			return f.fault(errors.New("two outputs for one file"))
		}
		fresh, err := writeBeside(path, f.text)
		if err != nil {
			return f.fault(err)
		}
		changes = append(changes, change{f, path, fresh})
	}
	for _, f := range through {
		if err := f.writeThrough(); err != nil {
			return f.fault(err)
		}
	}
	for _, c := range changes {
		if err := os.Rename(c.fresh, c.path); err != nil {
			return c.fault(err)
		}
	}
	return nil
}

// change is a regular file that is to be replaced, or made.
type change struct {
	file
	path  string // without symbolic links
	fresh string // the file beside it that has the new text
}

// target returns the path of the regular file that a name leads to, which may not be there yet. It
// is empty if the name leads to what is not to be replaced.
func (f file) target() (string, error) {
	old, err := os.Stat(f.name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return f.missing()
	case err != nil:
		return "", err
	case old.IsDir():
		return "", errors.New("is a folder")
	case !old.Mode().IsRegular(), stream(old) != nil:
		return "", nil
	}
	path, err := filepath.EvalSymlinks(f.name)
	if err != nil {
		return "", err
	}
	return filepath.Abs(path)
}

// missing returns the path of a file that does not exist yet, "" for a link to one.
func (f file) missing() (string, error) {
	folder, base := filepath.Split(f.name)
	if base == "" {
		return "", errors.New("is a folder")
	}
	if _, err := os.Readlink(f.name); err == nil {
		return "", nil
	}
	real, err := filepath.EvalSymlinks(filepath.FromSlash(folder + "./"))
	if err != nil { // the folder is missing, too
		return filepath.Abs(f.name)
	}
	return filepath.Abs(filepath.Join(real, base))
}

// stream returns standard output or standard error if it goes to the file, and nil if neither does.
// A name such as /dev/stdout leads to this file, but not to the place in it where the stream
// writes.
func stream(info fs.FileInfo) *os.File {
	for _, s := range []*os.File{os.Stdout, os.Stderr} {
		if its, err := s.Stat(); err == nil && os.SameFile(its, info) {
			return s
		}
	}
	return nil
}

// writeThrough writes to what a name leads to, which is not a file to be replaced.
func (f file) writeThrough() error {
	if info, err := os.Stat(f.name); err == nil {
		if s := stream(info); s != nil {
			_, err := s.Write(f.text)
			return err
		}
	}
	return writeTo(f.name, os.O_WRONLY|os.O_CREATE, 0, f.text)
}

// writeBeside writes a new file beside another, with its permissions if it is there.
func writeBeside(path string, text []byte) (name string, err error) {
	folder := filepath.Dir(path)
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return "", err
	}
	var mode fs.FileMode
	if old, err := os.Stat(path); err == nil {
		mode = old.Mode().Perm()
	}
	name = filepath.Join(folder, fmt.Sprintf(".abnfc-%016x", rand.Uint64()))
	if err := writeTo(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode, text); err != nil {
		os.Remove(name)
		return "", err
	}
	return name, nil
}

// writeTo writes text to what a name leads to. Permissions are set unless they are 0.
func writeTo(name string, flags int, mode fs.FileMode, text []byte) error {
	f, err := os.OpenFile(name, flags, 0o666)
	if err != nil {
		return err
	}
	if mode != 0 {
		err = f.Chmod(mode)
	}
	if err == nil {
		_, err = f.Write(text)
	}
	return errors.Join(err, f.Close())
}
