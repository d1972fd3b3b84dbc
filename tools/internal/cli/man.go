//go:build man

package cli

import (
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
)

// manual returns a subcommand that writes manual pages into a folder, dated by SOURCE_DATE_EPOCH.
func manual(root *cobra.Command) []*cobra.Command {
	return []*cobra.Command{{
		Use:    "man DIR",
		Hidden: true,
		Args:   cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			root.DisableAutoGenTag = true
			for _, cmd := range append(root.Commands(), root) {
				cmd.Long = "```\n" + strings.TrimSpace(cmd.Long) + "\n```" // package doc reads Markdown
			}
			return doc.GenManTree(root, &doc.GenManHeader{Section: "1", Source: root.Name(), Manual: "User Commands"}, args[0])
		},
	}}
}
