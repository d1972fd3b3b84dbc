package httpguard

import (
	"net/http/httputil"
	"net/url"
)

// Rewrite returns a function for the field Rewrite of [httputil.ReverseProxy], which sends requests
// to a server: scheme, host and port of to, whose path goes in front of theirs. Path and query are
// those of the request, byte for byte.
func Rewrite(to *url.URL) func(*httputil.ProxyRequest) {
	return func(r *httputil.ProxyRequest) {
		r.SetURL(to)
		r.Out.Host = r.In.Host
	}
}
