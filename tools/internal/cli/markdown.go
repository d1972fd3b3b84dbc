package cli

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Markdown returns the reference of a program as a page of its documentation, with a section for each
// command, and one for the flags that several commands share. The page names the test that makes it with -update.
func Markdown(root *cobra.Command, test string) string {
	complete(root)
	var b strings.Builder
	fmt.Fprintf(&b, "<!-- tested by %s -->\n# %s: %s\n\nMade of the help by `go test -run TestReference ./%s -args -update`.\n",
		test, root.Name(), root.Short, path.Dir(test))
	fmt.Fprintf(&b, "\n```text\n%s\n```\n\n%s\n| command | |\n|---|---|\n", root.UseLine(), markdownHelp(root.Long))
	commands := slices.DeleteFunc(root.Commands(), func(cmd *cobra.Command) bool { return cmd.Hidden })
	for _, cmd := range commands {
		fmt.Fprintf(&b, "| [%s](#%s-%s) | %s |\n", cmd.Name(), root.Name(), cmd.Name(), markdownLine(cmd.Short))
	}
	shared := sharedFlags(commands)
	for _, cmd := range commands {
		writeCommand(&b, cmd, shared)
	}
	fmt.Fprintf(&b, "\n## Flags that several commands have\n")
	for _, s := range shared {
		fmt.Fprintf(&b, "\n%s:\n\n", strings.Join(s.commands, ", "))
		for _, f := range s.flags {
			b.WriteString(markdownFlag(f))
		}
	}
	return b.String()
}

// writeCommand writes the section of a command.
func writeCommand(b *strings.Builder, cmd *cobra.Command, shared []flagGroup) {
	fmt.Fprintf(b, "\n## %s\n\n```text\n%s\n```\n\n%s", cmd.CommandPath(), cmd.UseLine(), markdownHelp(cmd.Long))
	if cmd.Example != "" {
		fmt.Fprintf(b, "\n```sh\n%s```\n", regexp.MustCompile("(?m)^  ").ReplaceAllString(cmd.Example, ""))
	}
	var own []string
	others := false
	eachFlag(cmd, func(f *pflag.Flag) {
		if slices.ContainsFunc(shared, func(s flagGroup) bool { return s.has(cmd, f) }) {
			others = true
		} else {
			own = append(own, markdownFlag(f))
		}
	})
	if len(own) > 0 {
		b.WriteString("\n" + strings.Join(own, ""))
	}
	if others {
		b.WriteString("\nAnd [flags that several commands have](#flags-that-several-commands-have).\n")
	}
}

// A flagGroup has the flags that the same commands have, with the same meaning.
type flagGroup struct {
	commands []string
	flags    []*pflag.Flag
}

func (g flagGroup) has(cmd *cobra.Command, f *pflag.Flag) bool {
	return slices.Contains(g.commands, cmd.Name()) && slices.ContainsFunc(g.flags, func(other *pflag.Flag) bool { return same(f, other) })
}

func same(a, b *pflag.Flag) bool {
	return a.Name == b.Name && a.Usage == b.Usage && a.DefValue == b.DefValue
}

// sharedFlags returns the flags that more than one command has, those that most commands have first.
func sharedFlags(commands []*cobra.Command) (groups []flagGroup) {
	var flags []*pflag.Flag
	for _, cmd := range commands {
		eachFlag(cmd, func(f *pflag.Flag) {
			if !slices.ContainsFunc(flags, func(other *pflag.Flag) bool { return same(f, other) }) {
				flags = append(flags, f)
			}
		})
	}
	for _, f := range flags {
		var names []string
		for _, cmd := range commands {
			if other := cmd.Flags().Lookup(f.Name); other != nil && same(f, other) {
				names = append(names, cmd.Name())
			}
		}
		i := slices.IndexFunc(groups, func(g flagGroup) bool { return slices.Equal(g.commands, names) })
		switch {
		case len(names) == 1:
		case i < 0:
			groups = append(groups, flagGroup{names, []*pflag.Flag{f}})
		default:
			groups[i].flags = append(groups[i].flags, f)
		}
	}
	slices.SortStableFunc(groups, func(a, b flagGroup) int { return len(b.commands) - len(a.commands) })
	return groups
}

// eachFlag calls f for each flag of a command but --help.
func eachFlag(cmd *cobra.Command, f func(*pflag.Flag)) {
	cmd.Flags().VisitAll(func(flag *pflag.Flag) {
		if flag.Name != "help" && !flag.Hidden {
			f(flag)
		}
	})
}

// markdownFlag returns an item of a list.
func markdownFlag(f *pflag.Flag) string {
	name, usage := pflag.UnquoteUsage(f)
	flag := "--" + f.Name
	if f.Shorthand != "" {
		flag = "-" + f.Shorthand + ", " + flag
	}
	if name != "" {
		flag += " " + name
	}
	if f.DefValue != "" && f.DefValue != "0" && f.DefValue != "false" && f.DefValue != "[]" {
		usage += " (default " + strings.Trim(f.DefValue, "[]") + ")"
	}
	return "- `" + flag + "`: " + markdownLine(usage) + "\n"
}

// block matches the lines of a block of code.
var block = regexp.MustCompile("(?m)(^(    .*)?\n)*^    .*\n")

// markdownHelp returns the help of a command with its indented lines as a block of code.
func markdownHelp(help string) string {
	var b strings.Builder
	for help != "" {
		at := block.FindStringIndex(help)
		if at == nil {
			b.WriteString(markdownLine(help))
			break
		}
		code := regexp.MustCompile("(?m)^    ").ReplaceAllString(strings.Trim(help[at[0]:at[1]], "\n"), "")
		b.WriteString(markdownLine(help[:at[0]]) + "\n```text\n" + code + "\n```\n")
		help = help[at[1]:]
	}
	return b.String()
}

// token matches what is code in the help: flags, escapes and members in braces; and what Markdown would take for its own.
var token = regexp.MustCompile("--[a-z][a-z-]*|\\\\[\\\\a-zA-Z0-9.]+|{[a-z]+}|{{|[<*_`]")

// markdownLine returns prose of the help in Markdown.
func markdownLine(prose string) string {
	return token.ReplaceAllStringFunc(prose, func(s string) string {
		if len(s) == 1 {
			return `\` + s
		}
		return "`" + s + "`"
	})
}
