// Package proxy is the reverse proxy of iri guard: httputil.ReverseProxy behind httpguard, with
// limits for what faces everybody, and logs.
//
// It speaks HTTP/1 and HTTP/2 without TLS with clients, HTTP/1 with the server behind it.
package proxy

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"sync/atomic"
	"time"

	"example.org/iri/httpguard"
)

// A Proxy forwards what its policy does not refuse.
type Proxy struct {
	guard     *httpguard.Guard
	server    *http.Server
	transport *http.Transport
	journal   *journal
	drain     time.Duration
	refused   string        // what logs call the counts of requests that the policy is against
	failed    atomic.Uint64 // requests that the server behind did not answer
}

// ErrCut is that of a shutdown that requests outlasted, which were cut off.
var ErrCut = errors.New("some requests took too long to end, and were cut off")

// New returns a proxy in front of the server that to names. Logs go to out.
func New(to *url.URL, policy httpguard.Policy, out slog.Handler) *Proxy {
	return newProxy(to, policy, out, public)
}

func newProxy(to *url.URL, policy httpguard.Policy, out slog.Handler, l limits) *Proxy {
	p := &Proxy{transport: newTransport(l), journal: newJournal(out), drain: l.drain, refused: "refused"}
	if policy.Observe {
		p.refused = "would_be_refused"
	}
	reverse := &httputil.ReverseProxy{
		Rewrite:        rewrite(to),
		Transport:      p.transport,
		ModifyResponse: checkStatus,
		ErrorHandler:   p.fail,
		ErrorLog:       slog.NewLogLogger(p.journal.failures, slog.LevelWarn),
	}
	policy.Logger = slog.New(p.journal.refusals)
	p.guard = httpguard.Handler(gateway(reverse), policy).(*httpguard.Guard)
	p.server = newServer(steady(p.guard, l.stall), l)
	p.server.ErrorLog = slog.NewLogLogger(p.journal.troubles, slog.LevelWarn)
	p.server.ConnContext = withClient
	return p
}

// Failures logs what is wrong with the server. It is to be the default of log/slog, as net/http says in
// package log that a server sends what nobody has asked for.
func (p *Proxy) Failures() slog.Handler { return p.journal.failures }

// Run serves until the context ends, and then as long as requests under way take, but for some time
// at most. Requests that are cut off are the error [ErrCut].
func (p *Proxy) Run(ctx context.Context, l net.Listener) error {
	served := make(chan error, 1)
	go func() { served <- p.server.Serve(l) }()
	minutes := time.NewTicker(time.Minute)
	defer minutes.Stop()
	for {
		select {
		case <-minutes.C:
			p.tellMinute()
		case err := <-served:
			return err
		case <-ctx.Done():
			return p.stop()
		}
	}
}

// stop takes no more requests, waits for those under way, and tells the counts.
func (p *Proxy) stop() error {
	p.journal.Info("stopping", "within", p.drain.String())
	limited, cancel := context.WithTimeout(context.Background(), p.drain)
	defer cancel()
	err := p.server.Shutdown(limited)
	if err != nil {
		p.server.Close()
		err = ErrCut
	}
	p.transport.CloseIdleConnections()
	p.journal.Info("stopped", p.counts()...)
	return err
}

// tellMinute tells the counts behind a minute in which something was wrong.
func (p *Proxy) tellMinute() {
	if wanted, untold := p.journal.refill(); wanted > 0 {
		p.journal.Info("counters", append(p.counts(), "untold", untold)...)
	}
}

// counts are those since the beginning.
func (p *Proxy) counts() []any {
	s := p.guard.Stats()
	return []any{"accepted", s.Accepted, p.refused, s.Refused, "failed", p.failed.Load()}
}
