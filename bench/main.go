// Command compare runs package iri and other Go modules that judge the same texts,
// side by side in one process, and prints how long each takes and what it gets wrong.
//
//	go -C tools/compare run . [flags] [FILE...]
//
// Command operations, in the folder of that name, does the same for what is done with IRIs.
//
// It is a module of its own, with a go.work of its own, so that nobody else needs
// the modules that it requires. Its exit status is 0 if all is well, 1 if a
// contestant that should be exact misjudged a text, 2 if the command line is wrong
// or something cannot be read or written.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

// Exit statuses.
const (
	exitOK    = 0
	exitWrong = 1
	exitUsage = 2 // or I/O error
)

var errWrong = errors.New("a contestant that should be exact misjudged a text")

// run is main without the process: args are those after the program's name.
func run(args []string, stdout, stderr io.Writer) int {
	o, err := parseOptions(args)
	switch {
	case err == flag.ErrHelp:
		_, err = io.WriteString(stdout, help)
	case err == nil:
		err = compare(o, stdout, stderr)
	}
	if err == nil {
		return exitOK
	}
	fmt.Fprintln(stderr, "compare:", err)
	if err == errWrong {
		return exitWrong
	}
	return exitUsage
}

// compare does what the command line asks for.
func compare(o *options, stdout, stderr io.Writer) error {
	grammars, err := readGrammars(o.root)
	if err != nil {
		return err
	}
	field, err := contestants(grammars)
	if err != nil {
		return err
	}
	if field = selected(field, o.only); len(field) == 1 {
		return fmt.Errorf("no contestant but %s matches -only %v", field[0].name, o.only)
	}
	lists, err := o.load()
	if err != nil {
		return err
	}
	r := newReport(o.rounds)
	if r.exam, err = examine(grammars, field); err != nil {
		return err
	}
	for _, l := range lists {
		fmt.Fprintf(stderr, "%s: %d texts, %d contestants, %d rounds\n", l.name, len(l.texts), len(field), o.rounds)
		r.add(measure(l, field, o.rounds))
	}
	if err := r.write(o, stdout); err != nil {
		return err
	}
	if !r.exact() {
		return errWrong
	}
	return nil
}
