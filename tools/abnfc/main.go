// Command abnfc compiles ABNF grammars (RFC 5234, RFC 7405) to Go, C and JavaScript, and proves,
// compares, checks, samples and draws them.
//
//	abnfc COMMAND [flags] GRAMMAR...
//
// [newRoot] lists the commands. abnfc help COMMAND explains one.
package main

import (
	"errors"
	"io/fs"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"example.org/iri/tools/internal/cli"
	"example.org/iri/tools/internal/replace"
)

var rootHelp = `abnfc compiles ABNF grammars (RFC 5234, RFC 7405) to Go, C and JavaScript, and checks,
compares, samples and draws them. "abnfc help COMMAND" describes a command.

GRAMMAR is a file, "-" for standard input or, if there is no such file, one of
` + strings.Join(bundledNames, " ") + `.
In GRAMMAR:RULE, the rule follows the last colon. Elements of a list are separated by
commas. After --, nothing is a flag: -- -:RULE.

The exit status is 0 on success; 1 if a grammar is invalid, a string does not match or is
left out, a proof fails, rules differ or lint has warnings; 2 for wrong usage, for
files that cannot be read or written, and if equal cannot compile a rule.
`

func main() { os.Exit(cli.Run(newRoot(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }

func newRoot() *cobra.Command {
	root := &cobra.Command{Use: "abnfc COMMAND [flags] GRAMMAR...", Short: "compiles and examines ABNF grammars", Long: rootHelp}
	for _, cmd := range []*cobra.Command{
		compileCommand(), explainCommand(), sampleCommand(), proveCommand(), equalCommand(), lintCommand(),
		extractCommand(), drawCommand(),
	} {
		run := cmd.RunE
		complete(cmd)
		cmd.RunE = func(cmd *cobra.Command, args []string) error {
			if err := checkOutput(cmd); err != nil {
				return err
			}
			return report(cmd, run(cmd, args))
		}
		root.AddCommand(cmd)
	}
	return root
}

func complete(cmd *cobra.Command) {
	cli.Complete(cmd)
	grammars := func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return bundledNames, cobra.ShellCompDirectiveDefault
	}
	cmd.ValidArgsFunction = grammars
	for _, name := range []string{"import", "override"} {
		cmd.RegisterFlagCompletionFunc(name, grammars)
	}
}

// checkOutput returns an error for an impossible output file, before a grammar is compiled.
func checkOutput(cmd *cobra.Command) error {
	flag := cmd.Flags().Lookup("output")
	if flag == nil || flag.Value.String() == "" {
		return nil
	}
	if _, err := os.Stat(flag.Value.String()); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return file{name: flag.Value.String()}.fault(replace.Reason(err))
	}
	return nil
}

func takes(n int, what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) != n {
			return cli.Usagef("%s takes %s", cmd.Name(), what)
		}
		return nil
	}
}

// report prints the faults of a grammar, which mean exit status 1. Other errors are left to [cli.Run].
func report(cmd *cobra.Command, err error) error {
	if errors.As(err, new(grammarError)) {
		printFaults(cmd.ErrOrStderr(), faults(err))
		if errors.As(err, new(cli.UsageError)) {
			return cli.ErrReported
		}
		return cli.ErrInvalid
	}
	return err
}
