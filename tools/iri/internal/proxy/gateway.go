package proxy

import (
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"os"
	"strings"

	"example.org/iri/dfa"
	"example.org/iri/httpguard"
	"example.org/iri/internal/language"
)

// rewrite makes of an accepted request what goes to the server.
//
// That server may believe of its neighbour what it would not believe of a stranger. So all that a
// client says of whence it comes is dropped, and the proxy says what it knows. Dropped are also fields
// from which some servers take another target than the one that was judged. The proxy names itself as
// gateways must (RFC 9110, section 7.6.3).
func rewrite(to *url.URL) func(*httputil.ProxyRequest) {
	forward := httpguard.Rewrite(to)
	return func(r *httputil.ProxyRequest) {
		forward(r)
		for name := range r.Out.Header {
			if isForNeighbours(name) {
				delete(r.Out.Header, name)
			}
		}
		r.SetXForwarded()
		forwardTrailers(r)
		r.Out.Header.Add("Via", strings.TrimPrefix(r.In.Proto, "HTTP/")+" iri-guard")
	}
}

// isForNeighbours reports whether a field tells what a proxy has seen of a request or made of its
// target. Servers that hand fields on as variables, as CGI does, read an underscore as a hyphen.
func isForNeighbours(field string) bool {
	switch field = strings.ReplaceAll(strings.ToLower(field), "_", "-"); field {
	case "forwarded", "x-real-ip", "x-original-url", "x-rewrite-url":
		return true
	}
	return strings.HasPrefix(field, "x-forwarded-")
}

// checkStatus returns an error for an answer whose status is none (RFC 9110, section 15), for which
// net/http would panic.
func checkStatus(answer *http.Response) error {
	if answer.StatusCode < http.StatusContinue {
		return errors.New("a status below 100")
	}
	return nil
}

// gateway keeps from a reverse proxy what would lead around the guard. It makes no tunnels, so it has
// not implemented CONNECT (RFC 9110, sections 9.1 and 9.3.6). The only protocol that it upgrades to is
// that of WebSockets: behind an upgrade to h2c, requests would follow that nobody judges. A server may
// ignore an upgrade (section 7.8). Trailers whose names are no tokens, as methods are (section 5.1),
// would look like a failure of the server.
func gateway(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodConnect {
			answer(w, r, http.StatusNotImplemented)
			return
		}
		for name := range r.Trailer {
			if !dfa.Match(language.Method.Automaton, name) {
				answer(w, r, http.StatusBadRequest)
				return
			}
		}
		if !strings.EqualFold(r.Header.Get("Upgrade"), "websocket") {
			r.Header.Del("Upgrade")
		}
		next.ServeHTTP(w, r)
	})
}

// fail answers a request that has got no answer from the server. If the client has not sent its body
// as it should, that is why.
func (p *Proxy) fail(w http.ResponseWriter, r *http.Request, err error) {
	var network net.Error
	wrong := w.(*exchange).bodyError()
	switch {
	case errors.Is(wrong, os.ErrDeadlineExceeded):
		answer(w, r, http.StatusRequestTimeout)
	case wrong != nil:
		answer(w, r, http.StatusBadRequest)
	case r.Context().Err() != nil: // the client has gone
		answer(w, r, http.StatusBadGateway)
	case errors.As(err, &network) && network.Timeout():
		p.tellFailure(r, err)
		answer(w, r, http.StatusGatewayTimeout)
	default:
		p.tellFailure(r, err)
		answer(w, r, http.StatusBadGateway)
	}
}

func (p *Proxy) tellFailure(r *http.Request, err error) {
	p.failed.Add(1)
	slog.New(p.journal.failures).WarnContext(r.Context(), "no answer from the server", "error", ownWords(err.Error()))
}

// answer answers in the way of package httpguard (RFC 9457).
func answer(w http.ResponseWriter, r *http.Request, status int) {
	h := w.Header()
	h.Set("Content-Type", "application/problem+json")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	if r.ProtoMajor == 1 { // what is left of the request is not worth reading
		h.Set("Connection", "close")
	}
	w.WriteHeader(status)
	// There is nobody to tell that this fails.
	_ = json.NewEncoder(w).Encode(struct {
		Title  string `json:"title"`
		Status int    `json:"status"`
	}{http.StatusText(status), status})
}

// forwardTrailers forwards the trailers that a request announces. ReverseProxy forwards none, as its
// copy of them is made before the body ends, when none has a value. Those that are not announced might
// be any: a server may merge them into the fields that have been looked at (RFC 9110, section 6.5.1).
func forwardTrailers(r *httputil.ProxyRequest) {
	for name := range r.Out.Trailer {
		if isForNeighbours(name) {
			delete(r.Out.Trailer, name)
		}
	}
	if len(r.Out.Trailer) > 0 && r.Out.Body != nil {
		r.Out.Body = &trailedBody{r.Out.Body, func() {
			for name := range r.Out.Trailer {
				r.Out.Trailer[name] = r.In.Trailer[name]
			}
		}}
	}
}

// A trailedBody does something when it ends.
type trailedBody struct {
	io.ReadCloser
	atEnd func()
}

func (b *trailedBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if err == io.EOF {
		b.atEnd()
	}
	return n, err
}
