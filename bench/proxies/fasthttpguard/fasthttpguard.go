// Package fasthttpguard puts httpguard before handlers of fasthttp. It is an example of calling
// [httpguard.Policy.Check] without net/http.
package fasthttpguard

import (
	"errors"
	"slices"

	"github.com/valyala/fasthttp"

	"example.org/iri/httpguard"
	"example.org/iri/rule"
)

// Handler returns a handler that passes requests to next unless the policy refuses them. If next forwards them with a
// [fasthttp.HostClient] that has DisablePathNormalizing set, path and query stay unchanged. fasthttp does not
// distinguish an empty Host field from an absent one; Handler treats both as absent, which HTTP/1.1 forbids.
func Handler(next fasthttp.RequestHandler, p httpguard.Policy) fasthttp.RequestHandler {
	p.Schemes = slices.Clone(p.Schemes)
	return func(ctx *fasthttp.RequestCtx) {
		header := &ctx.Request.Header
		var hosts [][]byte // fasthttp itself refuses several
		if host := header.Host(); len(host) > 0 {
			hosts = [][]byte{host}
		} else if string(header.Protocol()) != "HTTP/1.1" {
			hosts = [][]byte{nil}
		}
		v, err := p.Check(header.Method(), header.RequestURI(), hosts...)
		if e := (*httpguard.Error)(nil); errors.As(err, &e) {
			ctx.Error(e.Error(), e.Status)
			ctx.SetConnectionClose()
			return
		}
		settle(&ctx.Request, v)
		next(ctx)
	}
}

// settle sets a request to the validated bytes: fasthttp cleans the path, drops an empty query, and lowers the Host
// field.
func settle(r *fasthttp.Request, v httpguard.Result) {
	target, host := r.Header.RequestURI(), r.Header.Host()
	switch v.Form {
	case rule.AuthorityForm:
		return
	case rule.AbsoluteForm:
		if authority, ok := v.Target.Authority(); ok {
			name, _ := v.Target.Host()
			host = target[name.Start:authority.End] // replaces the Host field (RFC 9112, section 3.2.2)
		}
		target = target[v.Target.Path().Start:]
		if len(target) == 0 && string(r.Header.Method()) == fasthttp.MethodOptions {
			target = []byte("*") // RFC 9112, section 3.2.4
		}
	}
	uri := fasthttp.AcquireURI()
	defer fasthttp.ReleaseURI(uri)
	uri.DisablePathNormalizing = true
	uri.SetHostBytes(host)
	uri.SetPathBytes(target) // including the query
	r.Header.SetHostBytes(host)
	r.UseHostHeader = true
	r.SetURI(uri)
}
