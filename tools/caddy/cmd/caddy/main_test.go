package main

import (
	"context"
	"crypto/tls"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/caddyserver/caddy/v2/caddyconfig/caddyfile"
	"github.com/quic-go/quic-go/http3"

	iriguard "example.org/iri/tools/caddy"
)

// asCaddy makes the test binary run as the command, which avoids linking it twice.
const asCaddy = "TEST_BINARY_IS_CADDY"

func TestMain(m *testing.M) {
	if os.Getenv(asCaddy) != "" {
		main()
		return
	}
	os.Exit(m.Run())
}

// command returns a Caddy command that keeps its files below a folder.
func command(dir string, args ...string) *exec.Cmd {
	cmd := exec.Command(os.Args[0], args...)
	cmd.Env = append(os.Environ(), asCaddy+"=1", "DIR="+dir, "XDG_DATA_HOME="+dir, "XDG_CONFIG_HOME="+dir)
	return cmd
}

// TestWrongCaddyfile requires an error with the line for an invalid policy.
func TestWrongCaddyfile(t *testing.T) {
	for _, test := range []struct{ policy, want string }{
		{"iri_guard saef", "saef is not a policy: rfc, safe or browser, at "},
		{"iri_guard safe browser", "wrong argument count"},
		{"iri_guard {\n\trefuse userinfo\n\trefuse no-such-thing\n}", "Caddyfile:4"},
		{"iri_guard safe {\n\tmax target 40x\n}", "Caddyfile:3"},
		{"iri_guard safe {\n\tsafe\n}", "Caddyfile:3"},
		{"iri_guard {\n\trefuse syntax\n}", "not a switch"},
		{"iri_guard {\n\tports 0-0\n}", "Caddyfile:3"},
		{"iri_guard {\n\tmax fragment 1\n}", "Caddyfile:3"},
		{"iri_guard {\n\tiri yes\n}", "wrong number"},
		{"@m iri_guard safe {\n\tports 5-4\n}\nrespond @m 200", "Caddyfile:3"},
		{"@m {\n\tiri_guard rfc\n\tiri_guard safe\n}\nrespond @m 200", "Caddyfile:4"},
		{"@m iri_guard {\n\tobserve\n}\nrespond @m 200", "observe"},
		{"iri_buffer", "needs max_size"},
		{"iri_buffer 1MB", "wrong argument count"},
		{"iri_buffer {\n\tmax_size 1MB\n\tmax_total 64MB\n}", "needs max_size"},
		{"iri_buffer {\n\tmax_size 2MB\n\tmax_total 1MB\n\ttimeout 1s\n}", "needs max_size"},
		{"iri_buffer {\n\tmax_size 1XB\n}", "Caddyfile:3"},
		{"iri_buffer {\n\tmax_size 99EB\n}", "Caddyfile:3"},
		{"iri_buffer {\n\ttimeout 60\n}", "Caddyfile:3"},
		{"iri_buffer {\n\tmax_size\n}", "Caddyfile:3"},
		{"iri_buffer {\n\tmaximum 1MB\n}", "not a limit"},
	} {
		dir := t.TempDir()
		file := filepath.Join(dir, "Caddyfile")
		if err := os.WriteFile(file, []byte(":80 {\n"+test.policy+"\n}\n"), 0o666); err != nil {
			t.Fatal(err)
		}
		out, err := command(dir, "adapt", "--validate", "--config", file).CombinedOutput()
		if err == nil || !strings.Contains(string(out), test.want) {
			t.Errorf("%s: %v, %s", test.policy, err, out)
		}
	}
}

// TestMiddlewarePage requires that Caddy accepts the configuration in docs/security/middleware.md.
func TestMiddlewarePage(t *testing.T) {
	page, err := os.ReadFile("../../../../docs/security/middleware.md")
	if err != nil {
		t.Fatal(err)
	}
	_, block, found := strings.Cut(string(page), "```caddyfile\n")
	block, _, _ = strings.Cut(block, "```")
	dir := t.TempDir()
	file := filepath.Join(dir, "Caddyfile")
	if err := os.WriteFile(file, []byte(block), 0o666); err != nil {
		t.Fatal(err)
	}
	if out, err := command(dir, "adapt", "--validate", "--config", file).CombinedOutput(); err != nil || !found {
		t.Errorf("%v, %s", err, out)
	}
}

// TestPolicies requires that Caddy accepts the policies in docs/security/request-filter.md.
func TestPolicies(t *testing.T) {
	page, err := os.ReadFile("../../../../docs/security/request-filter.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(page), "| you have | policy |\n|---|---|\n")
	table, _, _ = strings.Cut(table, "\n\n")
	rows := 0
	for line := range strings.Lines(table) {
		_, cell, _ := strings.Cut(line, " | ")
		words := regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(cell, -1)
		var block strings.Builder
		block.WriteString("iri_guard " + words[0][1] + " {\n")
		for _, word := range words[1:] {
			block.WriteString(word[1] + "\n")
		}
		var g iriguard.Guard
		if err := g.UnmarshalCaddyfile(caddyfile.NewTestDispenser(block.String() + "}")); err != nil {
			t.Errorf("%s: %v", line, err)
		}
		rows++
	}
	if rows < 9 {
		t.Errorf("%d rows", rows)
	}
}

func TestWrongJSON(t *testing.T) {
	for _, policy := range []string{
		`{"refuse":["no-such-thing"]}`,
		`{"refuze":["userinfo"]}`,
	} {
		dir := t.TempDir()
		file := filepath.Join(dir, "caddy.json")
		config := `{"apps":{"http":{"servers":{"s":{"routes":[{"handle":[{"handler":"iri_guard","policy":` + policy + `}]}]}}}}}`
		if err := os.WriteFile(file, []byte(config), 0o666); err != nil {
			t.Fatal(err)
		}
		out, err := command(dir, "validate", "--config", file).CombinedOutput()
		if err == nil || !strings.Contains(string(out), "iri_guard") {
			t.Errorf("%s: %v, %s", policy, err, out)
		}
	}
}

func TestServer(t *testing.T) {
	s := start(t)
	t.Run("Forwarded", s.testForwarded)
	t.Run("Methods", s.testMethods)
	t.Run("Unmended", s.testUnchangeable)
	t.Run("Refused", s.testRefused)
	t.Run("Connection", s.testConnection)
	t.Run("Observe", s.testObserve)
	t.Run("Placeholders", s.testPlaceholders)
	t.Run("Matcher", s.testMatcher)
	t.Run("Rewrites", s.testRewrites)
	t.Run("Metrics", s.testMetrics)
	t.Run("HTTP2", s.testHTTP2)
	t.Run("HTTP3", s.testHTTP3)
	t.Run("Reload", s.testReload)
}

// testForwarded requires that what the policy RFC accepts is forwarded unchanged, or as RFC 9112 requires. Comments
// show what Caddy alone sends.
func (s *server) testForwarded(t *testing.T) {
	for _, test := range []struct{ target, host, want string }{
		{"/", "h", "GET / HTTP/1.1\nHost: h"},
		{"/a;b=c?d;e&f=%3B", "h", "GET /a;b=c?d;e&f=%3B HTTP/1.1\nHost: h"},
		{"//a//b/./../c/", "h", "GET //a//b/./../c/ HTTP/1.1\nHost: h"},
		{"/%2e%2E/%2F%5c%00%25%61", "h", "GET /%2e%2E/%2F%5c%00%25%61 HTTP/1.1\nHost: h"},
		{"/a?", "h", "GET /a? HTTP/1.1\nHost: h"},
		{"/a:b@c!$&'()*+,;=~-._?/?:@%C3%A9", "h:81", "GET /a:b@c!$&'()*+,;=~-._?/?:@%C3%A9 HTTP/1.1\nHost: h:81"},
		{"/", "[::1]:80", "GET / HTTP/1.1\nHost: [::1]:80"},
		{"/", "[v1.a:b]", "GET / HTTP/1.1\nHost: [v1.a:b]"},
		{"/", "a%20b!$&'()*+,;=", "GET / HTTP/1.1\nHost: a%20b!$&'()*+,;="},
		{"http://o/p?q", "h", "GET /p?q HTTP/1.1\nHost: o"},
		{"http://o", "o", "GET / HTTP/1.1\nHost: o"},
		{"http://o?q", "o", "GET /?q HTTP/1.1\nHost: o"},
		{"HTTP://u:p@o:81/p", "o:81", "GET /p HTTP/1.1\nHost: o:81"},
		{"urn:a:b?q", "h", "GET urn:a:b?q HTTP/1.1\nHost: h"},       // a:b?q
		{"localhost:80", "h", "GET localhost:80 HTTP/1.1\nHost: h"}, // 80
	} {
		if got := s.get(t, "rfc", test.target, test.host); got != "200 "+test.want {
			t.Errorf("%s, Host %s: %q", test.target, test.host, got)
		}
	}
}

// testRefused covers refusals with handle_errors, which uses the placeholders, and without, where the body is empty.
func (s *server) testRefused(t *testing.T) {
	for _, test := range []struct{ target, host, want string }{
		{"/a\\b", "h", "400 syntax target path 2"},
		{"/a#b", "h", "400 syntax target path 2"},
		{"/a", "a]b", "400 syntax host host 1"},
		{"http://a]b/", "a]b", "400 syntax target authority 8"},
		{"http:///a", "h", "400 empty-http-host target host 7"},
		{"/a/../b", "h", "400 dot-segment target path 3"},
		{"/a/%2e/b", "h", "400 encoded-dot-segment target path 3"},
		{"/a%2fb", "h", "400 encoded-slash target path 2"},
		{"ftp://h/", "h", "421 scheme target scheme 0"},
		{"/" + strings.Repeat("a", 8000), "h", "414 too-long target  8000"},
	} {
		if got := s.get(t, "safe", test.target, test.host); got != test.want {
			t.Errorf("%.80s, Host %s: %.80q, want %q", test.target, test.host, got, test.want)
		}
	}
	if got := s.get(t, "rfc", "/a\\b", "h"); got != "400" {
		t.Errorf("without handle_errors: %q", got)
	}
}

// testMethods covers CONNECT, and OPTIONS for a whole server (RFC 9112, section 3.2.4).
func (s *server) testMethods(t *testing.T) {
	for _, test := range []struct{ message, want string }{
		{"OPTIONS http://o HTTP/1.1\r\nHost: o\r\n", "200 OPTIONS * HTTP/1.1\nHost: o"},
		{"CONNECT h:80 HTTP/1.1\r\nHost: h:80\r\n", "200 CONNECT h:80 HTTP/1.1\nHost: h:80"},
	} {
		got := s.send(t, "rfc", test.message+"Connection: close\r\n\r\n")
		if len(got) != 1 || got[0] != test.want {
			t.Errorf("%q: %q, want %q", test.message, got, test.want)
		}
	}
}

// testUnchangeable covers changes by Caddy and net/http to valid requests that no handler can prevent;
// docs/security/proxies.md has some of them.
func (s *server) testUnchangeable(t *testing.T) {
	for _, test := range []struct{ site, message, want string }{
		{"rfc", "OPTIONS * HTTP/1.1\r\nHost: h\r\n", "200"},
		{"rfc", "GET / HTTP/1.1\r\nHost:\r\n", "400"},
		{"rfc", "GET / HTTP/1.0\r\n", "200 GET / HTTP/1.1\nHost: " + s.backend},
		{"rfc", "GET http://[v1.a]/ HTTP/1.1\r\nHost: [v1.a]\r\n", "400 400 Bad Request"},
		{"rfc", "GET / HTTP/1.1\r\nHost: ..\r\n", "400"},
		{"rfc", strings.Repeat("A", 33) + " / HTTP/1.1\r\nHost: h\r\n", "405"},
		{"rfc", "GET x:/a/b?q HTTP/1.1\r\nHost: h\r\n", "200 GET /a/b?q HTTP/1.1\nHost: h"},
		{"rfc", "GET ftp://o/a?q HTTP/1.1\r\nHost: o\r\n", "200 GET /a?q HTTP/1.1\nHost: o"},
		{"rfc", "GET http://h%C3%A9/ HTTP/1.1\r\nHost: h%C3%A9\r\n", "400"},
		{"rfc", "CONNECT [v1.a]:80 HTTP/1.1\r\nHost: [v1.a]:80\r\n", "400 400 Bad Request"},
		{"rfc", "CONNECT h:80 HTTP/1.1\r\nHost: h\r\n", "200 CONNECT h:80 HTTP/1.1\nHost: h:80"},
		{"iri", "GET /\u00e9?\u00e9 HTTP/1.1\r\nHost: h\r\n", "200 GET /%C3%A9?\u00e9 HTTP/1.1\nHost: h"},
	} {
		got := s.send(t, test.site, test.message+"Connection: close\r\n\r\n")
		if len(got) != 1 || got[0] != test.want {
			t.Errorf("%q: %q, want %q", test.message, got, test.want)
		}
	}
}

// testConnection requires that nothing after a refused request on the same connection is answered.
func (s *server) testConnection(t *testing.T) {
	right, wrong := "GET /a HTTP/1.1\r\nHost: h\r\n\r\n", "GET /a^ HTTP/1.1\r\nHost: h\r\n\r\n"
	answers := s.send(t, "rfc", right+right+wrong+right)
	if len(answers) != 3 || answers[1] != "200 GET /a HTTP/1.1\nHost: h" || answers[2] != "400" {
		t.Errorf("%q", answers)
	}
}

func (s *server) testObserve(t *testing.T) {
	if got := s.get(t, "observe", "/a/../observed", "h"); got != "200 GET /a/../observed HTTP/1.1\nHost: h" {
		t.Errorf("%q", got)
	}
	for line := range strings.Lines(s.log.String()) {
		if strings.Contains(line, "request would be refused") && strings.Contains(line, "dot-segment") &&
			strings.Contains(line, "http.handlers.iri_guard") && !strings.Contains(line, "400") {
			return
		}
	}
	t.Error("not in the log: ", s.log.String())
}

func (s *server) testPlaceholders(t *testing.T) {
	for _, test := range []struct{ target, host, want string }{
		{"/a%2Fb;c?d=%3B", "h:81", "origin-form||h|81|/a%2Fb;c|d=%3B|"},
		{"/", "[::1]", "origin-form||[::1]||/||"},
		{"HTTP://u@O:82/a?b", "h:83", "absolute-form|HTTP|O|82|/a|b|"},
		{"http://o", "h:83", "absolute-form|http|o||||"},
		{"/r\u00f6sti?\u00e9", "h", "origin-form||h||/r\u00f6sti|\u00e9|"},
	} {
		if got := s.get(t, "placeholders", test.target, test.host); got != "200 "+test.want {
			t.Errorf("%s, Host %s: %q, want %q", test.target, test.host, got, test.want)
		}
	}
	if got := s.get(t, "placeholders", "/a^", "h"); got != "400 none||||||syntax" {
		t.Errorf("of a refused request: %q", got)
	}
}

func (s *server) testMatcher(t *testing.T) {
	for _, test := range []struct{ target, want string }{
		{"/a//b", "200 plain"},
		{"/a/./b", "200 strange"},
		{"/a|b", "200 odd"},
	} {
		if got := s.get(t, "matcher", test.target, "h"); got != test.want {
			t.Errorf("%s: %q, want %q", test.target, got, test.want)
		}
	}
}

// testRewrites requires the handler to validate the target as received, wherever it stands.
func (s *server) testRewrites(t *testing.T) {
	for _, test := range []struct{ site, target, want string }{
		{"rewritten", "/a", "200 GET /rewritten HTTP/1.1\nHost: h"},
		{"rewritten", "x:/a", "200 GET /rewritten HTTP/1.1\nHost: h"},
		{"rewritten", "/a//b", "400"},
		{"before", "/a", "200 GET /rewritten HTTP/1.1\nHost: h"},
		{"before", "x:/a", "200 GET /rewritten HTTP/1.1\nHost: h"},
		{"before", "x://o/a", "200 GET /rewritten HTTP/1.1\nHost: o"},
		{"before", "/a|b", "400 syntax"},
		{"before", "/a//b", "400 empty-segment"}, // refused by the second handler
	} {
		if got := s.get(t, test.site, test.target, "h"); got != test.want {
			t.Errorf("%s %s: %q, want %q", test.site, test.target, got, test.want)
		}
	}
}

func (s *server) testMetrics(t *testing.T) {
	s.get(t, "rfc", "/a b", "h")
	got := s.send(t, "admin", "GET /metrics HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
	if len(got) != 1 {
		t.Fatalf("%d answers", len(got))
	}
	for _, result := range []string{"accepted", "syntax", "encoded-slash"} {
		if !strings.Contains(got[0], `caddy_http_iri_guard_requests_total{result="`+result+`"} `) {
			t.Errorf("no count of %s in %s", result, got[0])
		}
	}
}

func (s *server) testHTTP2(t *testing.T) {
	transport := &http.Transport{TLSClientConfig: untrusting(), ForceAttemptHTTP2: true}
	defer transport.CloseIdleConnections()
	s.testSecure(t, transport, 2)
	s.testUpload(t, transport)
}

func (s *server) testHTTP3(t *testing.T) {
	transport := &http3.Transport{TLSClientConfig: untrusting()}
	defer transport.Close()
	s.testSecure(t, transport, 3)
	s.testUpload(t, transport)
}

// untrusting accepts any certificate, since Caddy signs its own.
func untrusting() *tls.Config {
	return &tls.Config{ServerName: "localhost", InsecureSkipVerify: true}
}

// testSecure sends requests over TLS, with Opaque as :path.
func (s *server) testSecure(t *testing.T, transport http.RoundTripper, version int) {
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	for _, test := range []struct{ path, want string }{
		{"/a%C3%A9", "200 /a%C3%A9"},
		{"/a%2Fb", "400 encoded-slash"},
		{"/a|b", "400 syntax"},
		{"/a//b", "400 empty-segment"},
	} {
		r, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://"+s.secure, nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Host, r.URL.Opaque = "localhost", test.path
		answer, err := transport.RoundTrip(r)
		if err != nil {
			t.Fatal(test.path, err)
		}
		body, err := io.ReadAll(answer.Body)
		answer.Body.Close()
		got := answer.Status[:3] + " " + string(body)
		if err != nil || answer.ProtoMajor != version || got != test.want {
			t.Errorf("%s: %s %q, %v", test.path, answer.Proto, got, err)
		}
	}
}

// testUpload sends bodies without a length, and with trailers, over TLS.
func (s *server) testUpload(t *testing.T, transport http.RoundTripper) {
	for _, test := range []struct{ body, want string }{
		{"", "200 POST /upload HTTP/1.1\nHost: localhost"},
		{"abcde", "200 POST /upload HTTP/1.1\nHost: localhost"},
		{strings.Repeat("a", 1_000_001), "413 "},
	} {
		ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
		defer cancel()
		r, err := http.NewRequestWithContext(ctx, http.MethodPost, "https://"+s.secure+"/upload", io.MultiReader(strings.NewReader(test.body)))
		if err != nil {
			t.Fatal(err)
		}
		r.Host, r.Trailer = "localhost", http.Header{"X-Forwarded-For": {"6.6.6.6"}}
		answer, err := transport.RoundTrip(r)
		if err != nil {
			t.Fatalf("%.10q: %v", test.body, err)
		}
		body, _ := io.ReadAll(answer.Body)
		answer.Body.Close()
		if got := answer.Status[:3] + " " + brief(string(body)); got != test.want || got[:3] == "200" && !strings.HasSuffix(string(body), "\r\n\r\n"+test.body+"map[]") {
			t.Errorf("%.10q: %s: %s", test.body, got, body)
		}
	}
}

// testReload requires a valid configuration to replace the old one, and an invalid one not to.
func (s *server) testReload(t *testing.T) {
	reload := func(from, to string) error {
		file := s.write(t, strings.ReplaceAll(sites(t), from, to))
		return s.command("reload", "--config", file, "--address", "unix/"+filepath.Join(s.dir, "admin")).Run()
	}
	const target = "/a%2Fb"
	if got := s.get(t, "safe", target, "h"); !strings.HasPrefix(got, "400") {
		t.Errorf("before: %q", got)
	}
	if err := reload("iri_guard safe\n", "iri_guard safe {\nallow encoded-slash\n}\n"); err != nil {
		t.Fatal(err)
	}
	if got := s.get(t, "safe", target, "h"); !strings.HasPrefix(got, "200") {
		t.Errorf("after: %q", got)
	}
	if err := reload("iri_guard safe\n", "iri_guard saef\n"); err == nil {
		t.Error("a wrong policy is taken")
	}
	if got := s.get(t, "safe", target, "h"); !strings.HasPrefix(got, "200") {
		t.Errorf("after a wrong one: %q", got)
	}
}

// TestDockerfile requires base images to be pinned.
func TestDockerfile(t *testing.T) {
	text, err := os.ReadFile("../../Dockerfile")
	if err != nil {
		t.Fatal(err)
	}
	bases := regexp.MustCompile(`(?m)^FROM (\S+)`).FindAllStringSubmatch(string(text), -1)
	if len(bases) != 2 {
		t.Errorf("%d base images", len(bases))
	}
	for _, base := range bases {
		if base[1] != "scratch" && !regexp.MustCompile(`@sha256:[0-9a-f]{64}$`).MatchString(base[1]) {
			t.Errorf("%s has no digest", base[1])
		}
	}
}

// TestUnit requires that systemd accepts the unit, with a low exposure.
func TestUnit(t *testing.T) {
	if _, err := exec.LookPath("systemd-analyze"); err != nil {
		t.Skip("needs systemd-analyze")
	}
	text, err := os.ReadFile("../../iri-guard.service")
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "iri-guard.service")
	here := strings.Replace(string(text), "/usr/local/bin/caddy", os.Args[0], 1) // verify looks for the program
	if err := os.WriteFile(file, []byte(here), 0o666); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("systemd-analyze", "verify", file).CombinedOutput(); err != nil || strings.Contains(string(out), file) {
		t.Errorf("%v: %s", err, out)
	}
	// The exposure is at most 2.0 of 10.
	out, err := exec.Command("systemd-analyze", "security", "--offline=true", "--threshold=20", "--no-pager", file).CombinedOutput()
	if err != nil {
		t.Errorf("%v: %s", err, out)
	}
}
