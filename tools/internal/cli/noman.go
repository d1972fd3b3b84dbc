//go:build !man

package cli

import "github.com/spf13/cobra"

// manual returns nothing: only a release needs the subcommand, and builds it with the tag man.
func manual(*cobra.Command) []*cobra.Command { return nil }
