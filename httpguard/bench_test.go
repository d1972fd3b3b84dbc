package httpguard

import (
	"net/http"
	"testing"
)

// BenchmarkGuard/REQUEST/CALL measures Check and a handler on requests that all policies accept.
func BenchmarkGuard(b *testing.B) {
	next := http.HandlerFunc(func(http.ResponseWriter, *http.Request) {})
	for _, x := range []struct{ name, method, target, host string }{
		{"root", "GET", "/", "example.com"},
		{"40", "GET", "/api/v1/users/12345/orders?page=2&size=5", "www.example.org"},
		{"40-encoded", "GET", "/caf%C3%A9/a%20b/menu?q=cr%C3%A8me%20br", "www.example.org"},
		{"120", "GET", "/wp-content/plugins/contact-form/includes/css/styles.css?ver=5.9.8&lang=en&utm_source=newsletter&utm_campaign=november-2", "static.assets.example.org"},
		{"120-encoded", "GET", "/wiki/%E6%9D%B1%E4%BA%AC/%E6%AD%B4%E5%8F%B2?search=%E6%96%87%E5%8C%96&from=%E4%BA%AC%E9%83%BD&order=asc&page=3&per_page=20", "ja.wiki.example.org"},
		{"port", "POST", "/api/v1/users/12345/orders?page=2&size=5", "192.168.100.200:8080"},
		{"absolute", "GET", "http://www.example.org/api/v1/users/12345?page=2", "www.example.org"},
		{"CONNECT", "CONNECT", "www.example.org:443", "www.example.org:443"},
	} {
		method, target, host := []byte(x.method), []byte(x.target), []byte(x.host)
		r := &http.Request{Method: x.method, RequestURI: x.target, Host: x.host, ProtoMajor: 1, ProtoMinor: 1}
		safe, browser := Handler(next, Safe), Handler(next, Browser)
		for _, call := range []struct {
			name string
			run  func()
		}{
			{"Check-rfc", func() { RFC.Check(method, target, host) }},
			{"Check-safe", func() { Safe.Check(method, target, host) }},
			{"Check-browser", func() { Browser.Check(method, target, host) }},
			{"Handler-safe", func() { safe.ServeHTTP(nil, r) }},
			{"Handler-browser", func() { browser.ServeHTTP(nil, r) }},
			{"Parts", func() { Parts(r) }},
		} {
			b.Run(x.name+"/"+call.name, func(b *testing.B) {
				for b.Loop() {
					call.run()
				}
			})
		}
	}
}
