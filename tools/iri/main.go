// Command iri works on lists of IRIs (RFC 3987) and URIs (RFC 3986).
//
//	iri COMMAND [FLAG...] [FILE...]
//
// [commands] lists the commands. iri help COMMAND explains one.
//
// Its exit status is 0 if all is well, 1 if some lines are wrong, 2 if the command line is wrong or
// something cannot be read or written.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"

	"example.org/iri/tools/iri/internal/show"
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
		io.WriteString(stderr, help())
		return exitUsage
	}
	j := newJob(stdin, stdout, stderr)
	name, args := args[0], args[1:]
	if name == "help" && len(args) > 0 { // iri help check is iri check -help
		name, args = args[0], []string{"-help"}
	}
	return report(j.dispatch(name, args), stderr)
}

// dispatch runs the command with a name.
func (j *job) dispatch(name string, args []string) error {
	switch name {
	case "help", "-h", "-help", "--help":
		return j.help(help())
	}
	for _, c := range commands() {
		if c.name == name {
			return j.start(c, args)
		}
	}
	return fmt.Errorf("unknown command %q; see iri -help", name)
}

// A command is what the first argument names.
type command struct {
	name    string
	does    string // in a few words
	help    string // in many
	declare func(j *job, flags *flag.FlagSet) (run func() error)
}

// commands returns the commands, in the order of the help text. Each declares its flags, and runs
// when they have been read. One that turns each line into one line is a [transform].
func commands() []command {
	return []command{
		{"check", "say where lines go wrong", checkHelp + ruleNames(), check},
		{"parse", "print components as JSON", parseHelp, parse},
		{"resolve", "print what references refer to", resolveHelp, transforming(resolve)},
		{"relativize", "print the references that lead somewhere", relativizeHelp, transforming(relativize)},
		{"normalize", "print references in normal form", normalizeHelp, transforming(normalize)},
		{"convert", "print URIs as IRIs, or IRIs as URIs", convertHelp, transforming(convert)},
		{"lint", "say what is odd about valid lines", lintHelp, lintLines},
		{"fix", "print what people may have meant", fixHelp, repair},
	}
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
	fmt.Fprintln(stderr, "iri:", show.Safe(err.Error()))
	return exitUsage
}
