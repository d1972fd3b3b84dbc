// Caddy is the Caddy web server with its standard modules and iri_guard.
package main

import (
	caddycmd "github.com/caddyserver/caddy/v2/cmd"

	_ "github.com/caddyserver/caddy/v2/modules/standard"

	_ "example.org/iri/tools/caddy"
)

func main() {
	caddycmd.Main()
}
