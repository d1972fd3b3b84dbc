package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"example.org/iri/internal/testkit/loopback"
)

// startGuard starts guard.Caddyfile with a policy and a backend that serves one connection at a time. It returns the
// address.
func startGuard(t *testing.T, policy string) string {
	t.Helper()
	addr, _ := startGuardBefore(t, policy, echo(t))
	return addr
}

// startGuardBefore starts guard.Caddyfile with a backend and replacements in the file. It returns the address and the
// process.
func startGuardBefore(t *testing.T, policy, server string, replacements ...string) (addr string, process *os.Process) {
	t.Helper()
	config, err := os.ReadFile("../../guard.Caddyfile")
	if err != nil {
		t.Fatal(err)
	}
	text := string(config)
	for i := 0; i < len(replacements); i += 2 {
		if !strings.Contains(text, replacements[i]) {
			t.Fatalf("guard.Caddyfile does not have %q", replacements[i])
		}
		text = strings.Replace(text, replacements[i], replacements[i+1], 1)
	}
	dir := t.TempDir()
	file := filepath.Join(dir, "guard.Caddyfile")
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	addr = "127.0.0.1:" + loopback.FreePorts(1)[0]
	_, port, _ := net.SplitHostPort(addr)
	cmd := command(dir, "run", "--config", file)
	cmd.Env = append(cmd.Env, "IRI_PORT="+port, "IRI_POLICY="+policy, "IRI_UPSTREAM="+server)
	run(t, cmd, "serving initial configuration")
	return addr, cmd.Process
}

// exchange sends the pieces of a message and returns the answer.
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
			break // refused early
		}
	}
	answer, _ := io.ReadAll(conn)
	return string(answer)
}

func get(target, fields string) string {
	return "GET " + target + " HTTP/1.1\r\nHost: h\r\n" + fields + "Connection: close\r\n\r\n"
}

// forged has fields with which a client could impersonate another or influence the server.
var forged = strings.Fields(`Forwarded X-Forwarded X-Forwarded-For X-Forwarded-Host X-Forwarded-Proto X-Forwarded-Port X-Forwarded-Server
	X-Forwarded-Prefix X-Forwarded-Scheme X-Forwarded-Ssl X-Forwarded-User X-Forwarded-Email X-Forwarded-Groups X-Forwarded-Preferred-Username
	X-Forwarded-Access-Token X-Forwarded-Client-Cert X-Forwarded-Tls-Client-Cert X-Forwarded-Tls-Client-Cert-Info
	X-Real-IP Real-IP Client-IP X-Client-IP True-Client-IP CF-Connecting-IP CF-Connecting-IPv6 CF-IPCountry CF-Visitor
	Cf-Access-Jwt-Assertion Cf-Access-Authenticated-User-Email X-Cluster-Client-IP Fastly-Client-IP Fastly-SSL Fastly-FF
	Proxy-Client-IP WL-Proxy-Client-IP WL-Proxy-SSL Fly-Client-IP X-Originating-IP X-ProxyUser-Ip X-Azure-ClientIP X-Azure-SocketIP
	X-Azure-FDID X-Sucuri-ClientIP Incap-Client-IP Ali-CDN-Real-IP Cdn-Src-Ip X-NF-Client-Connection-IP X-AppEngine-User-IP X-AppEngine-Cron
	X-AppEngine-QueueName X-Vercel-Forwarded-For X-Vercel-IP-Country CloudFront-Viewer-Address X-Akamai-Edgescape Akamai-Origin-Hop
	X-Scheme X-URL-Scheme Front-End-Https X-Host X-Envoy-Original-Path X-Envoy-External-Address X-Envoy-Internal
	X-Original-URL X-Original-Host X-Original-URI X-Original-Method X-Rewrite-URL X-Override-URL
	X-HTTP-Method-Override X-HTTP-Method X-Method-Override X-Middleware-Subrequest X-Middleware-Rewrite X-Invoke-Path X-Invoke-Status
	X-Matched-Path X-Now-Route-Matches X-Script-Name Script-Name X-Accel-Mapping X-Accel-Redirect X-Sendfile-Type
	Remote-User Remote-Groups Remote-Name Remote-Email X-Remote-User X-Remote-Group X-Remote-Extra-Scopes X-Remote-IP X-Remote-Addr
	X-Auth-Request-User X-Auth-Request-Email X-Auth-Request-Groups X-Auth-Username X-Auth-Userid X-Auth-Subject X-Auth-Email X-Auth-Groups X-Auth-Roles
	X-Authenticated-User X-Authenticated-Userid X-Authenticated-Groups X-Authentik-Username X-Authentik-Groups X-Authentik-Jwt X-Vouch-User
	X-Pomerium-Claim-Email X-Pomerium-Jwt-Assertion X-WebAuth-User X-WebAuth-Role X-Consumer-ID X-Consumer-Username X-Consumer-Custom-ID X-Consumer-Groups
	X-Anonymous-Consumer X-Credential-Identifier X-Userinfo X-User X-User-ID X-User-Name X-User-Email X-MS-Client-Principal
	X-MS-Client-Principal-Name X-MS-Client-Principal-ID X-MS-Client-Principal-IDP X-MS-Token-AAD-Access-Token X-Goog-Authenticated-User-Email
	X-Goog-Authenticated-User-ID X-Goog-IAP-JWT-Assertion X-Amzn-Oidc-Data X-Amzn-Oidc-Identity X-Amzn-Oidc-Accesstoken X-Amzn-Request-Context
	X-Amzn-Lambda-Context Tailscale-User-Login Tailscale-User-Name Tailscale-User-Profile-Pic X-Tailscale-User Teleport-Jwt-Assertion OIDC-CLAIM-sub
	OIDC-access-token Shib-Session-ID OAM-REMOTE-USER SM-User SMUSER IV-User IV-Groups IV-Creds
	Client-Cert Client-Cert-Chain X-Client-Cert X-Client-Certificate X-Client-Verify X-Client-DN X-ARR-ClientCert X-ARR-SSL X-Amzn-Mtls-Clientcert
	X-Amzn-Mtls-Clientcert-Subject SSL-Client-Cert SSL-Client-Verify SSL-Client-S-DN X-SSL-Client-DN X-SSL-Client-Verify X-SSL-Cert X-TLS-Client-Cert
	DO-Connecting-IP X-HTTP-Host-Override X-Apigateway-API-Userinfo X-Endpoint-API-UserInfo X-Username X-RStudio-Username
	X-ProxiedEntitiesChain X-ProxiedEntityGroups X-CloudTasks-QueueName X-CloudScheduler X-CloudScheduler-JobName
	Proxy HTTP2-Settings`)

// TestForged requires that these fields do not reach the server, in any spelling that CGI identifies with them, even if
// Connection names them.
func TestForged(t *testing.T) {
	addr := startGuard(t, "rfc")
	for _, name := range forged {
		for _, mark := range "-_.!#$%&'*+^`|~" {
			name := strings.ReplaceAll(name, "-", string(mark))
			var fields strings.Builder
			for _, name := range []string{name, strings.ToLower(name), strings.ToUpper(name)} {
				fields.WriteString(name + ": 6.6.6.6\r\n")
			}
			got := exchange(t, addr, get("/", fields.String()+"X-Fine: 1\r\nConnection: "+name+"\r\n"))
			if strings.Contains(got, "6.6.6.6") || !strings.Contains(got, "X-Fine: 1") || !strings.Contains(got, "X-Forwarded-For: 127.0.0.1\r\n") {
				t.Errorf("%s: %s", name, got)
			}
		}
	}
	t.Logf("%d fields", len(forged))
}

// TestNamedByConnection requires that a client cannot remove the fields that Caddy sets.
func TestNamedByConnection(t *testing.T) {
	got := exchange(t, startGuard(t, "rfc"), get("/", "Connection: X-Forwarded-For, X-Forwarded-Host, X-Forwarded-Proto, Via, Host\r\n"))
	for _, field := range []string{"Host: h", "X-Forwarded-For: 127.0.0.1", "X-Forwarded-Host: h", "X-Forwarded-Proto: http", "Via: 1.1 Caddy"} {
		if !strings.Contains(got, "\r\n"+field+"\r\n") {
			t.Errorf("no %s: %s", field, got)
		}
	}
}

// TestUpgrade requires that the server gets no upgrade to a protocol other than websocket.
func TestUpgrade(t *testing.T) {
	addr := startGuard(t, "rfc")
	const connection = "Connection: Upgrade, HTTP2-Settings\r\n"
	for _, fields := range []string{
		connection + "Upgrade: h2c\r\nUpgrade: websocket\r\n",
		connection + "Upgrade: websocket\r\nUpgrade: h2c\r\n",
		connection + "upgrade: websocket\r\nX: y\r\nUPGRADE: h2c\r\n",
		connection + "Upgrade: websocket\r\nUpgrade: websocket\r\nUpgrade: h2c\r\n",
		connection + "Upgrade: websocket\r\nUpgrade:\r\n",
		connection + "Upgrade:\r\nUpgrade: websocket\r\n",
		connection + "Upgrade: websocket, h2c\r\n",
		connection + "Upgrade: h2c, websocket\r\n",
		connection + "Upgrade: h2c\r\n",
		connection + "Upgrade: H2C\r\n",
		connection + "Upgrade: web\u017focket\r\n", // case folding in Unicode gives ASCII
		connection + "Upgrade: websoc\u212aet\r\n",
		connection + "Upgrade:\th2c\t\r\n",
		connection + "Upgrade: websocket\t,h2c\r\n",
		connection + "Upgrade: websocket\r\n h2c\r\n", // a folded line
		connection + "Upgrade: websocket/13\r\n",
		connection + "Upgrade: \"websocket\"\r\n",
		connection + "Upgrade: TLS/1.0\r\n",
		connection + "Upgrade: HTTP/2.0\r\n",
		connection + "Upgrade: connect-udp\r\n",
		connection + "Upgrade:\r\n",
		connection + "Upgrade: ,\r\n",
		connection + "Upgrade: {http.request.header.X}\r\nX: websocket\r\n", // a placeholder of Caddy
		connection,
		"Connection: Upgrade\r\nUpgrade: h2c\r\n",
		"Connection: keep-alive, upgrade\r\nUpgrade: h2c\r\n",
		"Connection: keep-alive\r\nConnection: Upgrade\r\nUpgrade: h2c\r\nUpgrade: websocket\r\n",
		"Upgrade: h2c\r\n",       // without Connection
		"Upgrade: websocket\r\n", // without Connection
	} {
		got := exchange(t, addr, "GET /first HTTP/1.1\r\nHost: h\r\n"+fields+"HTTP2-Settings: AAMAAABkAAQAAP__\r\n\r\n"+get("/last", ""))
		if refused := strings.HasPrefix(got, "HTTP/1.1 400 "); strings.Contains(got, "\r\nUpgrade:") || strings.Contains(got, "Http2-Settings") ||
			!refused && (!strings.Contains(got, "GET /first ") || !strings.Contains(got, "GET /last ")) {
			t.Errorf("%q: %s", fields, got)
		}
	}
}

// TestWebSocket requires an upgrade to websocket to open a tunnel.
func TestWebSocket(t *testing.T) {
	addr, _ := startGuardBefore(t, "browser", echoTunnel(t))
	for _, protocol := range []string{"websocket", "WebSocket", "\twebsocket "} {
		got := exchange(t, addr, "GET /chat HTTP/1.1\r\nHost: h\r\nConnection: keep-alive, Upgrade\r\nUpgrade: "+protocol+
			"\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n", "frames\n")
		if !strings.HasPrefix(got, "HTTP/1.1 101 ") || !strings.HasSuffix(got, "\r\n\r\nframes\n") {
			t.Errorf("%q: %q", protocol, got)
		}
	}
}

// echoTunnel starts a server that accepts any upgrade and echoes the next line.
func echoTunnel(t *testing.T) string {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		conn, rw, err := http.NewResponseController(w).Hijack()
		if err != nil {
			t.Error(err)
			return
		}
		defer conn.Close()
		fmt.Fprintf(rw, "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: %s\r\n\r\n", r.Header.Get("Upgrade"))
		rw.Flush()
		line, _ := rw.ReadString('\n')
		rw.WriteString(line)
		rw.Flush()
	}))
	t.Cleanup(server.Close)
	return server.Listener.Addr().String()
}

// TestFront covers what docs/security/proxies.md says that the file refuses, forwards and cannot change.
func TestFront(t *testing.T) {
	for policy, cases := range map[string][]struct{ message, want string }{
		"rfc": {
			{get("/static../%2F//a/..?x;y", ""), "GET /static../%2F//a/..?x;y HTTP/1.1\r\nHost: h\r\n"},
			{get("/"+strings.Repeat("a", 7999), ""), "GET /" + strings.Repeat("a", 7999) + " HTTP/1.1"},
			{get("/", "X: "+strings.Repeat("a", 70_000)+"\r\n"), "HTTP/1.1 431 "},
			{get("/", "Connection: Cookie\r\nCookie: a=b\r\n"), "\r\nHost: h\r\nVia: "}, // without Cookie
			{get("/?ids[]=1", ""), `"reason": "syntax"`},
			{"POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 1000001\r\nConnection: close\r\n\r\n", "HTTP/1.1 413 "},
			{"POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nabcdef", "HTTP/1.1 400 "},
			{"POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 5, 5\r\n\r\nabcde", "HTTP/1.1 400 "},
			{"POST / HTTP/1.1\r\nHost: h\r\nContent-Length: +5\r\n\r\nabcde", "HTTP/1.1 400 "},
			{"POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n", "HTTP/1.1 501 "},
			{"POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n", "HTTP/1.1 501 "},
			{"POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding : chunked\r\n\r\n0\r\n\r\n", "HTTP/1.1 400 "},
			{"CONNECT h:443 HTTP/1.1\r\nHost: h:443\r\nConnection: close\r\n\r\n", "HTTP/1.1 501 "},
			{"CONNECT h:443 HTTP/1.1\r\nConnection: close\r\n\r\n", "HTTP/1.1 501 "},
			{strings.Replace(get("/", ""), "GET", "TRACE", 1), "HTTP/1.1 501 "},
			{strings.Replace(get("/", ""), "GET", "TRACK", 1), "HTTP/1.1 501 "},
			{strings.Replace(get("/", ""), "GET", "Trace", 1), "HTTP/1.1 501 "},
			{strings.Replace(get("/", ""), "GET", "connect", 1), "HTTP/1.1 501 "},
			{"GET http://other/a HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n", "HTTP/1.1 400 "},
			{"OPTIONS http://other HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n", "HTTP/1.1 400 "},
			{"OPTIONS * HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + get("/next", ""), "GET /next "},
		},
		"safe": {
			{get("/a?b", ""), "GET /a?b HTTP/1.1"},
			{get("/static../a", ""), `"reason": "dot-end"`},
			{get("/?ids[]=1", ""), `"reason": "syntax"`},
			{"GET / HTTP/1.0\r\n\r\n", `"reason": "no-host"`},
		},
		"browser": {
			{get("/x[1]?ids[]=1&a|{b}\\^`=50%&u=%u0041", ""), "GET /x[1]?ids[]=1&a|{b}\\^`=50%&u=%u0041 HTTP/1.1\r\nHost: h\r\n"},
			// net/url encodes one of these two paths.
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

// TestStalled requires a stalled header or body to end the connection.
func TestStalled(t *testing.T) {
	addr, _ := startGuardBefore(t, "browser", echo(t), "read_header 10s", "read_header 1s", "read_body_idle 30s", "read_body_idle 1s")
	for message, want := range map[string]string{
		"":                         "",
		"GET / HTTP/1.1\r\nHost: ": "",
		"POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\nabcd":                    "HTTP/1.1 408 ",
		"POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabcde\r\n": "HTTP/1.1 408 ",
	} {
		if got := exchange(t, addr, message); !strings.HasPrefix(got, want) || want == "" && strings.HasPrefix(got, "HTTP/1.1 200") {
			t.Errorf("%q: %s", message, got)
		}
	}
}

// TestConnections requires at most max_conns_per_host connections to the server.
func TestConnections(t *testing.T) {
	var now, most atomic.Int64
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		if n := now.Add(1); n > most.Load() {
			most.Store(n)
		}
		time.Sleep(50 * time.Millisecond)
		now.Add(-1)
	}))
	t.Cleanup(server.Close)
	addr, _ := startGuardBefore(t, "browser", server.Listener.Addr().String(), "max_conns_per_host 256", "max_conns_per_host 3")
	var all sync.WaitGroup
	for range 30 {
		all.Go(func() {
			if got := exchange(t, addr, get("/", "")); !strings.HasPrefix(got, "HTTP/1.1 200 ") {
				t.Error(got)
			}
		})
	}
	all.Wait()
	if most.Load() > 3 {
		t.Errorf("%d requests at a time", most.Load())
	}
}

// TestTrusted applies the changes of docs/security/request-filter.md for a load balancer. Its X-Forwarded-For and
// X-Forwarded-Proto must reach the server, and no other such field of its clients.
func TestTrusted(t *testing.T) {
	page, err := os.ReadFile("../../../../docs/security/request-filter.md")
	if err != nil {
		t.Fatal(err)
	}
	const trusted, dropped = "trusted_proxies static 192.0.2.0/24", "request_header -X-Forwarded*"
	_, lines, _ := strings.Cut(string(page), "### Which fields come from a load balancer")
	_, lines, _ = strings.Cut(lines, "```caddyfile\n")
	lines, _, found := strings.Cut(lines, "```")
	if !found || !strings.Contains(lines, dropped) || !strings.Contains(string(page), "`"+trusted+"` in `servers`") {
		t.Fatal("the page does not have the lines")
	}
	for proxies, want := range map[string][]string{
		"127.0.0.0/8":  {"X-Forwarded-For: 6.6.6.6, 127.0.0.1", "X-Forwarded-Proto: https"},
		"192.0.2.0/24": {"X-Forwarded-For: 127.0.0.1", "X-Forwarded-Proto: http"},
	} {
		addr, _ := startGuardBefore(t, "browser", echo(t), "servers {\n", "servers {\n"+strings.Replace(trusted, "192.0.2.0/24", proxies, 1)+"\n",
			dropped, lines)
		got := exchange(t, addr, get("/", "X-Forwarded-For: 6.6.6.6\r\nX-Forwarded-Proto: https\r\nX-Forwarded-User: forged\r\nX-Forwarded-Host: forged\r\n"))
		for _, field := range want {
			if !strings.Contains(got, "\r\n"+field+"\r\n") {
				t.Errorf("trusted %s: no %s: %s", proxies, field, got)
			}
		}
		if strings.Contains(got, "forged") {
			t.Errorf("trusted %s: %s", proxies, got)
		}
		if got := exchange(t, addr, get("/", "")); !strings.Contains(got, "\r\nX-Forwarded-For: 127.0.0.1\r\n") || !strings.Contains(got, "\r\nX-Forwarded-Proto: http\r\n") {
			t.Errorf("trusted %s, without fields: %s", proxies, got)
		}
	}
}

// TestSignal requires Caddy to reload the file on SIGUSR1, and to keep the old configuration if the new one is invalid.
func TestSignal(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "guard.Caddyfile")
	write := func(policy string) {
		text, err := os.ReadFile("../../guard.Caddyfile")
		if err == nil {
			err = os.WriteFile(file, []byte(strings.Replace(string(text), "{$IRI_POLICY:browser}", policy, 1)), 0o666)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	write("rfc")
	addr := "127.0.0.1:" + loopback.FreePorts(1)[0]
	_, port, _ := net.SplitHostPort(addr)
	cmd := command(dir, "run", "--config", file)
	cmd.Env = append(cmd.Env, "IRI_PORT="+port, "IRI_UPSTREAM="+echo(t))
	log := run(t, cmd, "serving initial configuration")
	for _, step := range []struct{ policy, log, want string }{
		{"safe", "successfully reloaded config", `"reason": "empty-segment"`},
		{"saef", "is not a policy", `"reason": "empty-segment"`},
		{"rfc", "", "GET //a HTTP/1.1"},
	} {
		write(step.policy)
		cmd.Process.Signal(syscall.SIGUSR1)
		for range 600 {
			got := exchange(t, addr, get("//a", ""))
			if strings.Contains(log.String(), step.log) && strings.Contains(got, step.want) {
				step.want = ""
				break
			}
			time.Sleep(50 * time.Millisecond)
		}
		if step.want != "" {
			t.Fatalf("%s: %s", step.policy, log)
		}
	}
}

// TestLimits requires that docs/security/policy.md has the limits of the file.
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

// TestNoPolicy requires an error for an empty IRI_POLICY instead of the most permissive policy.
func TestNoPolicy(t *testing.T) {
	cmd := command(t.TempDir(), "adapt", "--config", "../../guard.Caddyfile")
	cmd.Env = append(cmd.Env, "IRI_POLICY=")
	if out, err := cmd.CombinedOutput(); err == nil || !strings.Contains(string(out), "is not a policy: rfc, safe or browser") {
		t.Errorf("%v: %s", err, out)
	}
}

// TestHTTP2 requires that HTTP/2 is off, so that streams cannot be reset.
func TestHTTP2(t *testing.T) {
	const settings = "\x00\x00\x00\x04\x00\x00\x00\x00\x00"
	if got := exchange(t, startGuard(t, "rfc"), "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"+settings); got != "" && !strings.HasPrefix(got, "HTTP/1.1 4") {
		t.Errorf("%q", got)
	}
}

// TestProblem requires a refusal in the JSON problem format, and no answer to later requests on the connection.
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

// TestFewFields adds the lines of docs/security/request-filter.md. The server must get only the fields that they name
// and those of the proxy.
func TestFewFields(t *testing.T) {
	page, err := os.ReadFile("../../../../docs/security/request-filter.md")
	if err != nil {
		t.Fatal(err)
	}
	_, lines, _ := strings.Cut(string(page), "```caddyfile\n")
	lines, _, found := strings.Cut(lines, "```")
	if !found {
		t.Fatal("the page does not have the lines")
	}
	const first = "\t# Servers trust these fields"
	addr, _ := startGuardBefore(t, "browser", echo(t), first, lines+first)
	got := exchange(t, addr, "POST /a HTTP/1.1\r\nHost: h:80\r\nConnection: close\r\nAccept: text/html\r\nAccept: {env.HOME}\r\n"+
		"Content-Type: text/plain\r\nX-Tenant-Of-Somebody: 6.6.6.6\r\nCookie: 6.6.6.6\r\nVia: 6.6.6.6\r\nUpgrade: h2c\r\nContent-Length: 5\r\n\r\nabcde")
	_, got, _ = strings.Cut(got, "\r\n\r\n") // as received by the server
	for _, want := range []string{"POST /a HTTP/1.1\r\n", "\r\nHost: h:80\r\n", "\r\nAccept: text/html,{env.HOME}\r\n", "\r\nContent-Type: text/plain\r\n",
		"\r\nAuthorization: \r\n", "\r\nContent-Length: 5\r\n", "\r\nX-Forwarded-For: 127.0.0.1\r\n", "\r\n\r\nabcdemap[]"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q: %s", want, got)
		}
	}
	if strings.Contains(got, "6.6.6.6") || strings.Contains(got, "Upgrade") {
		t.Error(got)
	}
}
