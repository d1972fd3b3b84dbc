package proxy

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"example.org/iri/httpguard"
)

// A lockedBuffer is a log that can be read while it is written.
type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lockedBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lockedBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// running is a proxy that serves.
type running struct {
	*Proxy
	address string
	log     *lockedBuffer
	stop    func() error // once
}

// start runs a proxy in front of a server until the test ends.
func start(t *testing.T, to string, policy httpguard.Policy, l limits) *running {
	t.Helper()
	server, err := url.Parse(to)
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	r := &running{address: listener.Addr().String(), log: new(lockedBuffer)}
	r.Proxy = newProxy(server, policy, slog.NewJSONHandler(r.log, nil), l)
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- r.Run(ctx, listener) }()
	r.stop = sync.OnceValue(func() error { cancel(); return <-ended })
	t.Cleanup(func() { r.stop() })
	return r
}

// serve runs a server until the test ends.
func serve(t *testing.T, h http.HandlerFunc) (address string) {
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	return s.URL
}

// rawServer runs a server that answers each connection in its own way, until the test ends.
func rawServer(t *testing.T, answer func(c net.Conn)) (address string) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer c.Close()
				answer(c)
			}()
		}
	}()
	return "http://" + l.Addr().String()
}

// dialTo opens a connection that fails the test if it takes long.
func (r *running) dialTo(t *testing.T) net.Conn {
	t.Helper()
	c, err := net.Dial("tcp", r.address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	c.SetDeadline(time.Now().Add(2 * time.Minute))
	return c
}

// send writes bytes on a connection of their own, and returns all that comes back until the proxy
// closes it.
func (r *running) send(t *testing.T, message string) (answer string) {
	t.Helper()
	c := r.dialTo(t)
	if _, err := io.WriteString(c, message); err != nil {
		t.Fatal(err)
	}
	all, err := io.ReadAll(c)
	if err != nil {
		t.Fatalf("%q: %v behind %q", message, err, all)
	}
	return string(all)
}

// logged waits for a line with a text, since lines may come after answers.
func (r *running) logged(t *testing.T, part string) {
	t.Helper()
	for range 24_000 { // two minutes
		if strings.Contains(r.log.String(), part) {
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
	t.Fatalf("no %q in\n%s", part, r.log)
}

// header reads lines up to an empty one.
func header(r *bufio.Reader) string {
	var b strings.Builder
	for {
		line, err := r.ReadString('\n')
		b.WriteString(line)
		if err != nil || line == "\r\n" {
			return b.String()
		}
	}
}

// echo answers with the header of the request as it came.
func echo(c net.Conn) {
	got := header(bufio.NewReader(c))
	fmt.Fprintf(c, "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: %d\r\n\r\n%s", len(got), got)
}

// What is accepted goes to the server byte for byte, but for fields that are between neighbours, and
// for those that tell whence it comes.
func TestForwards(t *testing.T) {
	r := start(t, rawServer(t, echo), httpguard.RFC, public)
	got := r.send(t, "GET /a;b=c/%2f//../%zz?d;e&&%41 HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
	if !strings.HasPrefix(got, "HTTP/1.1 400 ") {
		t.Errorf("%%zz: %s", got)
	}
	got = r.send(t, "GET /a;b=c/%2f//../x?d;e&&%41 HTTP/1.1\r\nHost: H.example:80\r\nX-a: 1\r\nForwarded: for=1.2.3.4\r\n"+
		"X-Forwarded-For: 1.2.3.4\r\nX_Forwarded_For: 1.2.3.4\r\nX-Forwarded-Prefix: /p\r\nX-Real-IP: 1.2.3.4\r\nX-Original-URL: /b\r\nX_Rewrite_Url: /b\r\nVia: 1.0 other\r\nConnection: close\r\n\r\n")
	_, forwarded, _ := strings.Cut(got, "\r\n\r\n")
	const want = "GET /a;b=c/%2f//../x?d;e&&%41 HTTP/1.1\r\nHost: H.example:80\r\nVia: 1.0 other\r\nVia: 1.1 iri-guard\r\n" +
		"X-A: 1\r\nX-Forwarded-For: 127.0.0.1\r\nX-Forwarded-Host: H.example:80\r\nX-Forwarded-Proto: http\r\n\r\n"
	if forwarded != want {
		t.Errorf("got\n%s\nwant\n%s", forwarded, want)
	}
}

// A path of the server goes in front, and OPTIONS * is for the server.
func TestTargets(t *testing.T) {
	r := start(t, rawServer(t, echo)+"/old/", httpguard.Safe, public)
	for request, want := range map[string]string{
		"GET /a?b HTTP/1.1\r\nHost: h\r\n":                "GET /old/a?b HTTP/1.1\r\n",
		"GET http://h/a HTTP/1.1\r\nHost: h\r\n":          "GET /old/a HTTP/1.1\r\n",
		"OPTIONS * HTTP/1.1\r\nHost: h\r\n":               "OPTIONS * HTTP/1.1\r\n",
		"GET /" + long(7000) + " HTTP/1.1\r\nHost: h\r\n": "GET /old/" + long(7000) + " HTTP/1.1\r\n",
	} {
		if got := r.send(t, request+"Connection: close\r\n\r\n"); !strings.Contains(got, "\r\n\r\n"+want) {
			t.Errorf("%q: %q", request, got)
		}
	}
}

func long(n int) string { return strings.Repeat("a", n) }

// What is refused is told where, and neither it nor what stands behind it on the connection gets to
// the server.
func TestRefuses(t *testing.T) {
	unreached := func(http.ResponseWriter, *http.Request) { t.Error("a request got to the server") }
	r := start(t, serve(t, unreached), httpguard.Safe, public)
	for _, test := range []struct{ request, status, part string }{
		{"GET /a/b%2fsecret<script> HTTP/1.1\r\nHost: h\r\n\r\n", "400", `"reason":"syntax"`},
		{"GET /a/b%2fsecret HTTP/1.1\r\nHost: h\r\n\r\nGET / HTTP/1.1\r\nHost: h\r\n\r\n", "400", `"reason":"encoded-slash","in":"target","component":"path","offset":4`},
		{"POST /a//b HTTP/1.1\r\nHost: h\r\nContent-Length: 30\r\n\r\nGET / HTTP/1.1\r\nHost: h\r\n\r\nabcd", "400", `"reason":"empty-segment"`},
		{"GET ftp://h/ HTTP/1.1\r\nHost: h\r\n\r\n", "421", `"reason":"scheme"`},
		{"GET /" + long(8000) + " HTTP/1.1\r\nHost: h\r\n\r\n", "414", `"reason":"too-long"`},
		{"CONNECT h:443 HTTP/1.1\r\nHost: h:443\r\n\r\nGET / HTTP/1.1\r\nHost: h\r\n\r\n", "501", `{"title":"Not Implemented","status":501}`},
	} {
		got := r.send(t, test.request)
		if !strings.HasPrefix(got, "HTTP/1.1 "+test.status+" ") || !strings.Contains(got, "\r\nContent-Type: application/problem+json\r\n") ||
			!strings.Contains(got, test.part) || strings.Count(got, "HTTP/1.1") != 1 || strings.Contains(got, "secret") {
			t.Errorf("%.60q: %s", test.request, got)
		}
	}
	r.stop()
	if log := r.log.String(); strings.Contains(log, "secret") || strings.Count(log, `"msg":"request refused"`) != 5 ||
		!strings.Contains(log, `"client":"127.0.0.1:`) || !strings.Contains(log, `"accepted":1,"refused":{"empty-segment":1,"encoded-slash":1,"scheme":1,"syntax":1,"too-long":1},"failed":0}`) {
		t.Error(log)
	}
}

// With Observe, what would be refused is forwarded, and logs do not say that it was refused.
func TestObserves(t *testing.T) {
	policy := httpguard.Safe
	policy.Observe = true
	r := start(t, rawServer(t, echo), policy, public)
	got := r.send(t, "GET /a/b%2fsecret?a HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
	if !strings.HasPrefix(got, "HTTP/1.1 200 ") || !strings.Contains(got, "GET /a/b%2fsecret?a HTTP/1.1\r\n") {
		t.Error(got)
	}
	r.logged(t, `"msg":"request would be refused","reason":"encoded-slash","in":"target"`)
	r.stop()
	r.logged(t, `"msg":"stopped","accepted":0,"would_be_refused":{"encoded-slash":1},"failed":0}`)
	if log := r.log.String(); strings.Contains(log, `"refused"`) || strings.Contains(log, `"status"`) {
		t.Error(log)
	}
}

// A client of HTTP/2 without TLS gets the same verdicts, and trailers both ways.
func TestHTTP2(t *testing.T) {
	r := start(t, serve(t, trailers), httpguard.Safe, public)
	transport := http2(t)
	testTrailers(t, transport, "http://"+r.address+"/", "HTTP/2.0")
	response, err := transport.RoundTrip(httptest.NewRequest("GET", "http://"+r.address+"/%00", nil))
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if body, _ := io.ReadAll(response.Body); response.StatusCode != 400 || !strings.Contains(string(body), `"reason":"encoded-nul"`) {
		t.Errorf("%v: %s", response.Status, body)
	}
	r.logged(t, `"client":"127.0.0.1:`)
}

// http2 returns what speaks HTTP/2 without TLS, until the test ends.
func http2(t *testing.T) *http.Transport {
	transport := &http.Transport{Protocols: new(http.Protocols)}
	transport.Protocols.SetUnencryptedHTTP2(true)
	t.Cleanup(transport.CloseIdleConnections)
	return transport
}

func TestTrailers(t *testing.T) {
	r := start(t, serve(t, trailers), httpguard.Safe, public)
	transport := new(http.Transport)
	defer transport.CloseIdleConnections()
	testTrailers(t, transport, "http://"+r.address+"/", "HTTP/1.1")
}

// trailers answers a trailer with a trailer.
func trailers(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	w.Header().Set("Trailer", "Answer")
	w.Write(body)
	w.Header().Set("Answer", "of "+r.Trailer.Get("Question"))
}

func testTrailers(t *testing.T, transport *http.Transport, url, proto string) {
	t.Helper()
	request := httptest.NewRequest("POST", url, io.MultiReader(strings.NewReader("text")))
	request.Trailer = http.Header{"Question": {"one"}}
	response, err := transport.RoundTrip(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil || string(body) != "text" || response.Trailer.Get("Answer") != "of one" || response.Proto != proto {
		t.Errorf("%v, %q, %v, %v", err, body, response.Trailer, response.Proto)
	}
}

// What a trailer says is believed no more than what a field says, and one that is not announced is
// dropped.
func TestForgedTrailers(t *testing.T) {
	r := start(t, rawServer(t, func(c net.Conn) {
		message := bufio.NewReader(c)
		var got strings.Builder
		got.WriteString(header(message))
		for range 3 { // chunk, text, last chunk
			line, _ := message.ReadString('\n')
			got.WriteString(line)
		}
		got.WriteString(header(message))
		fmt.Fprintf(c, "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: %d\r\n\r\n%s", got.Len(), got.String())
	}), httpguard.Safe, public)
	got := r.send(t, "POST / HTTP/1.1\r\nHost: h\r\nConnection: close\r\nTransfer-Encoding: chunked\r\nTrailer: A, B, X-Forwarded-For\r\n\r\n"+
		"1\r\na\r\n0\r\nA: 1\r\nX-Forwarded-For: 1.2.3.4\r\nX-Secret: 2\r\nContent-Length: 3\r\n\r\n")
	_, got, _ = strings.Cut(got, "\r\n\r\n")
	if !strings.Contains(got, "\r\nTrailer: A,B\r\n") || !strings.HasSuffix(got, "\r\n\r\n1\r\na\r\n0\r\nA: 1\r\n\r\n") {
		t.Errorf("%q", got)
	}
}
