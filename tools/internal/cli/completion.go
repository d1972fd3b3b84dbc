package cli

import (
	"strings"

	"github.com/spf13/cobra"
)

const completionExamples = `  NAME completion bash >~/.local/share/bash-completion/completions/NAME
  NAME completion zsh >"${fpath[1]}/_NAME"
  NAME completion fish >~/.config/fish/completions/NAME.fish
`

// completionCommand prints the script for a shell.
func completionCommand(program string) *cobra.Command {
	return &cobra.Command{
		Use:       "completion bash|zsh|fish",
		Short:     "print a script that completes commands in a shell",
		Long:      "Completion prints a script that makes a shell complete commands, flags and values.\n",
		Example:   strings.ReplaceAll(completionExamples, "NAME", program),
		ValidArgs: []string{"bash", "zsh", "fish"},
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) != 1 {
				return Usagef("completion takes one shell: bash, zsh or fish")
			}
			root, w := cmd.Root(), cmd.OutOrStdout()
			switch args[0] {
			case "bash":
				return root.GenBashCompletionV2(w, true)
			case "zsh":
				return root.GenZshCompletion(w)
			case "fish":
				return root.GenFishCompletion(w, true)
			}
			return Usagef("no completion for %q: only for bash, zsh and fish", args[0])
		},
	}
}
