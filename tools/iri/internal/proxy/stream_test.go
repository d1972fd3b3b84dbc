package proxy

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"

	"example.org/iri/httpguard"
)

// What the server has written is passed on at once, although the answer goes on.
func TestStreams(t *testing.T) {
	more := make(chan bool)
	r := start(t, serve(t, func(w http.ResponseWriter, _ *http.Request) {
		for range 3 {
			fmt.Fprint(w, "line\n")
			http.NewResponseController(w).Flush()
			<-more
		}
	}), httpguard.Safe, public)
	response, err := http.Get("http://" + r.address + "/")
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	lines := bufio.NewReader(response.Body)
	for range 3 {
		if line, err := lines.ReadString('\n'); err != nil || line != "line\n" {
			t.Fatalf("%q, %v", line, err)
		}
		more <- true
	}
}

// The server decides whether a client goes on with its body.
func TestContinue(t *testing.T) {
	r := start(t, serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/no" {
			w.WriteHeader(http.StatusExpectationFailed)
			return
		}
		io.Copy(w, r.Body)
	}), httpguard.Safe, public)
	const fields = " HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 4\r\n\r\n"
	c := r.dialTo(t)
	io.WriteString(c, "POST /yes"+fields)
	answer := bufio.NewReader(c)
	if got := header(answer); got != "HTTP/1.1 100 Continue\r\n\r\n" {
		t.Fatalf("%q", got)
	}
	io.WriteString(c, "text")
	if got := header(answer); !strings.HasPrefix(got, "HTTP/1.1 200 ") {
		t.Errorf("%q", got)
	}
	for _, target := range []string{"/no", "/%00"} {
		c := r.dialTo(t)
		io.WriteString(c, "POST "+target+fields)
		if got := header(bufio.NewReader(c)); !strings.HasPrefix(got, "HTTP/1.1 4") {
			t.Errorf("%s: %q", target, got)
		}
	}
}

// switching is a server that switches to any protocol, and then sends back what comes.
func switching(c net.Conn) {
	r := bufio.NewReader(c)
	request := header(r)
	_, protocol, asked := strings.Cut(request, "\r\nUpgrade: ")
	if !asked {
		io.WriteString(c, "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 4\r\n\r\nnone")
		return
	}
	protocol, _, _ = strings.Cut(protocol, "\r\n")
	io.WriteString(c, "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: "+protocol+"\r\n\r\n")
	io.Copy(c, r)
}

func TestWebSocket(t *testing.T) {
	r := start(t, rawServer(t, switching), httpguard.Safe, public)
	c := r.dialTo(t)
	io.WriteString(c, "GET / HTTP/1.1\r\nHost: h\r\nConnection: Upgrade\r\nUpgrade: WebSocket\r\n\r\n")
	answer := bufio.NewReader(c)
	if got := header(answer); !strings.HasPrefix(got, "HTTP/1.1 101 ") {
		t.Fatalf("%q", got)
	}
	for range 3 {
		io.WriteString(c, "ping")
		got := make([]byte, 4)
		if _, err := io.ReadFull(answer, got); err != nil || string(got) != "ping" {
			t.Fatalf("%q, %v", got, err)
		}
	}
}

// No other protocol takes the place of requests that are judged.
func TestOtherUpgrades(t *testing.T) {
	r := start(t, rawServer(t, switching), httpguard.Safe, public)
	for _, protocol := range []string{"h2c", "websocket, h2c", "TLS/1.0", "\"\xff", ""} {
		got := r.send(t, "GET / HTTP/1.1\r\nHost: h\r\nConnection: close, Upgrade, HTTP2-Settings\r\nUpgrade: "+protocol+"\r\nHTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA\r\n\r\n")
		if !strings.HasSuffix(got, "\r\n\r\nnone") {
			t.Errorf("%q: %q", protocol, got)
		}
	}
}

// Requests under way end when the proxy stops, new ones do not begin, and nothing is left.
func TestDrains(t *testing.T) {
	begun, end := make(chan bool), make(chan bool)
	to := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		begun <- true
		<-end
		fmt.Fprint(w, "done")
	})
	for _, transport := range []*http.Transport{new(http.Transport), http2(t)} {
		before := runtime.NumGoroutine()
		r := start(t, to, httpguard.Safe, public)
		client := &http.Client{Transport: transport}
		answered := make(chan string)
		go func() { answered <- get(client, "http://"+r.address) }()
		<-begun
		stopped := make(chan error)
		go func() { stopped <- r.stop() }()
		r.logged(t, `"msg":"stopping"`)
		for { // closing takes a moment
			c, err := net.Dial("tcp", r.address)
			if err != nil {
				break
			}
			c.Close()
		}
		end <- true
		if got := <-answered; got != "done" {
			t.Error(got)
		}
		if err := <-stopped; err != nil {
			t.Error(err)
		}
		r.logged(t, `"msg":"stopped","accepted":1,"refused":{},"failed":0}`)
		transport.CloseIdleConnections()
		for tries := 0; runtime.NumGoroutine() > before; tries++ {
			if tries == 24_000 { // two minutes
				t.Fatalf("%d goroutines before, %d behind", before, runtime.NumGoroutine())
			}
			time.Sleep(5 * time.Millisecond)
		}
	}
}

// get returns the body of an answer, or the error.
func get(client *http.Client, url string) string {
	response, err := client.Get(url)
	if err != nil {
		return err.Error()
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		return err.Error()
	}
	return string(body)
}

// A request that takes too long is cut off.
func TestDrainEnds(t *testing.T) {
	begun, end := make(chan bool), make(chan bool)
	short := public
	short.drain = 50 * time.Millisecond
	r := start(t, serve(t, func(http.ResponseWriter, *http.Request) { begun <- true; <-end }), httpguard.Safe, short)
	c := r.dialTo(t)
	io.WriteString(c, "GET / HTTP/1.1\r\nHost: h\r\n\r\n")
	<-begun
	if err := r.stop(); err != ErrCut {
		t.Errorf("%v", err)
	}
	close(end)
}

// A limitedWriter is an answer that knows its limits.
type limitedWriter struct {
	http.ResponseWriter
	read, write time.Time
}

func (w *limitedWriter) SetReadDeadline(t time.Time) error  { w.read = t; return nil }
func (w *limitedWriter) SetWriteDeadline(t time.Time) error { w.write = t; return nil }

// Limits are there while something under way needs them, a body that has failed is never waited for
// again, and what ends late does not touch the next request.
func TestExchange(t *testing.T) {
	for name, test := range map[string]struct {
		steps       func(x *exchange)
		read, write bool // is limited
	}{
		"a read":            {func(x *exchange) { x.begin(false) }, true, false},
		"a read, done":      {func(x *exchange) { x.begin(false); x.done(false, nil) }, false, false},
		"the last read":     {func(x *exchange) { x.begin(false); x.done(false, io.EOF) }, false, false},
		"a write":           {func(x *exchange) { x.begin(true) }, true, true},
		"a write, done":     {func(x *exchange) { x.begin(true); x.done(true, nil) }, false, false},
		"a read in a write": {func(x *exchange) { x.begin(true); x.begin(false); x.done(false, nil) }, true, true},
		"a write in a read": {func(x *exchange) { x.begin(false); x.begin(true); x.done(true, nil) }, true, false},
		"a read that fails": {func(x *exchange) { x.begin(false); x.done(false, os.ErrDeadlineExceeded) }, true, false},
		"a write behind that": {func(x *exchange) {
			x.begin(false)
			x.done(false, os.ErrDeadlineExceeded)
			x.begin(true)
			x.done(true, nil)
		}, true, false},
		"the end":              {func(x *exchange) { x.end() }, true, true},
		"a read past the end":  {func(x *exchange) { x.begin(false); x.end(); x.done(false, nil) }, true, true},
		"a read begun past it": {func(x *exchange) { x.control.SetReadDeadline(time.Time{}); x.over = true; x.begin(false) }, false, false},
	} {
		w := &limitedWriter{ResponseWriter: httptest.NewRecorder()}
		test.steps(&exchange{ResponseWriter: w, control: http.NewResponseController(w), stall: time.Hour})
		if w.read.IsZero() == test.read || w.write.IsZero() == test.write {
			t.Errorf("%s: until %v, %v", name, w.read, w.write)
		}
	}
}
