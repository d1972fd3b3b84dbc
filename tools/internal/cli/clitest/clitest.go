// Package clitest checks help, manual pages and completion of a program, for the tests of programs.
package clitest

import (
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"mvdan.cc/sh/v3/syntax"

	"example.org/iri/tools/internal/cli"
)

// Texts checks that every command of a program has help with examples, that its manual page
// has every word of its help, and that every flag is in the help and in what shells complete.
func Texts(t *testing.T, newRoot func() *cobra.Command) {
	t.Helper()
	for _, cmd := range append(newRoot().Commands(), newRoot()) {
		name := cmd.Name()
		checkWords(t, newRoot, cmd)
		if !cmd.HasParent() || cmd.Hidden {
			continue
		}
		help := run(t, newRoot, "help", name)
		if !strings.HasPrefix(help, "usage: ") || !strings.Contains(help, "\nexamples:\n") || help != run(t, newRoot, name, "--help") {
			t.Errorf("%s has the help text\n%s", name, help)
		}
		if _, err := syntax.NewParser().Parse(strings.NewReader(cmd.Example), name); err != nil {
			t.Errorf("the examples are not those of a shell: %v", err)
		}
		completions := completed(t, newRoot, cmd)
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			if f.Hidden {
				return
			}
			flag := "--" + f.Name
			if !strings.Contains(help, " "+flag+" ") {
				t.Errorf("%s %s is not in the help text", name, flag)
			}
			if !strings.Contains(completions, flag+"\t") {
				t.Errorf("%s %s is not completed", name, flag)
			}
		})
	}
}

// plain undoes what roff has in place of characters.
var plain = strings.NewReplacer(`\-`, "-", `\(ha`, "^", `\(ti`, "~", `\(ga`, "`", `\(aq`, "'", `\\`, `\`, `\&`, "", `\fB`, "", `\fP`, "", `\fR`, "")

// checkWords checks that the manual page of a command has every word of its help, its example
// and its flags: no character of them means anything to Markdown or roff.
func checkWords(t *testing.T, newRoot func() *cobra.Command, cmd *cobra.Command) {
	t.Helper()
	args := []string{"man", cmd.Name()}
	if !cmd.HasParent() || cmd.Hidden {
		args = args[:1]
	}
	page := plain.Replace(run(t, newRoot, args...))
	words := strings.Fields(cmd.Short + " " + cmd.Long + " " + cmd.Example)
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		words = append(words, strings.Fields("--"+f.Name+" "+strings.ReplaceAll(f.Usage, "`", ""))...)
	})
	for _, word := range words {
		if !strings.Contains(page, word) {
			t.Errorf("%q does not have %s", args, word)
		}
	}
}

// completed returns what a shell completes "--" to, after the name of a command and again after the
// flags that must be there.
func completed(t *testing.T, newRoot func() *cobra.Command, cmd *cobra.Command) string {
	args := []string{"__complete", cmd.Name()}
	first := run(t, newRoot, append(args, "--")...)
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if f.Annotations[cobra.BashCompOneRequiredFlag] != nil {
			args = append(args, "--"+f.Name+"=x")
		}
	})
	return first + run(t, newRoot, append(args, "--")...)
}

// run returns what a program prints on standard output when all is well.
func run(t *testing.T, newRoot func() *cobra.Command, args ...string) string {
	t.Helper()
	var stdout, stderr strings.Builder
	if status := cli.Run(newRoot(), args, nil, &stdout, &stderr); status != 0 {
		t.Fatalf("%q: status %d, stderr %s", args, status, &stderr)
	}
	return stdout.String()
}
