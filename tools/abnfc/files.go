package main

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/pflag"

	"example.org/iri/tools/internal/replace"
)

// outputFlag adds the flag --output of commands that print to standard output by default.
func outputFlag(flags *pflag.FlagSet, name *string) {
	flags.StringVarP(name, "output", "o", "", "write to `FILE` (default: standard output)")
}

// file is a file to be written.
type file struct {
	name string
	text []byte
}

// output writes text to a file, or to standard output if no file is named.
func (g *grammarText) output(name string, text []byte, stdout io.Writer) error {
	if name == "" {
		_, err := stdout.Write(text)
		return err
	}
	return g.writeFiles(file{name, text})
}

// writeFiles writes files. It is an error if one of them is a grammar that was read.
func (g *grammarText) writeFiles(files ...file) error {
	for _, f := range files {
		for _, source := range g.sources {
			if sameFile(f.name, source.Name) {
				return f.fault(errors.New("output would overwrite the grammar"))
			}
		}
	}
	for _, f := range files {
		if err := f.write(); err != nil {
			return f.fault(err)
		}
	}
	return nil
}

// fault returns an error that names the file as the user does.
func (f file) fault(err error) error {
	return &fs.PathError{Op: "write", Path: f.name, Err: replace.Reason(err)}
}

// sameFile reports whether two names lead to the same file.
func sameFile(a, b string) bool {
	x, err := os.Stat(a)
	if err != nil {
		return false
	}
	y, err := os.Stat(b)
	return err == nil && os.SameFile(x, y)
}

// write replaces a regular file in one step, by a file beside it, and makes missing folders. It writes to anything else
// that has the name, such as a device, a pipe or the target of a symbolic link.
func (f file) write() error {
	dir, base := filepath.Split(f.name)
	dir = filepath.Clean(dir)
	old, err := os.Lstat(f.name)
	switch {
	case base == "":
		return errors.New("is a directory")
	case errors.Is(err, fs.ErrNotExist):
		old = nil
		if err := os.MkdirAll(dir, 0o777); err != nil {
			return err
		}
	case err != nil:
		return err
	case !old.Mode().IsRegular():
		return os.WriteFile(f.name, f.text, 0o666)
	}
	folder, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer folder.Close()
	fresh, err := replace.Create(folder, base, old)
	if err != nil {
		return err
	}
	defer fresh.Discard()
	if _, err := fresh.Write(f.text); err != nil {
		return err
	}
	if err := fresh.Finish(); err != nil {
		return err
	}
	return fresh.Commit()
}

// mostBytes is the size of the largest grammar that package abnf reads.
const mostBytes = 1 << 20

// readFile returns the text of a file. Of a file that is too large it returns only so much that it is an error.
func readFile(name string) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return readText(f)
}

// readText reads as readFile does.
func readText(r io.Reader) ([]byte, error) { return io.ReadAll(io.LimitReader(r, mostBytes+1)) }
