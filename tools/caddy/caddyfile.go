package iriguard

import (
	"errors"
	"strings"

	"github.com/caddyserver/caddy/v2/caddyconfig/caddyfile"
	"github.com/caddyserver/caddy/v2/caddyconfig/httpcaddyfile"
	"github.com/caddyserver/caddy/v2/modules/caddyhttp"

	"example.org/iri/httpguard"
)

func init() {
	httpcaddyfile.RegisterHandlerDirective("iri_guard", parseCaddyfile)
	// In front of whatever looks at the request or changes it; tracing only surrounds the others.
	httpcaddyfile.RegisterDirectiveOrder("iri_guard", httpcaddyfile.After, "tracing")
}

func parseCaddyfile(h httpcaddyfile.Helper) (caddyhttp.MiddlewareHandler, error) {
	g := new(Guard)
	return g, g.UnmarshalCaddyfile(h.Dispenser)
}

// UnmarshalCaddyfile sets up the handler from Caddyfile tokens: a policy in the text form of
// httpguard. Syntax:
//
//	iri_guard [<matcher>] [rfc|safe] {
//	    refuse  <names...>
//	    allow   <names...>
//	    iri
//	    schemes <names...>
//	    ports   <first>-<last>
//	    max     target|scheme|userinfo|host|path|query <bytes>
//	    observe
//	}
func (g *Guard) UnmarshalCaddyfile(d *caddyfile.Dispenser) error {
	return unmarshalPolicy(&g.Policy, d)
}

// UnmarshalCaddyfile sets up the matcher from Caddyfile tokens, those of the handler but observe.
func (m *Matcher) UnmarshalCaddyfile(d *caddyfile.Dispenser) error {
	return unmarshalPolicy(&m.Policy, d)
}

// unmarshalPolicy reads what is behind the name of a directive as the first line of a policy, and the
// lines of the block as the others. The text is read anew at each line: an error is then one of this
// line, and gets the number of the line in the Caddyfile.
func unmarshalPolicy(p *httpguard.Policy, d *caddyfile.Dispenser) error {
	d.Next()
	text := ""
	add := func(words ...string) error {
		text += strings.Join(words, " ") + "\n"
		var wrong *httpguard.PolicyError
		if errors.As(p.UnmarshalText([]byte(text)), &wrong) {
			return d.Errf("%s: %w", wrong.Field, wrong.Err)
		}
		return nil
	}
	if err := add(d.RemainingArgs()...); err != nil {
		return err
	}
	for d.NextBlock(0) {
		if err := add(append([]string{d.Val()}, d.RemainingArgs()...)...); err != nil {
			return err
		}
	}
	if d.Next() {
		return d.Err("a policy was given already")
	}
	return nil
}

// Interface guards
var (
	_ caddyfile.Unmarshaler = (*Guard)(nil)
	_ caddyfile.Unmarshaler = (*Matcher)(nil)
)
