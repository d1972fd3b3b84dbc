// Command iri validates, splits, resolves, normalizes, converts and repairs IRIs (RFC 3987) and URIs (RFC 3986).
//
//	iri COMMAND [flags] [FILE...]
//
// [commands] lists the commands. iri help COMMAND explains one.
package main

import (
	"fmt"
	"os"
	"runtime/debug"
	"slices"
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
	os.Exit(cli.Run(rootFor(os.Args[1:]), os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// memory is the soft limit of the garbage collector. The command must stay below 256 MB, even with several strings of
// maximum length in memory.
const memory = 180 << 20

func newRoot() *cobra.Command { return rootFor(nil) }

// rootFor returns the root command. If the first argument names a subcommand, it has only this one, since building all
// takes longer than checking a string.
func rootFor(args []string) *cobra.Command {
	root := &cobra.Command{Use: "iri COMMAND [flags] [FILE...]", Short: "validate, split, normalize and repair IRIs, URIs and URLs", Long: rootHelp}
	root.Annotations = map[string]string{ // what the errors suggest instead of names that other programs have
		"j": "--json", "no-color": "--color never",
		"parse": "split", "validate": "check", "encode": "convert --to uri", "decode": "convert --to iri", "url": "check",
	}
	all := commands()
	for _, c := range all {
		if name, _, _ := strings.Cut(c.use, " "); len(args) > 0 && args[0] == name {
			root.CompletionOptions.DisableDefaultCmd = true
			root.AddCommand(c.on(new(job)))
			return root
		}
	}
	for _, c := range all {
		root.AddCommand(c.on(new(job)))
	}
	root.AddCommand(
		cli.Topic(filesTopic, "what is read, and the flags for that", filesHelp, func(flags *pflag.FlagSet) { new(inputs).declareBase(flags) }),
		cli.Topic("rules", "the names of all rules", rulesHelp+ruleTable(), nil),
	)
	return root
}

type command struct {
	use     string // name and arguments
	does    string // in a few words
	help    string
	example string
	declare func(j *job, flags *pflag.FlagSet) (run func() error)
}

// commands returns the subcommands. Each one declares its flags and returns a function to run after parsing them.
func commands() []command {
	return []command{
		{"check [flags] [FILE...]", "validate strings, and print where the errors are", checkHelp, checkExamples, check},
		{"split [flags] [FILE...]", "print components as JSON, TSV or by a template", splitHelp, splitExamples, split},
		{"explain [flags] [STRING...]", "show the components of a string, or why it is invalid", explainHelp, explainExamples, explain},
		{"resolve [flags] [FILE...]", "resolve references against a base", resolveHelp, resolveExamples, transforming(resolve)},
		{"relativize [flags] [FILE...]", "print the shortest references from a base to targets", relativizeHelp, relativizeExamples, transforming(relativize)},
		{"normalize [flags] [FILE...]", "print references in normal form, to compare them", normalizeHelp, normalizeExamples, normalize},
		{"convert --to uri|iri [flags] [FILE...]", "convert IRIs to URIs and URIs to IRIs; punycode", convertHelp, convertExamples, transforming(convert)},
		{"lint [flags] [FILE...]", "report valid strings that are suspicious", lintHelp, lintExamples, lintLines},
		{"set [flags] [FILE...]", "change components of references", setHelp, setExamples, set},
		{"filter [flags] [FILE...]", "pass on lines with valid strings, drop the others", filterHelp, filterExamples, filterLines},
		{"fix [flags] [FILE...]", "repair what people paste", fixHelp, fixExamples, repair},
	}
}

// rulesOf returns the rule names that --rule of a command accepts.
func rulesOf(command string) []string {
	switch command {
	case "fix":
		return fixRules
	case "split":
		return slices.DeleteFunc(ruleNames(), func(name string) bool {
			r, _ := rule.ByName(name)
			return !canSplit(r)
		})
	}
	return ruleNames()
}

func (c command) on(j *job) *cobra.Command {
	cmd := &cobra.Command{Use: c.use, Short: c.does, Long: c.help, Example: strings.TrimRight(c.example, "\n")}
	cli.DeclareOutput(cmd.Flags(), &j.output.name)
	run := c.declare(j, cmd.Flags())
	cli.Complete(cmd)
	if cmd.Flags().Lookup("rule") != nil {
		cmd.RegisterFlagCompletionFunc("rule", func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return rulesOf(cmd.Name()), cobra.ShellCompDirectiveNoFileComp
		})
	}
	cmd.RunE = func(cmd *cobra.Command, operands []string) error {
		if err := j.begin(cmd, operands); err != nil {
			return err
		}
		return j.output.close(run())
	}
	return cmd
}

func ruleTable() string {
	var b strings.Builder
	for row := range slices.Chunk(ruleNames(), 3) {
		var line strings.Builder
		line.WriteString("   ")
		for _, name := range row {
			fmt.Fprintf(&line, " %-25s", name)
		}
		b.WriteString(strings.TrimRight(line.String(), " ") + "\n")
	}
	return b.String()
}

const rootHelp = `iri validates, splits, resolves, normalizes, converts and repairs IRIs (RFC 3987),
URIs and URLs (RFC 3986):

    iri check list.txt                      # validate each line
    iri check -r site/                      # validate the links of HTML and Markdown
    iri explain 'http://a b/'               # why is it invalid?
    iri split --get '{host}' list.txt       # the host of each line
    iri normalize --column url table.csv    # normalize one column
    iri filter triples.nt                   # drop the statements with invalid IRIs

A string is valid if it matches the grammar of the RFC. A valid URL can be dangerous.

Exit status:

    0    all strings are valid
    1    a string is invalid, or has no result; with lint, one has an error or a warning;
         with check --invert, one is valid; with --require, there are no strings. Lines
         that filter drops do not count
    2    wrong usage, something could not be read or written, or --column or --field
         matches nothing in any file
    130  interrupted; 128 plus the number of any other signal: 143 after SIGTERM
    141  standard output was closed
`

const filesHelp = `Input is one string per line, or the strings of a structured file. The extension of
the file names its format, or --from does:

    lines                            one string per line
    csv, tsv                         a column
    json, jsonl, yaml, xml           URLs, or the strings at a path
    html, markdown                   links
    text                             URLs in prose
    ntriples, nquads, turtle, trig   every IRI

Without a FILE, and for the FILE -, iri reads lines of standard input. An argument that
is not a file and begins with a scheme of two or more letters is a string. Lines end in
LF or CR LF. Strings over 8 MiB are skipped with a warning. gzip, zstd and bzip2 are
unpacked. Flags may follow files; after -- there are only files.

With -r, iri reads the files in folders whose extension is known, except hidden files,
symbolic links and what .gitignore ignores; without a FILE, in the working directory,
but not with --write. Files .txt, .list and .lst are prose then. Tables without the column
and JSON, YAML or XML that is a template are named and not read. A file .iriignore in the
folder has an expression for --skip on each line; # begins a comment. For other files,
.iriignore of the working directory counts.

Templates such as {{ x }}, {x} and ${x} in html, markdown, text, json, jsonl, yaml and
xml are only counted in the summary, unless --templates is set.

The commands resolve, relativize, normalize, convert, set and fix print lines, csv, tsv,
jsonl, ntriples and nquads as a whole, with the strings replaced. A string without a
result stays as it is; in lines, it becomes an empty one. With --get or --format, they
print a line for each string of any format. docs/command/formats.md has the details.
`

const rulesHelp = `Rules of RFC 3986, RFC 3987 and of other RFCs on IRIs. docs/reference/rules.md
describes them. Case does not matter.

`

// ruleByName is [rule.ByName] with a helpful error.
func ruleByName(name string) (rule.Rule, error) {
	if r, ok := rule.ByName(name); ok {
		return r, nil
	}
	if near := cli.Suggest(name, ruleNames()); len(near) > 0 {
		return rule.Rule{}, fmt.Errorf("unknown rule %q; did you mean %s?", name, strings.Join(near[:min(len(near), 5)], " or "))
	}
	return rule.Rule{}, fmt.Errorf("unknown rule %q; iri help rules lists the rules", name)
}

func ruleNames() (names []string) {
	for r := range rule.All() {
		names = append(names, r.String())
	}
	return names
}
