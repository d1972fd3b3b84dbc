package cli

import (
	"fmt"
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
	var list, sections, others, examples strings.Builder
	commands := slices.DeleteFunc(root.Commands(), func(cmd *cobra.Command) bool { return cmd.Hidden })
	shared := sharedFlags(commands)
	for _, cmd := range commands {
		if !cmd.HasLocalFlags() {
			fmt.Fprintf(&others, "- `%s`: %s\n", cmd.UseLine(), cmd.Short)
			examples.WriteString(cmd.Example)
			continue
		}
		fmt.Fprintf(&list, "- [%s](#%s-%s): %s\n", cmd.Name(), root.Name(), cmd.Name(), markdownLine(cmd.Short))
		writeCommand(&sections, cmd, shared)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "<!-- tested by %s -->\n# %s: %s\n`%s`\n\n%s\n\n", test, root.Name(), root.Short, root.UseLine(), markdownHelp(root.Long))
	fmt.Fprintf(&b, "## Commands\n%s%s", list.String(), sections.String())
	fmt.Fprintf(&b, "\n## Other commands\n%s%s", others.String(), markdownExample(examples.String()))
	fmt.Fprintf(&b, "\n## Flags that several commands have\n")
	for _, s := range shared {
		fmt.Fprintf(&b, "\n%s:\n", strings.Join(s.commands, ", "))
		for _, f := range s.flags {
			b.WriteString(markdownFlag(f))
		}
	}
	return b.String()
}

// writeCommand writes the section of a command.
func writeCommand(b *strings.Builder, cmd *cobra.Command, shared []flagGroup) {
	var own []string
	others := ""
	eachFlag(cmd, func(f *pflag.Flag) {
		if slices.ContainsFunc(shared, func(s flagGroup) bool { return s.has(cmd, f) }) {
			others = ", and [shared flags](#flags-that-several-commands-have)"
		} else {
			own = append(own, markdownFlag(f))
		}
	})
	fmt.Fprintf(b, "\n## %s\n`%s`%s\n\n%s\n", cmd.CommandPath(), cmd.UseLine(), others, markdownHelp(cmd.Long))
	b.WriteString(markdownExample(cmd.Example) + strings.Join(own, ""))
}

// markdownExample returns examples as a block of code.
func markdownExample(example string) string {
	if example == "" {
		return ""
	}
	return "```sh\n" + regexp.MustCompile("(?m)^  ").ReplaceAllString(example, "") + "```\n"
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

// block matches the lines of a block of code, heading a line that stands alone, as a heading does.
var (
	block   = regexp.MustCompile("(?m)(^(    .*)?\n)*^    .*\n")
	heading = regexp.MustCompile("(?m)^([A-Z][a-z]+(?: [a-z]+)?):$")
)

// markdownHelp returns the help of a command with its indented lines as blocks of code.
func markdownHelp(help string) string {
	var b strings.Builder
	for {
		at := block.FindStringIndex(help)
		if at == nil {
			return strings.Trim(b.String()+markdownProse(help), "\n")
		}
		code := regexp.MustCompile("(?m)^    ").ReplaceAllString(strings.Trim(help[at[0]:at[1]], "\n"), "")
		b.WriteString(markdownProse(help[:at[0]]) + "```text\n" + code + "\n```\n")
		help = help[at[1]:]
	}
}

// markdownProse returns paragraphs, headings and lists of the help in Markdown, in longer lines.
func markdownProse(prose string) string {
	prose = heading.ReplaceAllString(prose, "### $1")
	var paragraphs []string
	for paragraph := range strings.SplitSeq(strings.Trim(prose, "\n"), "\n\n") {
		var b strings.Builder
		for i, item := range strings.Split(paragraph, "\n- ") {
			if i > 0 {
				b.WriteString("\n- ")
			}
			column := 0
			for n, word := range strings.Fields(item) {
				word = markdownLine(word)
				switch {
				case n > 0 && column+len(word) > 115:
					b.WriteString("\n" + strings.Repeat(" ", 2*min(i, 1)))
					column = 0
				case n > 0:
					b.WriteByte(' ')
				}
				b.WriteString(word)
				column += len(word) + 1
			}
		}
		paragraphs = append(paragraphs, b.String())
	}
	return strings.Join(paragraphs, "\n\n") + "\n"
}

// token matches what is code in the help (flags, escapes, members in braces, names with underscores), names of
// pages, and characters that mean something in Markdown.
var token = regexp.MustCompile("docs/[a-z/-]+\\.md|xn--[a-z.-]+|--[a-z][a-z-]*(?:=[a-z]+)?|\\\\[\\\\a-zA-Z0-9.]+|{[a-z]+}|{{|[A-Za-z]+(?:_[A-Za-z.]+)+|[<*_`]")

// markdownLine returns prose of the help in Markdown.
func markdownLine(prose string) string {
	return token.ReplaceAllStringFunc(prose, func(s string) string {
		page, is := strings.CutPrefix(s, "docs/")
		switch {
		case is:
			return "[" + s + "](../" + page + ")"
		case len(s) == 1:
			return `\` + s
		}
		return "`" + s + "`"
	})
}
