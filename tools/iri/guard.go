package main

import (
	"errors"

	"github.com/spf13/cobra"
)

// newGuard returns the command that was a reverse proxy. Scripts that still call it get an error that names the
// replacement, whatever flags they have.
func newGuard() *cobra.Command {
	return &cobra.Command{
		Use: "guard", Hidden: true, DisableFlagParsing: true,
		RunE: func(*cobra.Command, []string) error {
			return errors.New("guard is no longer a command: use Caddy with the module in tools/caddy, as in tools/caddy/guard.Caddyfile")
		},
	}
}
