// Command iri validates, splits, resolves, normalizes, converts and repairs IRIs (RFC 3987) and URIs (RFC 3986).
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

// memory is the soft limit of the collector. The longest strings need it, since several are in memory at a time
// and the command promises to stay below 256 MB.
const memory = 180 << 20

// newRoot returns the root command, with all subcommands.
func newRoot() *cobra.Command {
	root := &cobra.Command{Use: "iri COMMAND [flags] [FILE...]", Short: "validate, split, normalize and repair IRIs, URIs and URLs", Long: rootHelp}
	root.Annotations = map[string]string{
		"json": "--output jsonl", "j": "--output jsonl", "no-color": "--color never", "n": "--max-errors",
		"parse": "split", "validate": "check", "encode": "convert --to uri", "decode": "convert --to iri", "url": "check",
	}
	for _, c := range commands() {
		root.AddCommand(c.on(new(job)))
	}
	return root
}

// A command is a subcommand.
type command struct {
	use     string // the name and its arguments
	does    string // in a few words
	help    string
	example string
	declare func(j *job, flags *pflag.FlagSet) (run func() error)
}

// commands returns the subcommands. Each declares its flags, and runs when they have been parsed. One that turns
// each line into one line is a [transform].
func commands() []command {
	return []command{
		{"check [flags] [FILE...]", "validate strings, and print where the errors are", checkHelp + ruleNames(), checkExamples, check},
		{"split [flags] [FILE...]", "print components as JSON, TSV or by a template", splitHelp, splitExamples, split},
		{"explain [flags] [STRING...]", "show the components of a string, or why it is not valid", explainHelp, explainExamples, explain},
		{"resolve [flags] [FILE...]", "resolve references against a base", resolveHelp, resolveExamples, transforming(resolve)},
		{"relativize [flags] [FILE...]", "print the shortest references from a base to targets", relativizeHelp, relativizeExamples, transforming(relativize)},
		{"normalize [flags] [FILE...]", "print references in normal form, to compare them", normalizeHelp, normalizeExamples, normalize},
		{"convert --to uri|iri [flags] [FILE...]", "convert IRIs to URIs and URIs to IRIs; punycode", convertHelp, convertExamples, transforming(convert)},
		{"lint [flags] [FILE...]", "report valid strings that are suspect", lintHelp, lintExamples, lintLines},
		{"fix [flags] [FILE...]", "repair what people paste", fixHelp, fixExamples, repair},
	}
}

// on returns the command that runs as a job.
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

const rootHelp = `iri validates, splits, resolves, normalizes, converts and repairs IRIs (RFC 3987),
URIs and URLs (RFC 3986):

    iri check list.txt                      # validate each line
    iri check -r site/                      # validate the links of HTML and Markdown
    iri explain 'http://a b/'               # why is it not valid?
    iri split --get '{host}' list.txt       # the host of each line
    iri normalize --column url table.csv    # normalize one column

Input is one string per line, or the strings of a structured file. The extension of
the file names its format, or --format does. Without a FILE, and for the FILE -, iri
reads lines of standard input. Lines end in LF or CR LF, with --null in NUL. Flags may
follow files; after -- there are only files. "iri help COMMAND" explains a command.

The commands resolve, relativize, normalize, convert and fix print one line for each
line, which is empty if the string is not valid. They print csv, tsv and jsonl as a
whole, with the strings replaced; a string that is not valid stays as it is. With
--get, they print one line for each string of any format.

A string is valid if it matches the grammar of the RFC. A valid URL can be dangerous.

Exit status:

    0    all strings are valid
    1    a string is not valid, or has no result; with lint, one has an error or a warning;
         with --invert, one is valid; with --require, there are no strings
    2    wrong usage, or something could not be read or written
    130  interrupted; 128 plus the number of any other signal: 143 after SIGTERM
    141  standard output was closed
`

// ruleNames lists all rules in lines of at most 82 columns.
func ruleNames() string {
	var b strings.Builder
	column := 0
	for r := range rule.All() {
		name := r.String()
		if column > 0 && column+1+len(name) > 82 {
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
