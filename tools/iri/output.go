package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"github.com/spf13/cobra"

	"example.org/iri/rule"
	"example.org/iri/tools/internal/cli"
	"example.org/iri/tools/internal/replace"
	"example.org/iri/tools/internal/statistics"
	"example.org/iri/tools/iri/internal/engine"
	"example.org/iri/tools/iri/internal/report"
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

// A reporter writes the page of check --report. Without a name, it does nothing.
type reporter struct {
	name       string
	file       *replace.Output
	statistics *statistics.Statistics
}

// open opens the file early, to report errors before reading. It must not be an input file, which would be overwritten.
func (r *reporter) open(operands []string) (err error) {
	if r.name == "" {
		return nil
	}
	for _, name := range operands {
		if replace.SameFile(r.name, name) {
			return cli.Usagef("--report: %s is an input file", r.name)
		}
	}
	r.statistics = statistics.New()
	if r.file, err = replace.NewOutput(r.name); err != nil {
		return r.fault(err)
	}
	return nil
}

func (r *reporter) fault(err error) error {
	return fmt.Errorf("--report: %w", &fs.PathError{Op: "write", Path: r.name, Err: err})
}

// discard keeps the old file, unless the page has been written.
func (r *reporter) discard() {
	if r.file != nil {
		r.file.Discard()
	}
}

// add counts the strings of a piece that match the first rule.
func (r *reporter) add(p *engine.Piece, v *results, first rule.Rule) {
	if r.file == nil {
		return
	}
	i := 0
	for _, text := range p.Block.All() {
		if v.batches[0].Matches(i) {
			x, _ := first.Split(text) // empty if the rule has no components
			r.statistics.Add(text, x)
		}
		i++
	}
}

func (r *reporter) write(c *checker) error {
	if r.file == nil {
		return nil
	}
	var page bytes.Buffer
	title := strings.Join(c.operands, " ")
	if title == "" {
		title = "standard input"
	}
	p := report.Page{Title: title, Unit: c.unit, Summary: &c.summary, Statistics: r.statistics}
	if err := p.Write(&page); err != nil {
		return err
	}
	if _, err := r.file.Write(page.Bytes()); err != nil {
		return r.fault(err)
	}
	closed := r.file.Close()
	r.file = nil
	if closed != nil {
		return r.fault(closed)
	}
	return nil
}
