// Package iriguard is a request filter for Caddy. It provides package httpguard as a handler and a matcher, both named
// iri_guard.
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

// Guard is a handler that passes on the requests that a policy accepts. Others become errors with status 400, 414 or
// 421 for the error routes of the server, after which HTTP/1 connections are closed.
//
// It validates the request as received, whatever rewrites do. The directive runs before them, so that they get only
// valid requests.
//
// It sets placeholders; of several such handlers, the last one does. For an accepted request, they are components of
// the target before decoding, or empty if absent. For a refused request, these are empty:
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
// The counter `caddy_http_iri_guard_requests_total` has the label `result`, which is `accepted` or a reason.
type Guard struct {
	// The policy. The zero policy is that of RFC 9110 and RFC 9112. With `observe`, requests that it refuses are only
	// logged and counted, but passed on.
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

// Provision creates the logger and the counters.
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
	if r.RequestURI == request.RequestURI { // not rewritten
		keepTarget(r, result)
	}
	return serve(w, r, next)
}

// refuse counts and logs a refusal. It returns an error unless the policy only observes.
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
	if r.ProtoMajor == 1 { // in HTTP/2, this would end all streams of the connection
		w.Header().Set("Connection", "close")
	}
	return caddyhttp.Error(e.Status, e)
}

// received returns the request with the method and target that Caddy has received.
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

// counts has a counter for each result. All handlers of a configuration share it.
type counts struct {
	results  *prometheus.CounterVec
	accepted prometheus.Counter // the counter of results for "accepted"
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

// keepTarget changes r.URL where Caddy would otherwise send another target than it has received:
//
//   - net/url drops the scheme of an absolute-form if the path has no leading slash: Caddy would send urn:a:b as a:b.
//   - OPTIONS http://host must be sent as OPTIONS * (RFC 9112, section 3.2.4), not as OPTIONS /.
//
// It cannot keep the scheme of x:/a: that would need Opaque, which ignores rewrites of the path.
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
