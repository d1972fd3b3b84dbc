package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"github.com/spf13/cobra"

	"example.org/iri/tools/internal/cli"
	"example.org/iri/tools/internal/cli/show"
	"example.org/iri/tools/iri/internal/engine"
	"example.org/iri/tools/iri/internal/result"
	"example.org/iri/tools/iri/record"
	"example.org/iri/tools/iri/source"
)

// A job is the common part of commands that read files and print results for their strings.
type job struct {
	inputs
	cmd      *cobra.Command
	operands []string

	unit          string            // name of a string
	skipped       int64             // unreadable strings
	leftOut       int64             // strings left out by --skip or .iriignore
	unread        int64             // files not read to the end
	unknown       int64             // files in folders with unknown formats
	tables        int64             // tables in folders without the column
	extensions    result.Extensions // of the files of unknown and tables
	templateFiles int64             // files in folders that are templates
	templates     int64             // strings left out as templates
	formats       map[source.Format]*result.Counts
	strings       int64 // read
	ofFile        int64 // in the current file

	column, field lookup
}

func (j *job) begin(cmd *cobra.Command, operands []string) error {
	if len(operands) == 0 && j.recursive && !changed(cmd.Flags(), "write") { // --write requires operands
		operands = []string{"."}
	}
	j.cmd, j.operands, j.unit = cmd, operands, "line"
	if j.options.NUL {
		j.unit = "record"
	}
	if err := j.inputs.check(cmd.Flags()); err != nil {
		return err
	}
	if err := j.checkStandardInput(); err != nil {
		return err
	}
	return j.output.open(cmd, operands)
}

// run calls work to set the result of each piece, and write with the results in order. If write returns an error, run
// returns it immediately, even while reading blocks.
func run[R any](j *job, work func(*engine.Piece, *R), write func(*engine.Piece, *R) error) error {
	ctx, stop := cli.Interruptible(j.cmd.Context())
	defer stop()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	bar := cli.NewProgress(j.cmd, j.sizeOf(j.operands))
	defer bar.Stop()
	leaveOut := func(p *engine.Piece, r *R) {
		if p.Skip != nil {
			p.LeftOut = p.Block.LeaveOut(j.options.Keep, p.Skip)
		}
		work(p, r)
	}
	return engine.Run(ctx, j.all(j.cmd, j.operands), bar.Add, leaveOut, func(p *engine.Piece, r *R) error {
		j.leftOut += int64(p.LeftOut)
		if err := write(p, r); err != nil {
			cancel()
			return err
		}
		if p.Block.Len()+p.Block.Templates+p.LeftOut > 0 && !p.Block.Lines && !j.options.NUL {
			j.unit = "string"
		}
		j.templates += int64(p.Block.Templates)
		j.complain(p)
		j.look(p)
		return nil
	})
}

// passedOver reports whether a piece is a file in a folder that is only counted.
func passedOver(p *engine.Piece) bool {
	return p.Found && (p.Err == errNotWhole || p.Err == errNotReplaced || isTemplateFile(p) || isTable(p) || errors.As(p.Err, new(*source.FormatError)))
}

func isTemplateFile(p *engine.Piece) bool {
	broken := new(source.BrokenError)
	return p.Last && errors.As(p.Err, &broken) && broken.Template
}

func isTable(p *engine.Piece) bool { return errors.As(p.Err, new(*source.ColumnError)) }

// problem returns the record of a read error after a piece. It returns false if there is none, or if the file is only
// counted.
func problem(p *engine.Piece) (r record.Record, is bool) {
	if p.Err == nil || passedOver(p) {
		return r, false
	}
	r = record.Record{File: p.Name, Unread: true, Message: strings.TrimPrefix(p.Err.Error(), "iri: "), Reason: record.Unreadable}
	if e := new(source.Error); errors.As(p.Err, &e) {
		r.Place = source.Place{Line: e.Line, Column: max(1, e.Column)}
	}
	return r, true
}

// complain reports and counts the read error after a piece.
func (j *job) complain(p *engine.Piece) {
	var path *fs.PathError
	r, is := problem(p)
	switch {
	case p.Err == nil:
		return
	case isTemplateFile(p) && p.Found:
		j.templateFiles++
		cli.Complain(j.cmd, fmt.Errorf("%s is not read to its end, since it seems to be a template: %w", p.Name, p.Err))
		return
	case isTable(p) && p.Found:
		j.tables++
		j.extensions.Add(source.ExtensionOf(p.Name))
		cli.Complain(j.cmd, fmt.Errorf("%s is not read: %w", p.Name, p.Err))
		return
	case !is:
		j.unknown++
		j.extensions.Add(source.ExtensionOf(p.Name))
		return
	case r.Place.Line > 0:
		fmt.Fprintf(j.cmd.ErrOrStderr(), "%s:%d:%d: %s\n", show.Safe(p.Name), r.Place.Line, r.Place.Column, show.Safe(r.Message))
	case errors.As(p.Err, &path): // contains the name
		cli.Complain(j.cmd, p.Err)
	default:
		cli.Complain(j.cmd, fmt.Errorf("%s: %w", p.Name, p.Err))
	}
	if p.Last {
		j.unread++
	} else {
		j.skipped++
	}
}

func (j *job) count(p *engine.Piece, strings, found int64) {
	j.strings += strings
	c := j.formats[p.Format]
	if c == nil {
		c = new(result.Counts)
		if j.formats == nil {
			j.formats = make(map[source.Format]*result.Counts)
		}
		j.formats[p.Format] = c
	}
	c.Strings += strings
	c.Found += found
	j.ofFile += strings
	if p.Last && p.Format != "" && (!passedOver(p) || j.ofFile > 0) {
		c.Files++
	}
	if p.Last {
		j.ofFile = 0
	}
}

// byFormat returns the counts of formats, with -r.
func (j *job) byFormat() (all []result.Counts) {
	for _, f := range source.Formats() {
		if c := j.formats[f]; c != nil && j.recursive && c.Files+c.Strings > 0 {
			c.Format = string(f)
			all = append(all, *c)
		}
	}
	return all
}

// nothing reports whether no file could be read, so that a summary would add nothing to the errors.
func (j *job) nothing(s *result.Summary) bool {
	return s.Strings == 0 && s.Skipped == 0 && s.Unread > 0 && s.Unknown == 0 && s.Tables == 0 && s.Templates == 0 && s.TemplateFiles == 0 && s.Ignored == 0 && s.Folders == 0 && !s.Interrupted
}

// outcome returns the error of a command whose run returned err.
func (j *job) outcome(err error, found int64) error {
	switch unmatched := j.unmatched(); {
	case err != nil:
		return err
	case j.unread > 0 || j.skipped > 0:
		return cli.ErrReported
	case unmatched != nil:
		return unmatched
	case found > 0:
		return cli.ErrInvalid
	case j.require && j.strings+j.templates+j.leftOut == 0:
		cli.Complain(j.cmd, errors.New("no strings found"))
		return cli.ErrInvalid
	}
	return nil
}

// end returns the byte at the end of a line, which is NUL with --null, or of a record.
func (j *job) end(record bool) byte {
	if j.options.NUL && !record {
		return 0
	}
	return '\n'
}
