// Command iri works on lists of IRIs (RFC 3987) and URIs (RFC 3986).
//
//	iri COMMAND [flags] [FILE...]
//
// [commands] lists the commands. iri help COMMAND explains one.
package main

import (
	"os"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"example.org/iri/rule"
	"example.org/iri/tools/internal/cli"
)

func main() {
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(memory)
	}
	os.Exit(cli.Run(newRoot(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// memory is from how many bytes on the collector works harder: for the longest texts, of which some
// are under way at a time, since less than 256 MB are promised.
const memory = 180 << 20

// newRoot returns the command that has all others below it.
func newRoot() *cobra.Command {
	root := &cobra.Command{Use: "iri COMMAND [flags] [FILE...]", Short: "works on lists of IRIs and URIs", Long: rootHelp}
	root.Annotations = map[string]string{
		"json": "--output jsonl", "j": "--output jsonl", "no-color": "--color never", "n": "--max-errors",
		"parse": "split", "validate": "check", "encode": "convert --to uri", "decode": "convert --to iri", "url": "check",
	}
	for _, c := range commands() {
		root.AddCommand(c.on(new(job)))
	}
	root.AddCommand(newGuard())
	return root
}

// A command is what the first argument names.
type command struct {
	use     string // the name and what stands behind it
	does    string // in a few words
	help    string // in many
	example string
	declare func(j *job, flags *pflag.FlagSet) (run func() error)
}

// commands returns the commands that read texts. Each declares its flags, and runs when they have been read. One
// that turns each line into one line is a [transform].
func commands() []command {
	return []command{
		{"check [flags] [FILE...]", "say where texts go wrong", checkHelp + ruleNames(), checkExamples, check},
		{"split [flags] [FILE...]", "print components as JSON, TSV, or what you like", splitHelp, splitExamples, split},
		{"explain [flags] [TEXT...]", "say what there is to know about a text", explainHelp, explainExamples, explainTexts},
		{"resolve [flags] [FILE...]", "print what references refer to", resolveHelp, resolveExamples, transforming(resolve)},
		{"relativize [flags] [FILE...]", "print the references that lead somewhere", relativizeHelp, relativizeExamples, transforming(relativize)},
		{"normalize [flags] [FILE...]", "print references in normal form", normalizeHelp, normalizeExamples, normalize},
		{"convert --to uri|iri [flags] [FILE...]", "print URIs as IRIs, or IRIs as URIs", convertHelp, convertExamples, transforming(convert)},
		{"lint [flags] [FILE...]", "say what is odd about valid texts", lintHelp, lintExamples, lintLines},
		{"fix [flags] [FILE...]", "print what people may have meant", fixHelp, fixExamples, repair},
	}
}

// on returns the command that a job does.
func (c command) on(j *job) *cobra.Command {
	cmd := &cobra.Command{Use: c.use, Short: c.does, Long: c.help, Example: c.example}
	j.declare(cmd.Flags())
	run := c.declare(j, cmd.Flags())
	if cmd.Flags().Lookup("rule") != nil {
		cmd.RegisterFlagCompletionFunc("rule", completeRule)
	}
	cmd.RunE = func(cmd *cobra.Command, operands []string) error {
		if err := j.begin(cmd, operands); err != nil {
			return err
		}
		return run()
	}
	return cmd
}

const rootHelp = `iri works on lists of IRIs (RFC 3987) and URIs (RFC 3986).

Files are lists, with a string a line, or have other formats, which extensions or
--format tell. Without a FILE, or for the FILE -, standard input is read, as a list.
Commands that change strings print one line for each line of a list, csv, tsv and
jsonl as a whole with the strings replaced, and with --get a line for each string
of any format. A string that is wrong becomes an empty line; in a whole file it stays.
Flags may follow files; after -- all is files. A line ends in LF or CR LF, the last
one may end with the file; with --null, it ends in NUL. What is printed ends in LF,
with --null in NUL where texts become lines. "iri help COMMAND" explains a command,
with examples.

Valid means what the RFC's grammar says, no more: a valid IRI need not be safe.

The exit status is 0 if all is well, 1 if some texts are wrong, 2 if the usage is
wrong or something could not be read or written, 130 after an interrupt, 141 if
nobody reads standard output any more.
`

// ruleNames lists all rules in lines of at most 80 columns.
func ruleNames() string {
	var b strings.Builder
	column := 0
	for r := range rule.All() {
		name := r.String()
		if column > 0 && column+1+len(name) > 80 {
			b.WriteByte('\n')
			column = 0
		}
		if column == 0 {
			b.WriteByte(' ')
			column = 1
		}
		b.WriteString(" " + name)
		column += 1 + len(name)
	}
	return b.String() + "\n"
}
