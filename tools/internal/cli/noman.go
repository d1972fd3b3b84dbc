//go:build !man

package cli

import "github.com/spf13/cobra"

// manual returns nothing. Only releases have the subcommand, by build tag man.
func manual(*cobra.Command) []*cobra.Command { return nil }
