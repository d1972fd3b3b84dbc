package iriguard

import (
	"cmp"
	"net/http"
	"strings"

	"github.com/caddyserver/caddy/v2"
	"github.com/caddyserver/caddy/v2/modules/caddyhttp"

	"example.org/iri"
	"example.org/iri/httpguard"
)

type placeholders struct {
	target  string // before decoding
	host    string // field
	result  httpguard.Result
	refused httpguard.Error // zero if accepted
}

// set sets the placeholders of a request. A later handler replaces the values of an earlier one: if one has refused the
// request, it is the last.
func (p *placeholders) set(r *http.Request) {
	const name = "iri_guard"
	if known, ok := caddyhttp.GetVar(r.Context(), name).(*placeholders); ok {
		*known = *p
		return
	}
	caddyhttp.SetVar(r.Context(), name, p)
	r.Context().Value(caddy.ReplacerCtxKey).(*caddy.Replacer).Map(p.replace)
}

func (p *placeholders) replace(key string) (any, bool) {
	name, ours := strings.CutPrefix(key, "http.iri_guard.")
	if !ours {
		return nil, false
	}
	if value, known := p.component(name); known {
		return value, true
	}
	return p.fault(name)
}

func (p *placeholders) component(name string) (any, bool) {
	switch name {
	case "form":
		return cmp.Or(p.result.Form.String(), "none"), true
	case "scheme":
		return piece(p.target)(p.result.Target.Scheme()), true
	case "host":
		all, parts := p.authority()
		return piece(all)(parts.Host()), true
	case "port":
		all, parts := p.authority()
		return piece(all)(parts.Port()), true
	case "path":
		return piece(p.target)(p.result.Target.Path(), true), true
	case "query":
		return piece(p.target)(p.result.Target.Query()), true
	}
	return nil, false
}

func (p *placeholders) fault(name string) (any, bool) {
	switch name {
	case "reason":
		return p.refused.Reason.String(), true
	case "in":
		return p.refused.In, true
	case "component":
		return p.refused.Component.String(), true
	case "offset":
		return p.refused.Offset, true
	}
	return nil, false
}

// authority returns the string that contains the host, and its components.
func (p *placeholders) authority() (string, iri.Parts) {
	if _, found := p.result.Target.Host(); found {
		return p.target, p.result.Target
	}
	return p.host, p.result.Host
}

func piece(of string) func(iri.Span, bool) string {
	return func(s iri.Span, _ bool) string { return of[s.Start:s.End] }
}
