// Package clitest checks what a program says of itself, for the tests of programs.
package clitest

import (
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"example.org/iri/tools/internal/cli"
)

// Texts checks that every command of a program has a help text with examples, and that every flag of
// it is in the help text, in the manual page and in what shells complete.
func Texts(t *testing.T, newRoot func() *cobra.Command) {
	t.Helper()
	page := run(t, newRoot, "man")
	for _, cmd := range newRoot().Commands() {
		name := cmd.Name()
		_, section, found := strings.Cut(page, "\n.SS "+name+"\n")
		section, _, _ = strings.Cut(section, "\n.SS ")
		if !found {
			t.Errorf("%s is not in the manual page", name)
		}
		help := run(t, newRoot, "help", name)
		if !strings.HasPrefix(help, "usage: ") || !strings.Contains(help, "\nexamples:\n") || help != run(t, newRoot, name, "--help") {
			t.Errorf("%s has the help text\n%s", name, help)
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
			if !strings.Contains(section, strings.ReplaceAll(flag, "-", `\-`)) {
				t.Errorf("%s %s is not in the manual page", name, flag)
			}
			if !strings.Contains(completions, flag+"\t") {
				t.Errorf("%s %s is not completed", name, flag)
			}
		})
	}
}

// completed returns what a shell completes "--" to, behind the name of a command and again behind the
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
