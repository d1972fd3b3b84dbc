package main

import (
	"bytes"
	"fmt"
	"io/fs"
	"strings"

	"example.org/iri/rule"
	"example.org/iri/tools/internal/cli"
	"example.org/iri/tools/internal/replace"
	"example.org/iri/tools/internal/statistics"
	"example.org/iri/tools/iri/internal/engine"
	"example.org/iri/tools/iri/internal/report"
)

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
