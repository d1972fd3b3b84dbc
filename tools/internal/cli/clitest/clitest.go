// Package clitest tests help, completion and scripts of a program.
package clitest

import (
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"mvdan.cc/sh/v3/syntax"

	"example.org/iri/tools/internal/cli"
)

// maxHelp is the maximum number of lines in the help of a command.
const maxHelp = 60

// Texts checks that every command has short help with examples, and that every flag is in the help, or in that of a
// topic, and in completions.
func Texts(t *testing.T, newRoot func() *cobra.Command) {
	t.Helper()
	var topics strings.Builder
	for _, cmd := range newRoot().Commands() {
		if !cmd.Runnable() {
			topics.WriteString(checkLength(t, cmd, run(t, newRoot, "help", cmd.Name())))
		}
	}
	for _, cmd := range newRoot().Commands() {
		name := cmd.Name()
		if !cmd.Runnable() {
			continue
		}
		help := run(t, newRoot, "help", name)
		if !strings.Contains(help, "\nUsage:\n") || !strings.Contains(help, "\nExamples:\n") || help != run(t, newRoot, name, "--help") {
			t.Errorf("%s has the help text\n%s", name, help)
		}
		checkLength(t, cmd, help)
		if _, err := syntax.NewParser().Parse(strings.NewReader(cmd.Example), name); err != nil {
			t.Errorf("the examples are not those of a shell: %v", err)
		}
		completions := completed(t, newRoot, cmd)
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			flag := "--" + f.Name
			if !strings.Contains(help, " "+flag+" ") && !strings.Contains(topics.String(), " "+flag+" ") {
				t.Errorf("%s %s is not in the help text", name, flag)
			}
			if !strings.Contains(completions, flag+"\t") {
				t.Errorf("%s %s is not completed", name, flag)
			}
		})
	}
}

func checkLength(t *testing.T, cmd *cobra.Command, help string) string {
	t.Helper()
	if n := strings.Count(help, "\n"); n > maxHelp {
		t.Errorf("the help text of %s has %d lines", cmd.Name(), n)
	}
	return help
}

// completed returns the completions of "--" after a command, and after its required flags.
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

// run returns the standard output of a run that must succeed.
func run(t *testing.T, newRoot func() *cobra.Command, args ...string) string {
	t.Helper()
	var stdout, stderr strings.Builder
	if status := cli.Run(newRoot(), args, nil, &stdout, &stderr); status != 0 {
		t.Fatalf("%q: status %d, stderr %s", args, status, &stderr)
	}
	return stdout.String()
}
