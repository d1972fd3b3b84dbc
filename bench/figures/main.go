// Command figures runs the benchmarks of module bench and prints the tables of docs/reference/benchmarks.md:
//
//	go -C bench run ./figures /tmp/bench.txt
//
// It interleaves runs: each runs all benchmarks once, whereas go test -count repeats one before the next. The file
// receives their output, from which benchstat computes the medians. Stop other programs: it takes five minutes. Rows of
// programs that are not installed are left out.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"time"
)

const root = ".."

func main() {
	count := flag.Int("count", 10, "runs of all benchmarks")
	benchtime := flag.String("benchtime", "100ms", "`time` of a benchmark in a run")
	flag.Parse()
	err := errors.New("usage: go -C bench run ./figures FILE")
	if file := flag.Arg(0); file != "" {
		if err = measure(file, *count, *benchtime); err == nil {
			err = errors.Join(validators(os.Stdout, file), batches(os.Stdout, file), operations(os.Stdout, file), programs(os.Stdout, file))
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "figures:", err)
		os.Exit(1)
	}
}

func measure(file string, count int, benchtime string) error {
	binary := file + ".test"
	defer os.Remove(binary)
	if err := run(os.Stderr, "go", "test", "-c", "-o", binary, "."); err != nil {
		return err
	}
	out, err := os.Create(file)
	if err != nil {
		return err
	}
	defer out.Close()
	for i := range count {
		begin := time.Now()
		if err := run(out, binary, "-test.run=-", "-test.bench=.", "-test.benchtime="+benchtime); err != nil {
			return err
		}
		fmt.Fprintf(os.Stderr, "figures: run %d of %d: %.0f s\n", i+1, count, time.Since(begin).Seconds())
	}
	return nil
}

func run(out io.Writer, name string, args ...string) error {
	c := exec.Command(name, args...)
	c.Env, c.Stdout, c.Stderr = append(os.Environ(), "GOWORK=off"), out, os.Stderr
	if err := c.Run(); err != nil {
		return fmt.Errorf("%v: %w", c, err)
	}
	return nil
}
