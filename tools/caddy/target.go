package iriguard

import (
	"net/http"

	"example.org/iri/dfa"
	"example.org/iri/httpguard"
	"example.org/iri/internal/language"
)

// keepTarget changes r.URL where net/http would make another target of it than the one that came, as
// httpguard.Rewrite does where that does not keep Caddy from rewriting paths:
//
//   - of an absolute-form with another scheme than http and https it would drop the scheme;
//   - OPTIONS http://host has to be sent as OPTIONS * (RFC 9112, section 3.2.4), not as OPTIONS /.
//
// Other absolute-forms become origin-form, with the authority as Host field (RFC 9112, section 3.2.2).
func keepTarget(r *http.Request, verdict httpguard.Verdict) {
	if verdict.Form != httpguard.AbsoluteForm {
		return
	}
	target := verdict.Target
	scheme, _ := target.Scheme()
	path := target.Path()
	_, query := target.Query()
	switch {
	case !dfa.Match(&language.WebScheme, r.RequestURI[scheme.Start:scheme.End]):
		r.URL.Opaque = r.RequestURI[:path.End]
	case r.Method == http.MethodOptions && path.Start == path.End && !query:
		r.URL.Path = "*"
	}
}
