// Package traefik is a plug-in of Traefik that refuses requests whose target or Host field is not
// in the grammar of RFC 9112, section 3.2. Traefik interprets plug-ins. Its interpreter knows
// neither unsafe nor build tags, nor most of what generic code needs. So this package has the
// tables of package rule, and a plain loop.
package traefik

import (
	"context"
	"net/http"
	"strings"
)

//go:generate go run ./generate tables.go

// Config is the configuration of the plug-in: nothing can be set.
type Config struct{}

// CreateConfig returns the configuration that Traefik begins with.
func CreateConfig() *Config { return &Config{} }

// New returns the handler of a middleware.
func New(_ context.Context, next http.Handler, _ *Config, _ string) (http.Handler, error) {
	return &guard{next}, nil
}

type guard struct{ next http.Handler }

func (g *guard) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if !Valid(r.RequestURI, r.Host) {
		w.Header().Set("Connection", "close")
		http.Error(w, http.StatusText(http.StatusBadRequest), http.StatusBadRequest)
		return
	}
	g.next.ServeHTTP(w, r)
}

// Valid reports whether a target is an origin-form or an absolute-form, and a Host field in its
// grammar. Other forms are not for the servers behind Traefik: net/http answers OPTIONS * itself, and
// CONNECT asks for a tunnel.
func Valid(target, host string) bool {
	return hostField.match(host) && (originForm.match(target) || absoluteForm.match(target))
}

// An automaton is one of package dfa, as tables.go has them.
type automaton struct {
	start, accept int
	classes       string         // class of each byte
	trans         []uint16       // trans[state+class] is the next state
	loops         map[int]string // ASCII characters that lead from a state to itself
}

// match reports whether the automaton accepts a text. Each step of the loop is interpreted, while
// TrimLeft is compiled: it takes the bytes that do not change the state.
func (a *automaton) match(text string) bool {
	at := a.start
	for len(text) > 0 {
		next := int(a.trans[at+int(a.classes[text[0]])])
		text = text[1:]
		if next == at {
			text = strings.TrimLeft(text, a.loops[at])
		}
		at = next
	}
	return at >= a.accept
}
