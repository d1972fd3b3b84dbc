package main

import (
	"errors"
	"fmt"
	"io/fs"

	"github.com/spf13/cobra"

	"example.org/iri/tools/internal/cli"
	"example.org/iri/tools/internal/replace"
)

// An outputFile is the file of --output, which replaces standard output.
type outputFile struct {
	name string
	file *replace.Output
}

// open opens the file, which must not be an input file.
func (o *outputFile) open(cmd *cobra.Command, operands []string) (err error) {
	if o.name == "" {
		return nil
	}
	for _, input := range operands {
		if replace.SameFile(o.name, input) {
			return cli.Usagef("--output: %s is an input file", o.name)
		}
	}
	if o.file, err = replace.NewOutput(o.name); err != nil {
		return o.fault(err)
	}
	cmd.SetOut(o)
	return nil
}

func (o *outputFile) Write(p []byte) (n int, err error) {
	if n, err = o.file.Write(p); err != nil {
		err = o.fault(err)
	}
	return n, err
}

func (o *outputFile) fault(err error) error {
	return fmt.Errorf("--output: %w", &fs.PathError{Op: "write", Path: o.name, Err: err})
}

// close finishes the file of a command that returned err. After an error other than findings, the old file remains.
func (o *outputFile) close(err error) error {
	switch {
	case o.file == nil:
		return err
	case err != nil && !errors.Is(err, cli.ErrInvalid) && !errors.Is(err, cli.ErrReported):
		o.file.Discard()
		return err
	}
	if closed := o.file.Close(); closed != nil {
		return o.fault(closed)
	}
	return err
}
