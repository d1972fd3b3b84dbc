package main

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"example.org/iri/tools/internal/cli"
	"example.org/iri/tools/internal/replace"
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
// renamed before it are new then, and no file is ever missing or half written. A signal before the first rename
// leaves nothing new.
//
// Symbolic links are followed, owner and permissions stay, missing folders are made. A device or a pipe is
// written to, and so is a file to which standard output or standard error goes, from where that
// stands, and what a dangling link leads to.
func writeFiles(files []file) error {
	ctx, stop := cli.Interruptible(context.Background())
	defer stop()
	var changes []change
	defer func() {
		for _, c := range changes {
			c.fresh.Discard()
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
		fresh, err := createBeside(path)
		if err != nil {
			return f.fault(err)
		}
		changes = append(changes, change{f, path, fresh})
		if _, err = fresh.Write(f.text); err == nil {
			err = fresh.Finish()
		}
		if err != nil {
			return f.fault(err)
		}
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	for _, f := range through {
		if err := f.writeThrough(ctx); err != nil {
			return f.fault(err)
		}
	}
	for _, c := range changes {
		if err := c.fresh.Commit(); err != nil {
			return c.fault(err)
		}
	}
	return nil
}

// change is a regular file that is to be replaced, or made.
type change struct {
	file
	path  string // without symbolic links
	fresh *replace.File
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

// writeThrough writes to what a name leads to, which is not a file to be replaced. It may wait for the reader of a
// pipe until ctx is done.
func (f file) writeThrough(ctx context.Context) error {
	done := make(chan error, 1)
	go func() { done <- f.write() }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

func (f file) write() error {
	if info, err := os.Stat(f.name); err == nil {
		if s := stream(info); s != nil {
			_, err := s.Write(f.text)
			return err
		}
	}
	to, err := os.OpenFile(f.name, os.O_WRONLY|os.O_CREATE, 0o666)
	if err != nil {
		return err
	}
	_, err = to.Write(f.text)
	return errors.Join(err, to.Close())
}

// createBeside makes a new file that is to get a path.
func createBeside(path string) (*replace.File, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return nil, err
	}
	folder, err := os.OpenRoot(filepath.Dir(path))
	if err != nil {
		return nil, err
	}
	defer folder.Close()
	old, err := folder.Lstat(filepath.Base(path))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		old = nil
	case err != nil:
		return nil, err
	}
	return replace.Create(folder, filepath.Base(path), old)
}

// mostBytes is the size of the largest file that package abnf reads.
const mostBytes = 1 << 20

// readFile returns what is in a file, but of one that is too large only as much as is an error.
func readFile(name string) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, mostBytes+1))
}
