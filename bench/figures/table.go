package main

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"example.org/iri/internal/docs"
)

var errNoTable = errors.New("no table in what it printed")

// tables returns a text that has tables in Markdown; lines around them are paragraphs.
func tables(out string) (string, error) {
	var blocks []string
	inside, any := false, false
	for line := range strings.Lines(out) {
		line = strings.TrimRight(line, "\r\n")
		row := strings.HasPrefix(line, "|")
		switch {
		case line == "":
		case row && inside:
			blocks[len(blocks)-1] += line + "\n"
		case row:
			blocks, any = append(blocks, line+"\n"), true
		default:
			blocks = append(blocks, docs.Fill(line))
		}
		inside = row
	}
	if !any {
		return "", errNoTable
	}
	return strings.Join(blocks, "\n"), nil
}

// A grid is a table: the first row is its head.
type grid [][]string

// parse returns the rows of the first table of a text.
func parse(text string) grid {
	for _, t := range docs.Parse("", text).Tables {
		return t.Rows
	}
	return nil
}

// row returns the row of a name, without regard to its marks, or nil.
func (g grid) row(name string) []string {
	for _, row := range g {
		if strings.Trim(row[0], "*`") == name {
			return row
		}
	}
	return nil
}

// String returns the table in Markdown.
func (g grid) String() string {
	var b strings.Builder
	for i, row := range g {
		for _, cell := range row {
			b.WriteString("| " + cell)
			if cell != "" {
				b.WriteByte(' ')
			}
		}
		b.WriteString("|\n")
		if i == 0 {
			b.WriteString("|---" + strings.Repeat("|--:", len(row)-1) + "|\n")
		}
	}
	return b.String()
}

// A result is a line of a benchmark.
type result struct {
	name   string // without Benchmark and the number of processors
	values map[string]float64
}

// benchmarks reads what go test -bench prints.
func benchmarks(out string) (all []result, err error) {
	for line := range strings.Lines(out) {
		fields := strings.Fields(line)
		if len(fields) < 4 || len(fields)%2 != 0 || !strings.HasPrefix(fields[0], "Benchmark") {
			continue
		}
		name := strings.TrimPrefix(fields[0], "Benchmark")
		if i := strings.LastIndexByte(name, '-'); i > 0 {
			name = name[:i]
		}
		r := result{name, make(map[string]float64)}
		for i := 2; i < len(fields); i += 2 {
			if r.values[fields[i+1]], err = strconv.ParseFloat(fields[i], 64); err != nil {
				return nil, fmt.Errorf("%s: %w", line, err)
			}
		}
		all = append(all, r)
	}
	if all == nil {
		return nil, errNoTable
	}
	return all, nil
}
