package main

import (
	"errors"

	"github.com/spf13/cobra"
)

// newGuard returns the command that was a reverse proxy: scripts that still call it learn what is in its
// place, whatever flags they have.
func newGuard() *cobra.Command {
	return &cobra.Command{
		Use: "guard", Hidden: true, DisableFlagParsing: true,
		RunE: func(*cobra.Command, []string) error {
			return errors.New("guard is not a command any more: take Caddy with our module, tools/caddy/guard.Caddyfile")
		},
	}
}
