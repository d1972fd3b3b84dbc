package main

import (
	"context"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/caddyserver/caddy/v2"
	"github.com/caddyserver/caddy/v2/modules/caddyhttp"

	"example.org/iri/httpguard"
	iriguard "example.org/iri/tools/caddy"
)

// BenchmarkGuard measures what an accepted request costs in a chain of handlers of Caddy, and what it
// costs without the guard, which is what the benchmark needs for itself.
func BenchmarkGuard(b *testing.B) {
	ctx, cancel := caddy.NewContext(caddy.Context{Context: b.Context()})
	defer cancel()
	guard := &iriguard.Guard{Policy: httpguard.Safe}
	if err := guard.Provision(ctx); err != nil {
		b.Fatal(err)
	}
	last := caddyhttp.HandlerFunc(func(http.ResponseWriter, *http.Request) error { return nil })
	guarded := caddyhttp.HandlerFunc(func(w http.ResponseWriter, r *http.Request) error {
		return guard.ServeHTTP(w, r, last)
	})
	r := httptest.NewRequest(http.MethodGet, "/images/2024/photo.jpg?width=200&h=100&f=x", nil)
	r = r.WithContext(context.WithValue(r.Context(), caddyhttp.OriginalRequestCtxKey, *r))
	for _, chain := range []struct {
		name  string
		first caddyhttp.Handler
	}{{"guarded", guarded}, {"alone", last}} {
		b.Run(chain.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				ctx := context.WithValue(r.Context(), caddy.ReplacerCtxKey, caddy.NewReplacer())
				if err := chain.first.ServeHTTP(nil, r.WithContext(ctx)); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
