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
	m := &markdown{heading: "##", flags: tables}
	fmt.Fprintf(m, "# %s: %s\n\nMade of the help texts by `%s`.\n\n", root.Name(), root.Short, madeBy)
	m.command(root)
	m.WriteString("| command | |\n|---|---|\n")
	for _, c := range root.Commands() {
		if c.IsAvailableCommand() {
			fmt.Fprintf(m, "| [%s](#%s) | %s |\n", c.Name(), c.Name(), c.Short)
		}
	}
	m.WriteString("\n")
	m.commands(root)
	return strings.TrimRight(m.String(), "\n") + "\n"
}

// A markdown is a page of Markdown that is being written.
type markdown struct {
	strings.Builder
	heading string                                  // of commands
	flags   func(m *markdown, flags *pflag.FlagSet) // writes those of a command
}

// command writes how a command is called, what it does, and its flags.
func (m *markdown) command(cmd *cobra.Command) {
	cmd.InitDefaultHelpFlag()
	cmd.InitDefaultVersionFlag()
	fmt.Fprintf(m, "```text\n%s\n```\n\n", cmd.UseLine())
	m.text(cmd.Long)
	m.flags(m, cmd.LocalFlags())
	m.WriteString("\n")
}

// commands writes a section for each command below one.
func (m *markdown) commands(root *cobra.Command) {
	for _, c := range root.Commands() {
		if !c.IsAvailableCommand() {
			continue
		}
		fmt.Fprintf(m, "%s %s\n\n", m.heading, c.Name())
		m.command(c)
		if c.Example != "" {
			fmt.Fprintf(m, "```sh\n%s\n```\n\n", strings.TrimRight(unindent("\n" + c.Example)[1:], "\n"))
		}
	}
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

// tables writes flags as a table.
func tables(m *markdown, flags *pflag.FlagSet) {
	m.WriteString("| flag | | default |\n|---|---|---|\n")
	cell := strings.NewReplacer("|", `\|`, "\n", " ")
	flags.VisitAll(func(f *pflag.Flag) {
		name, usage, initial := describe(f)
		name = "`" + strings.Replace(name, ", ", "`, `", 1) + "`"
		if initial != "" {
			initial = "`" + initial + "`"
		}
		fmt.Fprintf(m, "| %s | %s | %s |\n", cell.Replace(name), cell.Replace(escaped(usage)), cell.Replace(initial))
	})
}

// describe returns how a flag is given, what it does, and its value if it is not.
func describe(f *pflag.Flag) (name, usage, initial string) {
	value, usage := pflag.UnquoteUsage(f)
	name = "--" + strings.TrimSpace(f.Name+" "+value)
	if f.Shorthand != "" {
		name = "-" + f.Shorthand + ", " + name
	}
	switch f.DefValue {
	case "", "0", "false", "[]":
		return name, usage, ""
	}
	return name, usage, strings.Trim(f.DefValue, "[]")
}

// escaped returns a text in which no character means anything to Markdown.
func escaped(text string) string {
	return strings.NewReplacer("<", `\<`, "*", `\*`, "_", `\_`, "`", "\\`", "[", `\[`, `\`, `\\`, "~", `\~`).Replace(text)
}
