package iriguard

import (
	"errors"
	"net/http"

	"github.com/caddyserver/caddy/v2"
	"github.com/caddyserver/caddy/v2/modules/caddyhttp"

	"example.org/iri/httpguard"
)

// Matcher matches requests that a policy accepts. Like the handler of the same name, it validates the request as
// received. It sets no placeholders, and neither logs nor counts.
type Matcher struct {
	// The policy. The zero policy is that of RFC 9110 and RFC 9112. `observe` is for handlers only.
	Policy httpguard.Policy `json:"policy"`
}

// CaddyModule returns the Caddy module information.
func (Matcher) CaddyModule() caddy.ModuleInfo {
	return caddy.ModuleInfo{
		ID:  "http.matchers.iri_guard",
		New: func() caddy.Module { return new(Matcher) },
	}
}

// Validate refuses a policy with observe, which would match every request.
func (m *Matcher) Validate() error {
	if m.Policy.Observe {
		return errors.New("observe is for handlers: a matcher with it would match everything")
	}
	return nil
}

// MatchWithError implements caddyhttp.RequestMatcherWithError. It never returns an error.
func (m *Matcher) MatchWithError(r *http.Request) (bool, error) {
	request := received(r)
	_, err := m.Policy.CheckRequest(&request)
	return err == nil, nil
}

// Interface guards
var (
	_ caddy.Validator                   = (*Matcher)(nil)
	_ caddyhttp.RequestMatcherWithError = (*Matcher)(nil)
)
