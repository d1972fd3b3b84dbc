package cli

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
)

// helpWidth is the width of help.
const helpWidth = 80

// help returns the help of a command: how it is called, what it does, the commands below it,
// its flags, examples.
func help(cmd *cobra.Command) string {
	var b strings.Builder
	fmt.Fprintf(&b, "usage: %s\n", cmd.UseLine())
	section(&b, "", cmd.Long)
	section(&b, "commands:\n", commandList(cmd))
	section(&b, "flags:\n", cmd.LocalFlags().FlagUsagesWrapped(helpWidth))
	section(&b, "examples:\n", cmd.Example)
	return b.String()
}

// section appends a part of the help unless it is empty.
func section(b *strings.Builder, title, text string) {
	if text != "" {
		b.WriteString("\n" + title + strings.TrimRight(text, "\n") + "\n")
	}
}

// commandList has a line for each command below one.
func commandList(cmd *cobra.Command) string {
	var b strings.Builder
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() {
			fmt.Fprintf(&b, "  %-*s  %s\n", cmd.NamePadding(), c.Name(), c.Short)
		}
	}
	return b.String()
}

// helpCommand makes "help check" another way to say "check --help".
func helpCommand() *cobra.Command {
	return &cobra.Command{
		Use:               "help [COMMAND]",
		Short:             "explain a command, with examples",
		Long:              "Help explains a command, as --help behind it does.\n",
		ValidArgsFunction: commandNames,
		RunE: func(cmd *cobra.Command, args []string) error {
			about, err := operand(cmd, args)
			if err != nil {
				return err
			}
			about.InitDefaultHelpFlag()
			about.InitDefaultVersionFlag()
			_, err = io.WriteString(cmd.OutOrStdout(), help(about))
			return err
		},
	}
}

// commandNames completes the only operand of help and man.
func commandNames(cmd *cobra.Command, args []string, _ string) (names []cobra.Completion, _ cobra.ShellCompDirective) {
	for _, c := range cmd.Root().Commands() {
		if len(args) == 0 && c.IsAvailableCommand() {
			names = append(names, cobra.CompletionWithDesc(c.Name(), c.Short))
		}
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}

// operand returns the command that the only operand of help or man names, the root without one.
func operand(cmd *cobra.Command, args []string) (*cobra.Command, error) {
	if len(args) > 1 {
		return nil, Usagef("%s takes one command", cmd.Name())
	}
	about, rest, err := cmd.Root().Find(args)
	if err != nil || len(rest) > 0 {
		return nil, unknownCommand(cmd.Root(), args[0])
	}
	return about, nil
}
