package cli

import (
	"bytes"
	"io"
	"regexp"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
)

// manCommand prints the manual page of a command.
func manCommand(program string) *cobra.Command {
	return &cobra.Command{
		Use:               "man [COMMAND]",
		Short:             "print the manual page of a command",
		Long:              "Man prints the help of a command as a manual page for man(1).\n",
		Example:           strings.ReplaceAll("  NAME man help | man -l -\n", "NAME", program),
		ValidArgsFunction: commandNames,
		RunE: func(cmd *cobra.Command, args []string) error {
			about, err := operand(cmd, args)
			if err != nil {
				return err
			}
			return manual(about, cmd.OutOrStdout())
		},
	}
}

// literal keeps roff from turning the characters of commands into hyphens, quotation marks and accents.
var literal = strings.NewReplacer(`\-`, `\-`, "-", `\-`, "^", `\(ha`, "~", `\(ti`, "`", `\(ga`, "'", `\(aq`)

// manual writes the manual page of a command. It has no date: the same command makes the same page.
func manual(cmd *cobra.Command, w io.Writer) error {
	var page bytes.Buffer
	prepare(cmd)
	if err := doc.GenMan(cmd, &doc.GenManHeader{Date: new(time.Time)}, &page); err != nil {
		return err
	}
	_, err := literal.WriteString(w, strings.Replace(page.String(), `"Jan 0001"`, `""`, 1))
	return err
}

// special matches what means something in Markdown, and the lines of a block of code, where nothing does.
var special = regexp.MustCompile("(?m)^    .*|[<*_`\\\\]")

// prepare makes package doc write the help of a command as it is, without the date.
func prepare(cmd *cobra.Command) {
	cmd.InitDefaultVersionFlag()
	cmd.DisableAutoGenTag = true
	cmd.Long = special.ReplaceAllStringFunc(cmd.Long, func(match string) string {
		if strings.HasPrefix(match, "    ") {
			return match
		}
		return `\` + match
	})
}
