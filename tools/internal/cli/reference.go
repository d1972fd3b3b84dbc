package cli

import (
	"bytes"
	"fmt"
	"io"
	"path"
	"regexp"
	"slices"
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
		Long:              "Man prints the manual page of a command, of the same texts as its help, for man(1).\n",
		Example:           strings.ReplaceAll("  NAME man >~/.local/share/man/man1/NAME.1\n  NAME man help | man -l -\n", "NAME", program),
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

// literal writes what would be a hyphen, a quotation mark or an accent as what commands have.
var literal = strings.NewReplacer(`\-`, `\-`, "-", `\-`, "^", `\(ha`, "~", `\(ti`, "`", `\(ga`, "'", `\(aq`)

// manual writes the manual page of a command. It has no date, so that the same command makes the
// same page.
func manual(cmd *cobra.Command, w io.Writer) error {
	var page bytes.Buffer
	prepare(cmd)
	if err := doc.GenMan(cmd, &doc.GenManHeader{Date: new(time.Time)}, &page); err != nil {
		return err
	}
	_, err := literal.WriteString(w, strings.Replace(page.String(), `"Jan 0001"`, `""`, 1))
	return err
}

// Markdown returns the reference of a program as a page of its documentation, a section a command.
// The page names the test that makes it with -update.
func Markdown(root *cobra.Command, test string) string {
	complete(root)
	var page bytes.Buffer
	fmt.Fprintf(&page, "<!-- tested by %s -->\n# %s: %s\n\nMade of the help texts by `go test -run TestReference ./%s -args -update`.\n\n",
		test, root.Name(), root.Short, path.Dir(test))
	for _, cmd := range slices.Concat([]*cobra.Command{root}, root.Commands()) {
		if cmd.Hidden {
			continue
		}
		prepare(cmd)
		doc.GenMarkdownCustom(cmd, &page, sectionLink) // a buffer takes everything
	}
	return strings.TrimRight(page.String(), "\n") + "\n"
}

// sectionLink turns the name of a page of its own into a link to the section.
func sectionLink(page string) string {
	return "#" + strings.ReplaceAll(strings.TrimSuffix(page, ".md"), "_", "-")
}

// special matches what means something to Markdown, and the lines of a block, in which nothing does.
var special = regexp.MustCompile("(?m)^    .*|[<*_`\\\\]")

// prepare makes package doc write the texts of a command as they are, without the date.
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
