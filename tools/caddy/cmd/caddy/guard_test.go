package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"
)

// startGuard starts guard.Caddyfile with a policy before a server that serves one connection at a time, and returns
// its address.
func startGuard(t *testing.T, policy string) string {
	t.Helper()
	addr := freeAddress(t)
	_, port, _ := net.SplitHostPort(addr)
	cmd := command(t.TempDir(), "run", "--config", "../../guard.Caddyfile")
	cmd.Env = append(cmd.Env, "IRI_PORT="+port, "IRI_POLICY="+policy, "IRI_UPSTREAM="+echo(t))
	run(t, cmd, "serving initial configuration")
	return addr
}

// exchange writes pieces of a message and returns all that comes back.
func exchange(t *testing.T, addr string, pieces ...string) string {
	t.Helper()
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	conn.SetDeadline(time.Now().Add(2 * time.Minute))
	for _, piece := range pieces {
		if _, err := io.WriteString(conn, piece); err != nil {
			break // refused before the end
		}
	}
	answer, _ := io.ReadAll(conn)
	return string(answer)
}

func get(target, fields string) string {
	return "GET " + target + " HTTP/1.1\r\nHost: h\r\n" + fields + "Connection: close\r\n\r\n"
}

// forged has fields by which a client could impersonate another, or make a server do something else.
var forged = strings.Fields(`Forwarded X-Forwarded X-Forwarded-For X-Forwarded-Host X-Forwarded-Proto X-Forwarded-Port X-Real-IP Client-IP X-Client-IP
	True-Client-IP CF-Connecting-IP X-Cluster-Client-IP Fastly-Client-IP X-Original-URL X-Original-Host X-Original-URI X-Rewrite-URL X-Host
	X-Envoy-Original-Path X-HTTP-Method-Override X-HTTP-Method X-Method-Override Remote-User X-Remote-User Proxy Incremental
	Proxy-Client-IP WL-Proxy-Client-IP WL-Proxy-SSL Fly-Client-IP X-Originating-IP X-Scheme X-URL-Scheme Front-End-Https X-SSL-Client-DN
	SSL-Client-Cert X-Auth-Request-User X-WebAuth-User`)

// TestForged: none of these fields reaches the server, however its name is spelled for CGI.
func TestForged(t *testing.T) {
	addr := startGuard(t, "rfc")
	n := 0
	for _, name := range forged {
		for _, mark := range "-_.!#$%&'*+^`|~" {
			for _, name := range []string{name, strings.ToLower(name), strings.ToUpper(name)} {
				name = strings.ReplaceAll(name, "-", string(mark))
				got := exchange(t, addr, get("/", name+": 6.6.6.6\r\nX-Fine: 1\r\n"))
				if strings.Contains(got, "6.6.6.6") || !strings.Contains(got, "X-Fine: 1") || !strings.Contains(got, "X-Forwarded-For: 127.0.0.1\r\n") {
					t.Errorf("%s: %s", name, got)
				}
				n++
			}
		}
	}
	t.Logf("%d fields", n)
	for protocol, want := range map[string]bool{"websocket": true, "WebSocket": true, "h2c": false, "websocket, h2c": false, "TLS/1.0": false} {
		got := exchange(t, addr, "GET / HTTP/1.1\r\nHost: h\r\nConnection: Upgrade\r\nUpgrade: "+protocol+"\r\n\r\n"+get("/last", ""))
		if strings.Contains(got, "\r\nUpgrade: ") != want {
			t.Errorf("upgrade to %s: %s", protocol, got)
		}
	}
}

// TestSlowBody: the server, which serves one connection at a time, is free while a client sends the end of a body
// byte by byte; then it gets the whole.
func TestSlowBody(t *testing.T) {
	addr := startGuard(t, "browser")
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	const burst, slow = 5 << 20, 100
	head := fmt.Sprintf("POST /slow HTTP/1.1\r\nHost: h\r\nContent-Length: %d\r\nConnection: close\r\n\r\n", burst+slow)
	io.WriteString(conn, head+strings.Repeat("a", burst))
	for range slow {
		io.WriteString(conn, "a")
		if got := exchange(t, addr, get("/other", "")); !strings.HasPrefix(got, "HTTP/1.1 200 ") {
			t.Fatal(got)
		}
	}
	answer, _ := io.ReadAll(conn)
	if !strings.Contains(string(answer), "POST /slow ") || !strings.Contains(string(answer), strings.Repeat("a", burst+slow)) {
		t.Errorf("%.300s", answer)
	}
}

// TestFront: what the file refuses and passes on, and what it cannot change, as docs/security/proxies.md has it.
func TestFront(t *testing.T) {
	const chunks = "POST /a HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n"
	for policy, cases := range map[string][]struct{ message, want string }{
		"rfc": {
			{get("/static../%2F//a/..?x;y", ""), "GET /static../%2F//a/..?x;y HTTP/1.1\r\nHost: h\r\n"},
			{get("/"+strings.Repeat("a", 7999), ""), "GET /" + strings.Repeat("a", 7999) + " HTTP/1.1"},
			{get("/", "X: "+strings.Repeat("a", 70_000)+"\r\n"), "HTTP/1.1 431 "},
			{get("/?ids[]=1", ""), `"reason": "syntax"`},
			{"POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 10000001\r\nConnection: close\r\n\r\n", "HTTP/1.1 413 "},
			{chunks + "Content-Length: 5\r\nConnection: close\r\n\r\n3\r\nabc\r\n0\r\n\r\n", "\r\n\r\nabcmap[]"}, // with one length
			// Of an absolute-form, net/http hides the Host field.
			{"GET http://other/a HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n", "GET /a HTTP/1.1\r\nHost: other\r\n"},
			// A connection with both lengths stays open, against RFC 9112, section 6.1.
			{chunks + "Content-Length: 5\r\n\r\n0\r\n\r\n" + get("/next", ""), "GET /next HTTP/1.1"},
			// Caddy forwards the trailers that a request announces.
			{chunks + "Trailer: X-Forwarded-For\r\nConnection: close\r\n\r\n0\r\nX-Forwarded-For: 6.6.6.6\r\n\r\n", "map[X-Forwarded-For:[6.6.6.6]]"},
		},
		"safe": {
			{get("/a?b", ""), "GET /a?b HTTP/1.1"},
			{get("/static../a", ""), `"reason": "dot-end"`},
			{get("/?ids[]=1", ""), `"reason": "syntax"`},
			{"GET / HTTP/1.0\r\n\r\n", `"reason": "no-host"`},
		},
		"browser": {
			{get("/x[1]?ids[]=1&a|{b}\\^`=50%&u=%u0041", ""), "GET /x[1]?ids[]=1&a|{b}\\^`=50%&u=%u0041 HTTP/1.1\r\nHost: h\r\n"},
			// net/url encodes a path with one of these two.
			{get("/[a|b^?|^", ""), "GET /%5Ba%7Cb%5E?|^ HTTP/1.1"},
			{get("/static../a", ""), `"reason": "dot-end"`},
			{get("/%%32e", ""), "HTTP/1.1 400 "},
			{"GET / HTTP/1.0\r\n\r\n", "GET / HTTP/1.1\r\n"},
			{get("/", ""), "X-Forwarded-Proto: http\r\n"},
		},
	} {
		addr := startGuard(t, policy)
		for _, x := range cases {
			if got := exchange(t, addr, x.message); !strings.Contains(got, x.want) {
				t.Errorf("%s: %.200q: %s", policy, x.message, got)
			}
		}
	}
}

// TestRestOfBody: if a body is not read to its end, what is left of it is not parsed as a request.
func TestRestOfBody(t *testing.T) {
	const chunked, limit, discarded = "POST /a HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n", 10_000_000, 256 << 10
	addr, hidden := startGuard(t, "browser"), get("/hidden", "")
	large := strings.Repeat("a", limit+discarded+1) + hidden
	for name, x := range map[string]struct{ message, want string }{
		"no line end after a chunk": {chunked + "5\r\nabcdeXX" + hidden, "HTTP/1.1 502 "},
		"LF after a chunk":          {chunked + "5\r\nabcde\n0\r\n\r\n" + hidden, "HTTP/1.1 502 "},
		"a body that is too large":  {chunked + fmt.Sprintf("%x\r\n%s\r\n0\r\n\r\n", len(large), large), "HTTP/1.1 413 "},
	} {
		if got := exchange(t, addr, x.message); !strings.HasPrefix(got, x.want) || strings.Count(got, "HTTP/1.1 ") > 1 {
			t.Errorf("%s: %s", name, got)
		}
	}
	// A complete body leaves the connection open.
	if got := exchange(t, addr, chunked+"5\r\nabcde\r\n0\r\n\r\n"+get("/next", "")); !strings.Contains(got, "GET /next ") {
		t.Error(got)
	}
}

// TestLimits: docs/security/policy.md has the limits of the file.
func TestLimits(t *testing.T) {
	page, err := os.ReadFile("../../../../docs/security/policy.md")
	if err != nil {
		t.Fatal(err)
	}
	config, err := os.ReadFile("../../guard.Caddyfile")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(page), "| line | limit |\n")
	limits := regexp.MustCompile("(?m)^\\| `([^`]+)` \\|").FindAllStringSubmatch(table, -1)
	if len(limits) < 6 {
		t.Errorf("%d limits", len(limits))
	}
	for _, limit := range limits {
		if !strings.Contains(string(config), "\t"+limit[1]) {
			t.Errorf("the file does not have %s", limit[1])
		}
	}
}

// TestNoPolicy: an empty IRI_POLICY is an error, and not the policy that refuses least.
func TestNoPolicy(t *testing.T) {
	cmd := command(t.TempDir(), "adapt", "--config", "../../guard.Caddyfile")
	cmd.Env = append(cmd.Env, "IRI_POLICY=")
	if out, err := cmd.CombinedOutput(); err == nil || !strings.Contains(string(out), "is not a policy: rfc, safe or browser") {
		t.Errorf("%v: %s", err, out)
	}
}

// TestHTTP2: no request of HTTP/2 begins, so that none can be reset.
func TestHTTP2(t *testing.T) {
	const settings = "\x00\x00\x00\x04\x00\x00\x00\x00\x00"
	if got := exchange(t, startGuard(t, "rfc"), "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"+settings); got != "" && !strings.HasPrefix(got, "HTTP/1.1 4") {
		t.Errorf("%q", got)
	}
}

// TestProblem: a refusal is a problem in JSON, and what follows on the connection is not answered.
func TestProblem(t *testing.T) {
	got := exchange(t, startGuard(t, "browser"), strings.Replace(get("/a%00b", ""), "Connection: close\r\n", "", 1)+get("/next", ""))
	head, body, _ := strings.Cut(got, "\r\n\r\n")
	var problem map[string]any
	err := json.Unmarshal([]byte(body), &problem)
	if err != nil || problem["reason"] != "encoded-nul" || problem["offset"] != 2.0 || problem["status"] != 400.0 || problem["component"] != "path" {
		t.Errorf("%s: %v", got, err)
	}
	for _, field := range []string{"Content-Type: application/problem+json", "Cache-Control: no-store", "X-Content-Type-Options: nosniff", "Connection: close"} {
		if !strings.Contains(head+"\r\n", "\r\n"+field+"\r\n") {
			t.Errorf("no %s: %s", field, head)
		}
	}
}
