package cli

import (
	"fmt"
	"runtime/debug"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// topic is the annotation of flags that a help topic explains. The help of commands omits them.
const topic = "help topic"

// Topic returns a help topic: help NAME prints the text and the flags that declare declares.
func Topic(name, short, text string, declare func(*pflag.FlagSet)) *cobra.Command {
	cmd := &cobra.Command{Use: name, Short: short, Long: text}
	cmd.SetHelpFunc(func(cmd *cobra.Command, _ []string) {
		out := cmd.OutOrStdout()
		fmt.Fprint(out, text)
		if declare != nil {
			flags := pflag.NewFlagSet(name, pflag.ContinueOnError)
			declare(flags)
			fmt.Fprint(out, "\nFlags:\n"+flags.FlagUsages())
		}
	})
	return cmd
}

// OnTopic assigns flags to a help topic.
func OnTopic(flags *pflag.FlagSet, name string) {
	flags.VisitAll(func(f *pflag.Flag) { flags.SetAnnotation(f.Name, topic, []string{name}) })
}

// ofCommand returns a help function that omits flags of topics and names the topics.
func ofCommand(help func(*cobra.Command, []string)) func(*cobra.Command, []string) {
	return func(cmd *cobra.Command, args []string) {
		var topics []string
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			if name := f.Annotations[topic]; name != nil {
				f.Hidden = true
				topics = name
			}
		})
		help(cmd, args)
		if topics != nil {
			fmt.Fprintf(cmd.OutOrStdout(), "\nMore flags: %s help %s\n", cmd.Root().Name(), topics[0])
		}
	}
}

// Complete registers completions for flags whose values have names.
func Complete(cmd *cobra.Command) {
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if v, is := f.Value.(interface{ Names() []string }); is {
			cmd.RegisterFlagCompletionFunc(f.Name, cobra.FixedCompletions(v.Names(), cobra.ShellCompDirectiveNoFileComp))
		}
	})
}

// version is the version of a release, set by the linker.
var version string

// Version returns the version of the program, or the commit for other builds.
func Version() string {
	if version != "" {
		return version
	}
	built, found := debug.ReadBuildInfo()
	if !found || built.Main.Version == "" {
		return "unknown"
	}
	return built.Main.Version
}
