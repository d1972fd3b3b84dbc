// Command abnfc compiles ABNF grammars (RFC 5234, RFC 7405) to Go tables and to
// conformance suites, and proves tables.
//
//	abnfc compile -o OUT.go [flags] GRAMMAR
//	abnfc suite -rule RULE [-o FILE] GRAMMAR
//	abnfc prove [flags] GRAMMAR [TABLE.bin]
//
// Its exit status is 0 if all went well, 1 if the grammar cannot be compiled or
// a claim does not hold, 2
// if the command line is wrong or a file cannot be read or written.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
)

const usage = `abnfc compiles ABNF grammars (RFC 5234, RFC 7405) to Go tables and to conformance suites, and proves tables.

usage:
  abnfc compile -o OUT.go [flags] GRAMMAR     write the automata of a grammar's rules
  abnfc suite -rule RULE [-o FILE] GRAMMAR    write texts and verdicts that decide a rule
  abnfc prove [flags] GRAMMAR [TABLE.bin]     prove that automata accept their rules' languages
  abnfc COMMAND -help                         list the flags

exit status: 0 done, 1 the grammar cannot be compiled or a claim does not hold, 2 wrong usage or I/O error
`

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

// Exit statuses.
const (
	exitOK      = 0
	exitGrammar = 1
	exitUsage   = 2
)

// usageError is a mistake in the command line; an empty one was reported already.
type usageError string

func (e usageError) Error() string { return string(e) }

// grammarError is a mistake in a grammar.
type grammarError struct{ error }

func (e grammarError) Unwrap() error { return e.error }

func run(args []string, stdout, stderr io.Writer) int {
	if len(args) == 0 {
		io.WriteString(stderr, usage)
		return exitUsage
	}
	var err error
	switch args[0] {
	case "compile":
		err = compileCommand(args[1:], stdout, stderr)
	case "suite":
		err = suiteCommand(args[1:], stdout, stderr)
	case "prove":
		err = proveCommand(args[1:], stdout, stderr)
	case "help", "-h", "-help", "--help":
		io.WriteString(stdout, usage)
		return exitOK
	default:
		err = usageError(fmt.Sprintf("unknown command %q; see abnfc -help", args[0]))
	}
	return report(err, stderr)
}

// report prints an error and returns the exit status for it.
func report(err error, stderr io.Writer) int {
	if err == nil || errors.Is(err, flag.ErrHelp) {
		return exitOK
	}
	if grammar, ok := errors.AsType[grammarError](err); ok {
		fmt.Fprintln(stderr, grammar)
		return exitGrammar
	}
	if err.Error() != "" {
		fmt.Fprintln(stderr, "abnfc:", err)
	}
	return exitUsage
}
