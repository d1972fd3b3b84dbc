// Command iri checks and parses lists of IRIs (RFC 3987) and URIs (RFC 3986).
//
//	iri check [-rule NAME] [-0] [FILE...]    say where lines go wrong
//	iri parse [-rule NAME] [-0] [FILE...]    print components as JSON
//
// Its exit status is 0 if all lines are valid, 1 if some are not, 2 if the command
// line is wrong or something cannot be read or written.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
)

func main() { os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }

// Exit statuses.
const (
	exitOK      = 0
	exitInvalid = 1
	exitUsage   = 2 // or I/O error
)

var (
	errInvalid  = errors.New("some lines are not valid")
	errReported = errors.New("some files could not be read, as was reported")
)

// run is main without the process: args are those after the program's name.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	if len(args) == 0 {
		io.WriteString(stderr, help)
		return exitUsage
	}
	j := newJob(stdin, stdout, stderr)
	command, args := args[0], args[1:]
	if command == "help" && len(args) > 0 { // iri help check is iri check -help
		command, args = args[0], []string{"-help"}
	}
	var err error
	switch command {
	case "check":
		err = check(j, args)
	case "parse":
		err = parse(j, args)
	case "help", "-h", "-help", "--help":
		err = j.help(help)
	default:
		err = fmt.Errorf("unknown command %q; see iri -help", command)
	}
	return report(err, stderr)
}

// report prints an error, if nobody has yet, and returns the exit status for it.
func report(err error, stderr io.Writer) int {
	switch err {
	case nil, flag.ErrHelp:
		return exitOK
	case errInvalid:
		return exitInvalid
	case errReported:
		return exitUsage
	}
	fmt.Fprintln(stderr, "iri:", safe(err.Error()))
	return exitUsage
}
