package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"example.org/iri/tools/internal/cli"
	"example.org/iri/tools/internal/cli/show"
	"example.org/iri/tools/iri/internal/engine"
	"example.org/iri/tools/iri/internal/result"
	"example.org/iri/tools/iri/source"
)

// A job is what the commands have in common: they read files, and say something of the texts in
// them.
type job struct {
	inputs
	cmd      *cobra.Command
	operands []string

	unit    string // what a text is called
	skipped int64  // what is in the place of texts, and could not be read
	unread  int64  // files that could not be read to their end
	unknown int64  // files of folders and archives whose format nobody knows
	formats map[source.Format]*result.Counts
	records int64 // strings that were read
}

// begin takes over what the command line says.
func (j *job) begin(cmd *cobra.Command, operands []string) error {
	j.cmd, j.operands, j.unit = cmd, operands, "line"
	if j.options.NUL {
		j.unit = "record"
	}
	return j.inputs.check()
}

// run lets work make results of the pieces of all files, and write write these, in order. When write
// returns an error, run does so at once, even if somebody waits for input.
func run[R any](j *job, work func(*engine.Piece, *R), write func(*engine.Piece, *R) error) error {
	ctx, stop := cli.Interruptible(j.cmd.Context())
	defer stop()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	bar := cli.NewProgress(j.cmd, j.sizeOf(j.operands))
	defer bar.Stop()
	return engine.Run(ctx, j.all(j.cmd, j.operands), bar.Add, work, func(p *engine.Piece, r *R) error {
		if err := write(p, r); err != nil {
			cancel()
			return err
		}
		if p.Block.Len() > 0 && !p.Block.Lines && !j.options.NUL {
			j.unit = "text"
		}
		j.complain(p)
		return nil
	})
}

// passedOver reports whether a piece is a file that nobody has named, and that does not have what is read.
func passedOver(p *engine.Piece) bool {
	return p.Found && (errors.As(p.Err, new(*source.FormatError)) || errors.As(p.Err, new(*source.ColumnError)))
}

// complain tells and counts what could not be read behind a piece.
func (j *job) complain(p *engine.Piece) {
	if p.Err == nil {
		return
	}
	if p.Last {
		j.unread++
	} else {
		j.skipped++
	}
	var e *source.Error
	var path *fs.PathError
	switch {
	case passedOver(p):
		j.unread--
		j.unknown++
	case errors.As(p.Err, &e) && e.Line > 0:
		fmt.Fprintf(j.cmd.ErrOrStderr(), "%s:%d:%d: %s\n", show.Safe(p.Name), e.Line, max(1, e.Column), show.Safe(e.Error()))
	case errors.As(p.Err, &path): // has the name
		cli.Complain(j.cmd, p.Err)
	default:
		cli.Complain(j.cmd, fmt.Errorf("%s: %w", p.Name, p.Err))
	}
}

// count counts the strings of a piece, and those that are bad.
func (j *job) count(p *engine.Piece, records, bad int64) {
	j.records += records
	c := j.formats[p.Format]
	if c == nil {
		c = new(result.Counts)
		if j.formats == nil {
			j.formats = make(map[source.Format]*result.Counts)
		}
		j.formats[p.Format] = c
	}
	c.Records += records
	c.Bad += bad
	if p.Last && p.Format != "" && !passedOver(p) {
		c.Files++
	}
}

// byFormat returns what was counted, in the order of formats, if files were looked for in folders.
func (j *job) byFormat() (all []result.Counts) {
	for _, f := range source.Formats() {
		if c := j.formats[f]; c != nil && j.recursive {
			c.Format = string(f)
			all = append(all, *c)
		}
	}
	return all
}

// outcome returns the error that a command returns after run: that of run, if there was one.
func (j *job) outcome(err error, bad int64) error {
	switch {
	case err != nil:
		return err
	case j.unread > 0 || j.skipped > 0:
		return cli.ErrReported
	case bad > 0:
		return cli.ErrInvalid
	case j.require && j.records == 0:
		cli.Complain(j.cmd, errors.New("there are no strings"))
		return cli.ErrInvalid
	}
	return nil
}

// A transform appends to dst what a text becomes. If the text is wrong, the error says why, and
// what has been appended does not matter.
type transform func(dst, text []byte) ([]byte, error)

// transforming makes a command of the function that declares its flags and returns another, which
// makes the transform when they have been read. There is one for each goroutine.
//
// The command prints one line for each that it reads, so that numbers of lines stay the same. A
// line that is wrong becomes an empty one, and standard error tells why.
func transforming(declare func(*pflag.FlagSet) func() (transform, error)) func(*job, *pflag.FlagSet) func() error {
	return func(j *job, flags *pflag.FlagSet) func() error {
		ready := declare(flags)
		return func() error {
			if _, err := ready(); err != nil {
				return err
			}
			_, err := j.each(func() judge {
				t, _ := ready()
				return j.transformed(t)
			})
			return err
		}
	}
}

// transformed returns what prints the transform of each record.
func (j *job) transformed(t transform) judge {
	return func(r record, p *printed) (good bool) {
		if r.skipped {
			p.out = append(p.out, j.end())
			return false
		}
		before := len(p.out)
		out, wrong := t(p.out, r.text)
		if wrong != nil {
			p.reject(r, wrong)
			out = p.out[:before]
		}
		p.out = append(out, j.end())
		return wrong == nil
	}
}

// end returns what ends a line, or a record.
func (j *job) end() byte {
	if j.options.NUL {
		return 0
	}
	return '\n'
}
