package cli

import (
	"fmt"
	"io"
	"strings"

	"github.com/cpuguy83/go-md2man/v2/md2man"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// manCommand prints the manual page.
func manCommand(program string) *cobra.Command {
	return &cobra.Command{
		Use:     "man",
		Short:   "print the manual page",
		Long:    "Man prints the manual page, of the same texts as the help, for man(1).\n",
		Example: strings.ReplaceAll("  NAME man >~/.local/share/man/man1/NAME.1\n  NAME man | man -l -\n", "NAME", program),
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, err := io.WriteString(cmd.OutOrStdout(), manual(cmd.Root()))
			return err
		},
	}
}

// literal writes what would be a hyphen, a quotation mark or an accent as what commands have.
var literal = strings.NewReplacer(`\-`, `\-`, "-", `\-`, "^", `\(ha`, "~", `\(ti`, "`", `\(ga`, "'", `\(aq`)

// manual returns the manual page of a program. It has no date, so that the same commands make the
// same page.
func manual(root *cobra.Command) string {
	m := &markdown{heading: "###", flags: definitions}
	fmt.Fprintf(m, "%% %q \"1\"\n# NAME\n%s - %s\n\n# SYNOPSIS\n", strings.ToUpper(root.Name()), root.Name(), escaped(root.Short))
	m.command(root)
	m.WriteString("# COMMANDS\n")
	m.commands(root)
	page := string(md2man.Render([]byte(m.String())))
	return literal.Replace(page)
}

// definitions writes flags as a list.
func definitions(m *markdown, flags *pflag.FlagSet) {
	flags.VisitAll(func(f *pflag.Flag) {
		name, usage, initial := describe(f)
		if initial != "" {
			usage += " (default " + initial + ")"
		}
		fmt.Fprintf(m, "**%s**\n: %s\n\n", escaped(name), escaped(strings.ReplaceAll(usage, "\n", " ")))
	})
}
