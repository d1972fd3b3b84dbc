// Command mutants changes the source of the compiler and of the runtime, one small change at a
// time. It reports the changes that no test notices.
//
//	go run ./tools/mutants [flags] [FOLDER...]
//
// It runs in the root of a module. Each FOLDER holds a package. The default is dfa, compile with
// the packages inside it, internal/unicodeclass and the root. Nothing in the tree is touched: go
// test reads a mutant by -overlay. Tests that read source files see the unchanged files.
//
// A mutant first meets the tests of its own package, or those of compile if its package is inside
// compile, without -long. If it survives them, it meets all tests of the module and of
// tools/abnfc. Survivors that behave as the original does, or differ only in speed, are listed in
// equivalent.txt and not run again.
//
// The exit status is 0 if enough mutants were killed, 1 if not, 2 if the command
// line or equivalent.txt is wrong or the tests fail without a mutant.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
)

// packages are the folders that are mutated if none are given.
var packages = []string{
	"dfa", "compile", "internal/nfa", "compile/internal/machine", "compile/internal/subset",
	"compile/internal/exact", "compile/internal/table", "internal/codegen", "internal/unicodeclass", ".",
}

// A sample for every commit: small, and one survivor among so few says little.
const (
	ciSample = 15
	ciMin    = 90
)

func main() {
	limitMemory()
	os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
}

// job is what a command line asks for.
type job struct {
	n, workers     int
	min            float64
	all, ci, list  bool
	moved, verbose bool
	ids, explained string
	folders        []string
	stdout, stderr io.Writer
	mutants        []*mutant
	explanations   explanations
}

func run(args []string, stdout, stderr io.Writer) int {
	j := job{stdout: stdout, stderr: stderr}
	flags := flag.NewFlagSet("mutants", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.IntVar(&j.n, "n", 220, "size of the sample, spread over packages and operators")
	flags.BoolVar(&j.all, "all", false, "run all mutants")
	flags.BoolVar(&j.ci, "ci", false, fmt.Sprintf("run a sample of %d, of which %d%% must be killed", ciSample, ciMin))
	flags.StringVar(&j.ids, "id", "", "run these mutants, `IDS` separated by commas")
	flags.BoolVar(&j.list, "list", false, "list all mutants and run none")
	flags.IntVar(&j.workers, "j", 2, "mutants run at a time")
	flags.Float64Var(&j.min, "min", 95, "fail if less than this `PERCENTAGE` of the mutants is killed")
	flags.BoolVar(&j.verbose, "v", false, "print a line for each mutant as soon as its fate is known")
	flags.StringVar(&j.explained, "equivalent", "tools/mutants/equivalent.txt", "`FILE` of survivors that are explained")
	flags.BoolVar(&j.moved, "moved", false, "bring ids in the file of -equivalent up to date, and run nothing")
	if err := flags.Parse(args); errors.Is(err, flag.ErrHelp) {
		return 0
	} else if err != nil {
		return 2
	}
	j.folders = flags.Args()
	if len(j.folders) == 0 {
		j.folders = packages
	}
	if j.ci {
		j.n, j.min = ciSample, ciMin
	}
	enough, err := j.run()
	switch {
	case err != nil:
		fmt.Fprintln(stderr, "mutants:", err)
		return 2
	case !enough:
		return 1
	}
	return 0
}

// run reports whether enough mutants were killed.
func (j *job) run() (enough bool, err error) {
	if j.mutants, err = enumerate(j.folders); err != nil {
		return false, err
	}
	if j.list {
		for _, m := range j.mutants {
			fmt.Fprintf(j.stdout, "%s\t%s\n", m.id(), m.summary())
		}
		return true, nil
	}
	if j.explanations, err = readExplanations(j.explained, j.folders); err != nil {
		return false, err
	}
	if j.moved {
		return true, j.explanations.move(j.explained, j.mutants)
	}
	if err := j.explanations.check(j.mutants); err != nil {
		return false, err
	}
	if j.ids != "" {
		return j.runIDs(strings.Split(j.ids, ","))
	}
	order, want := spread(j.mutants), j.n
	if j.all {
		want = len(order)
	}
	results, err := j.trials(order, want)
	if err != nil {
		return false, err
	}
	return report(j.stdout, results) >= j.min, nil
}

// runIDs runs single mutants, the explained ones too.
func (j *job) runIDs(ids []string) (enough bool, err error) {
	byID := make(map[string]*mutant)
	for _, m := range j.mutants {
		byID[m.id()] = m
	}
	var order []*mutant
	for _, id := range ids {
		m := byID[id]
		if m == nil {
			return false, fmt.Errorf("no mutant is called %s; see -list", id)
		}
		order = append(order, m)
	}
	j.explanations, j.verbose = nil, true
	results, err := j.trials(order, len(order))
	if err != nil {
		return false, err
	}
	return report(j.stdout, results) >= j.min, nil
}
