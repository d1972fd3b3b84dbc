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

// writeFiles writes all files, or none if one cannot be written. Symbolic links are followed. A
// regular file is replaced in one step and keeps its permissions: at no time is it missing, or half
// written. A device or a pipe is written to. So is a file to which standard output or standard
// error goes, from where that stands. Missing folders are made.
func writeFiles(files []file) error {
	var through []file
	var changes []*change
	for _, f := range files {
		path, old, err := target(f.name)
		same := func(c *change) bool { return c.path == path }
		switch {
		case err != nil:
			return f.fault(err)
		case path == "":
			through = append(through, f)
		case slices.ContainsFunc(changes, same):
			return f.fault(errors.New("two outputs for one file"))
		default:
			changes = append(changes, &change{file: f, path: path, old: old})
		}
	}
	defer func() {
		for _, c := range changes {
			c.clean()
		}
	}()
	for i, c := range changes {
		if err := c.prepare(i < len(changes)-1); err != nil {
			return c.fault(err)
		}
	}
	for _, f := range through {
		if err := writeThrough(f); err != nil {
			return f.fault(err)
		}
	}
	return commit(changes)
}

// writeThrough writes to what a name leads to, which is no file to be replaced.
func writeThrough(f file) error {
	if info, err := os.Stat(f.name); err == nil {
		if s := stream(info); s != nil {
			_, err := s.Write(f.text)
			return err
		}
	}
	return writeTo(f.name, os.O_WRONLY, f.text, nil)
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

// target returns the path of the regular file that a name leads to, and what lies there, nil if
// there is no file yet. The path is empty if the name leads to what is not to be replaced.
func target(name string) (path string, old fs.FileInfo, err error) {
	old, err = os.Stat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		path, err = missing(name)
		return path, nil, err
	case err != nil:
		return "", nil, err
	case old.IsDir():
		return "", nil, errors.New("is a folder")
	case !old.Mode().IsRegular(), stream(old) != nil:
		return "", nil, nil
	}
	if path, err = filepath.EvalSymlinks(name); err != nil {
		return "", nil, err
	}
	path, err = filepath.Abs(path)
	return path, old, err
}

// missing returns the path of the file that does not exist yet: the name, or what it leads to if it
// is a symbolic link.
func missing(name string) (string, error) {
	for {
		folder, base := filepath.Split(name)
		if base == "" {
			return "", errors.New("is a folder")
		}
		real, err := filepath.EvalSymlinks(filepath.FromSlash(folder + "./"))
		if err != nil { // the folder is missing, too
			return filepath.Abs(name)
		}
		link, err := os.Readlink(name)
		if err != nil {
			return filepath.Abs(filepath.Join(real, base))
		}
		if name = link; !filepath.IsAbs(link) {
			name = real + string(filepath.Separator) + link
		}
	}
}

// change is a regular file that is to be replaced, or made.
type change struct {
	file
	path string
	old  fs.FileInfo // nil if there is no file yet

	fresh, backup string // files beside it with the new and the old text, if they are there
}

// prepare writes the new text to a file beside the old one, and the old text if that may have to
// come back.
func (c *change) prepare(keep bool) (err error) {
	folder := filepath.Dir(c.path)
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return err
	}
	if c.fresh, err = writeIn(folder, c.text, c.old); err != nil || c.old == nil || !keep {
		return err
	}
	text, err := os.ReadFile(c.path)
	if err != nil {
		return err
	}
	c.backup, err = writeIn(folder, text, c.old)
	return err
}

// commit puts the new files into their places. If one cannot be, the old ones come back.
func commit(changes []*change) error {
	for i, c := range changes {
		if err := os.Rename(c.fresh, c.path); err != nil {
			err = c.fault(err)
			for _, done := range slices.Backward(changes[:i]) {
				err = errors.Join(err, done.undo())
			}
			return err
		}
		c.fresh = ""
	}
	return nil
}

// undo brings the old file back.
func (c *change) undo() error {
	if c.old == nil {
		return os.Remove(c.path)
	}
	backup := c.backup
	c.backup = "" // it is the only copy
	if err := os.Rename(backup, c.path); err != nil {
		return fmt.Errorf("%s is new, its old text is in %s", c.name, backup)
	}
	return nil
}

// clean removes what a change leaves beside the file.
func (c *change) clean() {
	for _, name := range []string{c.fresh, c.backup} {
		if name != "" {
			os.Remove(name)
		}
	}
}

// writeIn writes a new file in a folder, with the permissions of an old one, if there is one.
func writeIn(folder string, text []byte, old fs.FileInfo) (name string, err error) {
	name = filepath.Join(folder, fmt.Sprintf(".abnfc-%016x", rand.Uint64()))
	if err := writeTo(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, text, old); err != nil {
		os.Remove(name)
		return "", err
	}
	return name, nil
}

// writeTo writes text to what a name leads to.
func writeTo(name string, flags int, text []byte, old fs.FileInfo) error {
	f, err := os.OpenFile(name, flags, 0o666)
	if err != nil {
		return err
	}
	if old != nil {
		err = f.Chmod(old.Mode().Perm())
	}
	if err == nil {
		_, err = f.Write(text)
	}
	return errors.Join(err, f.Close())
}
