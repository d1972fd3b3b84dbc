// Command figures runs the benchmarks of module bench and writes the tables of
// docs/reference/benchmarks.md, and the one of README.md:
//
//	go -C bench run ./figures >/tmp/bench.txt
//
// Runs are interleaved: each does all benchmarks once, and a number in a table is the median of the runs,
// as benchstat has it (go test -count would repeat one before the next). Let nothing else run meanwhile:
// it takes five minutes. Standard output is what the benchmarks print, for benchstat. Rows of programs
// that are not installed are left out.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"example.org/iri/bench"
)

// root is module iri, seen from the folder of module bench.
const root = ".."

func main() {
	count := flag.Int("count", 10, "runs of all benchmarks")
	benchtime := flag.String("benchtime", "100ms", "`time` of a benchmark in a run")
	flag.Parse()
	if err := figures(*count, *benchtime); err != nil {
		fmt.Fprintln(os.Stderr, "figures:", err)
		os.Exit(1)
	}
}

// figures measures and writes.
func figures(count int, benchtime string) error {
	validators, err := bench.Validators(root)
	if err != nil {
		return err
	}
	if _, err := exec.LookPath("rapper"); err != nil {
		fmt.Fprintln(os.Stderr, "figures: no rapper: its row is left out")
	}
	dir, err := os.MkdirTemp("", "figures")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	var out bytes.Buffer
	if err := measure(dir, count, benchtime, io.MultiWriter(&out, os.Stdout)); err != nil {
		return err
	}
	r, err := read(&out)
	if err != nil {
		return err
	}
	validate, err := validateTable(r, validators)
	if err != nil {
		return err
	}
	return writePages(r, validate, count)
}

// measure compiles the benchmarks and runs all of them several times.
func measure(dir string, count int, benchtime string, out io.Writer) error {
	binary := filepath.Join(dir, "bench.test")
	compile := command(os.Stderr, "go", "test", "-c", "-o", binary, ".")
	fmt.Fprintln(os.Stderr, "figures:", compile)
	if err := compile.Run(); err != nil {
		return err
	}
	for i := range count {
		begin := time.Now()
		c := command(out, binary, "-test.run=-", "-test.bench=.", "-test.benchtime="+benchtime)
		if err := c.Run(); err != nil {
			return fmt.Errorf("%v: %w", c, err)
		}
		fmt.Fprintf(os.Stderr, "figures: run %d of %d: %.0f s\n", i+1, count, time.Since(begin).Seconds())
	}
	return nil
}

// command returns a command that runs outside of any workspace.
func command(out io.Writer, name string, args ...string) *exec.Cmd {
	c := exec.Command(name, args...)
	c.Env, c.Stdout, c.Stderr = append(os.Environ(), "GOWORK=off"), out, os.Stderr
	return c
}
