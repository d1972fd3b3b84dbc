// Package iriguard is a request filter for Caddy: package httpguard as a handler and as a matcher, both
// with the name iri_guard.
//
//	example.org {
//		iri_guard browser
//		reverse_proxy 127.0.0.1:9000
//	}
//
// The command in cmd/caddy is Caddy with this module.
package iriguard

import (
	"errors"
	"log/slog"
	"net/http"
	"slices"

	"github.com/caddyserver/caddy/v2"
	"github.com/caddyserver/caddy/v2/modules/caddyhttp"
	"github.com/prometheus/client_golang/prometheus"

	"example.org/iri/httpguard"
	"example.org/iri/rule"
)

func init() {
	caddy.RegisterModule(Guard{})
	caddy.RegisterModule(Matcher{})
}

// Guard is a handler that passes on requests that a policy does not refuse. All others become errors with
// status 400, 414 or 421, which the error routes of the server answer. HTTP/1 connections are closed
// after them.
//
// It validates the request on the wire: rewrites do not change what it validates. The directive runs
// before them, so that they get no request that nobody has validated.
//
// It sets placeholders. If a request passes several of these handlers, the last one sets them. For an
// accepted request, they are components of the target before decoding. A component that is absent is
// empty, and for a refused request all are empty:
//
// Placeholder | Description
// ------------|---------------
// `{http.iri_guard.form}` | The form of the target: `origin-form`, `absolute-form`, `authority-form` or `asterisk-form`; `none` if the request is refused
// `{http.iri_guard.scheme}` | The scheme, which only absolute-form has
// `{http.iri_guard.host}` | The host of the target, or else that of the Host field
// `{http.iri_guard.port}` | The port beside that host
// `{http.iri_guard.path}` | The path
// `{http.iri_guard.query}` | The query, without `?`
//
// For a refused request, these are for error routes and, with `observe`, for logs:
//
// Placeholder | Description
// ------------|---------------
// `{http.iri_guard.reason}` | Why: a name such as `encoded-slash`
// `{http.iri_guard.in}` | What is refused: `method`, `target`, or `host` for the Host field
// `{http.iri_guard.component}` | The component, such as `path`
// `{http.iri_guard.offset}` | The byte offset in the method, target or field
//
// The counter `caddy_http_iri_guard_requests_total` has the label `result`, which is `accepted` or
// a reason.
type Guard struct {
	// What is refused. The zero policy is that of RFC 9110 and RFC 9112. With `observe`, all requests are
	// passed on, and only logged and counted.
	Policy httpguard.Policy `json:"policy"`

	logger *slog.Logger
	counts counts
}

// CaddyModule returns the Caddy module information.
func (Guard) CaddyModule() caddy.ModuleInfo {
	return caddy.ModuleInfo{
		ID:  "http.handlers.iri_guard",
		New: func() caddy.Module { return new(Guard) },
	}
}

// Provision prepares logs and counters.
func (g *Guard) Provision(ctx caddy.Context) (err error) {
	g.logger = ctx.Slogger()
	g.counts, err = newCounts(ctx.GetMetricsRegistry())
	return err
}

// ServeHTTP implements caddyhttp.MiddlewareHandler.
func (g *Guard) ServeHTTP(w http.ResponseWriter, r *http.Request, next caddyhttp.Handler) error {
	request := received(r)
	result, err := g.Policy.CheckRequest(&request)
	if err != nil {
		return g.refuse(w, r, next, err)
	}
	known := &placeholders{target: request.RequestURI, host: request.Host, result: result}
	known.set(r)
	g.counts.accepted.Inc()
	if r.RequestURI == request.RequestURI { // it has not been rewritten
		keepTarget(r, result)
	}
	return serve(w, r, next)
}

// refuse counts and logs a refusal, and makes an error of it unless the policy only observes.
func (g *Guard) refuse(w http.ResponseWriter, r *http.Request, next caddyhttp.Handler, err error) error {
	var e *httpguard.Error
	errors.As(err, &e)
	known := &placeholders{refused: *e}
	known.set(r)
	g.counts.results.WithLabelValues(e.Reason.String()).Inc()
	if g.Policy.Observe {
		attrs := slices.DeleteFunc(e.LogValue().Group(), func(a slog.Attr) bool { return a.Key == "status" })
		g.logger.LogAttrs(r.Context(), slog.LevelWarn, "request would be refused", attrs...)
		return serve(w, r, next)
	}
	g.logger.LogAttrs(r.Context(), slog.LevelWarn, "request refused", e.LogValue().Group()...)
	if r.ProtoMajor == 1 { // for HTTP/2 it would mean all streams of the connection
		w.Header().Set("Connection", "close")
	}
	return caddyhttp.Error(e.Status, e)
}

// received returns a request with the method and the target on the wire.
func received(r *http.Request) http.Request {
	request := *r
	if original, ok := r.Context().Value(caddyhttp.OriginalRequestCtxKey).(http.Request); ok {
		request.Method, request.RequestURI = original.Method, original.RequestURI
	}
	return request
}

// Interface guards
var (
	_ caddy.Provisioner           = (*Guard)(nil)
	_ caddyhttp.MiddlewareHandler = (*Guard)(nil)
)

// counts has a counter for each result. The handlers of a configuration share them.
type counts struct {
	results  *prometheus.CounterVec
	accepted prometheus.Counter // one of them
}

func newCounts(registry *prometheus.Registry) (counts, error) {
	results := prometheus.NewCounterVec(prometheus.CounterOpts{
		Namespace: "caddy",
		Subsystem: "http",
		Name:      "iri_guard_requests_total",
		Help:      "Requests that iri_guard has validated, by result: accepted, or the reason to refuse.",
	}, []string{"result"})
	var present prometheus.AlreadyRegisteredError
	if err := registry.Register(results); errors.As(err, &present) {
		results = present.ExistingCollector.(*prometheus.CounterVec)
	} else if err != nil {
		return counts{}, err
	}
	return counts{results, results.WithLabelValues("accepted")}, nil
}

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
