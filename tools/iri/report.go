package main

import (
	"bytes"
	"fmt"
	"os"
	"strings"

	"example.org/iri/internal/statistics"
	"example.org/iri/rule"
	"example.org/iri/tools/internal/cli"
	"example.org/iri/tools/iri/internal/engine"
	"example.org/iri/tools/iri/internal/report"
)

// A reporter writes the page of check --report. Without a name it does nothing.
type reporter struct {
	name       string
	file       *os.File
	statistics *statistics.Statistics
}

// open opens the file: that it cannot be written should be known before much has been read. What it
// holds stays until there is a page.
//
// It must be none of the operands, which would be overwritten.
func (r *reporter) open(operands []string) (err error) {
	if r.name == "" {
		return nil
	}
	if page, err := os.Stat(r.name); err == nil {
		for _, name := range operands {
			if info, err := os.Stat(name); err == nil && os.SameFile(page, info) {
				return cli.Usagef("--report: %s is an input file", r.name)
			}
		}
	}
	r.statistics = statistics.New()
	r.file, err = os.OpenFile(r.name, os.O_WRONLY|os.O_CREATE, 0o666)
	return err
}

// add counts the strings of a piece that match the first rule, as far as they have been validated.
func (r *reporter) add(p *engine.Piece, v *results, first rule.Rule) {
	if r.file == nil {
		return
	}
	i := 0
	for _, text := range p.Block.All() {
		if int64(i) == v.summary.Strings {
			return
		}
		if v.batches[0].Matches(i) {
			x, _ := first.Split(text) // no components if the rule has none
			r.statistics.Add(text, x)
		}
		i++
	}
}

// write writes the page.
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
	r.file.Truncate(0) // which a pipe refuses, and does not need
	_, err := r.file.Write(page.Bytes())
	if closed := r.file.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return fmt.Errorf("--report: %w", err)
	}
	return nil
}
