package proxy

import (
	"bufio"
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"testing"

	"example.org/iri/httpguard"
)

func TestLongHeader(t *testing.T) {
	r := start(t, rawServer(t, echo), httpguard.RFC, public)
	for _, request := range []string{
		"GET / HTTP/1.1\r\nHost: h\r\nA: " + long(headerBytes+5000),
		"GET /" + long(headerBytes+5000),
		"GET / HTTP/1.1\r\nHost: h\r\n" + strings.Repeat("A: b\r\n", headerBytes/6+1000),
	} {
		c := r.dialTo(t)
		io.WriteString(c, request)
		if got := header(bufio.NewReader(c)); !strings.HasPrefix(got, "HTTP/1.1 431 ") {
			t.Errorf("%.30q: %q", request, got)
		}
	}
}

// What a client does wrong is no failure of the server.
func TestMalformedBody(t *testing.T) {
	r := start(t, serve(t, func(w http.ResponseWriter, r *http.Request) { io.Copy(io.Discard, r.Body) }), httpguard.RFC, public)
	for _, rest := range []string{"\r\nxyz\r\n", "Trailer: a b\r\n\r\n0\r\n\r\n", "Trailer: a\r\n\r\n0\r\na: \x01\r\n\r\n"} {
		got := r.send(t, "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n"+rest+"GET / HTTP/1.1\r\nHost: h\r\n\r\n")
		if !strings.HasPrefix(got, "HTTP/1.1 400 ") || strings.Count(got, "HTTP/1.1") != 1 {
			t.Errorf("%q: %q", rest, got)
		}
	}
	if r.failed.Load() != 0 {
		t.Error("the server is blamed for what a client does")
	}
}

// Nobody fills the disk by requests that are refused, and one kind of lines leaves room for others.
func TestQuota(t *testing.T) {
	log := new(lockedBuffer)
	j := newJournal(slog.NewJSONHandler(log, nil))
	refusals := slog.New(j.refusals).With("a", 1).WithGroup("g")
	for range 3 * linesAMinute {
		refusals.Warn("refused", "b", 2)
	}
	slog.New(j.failures).Warn(`failed: "secret"`)
	if got := strings.Count(log.String(), `"a":1,"g":{"b":2}`); got != linesAMinute {
		t.Errorf("%d lines", got)
	}
	if !strings.Contains(log.String(), `"msg":"failed:"`) {
		t.Error("no room for other lines, or not in words of their own")
	}
	if wanted, untold := j.refill(); wanted != 3*linesAMinute+1 || untold != 2*linesAMinute {
		t.Errorf("%d, %d", wanted, untold)
	}
	refusals.Warn("again")
	if wanted, untold := j.refill(); !strings.Contains(log.String(), "again") || wanted != 1 || untold != 0 {
		t.Errorf("%d, %d", wanted, untold)
	}
}

// The counts stand behind a minute in which something was wrong, and behind no other.
func TestMinutes(t *testing.T) {
	r := start(t, rawServer(t, echo), httpguard.Safe, public)
	r.tellMinute()
	r.send(t, "GET //a HTTP/1.1\r\nHost: h\r\n\r\n")
	r.tellMinute()
	r.tellMinute()
	if log := r.log.String(); strings.Count(log, `"msg":"counters","accepted":0,"refused":{"empty-segment":1},"failed":0,"untold":0}`) != 1 || strings.Count(log, "counters") != 1 {
		t.Error(log)
	}
}

// What the listener cannot do is an error of Run.
func TestListenerFails(t *testing.T) {
	r := start(t, rawServer(t, echo), httpguard.Safe, public)
	closed, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	closed.Close()
	if err := r.Run(context.Background(), closed); !errors.Is(err, net.ErrClosed) {
		t.Error(err)
	}
}
