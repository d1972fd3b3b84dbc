package httpguard

import (
	"log/slog"
	"net/http"
	"slices"
	"sync/atomic"

	"example.org/iri"
	"example.org/iri/internal/char"
)

// CheckRequest is [Policy.Check] for a request that a server of net/http has read. It validates
// r.RequestURI, which is the target as it came, and nothing of r.URL. docs/security/proxies.md lists
// what net/http has refused or changed before: of HTTP/1 the Host field cannot be seen if the target
// names a host; that r.Host is not this host, then, is a host-mismatch. HTTP/1.0 with an empty Host
// field is not different from HTTP/1.0 without one. In HTTP/2 the target is :path, which is not an
// absolute-form, and :authority stands for the Host field; a different Host field beside it is a
// host-mismatch (RFC 9113, section 8.3.1).
//
// A request that no server has read, such as one of http.NewRequest, has no RequestURI, and is
// refused. Tests take httptest.NewRequest.
func (p *Policy) CheckRequest(r *http.Request) (Result, error) {
	x := rawForm(r)
	if e := x.check(p, r); e != nil {
		return Result{}, e
	}
	return x.result(), nil
}

// rawForm returns what is validated of a request, as it came.
func rawForm(r *http.Request) request[string] {
	x := request[string]{method: r.Method, target: input[string]{in: inTarget, bytes: r.RequestURI}, byServer: true}
	x.hostless = r.Host == "" && r.ProtoMajor == 1 && r.ProtoMinor == 0
	if r.ProtoMajor > 1 && r.Method == http.MethodConnect && isExtended(r) {
		x.method = http.MethodGet // whose targets extended CONNECT has (RFC 8441, section 4)
	}
	return x
}

// isExtended reports whether a CONNECT names a protocol: net/http has it in a field, the HTTP/3
// server of quic-go in Proto (RFC 9220).
func isExtended(r *http.Request) bool {
	_, field := r.Header[":protocol"]
	_, _, version := http.ParseHTTPVersion(r.Proto)
	return field || r.ProtoMajor == 3 && !version
}

// check validates what a server has read as the request in.
func (r *request[B]) check(p *Policy, in *http.Request) *Error {
	if e := r.parse(p.characters(), []B{B(in.Host)}); e != nil {
		return e
	}
	if in.ProtoMajor < 2 {
		return r.refusedBy(p)
	}
	if e := r.parseHTTP2(p.characters(), in.Header["Host"]); e != nil {
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
	return nil
}

// parseHTTP2 validates by RFC 9113, section 8.3.1, what HTTP/1 does not have: :path is not an
// absolute-form, and there may be Host fields beside :authority.
func (r *request[B]) parseHTTP2(set characters, hosts []string) *Error {
	if r.form == AbsoluteForm {
		return r.target.refused(ReasonForm, 0, 0)
	}
	for _, host := range hosts {
		beside := input[string]{in: inHost, bytes: host}
		if e := beside.split(hostFields[set]); e != nil {
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

// Handler returns a handler that passes to next what the policy does not refuse. It keeps a copy of
// the policy. For an accepted request it allocates nothing.
//
// The server answers OPTIONS * itself unless it has DisableGeneralOptionsHandler.
func Handler(next http.Handler, p Policy) *Guard {
	p.Schemes = slices.Clone(p.Schemes)
	if p.Observe && p.Logger == nil {
		p.Logger = slog.Default()
	}
	return &Guard{next: next, policy: p}
}

// ServeHTTP passes a request on, or refuses it. The answer is a problem in JSON (RFC 9457, whose
// type is application/problem+json) that names reason, component and offset, and has nothing of the
// request. A connection of HTTP/1 ends with it, so that what follows is not read.
func (g *Guard) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	x := rawForm(r)
	e := x.check(&g.policy, r)
	if e == nil {
		g.accepted.Add(1)
		g.next.ServeHTTP(w, r)
		return
	}
	g.refused[e.Reason].Add(1)
	if g.policy.Observe {
		// No status: this request is not answered by it.
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

// Stats is the results of a [Guard]. With Observe, Refused counts the requests that it would refuse,
// and has passed on.
type Stats struct {
	Accepted uint64            `json:"accepted"`
	Refused  map[Reason]uint64 `json:"refused"` // by reason; one that has refused nothing is absent
}

// Stats returns the counts so far.
func (g *Guard) Stats() Stats {
	s := Stats{Accepted: g.accepted.Load(), Refused: make(map[Reason]uint64)}
	for i := range g.refused {
		if n := g.refused[i].Load(); n > 0 {
			s.Refused[Reason(i)] = n
		}
	}
	return s
}

// Parts returns where the components of r.RequestURI lie, in a request that a [Guard] has passed
// on; the zero Parts if that is not a request target. It splits again, which takes less time than a
// value of a context.
func Parts(r *http.Request) iri.Parts {
	x := rawForm(r)
	if x.parseTarget(all) != nil {
		return iri.Parts{}
	}
	return x.target.parts
}
