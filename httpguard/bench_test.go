package httpguard

import (
	"context"
	"net/http"
	"slices"
	"testing"
	"time"
	"unicode/utf8"

	"example.org/iri"
)

// typical is requests that both policies accept.
var typical = []struct{ name, method, target, host string }{
	{"root", "GET", "/", "example.com"},
	{"10", "GET", "/index.txt", "example.com"},
	{"40", "GET", "/api/v1/users/12345/orders?page=2&size=5", "www.example.org"},
	{"40-triples", "GET", "/caf%C3%A9/a%20b/menu?q=cr%C3%A8me%20br", "www.example.org"},
	{"120", "GET", "/wp-content/plugins/contact-form/includes/css/styles.css?ver=5.9.8&lang=en&utm_source=newsletter&utm_campaign=november-2", "static.assets.example.org"},
	{"120-triples", "GET", "/wiki/%E6%9D%B1%E4%BA%AC/%E6%AD%B4%E5%8F%B2?search=%E6%96%87%E5%8C%96&from=%E4%BA%AC%E9%83%BD&order=asc&page=3&per_page=20", "ja.wiki.example.org"},
	{"port", "POST", "/api/v1/users/12345/orders?page=2&size=5", "192.168.100.200:8080"},
	{"absolute", "GET", "http://www.example.org/api/v1/users/12345?page=2", "www.example.org"},
	{"CONNECT", "CONNECT", "www.example.org:443", "www.example.org:443"},
}

// BenchmarkGuard/REQUEST measures the calls in turns: medians, and what a handler takes longer than
// the next alone.
func BenchmarkGuard(b *testing.B) {
	next := http.HandlerFunc(func(http.ResponseWriter, *http.Request) {})
	handlers := []http.Handler{next, Handler(next, RFC), Handler(next, Safe)}
	for _, x := range typical {
		b.Run(x.name, func(b *testing.B) {
			method, target, host := []byte(x.method), []byte(x.target), []byte(x.host)
			r := &http.Request{Method: x.method, RequestURI: x.target, Host: x.host, ProtoMajor: 1, ProtoMinor: 1}
			ns := interleaved(b,
				func() { utf8.Valid(target) },
				func() { RFC.Check(method, target, host) },
				func() { Safe.Check(method, target, host) },
				func() { handlers[0].ServeHTTP(nil, r) },
				func() { handlers[1].ServeHTTP(nil, r) },
				func() { handlers[2].ServeHTTP(nil, r) },
			)
			b.ReportMetric(0, "ns/op") // says nothing here
			b.ReportMetric(ns[0], "utf8-ns")
			b.ReportMetric(ns[1], "Check-rfc-ns")
			b.ReportMetric(ns[2], "Check-safe-ns")
			b.ReportMetric(ns[4]-ns[3], "Handler-rfc-ns")
			b.ReportMetric(ns[5]-ns[3], "Handler-safe-ns")
		})
	}
}

// BenchmarkParts/REQUEST compares Parts with a value of the request's context, which one handler sets
// and another reads.
func BenchmarkParts(b *testing.B) {
	type key struct{}
	for _, x := range typical {
		b.Run(x.name, func(b *testing.B) {
			r := &http.Request{Method: x.method, RequestURI: x.target, Host: x.host, ProtoMajor: 1, ProtoMinor: 1}
			parts := Parts(r)
			ns := interleaved(b,
				func() { Parts(r) },
				func() {
					with := r.WithContext(context.WithValue(r.Context(), key{}, parts))
					_ = with.Context().Value(key{}).(iri.Parts)
				},
			)
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(ns[0], "Parts-ns")
			b.ReportMetric(ns[1], "context-ns")
		})
	}
}

// interleaved returns the median ns of each call.
func interleaved(b *testing.B, calls ...func()) []float64 {
	const repeat = 256
	rounds := make([][]float64, len(calls))
	for b.Loop() {
		for i, call := range calls {
			begin := time.Now()
			for range repeat {
				call()
			}
			rounds[i] = append(rounds[i], float64(time.Since(begin).Nanoseconds())/repeat)
		}
	}
	ns := make([]float64, len(calls))
	for i, list := range rounds {
		slices.Sort(list)
		ns[i] = list[len(list)/2]
	}
	return ns
}
