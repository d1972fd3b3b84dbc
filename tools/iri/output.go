package main

import (
	"errors"
	"fmt"
	"io/fs"

	"github.com/spf13/cobra"

	"example.org/iri/tools/internal/cli"
	"example.org/iri/tools/internal/replace"
)

// An outputFile is the file of --output, to which a command prints in place of standard output.
type outputFile struct {
	name string
	file *replace.Output
}

// open opens the file. It must not be one of the operands.
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

// fault returns an error with the name of the file.
func (o *outputFile) fault(err error) error {
	return fmt.Errorf("--output: %w", &fs.PathError{Op: "write", Path: o.name, Err: err})
}

// close ends the file of a command that has returned err. If not all could be printed, the old file stays.
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
