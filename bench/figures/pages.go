package main

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"example.org/iri/internal/statistics"
)

// A table is one of Markdown. Rows and columns are in the order in which they were first met.
type table struct {
	rows, columns []string
	cells         map[string]string // by row and column
}

func newTable() *table { return &table{cells: make(map[string]string)} }

func (t *table) set(row, column, cell string) {
	if !slices.Contains(t.rows, row) {
		t.rows = append(t.rows, row)
	}
	if !slices.Contains(t.columns, column) {
		t.columns = append(t.columns, column)
	}
	t.cells[row+column] = cell
}

func (t *table) String() string {
	var b strings.Builder
	b.WriteString("| | " + strings.Join(t.columns, " | ") + " |\n|---" + strings.Repeat("|--:", len(t.columns)) + "|\n")
	for _, row := range t.rows {
		b.WriteString("| " + row)
		for _, column := range t.columns {
			b.WriteString(" | " + t.cells[row+column])
		}
		b.WriteString(" |\n")
	}
	return b.String()
}

// figure formats a ratio, a time or a rate with two digits or more.
func figure(x float64) string {
	switch {
	case x < 0.995:
		return fmt.Sprintf("%.2f", x)
	case x < 9.95:
		return fmt.Sprintf("%.1f", x)
	}
	return statistics.Grouped(math.Round(x))
}

// writePages replaces the tables of the pages.
func writePages(r *results, validate *table, count int) error {
	machine := fmt.Sprintf("%s, %d cores, Go %s, %s: medians of %d runs.", r.cpu, runtime.NumCPU(),
		strings.TrimPrefix(runtime.Version(), "go"), time.Now().Format("2 January 2006"), count)
	for _, text := range []struct{ page, name, text string }{
		{"docs/reference/benchmarks.md", "machine", machine + "\n"},
		{"docs/reference/benchmarks.md", "validate", validate.String()},
		{"docs/reference/benchmarks.md", "batches", batchTable(r).String()},
		{"docs/reference/benchmarks.md", "operations", operationsTable(r).String()},
		{"docs/reference/benchmarks.md", "generated", generatedTable(r).String()},
		{"docs/reference/benchmarks.md", "command", commandTable(r).String()},
		{"README.md", "figures", readmeTable(validate).String()},
	} {
		file := filepath.Join(root, text.page)
		page, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		replaced, ok := replace(string(page), text.name, text.text)
		if !ok {
			return fmt.Errorf("%s: no lines <!-- %[2]s --> and <!-- /%[2]s -->", file, text.name)
		}
		if err := os.WriteFile(file, []byte(replaced), 0o666); err != nil {
			return err
		}
	}
	return nil
}

// replace puts a string between the comments with a name, and reports whether there are such.
func replace(page, name, text string) (string, bool) {
	begin, end := "<!-- "+name+" -->\n", "<!-- /"+name+" -->\n"
	before, rest, ok := strings.Cut(page, begin)
	_, after, okay := strings.Cut(rest, end)
	return before + begin + text + end + after, ok && okay
}
