package httpguard

import (
	"log/slog"
	"net/http"
	"slices"
	"sync/atomic"

	"example.org/iri"
	"example.org/iri/internal/char"
)

// CheckRequest is [Policy.Check] for a request that a server of net/http has received. It validates r.RequestURI, which
// is the target byte for byte, not r.URL, which is decoded. In tests, make requests with
// [net/http/httptest.NewRequest]: those of [http.NewRequest] have no RequestURI, and are refused.
//
// The server hides some facts of HTTP/1. It overwrites the Host field with the host of the target, if any. So
// CheckRequest cannot compare the two; it returns host-mismatch only where the server decodes percent-encoded octets of
// the host. In HTTP/1.0, an empty Host field looks like an absent one.
//
// In HTTP/2, the target is :path and the Host field :authority. An absolute-form in :path is not valid; from Go 1.27
// on, net/http itself refuses it. A Host field other than :authority is a host-mismatch (RFC 9113, section 8.3.1).
func (p Policy) CheckRequest(r *http.Request) (Result, error) {
	x := newRequest(r)
	if e := x.check(&p, r); e != nil {
		return Result{}, e
	}
	return x.result(), nil
}

func newRequest(r *http.Request) request[string] {
	x := request[string]{method: r.Method, target: input[string]{in: inTarget, bytes: r.RequestURI}, byServer: true}
	x.hostless = r.Host == "" && r.ProtoMajor == 1 && r.ProtoMinor == 0
	if r.ProtoMajor > 1 && r.Method == http.MethodConnect && isExtended(r) {
		x.method = http.MethodGet // extended CONNECT has the same targets (RFC 8441, section 4)
	}
	return x
}

// isExtended reports whether a CONNECT has the pseudo-header field :protocol. It is in r.Header in net/http, and in
// r.Proto in quic-go (HTTP/3, RFC 9220).
func isExtended(r *http.Request) bool {
	_, field := r.Header[":protocol"]
	_, _, version := http.ParseHTTPVersion(r.Proto)
	return field || r.ProtoMajor == 3 && !version
}

func (r *request[B]) check(p *Policy, in *http.Request) *Error {
	if e := r.parse(p.characters(), []B{B(in.Host)}); e != nil {
		return e
	}
	if in.ProtoMajor < 2 {
		return r.refusedBy(p)
	}
	if e := r.parseHTTP2(p.characters(), in.Header["Host"], 0); e != nil { // errors that no policy allows come first
		return e
	}
	if e := r.refusedBy(p); e != nil {
		return e
	}
	for _, host := range in.Header["Host"] {
		if p.Refuse.Has(ReasonHostMismatch) && !char.EqualFold(host, in.Host) {
			return r.host.refused(ReasonHostMismatch, 0, 0)
		}
	}
	return r.parseHTTP2(p.characters(), in.Header["Host"], p.Refuse)
}

// parseHTTP2 validates what HTTP/2 changes (RFC 9113, section 8.3.1): :path is not an absolute-form, and there may be
// Host fields in addition to :authority. For these, it also applies refuse.
func (r *request[B]) parseHTTP2(set characters, hosts []string, refuse Reasons) *Error {
	if r.form == absoluteForm {
		return r.target.refused(ReasonForm, 0, 0)
	}
	for _, host := range hosts {
		field := input[string]{in: inHost, bytes: host}
		if e := field.split(hostFields[set]); e != nil {
			return e
		}
		if e := field.hostName(refuse); e != nil {
			return e
		}
	}
	return nil
}

// A Guard is the [http.Handler] that [Handler] returns.
type Guard struct {
	next     http.Handler
	policy   Policy
	accepted atomic.Uint64
	refused  [numReasons]atomic.Uint64
}

// Handler returns a handler that passes requests to next unless the policy, which it copies, refuses them. An accepted
// request allocates nothing. The server itself answers OPTIONS *, unless its DisableGeneralOptionsHandler is set.
func Handler(next http.Handler, p Policy) *Guard {
	p.Schemes = slices.Clone(p.Schemes)
	if p.Observe && p.Logger == nil {
		p.Logger = slog.Default()
	}
	return &Guard{next: next, policy: p}
}

// ServeHTTP passes a request on, or refuses it with status 400, 414 or 421 and an application/problem+json (RFC 9457):
//
//	{"title":"Bad Request","status":400,"detail":"encoded-slash in the path of the target (byte 2)",
//	 "reason":"encoded-slash","in":"target","component":"path","offset":2}
//
// The body contains nothing that the client has sent. The answer ends an HTTP/1 connection.
func (g *Guard) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	x := newRequest(r)
	e := x.check(&g.policy, r)
	if e == nil {
		g.accepted.Add(1)
		g.next.ServeHTTP(w, r)
		return
	}
	g.refused[e.Reason].Add(1)
	if g.policy.Observe {
		// The status is left out, because it is not the one of the answer.
		g.log(r, "request would be refused", slices.DeleteFunc(e.LogValue().Group(), isStatus))
		g.next.ServeHTTP(w, r)
		return
	}
	g.log(r, "request refused", e.LogValue().Group())
	e.answer(w, r)
}

func (g *Guard) log(r *http.Request, message string, attrs []slog.Attr) {
	if g.policy.Logger != nil {
		g.policy.Logger.LogAttrs(r.Context(), slog.LevelWarn, message, attrs...)
	}
}

func isStatus(a slog.Attr) bool { return a.Key == "status" }

// Stats counts the requests of a [Guard]. With Observe, Refused counts the requests that it would refuse.
type Stats struct {
	Accepted uint64            `json:"accepted"`
	Refused  map[Reason]uint64 `json:"refused"` // by reason, without zeros
}

// Stats returns the counts since the start.
func (g *Guard) Stats() Stats {
	s := Stats{Accepted: g.accepted.Load(), Refused: make(map[Reason]uint64)}
	for i := range g.refused {
		if n := g.refused[i].Load(); n > 0 {
			s.Refused[Reason(i)] = n
		}
	}
	return s
}

// Parts returns the offsets of the components of r.RequestURI in a request that a [Guard] has passed on. They are zero
// if r.RequestURI is not a request target. It splits the target again, which is faster than a value in a context.
func Parts(r *http.Request) iri.Parts {
	x := newRequest(r)
	if x.parseTarget(all) != nil {
		return iri.Parts{}
	}
	return x.target.parts
}
