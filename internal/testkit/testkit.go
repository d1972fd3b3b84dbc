// Package testkit has functions that many tests need: flags, golden files, JSON Lines. Only tests import it.
package testkit

import (
	"flag"
	"os"
	"testing"
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
