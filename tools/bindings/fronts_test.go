//go:build nightly

package bindings

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"example.org/iri"
	"example.org/iri/internal/testkit/corpus"
	"example.org/iri/internal/testkit/loopback"
	"example.org/iri/rule"
	"example.org/iri/tools/internal/pages"
)

// A front is nginx or HAProxy with the filter, built as its page says, and a backend behind it. At OTHER it is without the filter.
type front struct {
	dir     string            // where it was built
	files   map[string]string // of the page
	replace *strings.Replacer // what stands for other things in configurations
	addr    string            // HTTP/1
	h2      string            // HTTP/2 without TLS
	backend *backend
	hosts   bool // the filter validates Host

	origin, absolute rule.Rule // of the filter
}

// build runs the first commands of a page, and writes its files, in a new folder.
func build(t *testing.T, page string) *front {
	t.Helper()
	clone, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	source, err := os.ReadFile("../../docs/security/" + page)
	if err != nil {
		t.Fatal(err)
	}
	ports := loopback.FreePorts(3)
	f := &front{dir: t.TempDir(), files: make(map[string]string), backend: listen(t), addr: "127.0.0.1:" + ports[0], h2: "127.0.0.1:" + ports[1],
		origin: rule.OriginForm, absolute: rule.AbsoluteForm}
	f.replace = strings.NewReplacer("PATH/OF/THE/CLONE", clone, "ADDR", f.addr, "H2", f.h2, "OTHER", "127.0.0.1:"+ports[2],
		"BACKEND", f.backend.Addr().String())
	built := false
	for _, b := range pages.Parse("", string(source)).Blocks {
		switch {
		case b.File != "":
			f.files[b.File] = b.Text
			f.write(t, b.File, b.Text)
		case b.Language == "sh" && !built:
			run(t, f.command("bash", "-ec", f.replace.Replace(b.Text)))
			built = true
		}
	}
	return f
}

func (f *front) write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(f.dir, name), []byte(f.replace.Replace(text)), 0o666); err != nil {
		t.Fatal(err)
	}
}

func (f *front) command(name string, args ...string) *exec.Cmd {
	cmd := exec.Command(name, args...)
	cmd.Dir = f.dir
	return cmd
}

// start starts the program and waits until it listens.
func (f *front) start(t *testing.T, name string, args ...string) {
	t.Helper()
	cmd := f.command(name, args...)
	cmd.Stderr = os.Stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cmd.Process.Kill(); cmd.Wait() })
	for range 200 {
		if conn, err := net.Dial("tcp", f.addr); err == nil {
			conn.Close()
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Fatal(name, "does not listen")
}

// A backend keeps the target of each request. It answers 501 to CONNECT, 200 to
// all others, with the field that a field X-Answer has.
type backend struct {
	net.Listener
	seen chan string // methods and targets
}

func listen(t *testing.T) *backend {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	b := &backend{l, make(chan string, 100)}
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go b.serve(conn)
		}
	}()
	return b
}

func (b *backend) serve(conn net.Conn) {
	defer conn.Close()
	r := bufio.NewReader(conn)
	head, answer := "", ""
	for !strings.HasSuffix(head, "\n\r\n") {
		line, err := r.ReadString('\n')
		if err != nil {
			return // a probe of whether it listens
		}
		head += line
		if name, value, _ := strings.Cut(line, ": "); strings.EqualFold(name, "X-Answer") {
			answer = value
		}
	}
	target, _, _ := strings.Cut(head, " HTTP/1.")
	b.seen <- target
	status := "200 OK"
	if strings.HasPrefix(head, "CONNECT ") {
		status = "501 Not Implemented" // 200 would begin a tunnel
	}
	fmt.Fprintf(conn, "HTTP/1.1 %s\r\nConnection: close\r\nContent-Length: 0\r\n%s\r\n", status, answer)
}

// take returns what has arrived since the last call.
func (b *backend) take() string {
	var seen []string
	for len(b.seen) > 0 {
		seen = append(seen, <-b.seen)
	}
	return strings.Join(seen, ", ")
}

// send sends bytes and returns all that comes back.
func (f *front) send(t *testing.T, addr, raw string) string {
	t.Helper()
	conn, err := net.Dial("tcp", f.replace.Replace(addr))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	conn.SetDeadline(time.Now().Add(20 * time.Second))
	go io.WriteString(conn, raw) // the front may answer and close before it has read all
	answer, err := io.ReadAll(conn)
	if err != nil && !strings.Contains(err.Error(), "reset") {
		t.Errorf("%q: %v", raw, err)
	}
	return string(answer)
}

// exchange sends bytes and returns the statuses and bodies of the answers.
func (f *front) exchange(t *testing.T, addr, raw string) (statuses, bodies string) {
	t.Helper()
	method, _, _ := strings.Cut(raw, " ")
	for r := bufio.NewReader(strings.NewReader(f.send(t, addr, raw))); ; method = http.MethodGet {
		resp, err := http.ReadResponse(r, &http.Request{Method: method})
		if err == io.ErrUnexpectedEOF {
			break
		} else if err != nil {
			t.Fatalf("%q: %v", raw, err)
		}
		body, _ := io.ReadAll(resp.Body)
		statuses += fmt.Sprint(" ", resp.StatusCode)
		bodies += string(body)
	}
	return strings.TrimPrefix(statuses, " "), bodies
}

// result returns the statuses of answers to bytes, and after a colon what the backend got.
func (f *front) result(t *testing.T, addr, raw string) string {
	t.Helper()
	got, _ := f.exchange(t, addr, raw)
	if passed := f.backend.take(); passed != "" {
		got += ": " + passed
	}
	return got
}

func (f *front) expect(t *testing.T, addr, raw, want string) {
	t.Helper()
	if got := f.result(t, addr, raw); got != want {
		t.Errorf("%q: %s, want %s", raw, got, want)
	}
}

// expectAll sends requests, each a Host, a line and what is wanted. Then the filter has to refuse the same targets with a
// character that is not allowed, if they had none.
func (f *front) expectAll(t *testing.T, requests [][3]string) {
	for _, r := range requests {
		f.expect(t, "ADDR", request(r[1], r[0]), r[2])
		line, _, _ := strings.Cut(r[1], "\r\n")
		if !strings.Contains(line, "|") {
			f.expect(t, "ADDR", request(strings.Replace(r[1], line, line+"|", 1), r[0]), "400")
		}
	}
}

// compare sends a message, and reports whether it has arrived. The filter has to change nothing if the message is valid, and
// otherwise to refuse it.
func (f *front) compare(t *testing.T, raw string, valid bool) bool {
	t.Helper()
	got := f.result(t, "ADDR", raw)
	if valid {
		if want := f.result(t, "OTHER", raw); got != want {
			t.Errorf("%.200q: %s, without the filter %s", raw, got, want)
		}
	} else if !strings.HasPrefix(got, "4") || strings.Contains(got, ":") {
		t.Errorf("%.200q: %s, want 400", raw, got)
	}
	return strings.Contains(got, ":")
}

// valid reports whether the filter has to pass a request on.
func (f *front) valid(r corpus.Request) bool {
	if f.hosts && slices.ContainsFunc(r.Hosts, func(host string) bool { return !rule.HostField.ValidString(host) }) {
		return false
	}
	x, err := f.absolute.SplitString(r.Target)
	host, ok := x.Get(iri.ComponentHost)
	absolute := err == nil && !(f.hosts && ok && host.Start == host.End)
	switch r.Method {
	case "CONNECT":
		return rule.AuthorityForm.ValidString(r.Target)
	case "OPTIONS":
		return absolute || f.origin.ValidString(r.Target) || rule.AsteriskForm.ValidString(r.Target)
	}
	return absolute || f.origin.ValidString(r.Target)
}

// testTargets sends the requests of httpguard, and their targets by several methods.
func testTargets(t *testing.T, f *front) {
	all, err := corpus.Requests("../../httpguard/testdata/requests.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	arrived := 0
	for _, r := range all {
		if !r.Plain || strings.Contains(r.Target, "\n") || strings.HasPrefix(r.Target, "\t") { // where the fronts see another target
			continue
		}
		if f.compare(t, strings.Replace(r.Raw, "\r\n", "\r\nConnection: close\r\n", 1), f.valid(r)) {
			arrived++
		}
		for _, r.Method = range []string{"GET", "BREW", "OPTIONS", "options", "CONNECT"} {
			r.Hosts = []string{"plain"}
			if f.compare(t, request(r.Method+" "+r.Target, "plain"), f.valid(r)) {
				arrived++
			}
		}
	}
	if arrived < 1000 {
		t.Errorf("only %d requests have arrived", arrived)
	}
}

// testMessages sends messages in odd forms, and several at once, of which a front has to refuse the invalid one and
// what is after it.
func testMessages(t *testing.T, f *front) {
	long := strings.Repeat("a", 6000)
	for _, raw := range []string{"GET TARGET HTTP/1.0\r\n\r\n", "\r\nGET TARGET HTTP/1.1\r\nHost: plain\r\n\r\n", "GET   TARGET   HTTP/1.1  \r\nHost: plain\r\n\r\n",
		"GET TARGET HTTP/1.1\nHost: plain\n\n", "GET TARGET HTTP/1.1\r\nHost: plain\r\nHost: off\r\n\r\n", "GET TARGET HTTP/1.1\r\nHost: plain\r\nX: a\r\n b\r\n\r\n",
		"GET TARGET HTTP/1.1\r\nConnection: close\r\n\r\n", "GET /" + long + "TARGET HTTP/1.1\r\nHost: plain\r\n\r\n", "GET TARGET HTTP/1.1\r\nHost: plain\r\nX: " + long + "\r\n\r\n",
		"GET http://plain?TARGET HTTP/1.1\r\nX: " + long + "\r\nHost: plain\r\n\r\n", "GET TARGET HTTP/1.1\r\nHost: plain\r\nX-Original-URL: /a\r\nX-Rewrite-URL: /a\r\n\r\n"} {
		raw = strings.Replace(raw, "Host: ", "Connection: close\r\nHost: ", 1)
		f.compare(t, strings.Replace(raw, "TARGET", "/a", 1), true)
		f.compare(t, strings.Replace(raw, "TARGET", "/a|b", 1), false)
	}
	host := " HTTP/1.1\r\nHost: plain\r\n"
	good, bad, last := "GET /a"+host+"\r\n", "GET /a|b"+host+"\r\n", "GET /c"+host+"Connection: close\r\n\r\n"
	for raw, want := range map[string]string{
		good + good + last: "200 200 200: GET /a, GET /a, GET /c",
		good + bad + last:  "200 400: GET /a",
		bad + last:         "400",
		"POST /a" + host + "Content-Length: 3\r\n\r\nabc" + bad:                "200 400: POST /a",
		"POST /a" + host + "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + bad: "200 400: POST /a",
		"POST /a|b" + host + "Content-Length: 3\r\n\r\nabc":                    "400",
	} {
		f.expect(t, "ADDR", raw, want)
	}
}

// testH2 sends pseudo-header fields. The fronts themselves repair some, refuse others, or end their streams.
func testH2(t *testing.T, f *front, column int) {
	for _, test := range []struct {
		method, path, authority string
		want                    [2]string // of nginx and HAProxy
	}{
		{"GET", "/a?b", "plain", [2]string{"200: GET /a?b", "200: GET /a?b"}},
		{"GET", "/a|b", "plain", [2]string{"400", "400"}},
		{"GET", "/a?b[]", "plain", [2]string{"400", "400"}},
		{"GET", "/a#b", "plain", [2]string{"400", "reset"}},
		{"OPTIONS", "/a|b", "plain", [2]string{"400", "400"}},
		{"GET", "//a|b", "unknown", [2]string{"400", "400"}},
		{"OPTIONS", "*", "plain", [2]string{"400", "200: OPTIONS *"}},
		{"GET", "*", "plain", [2]string{"400", "200: GET /"}},
		{"GET", "a", "plain", [2]string{"400", "reset"}},
		{"GET", "http://other/a", "plain", [2]string{"400", "reset"}},
		{"GET", "/a", "pl/ain", [2]string{"400", "400"}},
		{"GET", "/a", "h<x", [2]string{"200: GET /a", "400"}},
		{"GET", "/a", "h?x=", [2]string{"200: GET /a", "400"}},
		{"GET", "/a", "u@h", [2]string{"200: GET /a", "400"}},
		{"GET", "/a|b", "variables", [2]string{"200", "400"}},             // where nginx has the filter off
		{"GET", "/a", "early-allow/x", [2]string{"400", "200: GET /x/a"}}, // where HAProxy does not come to the line
	} {
		if got := f.overH2(t, test.method, test.path, test.authority); got != test.want[column] {
			t.Errorf("%v: %s", test, got)
		}
	}
}

// request returns a message with a request line, to which the version is added, and a Host field. Lines
// after the first are fields.
func request(line, host string) string {
	line, fields, _ := strings.Cut(line, "\r\n")
	if fields != "" {
		fields += "\r\n"
	}
	return line + " HTTP/1.1\r\nHost: " + host + "\r\n" + fields + "Connection: close\r\n\r\n"
}

// overH2 returns the status of the answer to a request with HTTP/2, and what the backend got.
func (f *front) overH2(t *testing.T, method, path, authority string) string {
	t.Helper()
	out, err := exec.Command("curl", "-s", "-o", "/dev/null", "-w", "%{http_code}", "--http2-prior-knowledge", "-X", method,
		"--request-target", path, "-H", "Host: "+authority, "http://"+f.h2+"/").CombinedOutput()
	got := string(out)
	if err != nil && got == "000" {
		got = "reset"
	}
	if passed := f.backend.take(); passed != "" {
		got += ": " + passed
	}
	return got
}
