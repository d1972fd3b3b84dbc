//go:build nightly

package proxy

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"example.org/iri/httpguard"
)

// impatient has all times short, but long enough for a busy machine.
var impatient = limits{header: 2 * time.Second, stall: 2 * time.Second, reply: 2 * time.Second, drain: 10 * time.Second}

// pauses is longer than all limits of impatient.
func pauses() { time.Sleep(3 * impatient.stall) }

// A client that sends its header byte by byte is cut off.
func TestSlowHeader(t *testing.T) {
	t.Parallel()
	r := start(t, rawServer(t, echo), httpguard.RFC, impatient)
	c := r.dialTo(t)
	go func() {
		for _, b := range []byte("GET / HTTP/1.1\r\nHost: h\r\nA: " + long(1000)) {
			if _, err := c.Write([]byte{b}); err != nil {
				return
			}
			time.Sleep(100 * time.Millisecond)
		}
	}()
	got, err := io.ReadAll(c)
	if strings.Contains(string(got), " 200 ") || errors.Is(err, os.ErrDeadlineExceeded) {
		t.Errorf("%q, %v", got, err)
	}
}

// A client that stops sending its body is told so, one that goes on slowly is waited for.
func TestSlowBody(t *testing.T) {
	t.Parallel()
	r := start(t, serve(t, func(w http.ResponseWriter, r *http.Request) { io.Copy(w, r.Body) }), httpguard.RFC, impatient)
	const fields = "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 10\r\nConnection: close\r\n\r\n"
	if got := r.send(t, fields+"abc"); !strings.HasPrefix(got, "HTTP/1.1 408 ") {
		t.Errorf("%q", got)
	}
	c := r.dialTo(t)
	io.WriteString(c, fields)
	for range 10 {
		time.Sleep(impatient.stall / 5)
		io.WriteString(c, "x")
	}
	if got, err := io.ReadAll(c); !strings.HasSuffix(string(got), "\r\n\r\nxxxxxxxxxx") {
		t.Errorf("%q, %v", got, err)
	}
}

// That the server answers without the body does not set the client free to keep the connection: what
// net/http reads of it then has a limit as well.
func TestSlowBodyOfNoInterest(t *testing.T) {
	t.Parallel()
	for _, fields := range []string{"Content-Length: 0\r\n\r\n", "Content-Length: 2\r\n\r\nno", "Transfer-Encoding: chunked\r\n\r\n2\r\nno\r\n0\r\n\r\n"} {
		r := start(t, rawServer(t, func(c net.Conn) {
			header(bufio.NewReader(c))
			io.WriteString(c, "HTTP/1.1 405 Method Not Allowed\r\n"+fields)
			pauses()
		}), httpguard.RFC, impatient)
		if got := r.send(t, "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 10\r\n\r\nabc"); !strings.HasPrefix(got, "HTTP/1.1 405 ") {
			t.Errorf("%q", got)
		}
	}
}

// A download may take longer than any limit, with pauses of the server, and of the client as long as
// it takes something now and then. One that takes nothing is cut off.
func TestSlowDownload(t *testing.T) {
	t.Parallel()
	cut := make(chan error, 1)
	r := start(t, serve(t, func(w http.ResponseWriter, r *http.Request) {
		for range 2 {
			fmt.Fprint(w, "line\n")
			http.NewResponseController(w).Flush()
			pauses()
		}
		if r.URL.Path != "/endless" {
			return
		}
		for {
			if _, err := w.Write(make([]byte, 1<<20)); err != nil {
				cut <- err
				return
			}
		}
	}), httpguard.RFC, impatient)
	if got := r.send(t, "GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n"); strings.Count(got, "line\n") != 2 {
		t.Errorf("%q", got)
	}
	c := r.dialTo(t)
	io.WriteString(c, "GET /endless HTTP/1.1\r\nHost: h\r\n\r\n")
	select {
	case <-cut:
	case <-time.After(2 * time.Minute):
		t.Error("a client that takes nothing is waited for")
	}
}

// The same over HTTP/2, where streams have windows of their own.
func TestSlowDownloadHTTP2(t *testing.T) {
	t.Parallel()
	cut := make(chan error, 1)
	r := start(t, serve(t, func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprint(w, "line\n")
		http.NewResponseController(w).Flush()
		pauses()
		for r.URL.Path == "/endless" {
			if _, err := w.Write(make([]byte, 1<<20)); err != nil {
				cut <- err
				return
			}
		}
	}), httpguard.RFC, impatient)
	client := &http.Client{Transport: http2(t)}
	response, err := client.Get("http://" + r.address + "/")
	if err != nil {
		t.Fatal(err)
	}
	if body, err := io.ReadAll(response.Body); err != nil || string(body) != "line\n" {
		t.Errorf("%q, %v", body, err)
	}
	if response, err = client.Get("http://" + r.address + "/endless"); err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	select {
	case <-cut:
	case <-time.After(2 * time.Minute):
		t.Error("a client that takes nothing is waited for")
	}
}

// A server may take longer to begin than a client may to go on.
func TestSlowServer(t *testing.T) {
	t.Parallel()
	patient := impatient
	patient.reply = public.reply
	r := start(t, serve(t, func(w http.ResponseWriter, _ *http.Request) { pauses(); fmt.Fprint(w, "done") }), httpguard.RFC, patient)
	for _, transport := range []*http.Transport{new(http.Transport), http2(t)} {
		if got := get(&http.Client{Transport: transport}, "http://"+r.address); got != "done" {
			t.Error(got)
		}
		transport.CloseIdleConnections()
	}
}

// A client that asks for small answers and takes none is cut off, too: they are written when the
// handler is done.
func TestUntakenAnswers(t *testing.T) {
	t.Parallel()
	r := start(t, serve(t, func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, long(1000)) }), httpguard.RFC, impatient)
	c := r.dialTo(t)
	c.(*net.TCPConn).SetReadBuffer(4096)
	request := []byte(strings.Repeat("GET / HTTP/1.1\r\nHost: h\r\n\r\n", 100))
	for err := error(nil); err == nil; {
		c.SetWriteDeadline(time.Now().Add(impatient.stall))
		_, err = c.Write(request)
	}
	if err := r.stop(); err != nil {
		t.Error(err)
	}
}

// A server that does not answer is told of, in the proxy's own words.
func TestFailures(t *testing.T) {
	t.Parallel()
	closed, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	closed.Close()
	for _, test := range []struct{ to, status, log string }{
		{"http://" + closed.Addr().String(), "502", "connection refused"},
		{rawServer(t, func(c net.Conn) { pauses() }), "504", "timeout awaiting response headers"},
		{rawServer(t, func(c net.Conn) { header(bufio.NewReader(c)); io.WriteString(c, "\x1b[2Jsecret\r\n\r\n") }), "502", "malformed HTTP"},
		{rawServer(t, func(c net.Conn) { header(bufio.NewReader(c)) }), "502", "EOF"},
		{rawServer(t, func(c net.Conn) {
			header(bufio.NewReader(c))
			io.WriteString(c, "HTTP/1.1 099 secret\r\nContent-Length: 0\r\n\r\n")
		}), "502", "status below 100"},
	} {
		r := start(t, test.to, httpguard.RFC, impatient)
		got := r.send(t, "GET / HTTP/1.1\r\nHost: h\r\n\r\n")
		if !strings.HasPrefix(got, "HTTP/1.1 "+test.status+" ") || !strings.Contains(got, `,"status":`+test.status+"}") {
			t.Errorf("%s: %q", test.log, got)
		}
		r.logged(t, test.log)
		if err := r.stop(); err != nil {
			t.Error(err)
		}
		if log := r.log.String(); strings.Contains(log, "secret") || !strings.Contains(log, `"failed":1}`) {
			t.Error(log)
		}
	}
}
