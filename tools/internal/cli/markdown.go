package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Markdown returns the manual page of a program as a page of its documentation: of the same texts,
// a section a command, flags as tables. The page says by which command it is made.
func Markdown(root *cobra.Command, madeBy string) string {
	complete(root)
	m := new(markdown)
	fmt.Fprintf(m, "# %s: %s\n\nMade of the help texts by `%s`.\n\n", root.Name(), root.Short, madeBy)
	m.command(root)
	m.WriteString("| command | |\n|---|---|\n")
	for _, c := range root.Commands() {
		if c.IsAvailableCommand() {
			fmt.Fprintf(m, "| [%s](#%s) | %s |\n", c.Name(), c.Name(), c.Short)
		}
	}
	for _, c := range root.Commands() {
		if c.IsAvailableCommand() {
			fmt.Fprintf(m, "\n## %s\n\n", c.Name())
			m.command(c)
			m.examples(c)
		}
	}
	return strings.TrimRight(m.String(), "\n") + "\n"
}

// A markdown is a page of Markdown that is being written.
type markdown struct{ strings.Builder }

// command writes how a command is called, what it does, and its flags.
func (m *markdown) command(cmd *cobra.Command) {
	cmd.InitDefaultHelpFlag()
	cmd.InitDefaultVersionFlag()
	fmt.Fprintf(m, "```text\n%s\n```\n\n", cmd.UseLine())
	m.text(cmd.Long)
	m.WriteString("| flag | | default |\n|---|---|---|\n")
	cmd.LocalFlags().VisitAll(m.flag)
	m.WriteString("\n")
}

// text writes a help text. Lines that are indented become a block.
func (m *markdown) text(text string) {
	for paragraph := range strings.SplitSeq(strings.Trim(text, "\n"), "\n\n") {
		if strings.HasPrefix(paragraph, " ") {
			fmt.Fprintf(m, "```text\n%s\n```\n\n", strings.Trim(unindent(paragraph), "\n"))
			continue
		}
		m.WriteString(escaped(paragraph) + "\n\n")
	}
}

// unindent takes two blanks from the front of each line.
func unindent(text string) string { return strings.ReplaceAll("\n"+text, "\n  ", "\n")[1:] }

func (m *markdown) flag(f *pflag.Flag) {
	value, usage := pflag.UnquoteUsage(f)
	name := "`--" + strings.TrimSpace(f.Name+" "+value) + "`"
	if f.Shorthand != "" {
		name = "`-" + f.Shorthand + "`, " + name
	}
	initial := f.DefValue
	switch initial {
	case "", "0", "false", "[]":
		initial = ""
	default:
		initial = "`" + strings.Trim(initial, "[]") + "`"
	}
	cell := strings.NewReplacer("|", `\|`, "\n", " ")
	fmt.Fprintf(m, "| %s | %s | %s |\n", cell.Replace(name), cell.Replace(escaped(usage)), cell.Replace(initial))
}

func (m *markdown) examples(cmd *cobra.Command) {
	if cmd.Example != "" {
		fmt.Fprintf(m, "```sh\n%s\n```\n", strings.TrimRight(unindent("\n" + cmd.Example)[1:], "\n"))
	}
}

// escaped returns a text in which no character means anything to Markdown.
func escaped(text string) string {
	return strings.NewReplacer("<", `\<`, "*", `\*`, "_", `\_`, "`", "\\`", "[", `\[`, `\`, `\\`, "~", `\~`).Replace(text)
}
