package iriguard

import (
	"net/http"

	"example.org/iri/httpguard"
	"example.org/iri/rule"
)

// keepTarget changes r.URL where Caddy would send another target than it has received:
//
//   - of an absolute-form whose path does not begin with a slash net/url drops the scheme:
//     Caddy would send urn:a:b as a:b;
//   - OPTIONS http://host has to be sent as OPTIONS * (RFC 9112, section 3.2.4), not as OPTIONS /.
//
// Caddy must still be able to rewrite paths. So x:/a loses its scheme: it could only be sent with
// Opaque, which ignores rewrites of the path.
func keepTarget(r *http.Request, result httpguard.Result) {
	if result.Form != rule.AbsoluteForm {
		return
	}
	path := result.Target.Path()
	_, query := result.Target.Query()
	switch {
	case r.URL.Opaque != "":
		r.URL.Opaque = r.RequestURI[:path.End]
	case r.Method == http.MethodOptions && path.Start == path.End && !query:
		r.URL.Path = "*"
	}
}
