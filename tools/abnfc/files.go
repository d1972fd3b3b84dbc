package main

import (
	"errors"
	"io"
	"io/fs"
	"os"

	"example.org/iri/tools/internal/replace"
)

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
			if replace.SameFile(f.name, source.Name) {
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
	return &fs.PathError{Op: "write", Path: f.name, Err: err}
}

// write writes the file.
func (f file) write() error {
	output, err := replace.NewOutput(f.name)
	if err != nil {
		return err
	}
	if _, err := output.Write(f.text); err != nil {
		output.Discard()
		return err
	}
	return output.Close()
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
