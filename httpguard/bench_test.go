package httpguard

import (
	"net/http"
	"testing"
)

var target = "/api/v1/users/12345/orders?page=2&size=50"

func BenchmarkCheck(b *testing.B) {
	for _, x := range []struct {
		name   string
		policy Policy
	}{{"rfc", RFC}, {"safe", Safe}} {
		b.Run(x.name, func(b *testing.B) {
			method, target, host := []byte("GET"), []byte(target), []byte("www.example.org")
			b.ReportAllocs()
			for b.Loop() {
				if _, err := x.policy.Check(method, target, host); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkHandler(b *testing.B) {
	none := http.HandlerFunc(func(http.ResponseWriter, *http.Request) {})
	r := &http.Request{Method: "GET", RequestURI: target, Host: "www.example.org", ProtoMajor: 1, ProtoMinor: 1}
	for _, x := range []struct {
		name    string
		handler http.Handler
	}{{"none", none}, {"rfc", Handler(none, RFC)}, {"safe", Handler(none, Safe)}} {
		b.Run(x.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				x.handler.ServeHTTP(nil, r)
			}
		})
	}
}
