package main

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"example.org/iri/tools/internal/cli"
	"example.org/iri/tools/iri/internal/engine"
	"example.org/iri/tools/iri/source"
)

// A lookup records whether --column or --field matches in any file.
type lookup struct {
	tried   bool     // in some file
	matched bool     // in some file
	missed  bool     // some file has other columns or members
	names   []string // of these
}

const maxNames = 20 // in names

func (l *lookup) miss(names []string) {
	l.missed = true
	for _, name := range names {
		if len(l.names) < maxNames && !slices.Contains(l.names, name) {
			l.names = append(l.names, name)
		}
	}
}

// look updates the lookup of a format at the end of a file.
func (j *job) look(p *engine.Piece) {
	if !p.Last {
		return
	}
	var l *lookup
	switch p.Format {
	case source.CSV, source.TSV:
		l = &j.column
	case source.JSON, source.JSONL, source.YAML, source.XML:
		l = &j.field
	default:
		return
	}
	l.tried, l.matched = true, l.matched || p.Matched
	var table *source.ColumnError
	switch {
	case errors.As(p.Err, &table):
		l.miss(table.Names)
	case p.Missed != nil:
		l.miss(p.Missed.Names)
	}
}

// unmatched returns an error if --column or --field matches nothing in any file, or if no file has a format for
// --delimiter or --all.
func (j *job) unmatched() error {
	if j.delimiter != "" && !j.has(source.CSV, source.TSV) {
		return errors.New("--delimiter: no file is csv or tsv")
	}
	if j.options.All && !j.has(source.JSON, source.JSONL, source.YAML) {
		return errors.New("--all: no file is json, jsonl or yaml")
	}
	if err := j.column.check("--column", j.options.Column, "csv or tsv"); err != nil {
		return err
	}
	return j.field.check("--field", j.options.Field, "json, jsonl, yaml or xml")
}

func (j *job) has(formats ...source.Format) bool {
	return slices.ContainsFunc(formats, func(f source.Format) bool { return j.formats[f] != nil })
}

// checkStandardInput rejects --column and --field if standard input, read as lines, is the only input.
func (j *job) checkStandardInput() error {
	isFile := func(operand string) bool { return operand != "-" }
	switch {
	case slices.ContainsFunc(j.operands, isFile) || j.options.Format != "":
		return nil
	case j.options.Column != "":
		return cli.Usagef("--column: standard input is read as lines without --from csv or tsv")
	case j.options.Field != "":
		return cli.Usagef("--field: standard input is read as lines without --from json, jsonl, yaml or xml")
	}
	return nil
}

func (l *lookup) check(flag, value, formats string) error {
	switch {
	case value == "" || l.matched || l.tried && !l.missed:
		return nil
	case !l.tried:
		return fmt.Errorf("%s %q: no file is %s", flag, value, formats)
	case len(l.names) == 0:
		return fmt.Errorf("%s %q matches nothing in any file", flag, value)
	}
	quoted := make([]string, len(l.names))
	for i, name := range l.names {
		quoted[i] = strconv.Quote(name)
	}
	return fmt.Errorf("%s %q matches nothing in any file; there are %s", flag, value, strings.Join(quoted, ", "))
}
