package iriguard

import (
	"encoding/json"
	"errors"
	"strconv"
	"strings"

	"github.com/caddyserver/caddy/v2/caddyconfig/caddyfile"
	"github.com/caddyserver/caddy/v2/caddyconfig/httpcaddyfile"
	"github.com/caddyserver/caddy/v2/modules/caddyhttp"

	"example.org/iri/httpguard"
)

func init() {
	httpcaddyfile.RegisterHandlerDirective("iri_guard", parseCaddyfile)
	// First, before all directives that use or change the request; tracing only surrounds the others.
	httpcaddyfile.RegisterDirectiveOrder("iri_guard", httpcaddyfile.After, "tracing")
}

func parseCaddyfile(h httpcaddyfile.Helper) (caddyhttp.MiddlewareHandler, error) {
	g := new(Guard)
	return g, g.UnmarshalCaddyfile(h.Dispenser)
}

// UnmarshalCaddyfile sets up the handler from Caddyfile tokens: a policy of httpguard, and changes to it by
// the names that its fields have in JSON. Syntax:
//
//	iri_guard [<matcher>] [rfc|safe|browser] {
//	    refuse  <switches...>
//	    allow   <switches...>
//	    browser
//	    iri
//	    schemes <names...>
//	    ports   <first>-<last>
//	    max     target|scheme|userinfo|host|path|query <bytes>
//	    observe
//	}
func (g *Guard) UnmarshalCaddyfile(d *caddyfile.Dispenser) error {
	return unmarshalPolicy(&g.Policy, d)
}

// UnmarshalCaddyfile sets up the matcher from Caddyfile tokens, which are those of the handler without observe.
func (m *Matcher) UnmarshalCaddyfile(d *caddyfile.Dispenser) error {
	return unmarshalPolicy(&m.Policy, d)
}

var policies = map[string]httpguard.Policy{"rfc": httpguard.RFC, "safe": httpguard.Safe, "browser": httpguard.Browser}

// unmarshalPolicy parses the tokens after the name of a directive. Errors name the line.
func unmarshalPolicy(p *httpguard.Policy, d *caddyfile.Dispenser) error {
	d.Next()
	if d.NextArg() {
		named, known := policies[d.Val()]
		if !known {
			return d.Errf("%s is not a policy: rfc, safe or browser", d.Val())
		}
		*p = named
	}
	if d.NextArg() {
		return d.ArgErr()
	}
	for d.NextBlock(0) {
		name := d.Val()
		if err := set(p, name, d.RemainingArgs()); err != nil {
			return d.Errf("%s: %v", name, err)
		}
	}
	if d.Next() {
		return d.Err("a policy was given already")
	}
	return nil
}

// set applies a line of the block to a policy. All names but refuse and allow are fields of the policy in JSON, which
// validates them.
func set(p *httpguard.Policy, name string, args []string) error {
	switch name {
	case "refuse", "allow":
		list, err := json.Marshal(args)
		var switches httpguard.Reasons
		if err = errors.Join(err, json.Unmarshal(list, &switches)); err != nil {
			return err
		}
		if p.Refuse |= switches; name == "allow" {
			p.Refuse &^= switches
		}
		return nil
	}
	value, err := valueOf(name, args)
	if err != nil {
		return err
	}
	object, err := json.Marshal(map[string]any{name: value})
	if err != nil {
		return err
	}
	return p.UnmarshalJSON(object)
}

func valueOf(name string, args []string) (any, error) {
	switch {
	case name == "schemes" && len(args) > 0:
		return args, nil
	case name == "ports" && len(args) == 1:
		first, last, _ := strings.Cut(args[0], "-")
		low, errLow := strconv.ParseUint(first, 10, 16)
		high, errHigh := strconv.ParseUint(last, 10, 16)
		if high == 0 { // 0-0 means any port
			errHigh = errors.New("the last port is 0")
		}
		return httpguard.PortRange{First: uint16(low), Last: uint16(high)}, errors.Join(errLow, errHigh)
	case name == "max" && len(args) == 2:
		n, err := strconv.Atoi(args[1])
		return map[string]int{args[0]: n}, err
	case name != "schemes" && name != "ports" && name != "max" && len(args) == 0:
		return true, nil
	}
	return nil, errors.New("wrong number of arguments")
}

// Interface guards
var (
	_ caddyfile.Unmarshaler = (*Guard)(nil)
	_ caddyfile.Unmarshaler = (*Matcher)(nil)
)
