package cli

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Reference returns a page of documentation: the help of a program, of its commands, and of its help topics that have
// flags. Flags that several commands share are printed once, at the end. The page names the test that makes it.
func Reference(newRoot func() *cobra.Command, test string) string {
	cobra.EnableCommandSorting = false // as in Run
	root := newRoot()
	shared := groupFlags(root.Commands())
	var b strings.Builder
	fmt.Fprintf(&b, "<!-- tested by %s -->\n# %s: %s\n```text\n%s\n```\n", test, root.Name(), root.Short, strings.TrimSpace(root.Long))
	for _, cmd := range root.Commands() {
		var text string
		if cmd.Runnable() {
			text = commandHelp(cmd, shared)
		} else {
			text = topicHelp(newRoot, cmd.Name())
		}
		if text != "" {
			fmt.Fprintf(&b, "\n## %s\n```text\n%s```\n", cmd.CommandPath(), text)
		}
	}
	if len(shared) == 0 {
		return b.String()
	}
	fmt.Fprintf(&b, "\n## Flags of several commands\n\n%s```text\n", topicUsers(root))
	for _, g := range shared {
		b.WriteString(strings.Join(g.commands, ", ") + "\n" + g.flags.FlagUsages())
	}
	b.WriteString("```\n")
	return b.String()
}

// A flagGroup has the flags that a set of commands shares.
type flagGroup struct {
	commands []string
	flags    *pflag.FlagSet
}

// groupFlags groups the flags that more than one command has with the same text. It leaves out flags of topics and
// --help.
func groupFlags(commands []*cobra.Command) (groups []*flagGroup) {
	users := make(map[string][]string)
	var flags []*pflag.Flag
	for _, cmd := range commands {
		visitFlags(cmd, func(f *pflag.Flag) {
			usage := usageOf(f)
			if users[usage] == nil {
				flags = append(flags, f)
			}
			users[usage] = append(users[usage], cmd.Name())
		})
	}
	byCommands := make(map[string]*flagGroup)
	for _, f := range flags {
		names := users[usageOf(f)]
		if len(names) == 1 {
			continue
		}
		key := strings.Join(names, " ")
		g := byCommands[key]
		if g == nil {
			g = &flagGroup{names, pflag.NewFlagSet("", pflag.ContinueOnError)}
			byCommands[key] = g
			groups = append(groups, g)
		}
		g.flags.AddFlag(f)
	}
	return groups
}

// topicUsers returns a paragraph for each topic, with the commands that have its flags.
func topicUsers(root *cobra.Command) string {
	users := make(map[string][]string)
	for _, cmd := range root.Commands() {
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			for _, name := range f.Annotations[topic] {
				if !slices.Contains(users[name], cmd.Name()) {
					users[name] = append(users[name], cmd.Name())
				}
			}
		})
	}
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(users)) {
		fmt.Fprintf(&b, "The flags of [%[1]s %[2]s](#%[1]s-%[2]s) are for %[3]s.\n\n", root.Name(), name, strings.Join(users[name], ", "))
	}
	return b.String()
}

// visitFlags calls visit for the flags that the help of a command lists, but not for --help.
func visitFlags(cmd *cobra.Command, visit func(*pflag.Flag)) {
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if f.Annotations[topic] == nil && f.Name != "help" {
			visit(f)
		}
	})
}

func usageOf(f *pflag.Flag) string {
	flags := pflag.NewFlagSet("", pflag.ContinueOnError)
	flags.AddFlag(f)
	return flags.FlagUsages()
}

// commandHelp returns the help of a command without the flags of groups.
func commandHelp(cmd *cobra.Command, groups []*flagGroup) string {
	grouped := make(map[string]bool)
	for _, g := range groups {
		g.flags.VisitAll(func(f *pflag.Flag) { grouped[usageOf(f)] = true })
	}
	own := pflag.NewFlagSet("", pflag.ContinueOnError)
	visitFlags(cmd, func(f *pflag.Flag) {
		if !grouped[usageOf(f)] {
			own.AddFlag(f)
		}
	})
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n\nUsage: %s\n", strings.TrimSpace(cmd.Long), cmd.UseLine())
	if cmd.Example != "" {
		b.WriteString(strings.TrimRight(cmd.Example, "\n") + "\n")
	}
	if own.HasFlags() {
		b.WriteString("\n" + own.FlagUsages())
	}
	return b.String()
}

// topicHelp returns the first paragraph and the flags of a topic, or "" if the topic has no flags.
func topicHelp(newRoot func() *cobra.Command, name string) string {
	var out bytes.Buffer
	Run(newRoot(), []string{"help", name}, nil, &out, &out)
	text, flags, found := strings.Cut(out.String(), "\nFlags:\n")
	if !found {
		return ""
	}
	first, _, _ := strings.Cut(text, "\n\n")
	return strings.TrimRight(first, ":.\n") + ".\n\n" + flags
}
