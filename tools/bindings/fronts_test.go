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
	"sync"
	"testing"
	"time"

	"example.org/iri/internal/testkit/loopback"
	"example.org/iri/tools/internal/pages"
)

// A front is nginx or HAProxy with the filter, built as its page says, and a backend behind it.
type front struct {
	dir     string            // where it was built, with the files of the page
	replace *strings.Replacer // what stands for other things in configurations
	addr    string            // HTTP/1
	h2      string            // HTTP/2 without TLS
	backend *backend
}

// build runs the first commands of a page, and writes its files, in a new folder.
func build(t *testing.T, page string, programs ...string) *front {
	t.Helper()
	for _, program := range append(programs, "bash", "curl") {
		if _, err := exec.LookPath(program); err != nil {
			t.Fatal(err)
		}
	}
	clone, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	source, err := os.ReadFile("../../docs/security/" + page)
	if err != nil {
		t.Fatal(err)
	}
	ports := loopback.FreePorts(3)
	f := &front{dir: t.TempDir(), backend: listen(t), addr: "127.0.0.1:" + ports[0], h2: "127.0.0.1:" + ports[1]}
	f.replace = strings.NewReplacer("PATH/OF/THE/CLONE", clone, "ADDR", f.addr, "H2", f.h2, "OTHER", "127.0.0.1:"+ports[2],
		"BACKEND", f.backend.Addr().String())
	built := false
	for _, b := range pages.Parse("", string(source)).Blocks {
		switch {
		case b.File != "":
			f.write(t, b.File, b.Text)
		case b.Language == "sh" && !built:
			f.run(t, "bash", "-ec", f.replace.Replace(b.Text))
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

func (f *front) read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(f.dir, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func (f *front) command(name string, args ...string) *exec.Cmd {
	cmd := exec.Command(name, args...)
	cmd.Dir = f.dir
	return cmd
}

func (f *front) run(t *testing.T, name string, args ...string) {
	t.Helper()
	if out, err := f.command(name, args...).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
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

// A backend keeps the target of each request, and the head of the last one. It answers 501 to CONNECT, 200 to
// all others, with the field that a field X-Answer has.
type backend struct {
	net.Listener

	mu   sync.Mutex
	seen []string // methods and targets
	head string
}

func listen(t *testing.T) *backend {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	b := &backend{Listener: l}
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
	b.mu.Lock()
	b.seen, b.head = append(b.seen, target), head
	b.mu.Unlock()
	status := "200 OK"
	if strings.HasPrefix(head, "CONNECT ") {
		status = "501 Not Implemented" // 200 would begin a tunnel
	}
	fmt.Fprintf(conn, "HTTP/1.1 %s\r\nConnection: close\r\nContent-Length: 0\r\n%s\r\n", status, answer)
}

// take returns what has arrived since the last call.
func (b *backend) take() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	seen := b.seen
	b.seen = nil
	return strings.Join(seen, ", ")
}

// exchange sends bytes and returns the answers until the connection ends: their statuses and bodies.
func (f *front) exchange(t *testing.T, addr, raw string) (statuses, bodies string) {
	t.Helper()
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	conn.SetDeadline(time.Now().Add(20 * time.Second))
	go io.WriteString(conn, raw) // the front may answer and close before it has read all
	method, _, _ := strings.Cut(raw, " ")
	r := bufio.NewReader(conn)
	for {
		resp, err := http.ReadResponse(r, &http.Request{Method: method})
		if err != nil {
			if r.Buffered() > 0 || !strings.HasSuffix(err.Error(), "EOF") && !strings.Contains(err.Error(), "reset") {
				t.Errorf("%q: %v", raw, err)
			}
			return strings.TrimPrefix(statuses, " "), bodies
		}
		body, _ := io.ReadAll(resp.Body)
		statuses += fmt.Sprint(" ", resp.StatusCode)
		bodies += string(body)
		method = http.MethodGet // of those after it
	}
}

// all sends bytes and returns all that comes back.
func (f *front) all(t *testing.T, raw string) string {
	t.Helper()
	conn, err := net.Dial("tcp", f.addr)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	conn.SetDeadline(time.Now().Add(20 * time.Second))
	io.WriteString(conn, raw)
	answer, err := io.ReadAll(conn)
	if err != nil {
		t.Errorf("%q: %v", raw, err)
	}
	return string(answer)
}

// arrive waits until the backend has got these requests, in any order, and no others.
func (f *front) arrive(t *testing.T, want ...string) {
	t.Helper()
	var got []string
	for deadline := time.Now().Add(10 * time.Second); len(got) < len(want) && time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
		if seen := f.backend.take(); seen != "" {
			got = append(got, strings.Split(seen, ", ")...)
		}
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("%q has arrived, want %q", got, want)
	}
}

// expect compares the statuses of answers to bytes, and after a colon what the backend got, with want.
func (f *front) expect(t *testing.T, addr, raw, want string) {
	t.Helper()
	got, _ := f.exchange(t, addr, raw)
	if passed := f.backend.take(); passed != "" {
		got += ": " + passed
	}
	if got != want {
		t.Errorf("%q: %s, want %s", raw, got, want)
	}
}

// refuses sends targets that a front has to refuse: some that every front has to, and others.
func (f *front) refuses(t *testing.T, host string, lines ...string) {
	t.Helper()
	for _, line := range append(lines, "GET /a|b", "GET /%zz", "GET /a#b", "GET /a\"<b>", "GET /\xe9", "GET /é", "GET /a\x00b", "GET /a\tb", "GET /a b",
		"OPTIONS /a|b", "BREW /a|b", "GET /a?b[]") {
		f.expect(t, f.addr, request(line, host), "400")
	}
}

// pipelines sends several messages at once, of which a front has to refuse the invalid one and what is after it.
func (f *front) pipelines(t *testing.T, host string) {
	t.Helper()
	host = " HTTP/1.1\r\nHost: " + host + "\r\n"
	good, bad, last := "GET /a"+host+"\r\n", "GET /a|b"+host+"\r\n", "GET /c"+host+"Connection: close\r\n\r\n"
	for raw, want := range map[string]string{
		good + good + last: "200 200 200: GET /a, GET /a, GET /c",
		good + bad + last:  "200 400: GET /a",
		bad + last:         "400",
		"POST /a" + host + "Content-Length: 3\r\n\r\nabc" + bad:                "200 400: POST /a",
		"POST /a" + host + "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + bad: "200 400: POST /a",
		"POST /a|b" + host + "Content-Length: 3\r\n\r\nabc":                    "400",
	} {
		f.expect(t, f.addr, raw, want)
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
