package cli

import (
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Complete makes shells complete the flags of a command whose values have names.
func Complete(cmd *cobra.Command) {
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if v, is := f.Value.(interface{ Names() []string }); is {
			cmd.RegisterFlagCompletionFunc(f.Name, cobra.FixedCompletions(v.Names(), cobra.ShellCompDirectiveNoFileComp))
		}
	})
}
