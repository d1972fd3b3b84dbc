// Package testkit has functions that many tests need: flags, golden files, JSON Lines. Only tests import it.
package testkit

import (
	"flag"
	"os"
	"strings"
	"testing"

	"example.org/iri/internal/uri"
	"example.org/iri/internal/uri/find"
)

var (
	Long   = flag.Bool("long", false, "test everything, not a sample")
	Update = flag.Bool("update", false, "rewrite golden files")
	seed   = flag.Int64("seed", 0, "seed of random tests; with 0, each test has a seed of its own")
)

// Seed returns the seed of a random test: the value of -seed, or its own seed without that flag.
func Seed(own int64) int64 {
	if *seed != 0 {
		return *seed
	}
	return own
}

// Golden compares the content of a file with got. With -update, it writes the file first.
func Golden(t testing.TB, file, got string) {
	t.Helper()
	if *Update {
		if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs; if that is intended, run go test -run %s -update; got\n%s", file, t.Name(), got)
	}
}

// Find returns the offsets of the components of a valid string. It reads the string byte by byte with a [find.Finder].
func Find[Bytes ~[]byte | ~string](l *uri.Language, s Bytes) find.Offsets {
	f := find.Finder{State: find.Begin(l.Shape)}
	for i := range len(s) {
		f.Read(l.Roles()[s[i]], uint32(i)+1)
	}
	return f.Offsets(uint32(len(s)))
}

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
