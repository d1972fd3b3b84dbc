// Package testkit has common parts of tests: flags, golden files, JSON Lines. Only tests import it.
package testkit

import (
	"flag"
	"os"
	"testing"
)

var (
	Long   = flag.Bool("long", false, "walk everything, not a sample")
	Update = flag.Bool("update", false, "rewrite golden files")
	seed   = flag.Int64("seed", 0, "seed of random tests; 0 is that of each test")
)

// Seed returns the seed of a random test: its own, or the value of -seed.
func Seed(own int64) int64 {
	if *seed != 0 {
		return *seed
	}
	return own
}

// Golden compares a file with got, or writes it with -update.
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
