package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"example.org/iri/tools/internal/cli"
	"example.org/iri/tools/internal/replace"
)

// An outputFile is the file of --output, to which a command prints in place of standard output. A regular file is
// replaced when the command has ended, so that no command reads what it writes.
type outputFile struct {
	name string
	old  fs.FileInfo   // nil if there is none
	file *os.File      // not a regular file, such as a pipe
	new  *replace.File // otherwise
}

func (o *outputFile) declare(flags *pflag.FlagSet) {
	flags.StringVarP(&o.name, "output", "o", "", "print to `FILE`, not to standard output")
}

// open opens the file. It must not be one of the operands.
func (o *outputFile) open(cmd *cobra.Command, operands []string) error {
	if o.name == "" {
		return nil
	}
	old, err := os.Stat(o.name)
	if err == nil {
		o.old = old
	}
	for _, name := range operands {
		if input, err := os.Stat(name); err == nil && o.old != nil && os.SameFile(o.old, input) {
			return cli.Usagef("--output: %s is an input file", o.name)
		}
	}
	if o.old != nil && !old.Mode().IsRegular() {
		if o.file, err = os.OpenFile(o.name, os.O_WRONLY, 0); err != nil {
			return err
		}
	} else if err := o.create(); err != nil {
		return o.fault(err)
	}
	cmd.SetOut(o)
	return nil
}

// create creates a file beside the one that it is to replace, if there is one.
func (o *outputFile) create() error {
	name := o.name
	if target, err := filepath.EvalSymlinks(name); err == nil {
		name = target
	}
	folder, err := os.OpenRoot(filepath.Dir(name))
	if err != nil {
		return err
	}
	defer folder.Close()
	o.new, err = replace.Create(folder, filepath.Base(name), o.old)
	return err
}

func (o *outputFile) Write(p []byte) (n int, err error) {
	if o.new != nil {
		n, err = o.new.Write(p)
	} else {
		n, err = o.file.Write(p)
	}
	if err != nil {
		err = o.fault(err)
	}
	return n, err
}

// fault returns an error with the name of the file.
func (o *outputFile) fault(err error) error {
	return fmt.Errorf("--output: %w", &fs.PathError{Op: "write", Path: o.name, Err: replace.Reason(err)})
}

// close ends the file of a command that has returned err. If not all could be printed, the old file stays.
func (o *outputFile) close(err error) error {
	switch {
	case o.file != nil:
		if closed := o.file.Close(); closed != nil && err == nil {
			return o.fault(closed)
		}
	case o.new == nil:
	case err != nil && !errors.Is(err, cli.ErrInvalid) && !errors.Is(err, cli.ErrReported):
		o.new.Discard()
	default:
		replaced := o.new.Finish()
		if replaced == nil {
			replaced = o.new.Commit()
		}
		if replaced != nil {
			o.new.Discard()
			return o.fault(replaced)
		}
	}
	return err
}
