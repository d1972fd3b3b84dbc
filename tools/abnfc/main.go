// Command abnfc compiles ABNF grammars (RFC 5234, RFC 7405) to Go tables and to
// conformance suites, proves tables, and compares, checks and samples grammars.
//
//	abnfc compile -o OUT.go [flags] GRAMMAR
//	abnfc suite -rule RULE [-o FILE] GRAMMAR
//	abnfc prove [flags] GRAMMAR
//	abnfc equal [flags] A.abnf:RULE B.abnf:RULE
//	abnfc lint [flags] GRAMMAR
//	abnfc sample -rule RULE [flags] GRAMMAR
//	abnfc explain [flags] GRAMMAR RULE TEXT
//	abnfc svg -rule RULE [flags] GRAMMAR
//	abnfc dot -rule RULE [flags] GRAMMAR
//	abnfc railroad [-rule RULE] [-o FILE] [flags] GRAMMAR
//
// Its exit status is 0 if all went well, 1 if the grammar cannot be compiled, a claim
// does not hold, rules are not equal or lint found something, 2 if the command line
// is wrong or a file cannot be read or written.
package main

import (
	"fmt"
	"io"
	"os"
)

const usage = `abnfc compiles ABNF grammars (RFC 5234, RFC 7405) to Go tables and to conformance suites,
proves tables, and compares, checks and samples grammars.

usage:
  abnfc compile -o OUT.go [flags] GRAMMAR     write the automata of a grammar's rules
  abnfc derive -o OUT.go [flags] LANGUAGES    write the automata of unions, differences and the like
  abnfc suite -rule RULE [-o FILE] GRAMMAR    write texts and verdicts that decide a rule
  abnfc prove [flags] GRAMMAR                 prove that automata accept their rules' languages
  abnfc equal [flags] A.abnf:RULE B.abnf:RULE tell whether two rules match the same texts
  abnfc lint [flags] GRAMMAR                  list what is allowed but hardly meant
  abnfc sample -rule RULE [flags] GRAMMAR     print texts that match a rule
  abnfc explain [flags] GRAMMAR RULE TEXT     print how a rule reads a text, or where it cannot
  abnfc svg -rule RULE [flags] GRAMMAR        draw the automaton of a rule
  abnfc dot -rule RULE [flags] GRAMMAR        the same as a graph for Graphviz
  abnfc railroad [-o FILE] [flags] GRAMMAR    draw rules as railroad diagrams
  abnfc COMMAND -help                         list the flags

exit status: 0 done, 1 the grammar cannot be compiled, a claim does not hold, rules are not equal or lint
found something, 2 wrong usage or I/O error
`

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

// Exit statuses.
const (
	exitOK      = 0
	exitGrammar = 1
	exitUsage   = 2
)

func run(args []string, stdout, stderr io.Writer) int {
	if len(args) == 0 {
		io.WriteString(stderr, usage)
		return exitUsage
	}
	var err error
	switch args[0] {
	case "compile":
		err = compileCommand(args[1:], stdout, stderr)
	case "derive":
		err = deriveCommand(args[1:], stdout, stderr)
	case "suite":
		err = suiteCommand(args[1:], stdout, stderr)
	case "prove":
		err = proveCommand(args[1:], stdout, stderr)
	case "equal":
		err = equalCommand(args[1:], stdout, stderr)
	case "lint":
		err = lintCommand(args[1:], stdout, stderr)
	case "sample":
		err = sampleCommand(args[1:], stdout, stderr)
	case "explain":
		err = explainCommand(args[1:], stdout, stderr)
	case "dot":
		err = dotCommand(args[1:], stdout, stderr)
	case "svg":
		err = svgCommand(args[1:], stdout, stderr)
	case "railroad":
		err = railroadCommand(args[1:], stdout, stderr)
	case "help", "-h", "-help", "--help":
		io.WriteString(stdout, usage)
		return exitOK
	default:
		err = usageError(fmt.Sprintf("unknown command %q; see abnfc -help", args[0]))
	}
	return report(err, stderr)
}
