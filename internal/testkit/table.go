package testkit

import (
	"os"
	"strings"
	"testing"
)

// Table returns the rows of a table of a Markdown page, the head first. column is the head of the first column.
func Table(t testing.TB, file, column string) (rows [][]string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	_, table, found := strings.Cut(string(text), "\n\n| "+column+" |")
	if !found {
		t.Fatalf("%s has no table of %s", file, column)
	}
	table, _, _ = strings.Cut("| "+column+" |"+table, "\n\n")
	for i, line := range strings.Split(strings.TrimSpace(table), "\n") {
		if i == 1 {
			continue // the line of dashes
		}
		cells := strings.Split(strings.Trim(line, "|"), " | ")
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		rows = append(rows, cells)
	}
	return rows
}
