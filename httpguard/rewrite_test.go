package httpguard

import (
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"strings"
	"testing"
)

// proxied starts a reverse proxy with a policy, and returns a function that sends a message through it and returns the
// head that the server receives, and the answer. TestDetails has more messages.
func proxied(t *testing.T, p Policy, prefix string) func(message string) (head, answer string) {
	to, heads := backend(t)
	addr := serve(t, Handler(&httputil.ReverseProxy{Rewrite: Rewrite(to.JoinPath(prefix))}, p), false)
	return func(message string) (head, answer string) {
		answer = send(t, addr, message+"Connection: close\r\n\r\n")
		select {
		case head = <-heads:
		default:
		}
		return head, answer
	}
}

func TestPrefix(t *testing.T) {
	for _, x := range []struct{ prefix, target, want string }{
		{"/", "/a", "/a"},
		{"/base", "/a", "/base/a"},
		{"/base/", "//a/..?b;c", "/base//a/..?b;c"},
		{"/b%2Fc/", "/%2f", "/b%2Fc/%2f"},
		{"/base", "http://h", "/base/"},
		{"/base", "ftp://h/a", "/base/a"},
		{"/base", "x:/a", "/base/a"},
		{"/base", "x://h", "/base/"},
		{"/base", "urn:a", "urn:a"},
		{"/base", "x:?a", "x:?a"},
	} {
		head, answer := proxied(t, RFC, x.prefix)("GET " + x.target + " HTTP/1.1\r\nHost: h\r\n")
		if head != "GET "+x.want+", Host: h" {
			t.Errorf("%s, %s: %q, %s", x.prefix, x.target, head, answer)
		}
	}
	if head, _ := proxied(t, RFC, "/base")("OPTIONS * HTTP/1.1\r\nHost: h\r\n"); head != "OPTIONS *, Host: h" {
		t.Error(head)
	}
}

// TestObserved checks that refused requests are forwarded unchanged, except those that net/http cannot write.
func TestObserved(t *testing.T) {
	p := Safe
	p.Observe = true
	proxy := proxied(t, p, "")
	for target, want := range map[string]string{
		"//a/%2F?b;c":          "//a/%2F?b;c",
		"/a|b?c;d":             "/a|b?c;d",
		"/?100%&a[]=\"#\\\xff": "/?100%&a[]=\"#\\\xff",
		"//a|b?c;d":            "//a%7Cb?c;d",
	} {
		if head, answer := proxy("GET " + target + " HTTP/1.1\r\nHost: h\r\n"); head != "GET "+want+", Host: h" {
			t.Errorf("%s: %q, %s", target, head, answer)
		}
	}
}

func TestBrowser(t *testing.T) {
	proxy := proxied(t, Browser, "/base")
	for _, target := range []string{"/x[1]|^.png?ids[]=1&a|{b}\\^`=50%&u=%u0041", "/a?%", "/?\\"} {
		if head, answer := proxy("GET " + target + " HTTP/1.1\r\nHost: h\r\n"); head != "GET /base"+target+", Host: h" {
			t.Errorf("%s: %q, %s", target, head, answer)
		}
	}
}

func TestHTTP10(t *testing.T) {
	if head, _ := proxied(t, RFC, "")("GET /a HTTP/1.0\r\n"); head != "GET /a, Host:" {
		t.Error(head)
	}
}

// TestTransportOfHTTP2 checks that HTTP/2, which cannot forward all requests, changes none.
func TestTransportOfHTTP2(t *testing.T) {
	seen := make(chan string, 1)
	server := serve(t, http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { seen <- r.RequestURI + " " + r.Host }), true)
	transport := &http.Transport{Protocols: new(http.Protocols)}
	transport.Protocols.SetUnencryptedHTTP2(true)
	t.Cleanup(transport.CloseIdleConnections)
	front := serve(t, Handler(&httputil.ReverseProxy{
		Rewrite:   Rewrite(&url.URL{Scheme: "http", Host: server}),
		Transport: transport,
		ErrorLog:  log.New(io.Discard, "", 0),
	}, RFC), false)
	for message, want := range map[string]string{
		"GET /a%2f?b;c HTTP/1.1\r\nHost: h\r\n":    "/a%2f?b;c h",
		"GET //h/a HTTP/1.1\r\nHost: h\r\n":        "//h/a h",
		"OPTIONS * HTTP/1.1\r\nHost: h\r\n":        "* h",
		"GET http://H:1/a HTTP/1.1\r\nHost: h\r\n": "/a H:1",
		"GET / HTTP/1.1\r\nHost:\r\n":              "502",
		"GET urn:a HTTP/1.1\r\nHost: h\r\n":        "502",
	} {
		answer := send(t, front, message+"Connection: close\r\n\r\n")
		got := answer[len("HTTP/1.1 "):len("HTTP/1.1 502")]
		select {
		case got = <-seen:
		default:
		}
		if got != want {
			t.Errorf("%q: %s, want %s", message, got, want)
		}
	}
}

func TestTransportWithProxy(t *testing.T) {
	proxy, heads := backend(t)
	front := serve(t, Handler(&httputil.ReverseProxy{
		Rewrite:   Rewrite(&url.URL{Scheme: "http", Host: "server.example"}),
		Transport: &http.Transport{Proxy: http.ProxyURL(proxy)},
	}, RFC), false)
	send(t, front, "GET /a%2f HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
	if head := <-heads; !strings.HasPrefix(head, "GET http://h/a%2f, ") {
		t.Error(head)
	}
}

// TestUpgrade checks that a server that upgrades to any protocol only gets requests for WebSockets.
func TestUpgrade(t *testing.T) {
	upgrading := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if protocol := r.Header.Get("Upgrade"); protocol != "" {
			w.Header().Set("Connection", "Upgrade")
			w.Header().Set("Upgrade", protocol)
			w.WriteHeader(http.StatusSwitchingProtocols)
		}
	}), false)
	addr := serve(t, Handler(&httputil.ReverseProxy{Rewrite: Rewrite(&url.URL{Scheme: "http", Host: upgrading})}, Safe), false)
	for protocol, want := range map[string]string{"websocket": "101", "WebSocket": "101", "h2c": "200", "websocket, h2c": "200", "TLS/1.0": "200"} {
		conn, err := net.Dial("tcp", addr)
		if err != nil {
			t.Fatal(err)
		}
		_, err = io.WriteString(conn, "GET / HTTP/1.1\r\nHost: h\r\nConnection: Upgrade\r\nUpgrade: "+protocol+"\r\n\r\n")
		status := make([]byte, len("HTTP/1.1 200"))
		if _, readErr := io.ReadFull(conn, status); err != nil || readErr != nil || string(status) != "HTTP/1.1 "+want {
			t.Errorf("%s: %q, %v, %v, want %s", protocol, status, err, readErr, want)
		}
		conn.Close()
	}
}
