package httpguard

import (
	"log/slog"
	"net/http"
	"slices"
	"sync/atomic"

	"example.org/iri"
)

// A Guard is the [http.Handler] that [Handler] returns.
type Guard struct {
	next     http.Handler
	policy   Policy
	accepted atomic.Uint64
	refused  [numReasons]atomic.Uint64
}

// Handler returns a handler, a [*Guard], that lets through to next what the policy does not refuse.
// It keeps a copy of the policy.
func Handler(next http.Handler, p Policy) http.Handler {
	p.Schemes = slices.Clone(p.Schemes)
	if p.Observe && p.Logger == nil {
		p.Logger = slog.Default()
	}
	return &Guard{next: next, policy: p}
}

// ServeHTTP passes a request on, or answers it. The answer is a problem in JSON (RFC 9457,
// application/problem+json) that says what is wrong and where. A connection of HTTP/1 is closed
// behind it.
func (g *Guard) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	_, e := check(&g.policy, &request[string]{r.Method, r.RequestURI, r.Host})
	if e == nil {
		g.accepted.Add(1)
		g.next.ServeHTTP(w, r)
		return
	}
	g.refused[e.Reason.index()].Add(1)
	if g.policy.Logger != nil {
		e.log(r.Context(), g.policy.Logger)
	}
	if g.policy.Observe {
		g.next.ServeHTTP(w, r)
		return
	}
	e.answer(w, r)
}

// Stats is how many requests a [Guard] has judged, which with Observe is not what it has answered.
type Stats struct {
	Accepted uint64            `json:"accepted"`
	Refused  map[Reason]uint64 `json:"refused"` // by single reason; those that are 0 are not there
}

// Stats returns the counts so far.
func (g *Guard) Stats() Stats {
	s := Stats{Accepted: g.accepted.Load(), Refused: make(map[Reason]uint64)}
	for i := range g.refused {
		if n := g.refused[i].Load(); n > 0 {
			s.Refused[1<<i] = n
		}
	}
	return s
}

// Parts returns where the components of r.RequestURI lie, for a request that a [Guard] has passed on.
// It splits again, which costs less than to look up a value in a context.
func Parts(r *http.Request) iri.Parts {
	v, _ := check(&Policy{}, &request[string]{r.Method, r.RequestURI, r.Host})
	return v.Target
}
