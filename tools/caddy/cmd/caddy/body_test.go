package main

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// TestSlowBody requires that the server, which serves one connection at a time, is free while a client sends the end of
// a body byte by byte, and gets the whole body later.
func TestSlowBody(t *testing.T) {
	addr := startGuard(t, "browser")
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	const burst, slow = 900_000, 100
	// Incremental asks a proxy not to buffer.
	head := fmt.Sprintf("POST /slow HTTP/1.1\r\nHost: h\r\nContent-Length: %d\r\nIncremental: ?1\r\nConnection: close\r\n\r\n", burst+slow)
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

// TestWholeBody requires that the server gets a body with one length and without trailers.
func TestWholeBody(t *testing.T) {
	addr := startGuard(t, "rfc")
	const chunked = "POST /a HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n"
	for name, message := range map[string]string{
		"chunks":             chunked + "\r\n2\r\nab\r\n3\r\ncde\r\n0\r\n\r\n",
		"an extension":       chunked + "\r\n5;a=\"b\"\r\nabcde\r\n0\r\n\r\n",
		"both lengths":       chunked + "Content-Length: 2\r\n\r\n5\r\nabcde\r\n0\r\n\r\n",
		"an announced field": chunked + "Trailer: X-Forwarded-For\r\n\r\n5\r\nabcde\r\n0\r\nX-Forwarded-For: 6.6.6.6\r\n\r\n",
		"others":             chunked + "Trailer: X-Fine, Host\r\n\r\n5\r\nabcde\r\n0\r\nX-Fine: 6.6.6.6\r\nHost: 6.6.6.6\r\nX: 6.6.6.6\r\n\r\n",
		"TE: trailers":       chunked + "Connection: TE\r\nTE: trailers\r\nTrailer: X-Fine\r\n\r\n5\r\nabcde\r\n0\r\nX-Fine: 6.6.6.6\r\n\r\n",
		"Connection":         chunked + "Connection: Transfer-Encoding, Content-Length\r\n\r\n5\r\nabcde\r\n0\r\n\r\n",
		"a length":           "POST /a HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\nTrailer: X-Fine\r\nConnection: close\r\n\r\nabcde",
	} {
		got := exchange(t, addr, message)
		if !strings.Contains(got, "\r\nContent-Length: 5\r\n") || !strings.HasSuffix(got, "\r\n\r\nabcdemap[]") ||
			strings.Contains(got, "\r\nTransfer-Encoding") || strings.Contains(got, "\r\nTrailer") || strings.Contains(got, "6.6.6.6") {
			t.Errorf("%s: %s", name, got)
		}
	}
}

// TestExpect requires Caddy to answer 100 itself and not to forward Expect.
func TestExpect(t *testing.T) {
	addr := startGuard(t, "rfc")
	const head = "POST /a HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\nConnection: close\r\n"
	for fields, want := range map[string]string{
		"Expect: 100-continue\r\n":                         "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 ",
		"Expect: 100-Continue\r\n":                         "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 ",
		"Expect: 100-continue\r\nExpect: 100-continue\r\n": "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 ",
		"Expect: 100-continue\r\nExpect: x\r\n":            "HTTP/1.1 ",
		"Expect: x\r\nExpect: 100-continue\r\n":            "HTTP/1.1 ",
		"Expect: 100-continue\r\nConnection: Expect\r\n":   "HTTP/1.1 ",
		"Expect:\r\n":   "HTTP/1.1 200 ",
		"Expect: x\r\n": "HTTP/1.1 417 ",
	} {
		if got := exchange(t, addr, head+fields+"\r\n", "abcde"); !strings.HasPrefix(got, want) || strings.Contains(got, "Expect:") {
			t.Errorf("%q: %s", fields, got)
		}
	}
	got := exchange(t, addr, "GET /a HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n")
	if !strings.HasPrefix(got, "HTTP/1.1 200 ") || strings.Contains(got, "Expect:") {
		t.Errorf("without a body: %s", got)
	}
	// A body that is too large gets no 100.
	got = exchange(t, addr, "POST /a HTTP/1.1\r\nHost: h\r\nContent-Length: 1000001\r\nExpect: 100-continue\r\n\r\n")
	if !strings.HasPrefix(got, "HTTP/1.1 413 ") {
		t.Errorf("too large: %s", got)
	}
}

// TestRestOfBody requires that an incomplete body does not reach the server, and that its rest is not parsed as a
// request.
func TestRestOfBody(t *testing.T) {
	const head, limit, discarded = "POST /a HTTP/1.1\r\nHost: h\r\n", 1_000_000, 256 << 10
	const chunked = head + "Transfer-Encoding: chunked\r\n\r\n"
	const both = "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
	addr, hidden := startGuard(t, "browser"), get("/hidden", "")
	large := strings.Repeat("a", limit+discarded+1) + hidden
	for name, x := range map[string]struct{ message, want string }{
		"no line end after a chunk": {chunked + "5\r\nabcdeXX" + hidden, "HTTP/1.1 400 "},
		"LF after a chunk":          {chunked + "5\r\nabcde\n0\r\n\r\n" + hidden, "HTTP/1.1 400 "},
		"a size with a sign":        {chunked + "+5\r\nabcde\r\n0\r\n\r\n" + hidden, "HTTP/1.1 400 "},
		"a size with 0x":            {chunked + "0x5\r\nabcde\r\n0\r\n\r\n" + hidden, "HTTP/1.1 400 "},
		"a size above 64 bits":      {chunked + "10000000000000005\r\nabcde\r\n0\r\n\r\n" + hidden, "HTTP/1.1 400 "},
		"a body that is too large":  {chunked + fmt.Sprintf("%x\r\n%s\r\n0\r\n\r\n", len(large), large), "HTTP/1.1 413 "},
		"a body just too large":     {chunked + fmt.Sprintf("%x\r\n%s\r\n0\r\n\r\n%s", limit+1, large[:limit+1], hidden), "HTTP/1.1 413 "},
		"a length just too large":   {head + "Content-Length: 1000001\r\n\r\n" + large[:limit+1] + hidden, "HTTP/1.1 413 "},
		// RFC 9112, section 6.1, requires closing the connection.
		"both lengths":     {strings.Replace(chunked, "\r\n\r\n", "\r\nContent-Length: 5\r\n\r\n", 1) + "0\r\n\r\n" + hidden, "HTTP/1.1 200 "},
		"HTTP/1.0, chunks": {"POST /a HTTP/1.0\r\nHost: h\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n" + hidden, "HTTP/1.0 200 "},
		"HTTP/1.0, both":   {"POST /a HTTP/1.0\r\nHost: h\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n" + hidden, "HTTP/1.0 200 "},
		"CONNECT":          {"CONNECT h:80 HTTP/1.1\r\nHost: h:80\r\n\r\n" + hidden, "HTTP/1.1 501 "},
		// Caddy refuses these before iri_guard.
		"an empty Host":            {"POST / HTTP/1.1\r\nHost: \r\n" + both + hidden, "HTTP/1.1 400 "},
		"CONNECT without Host":     {"CONNECT / HTTP/1.1\r\n" + both + hidden, "HTTP/1.1 400 "},
		"a Host of dots":           {"POST / HTTP/1.1\r\nHost: ..\r\n" + both + hidden, "HTTP/1.1 400 "},
		"HTTP/1.0, a Host of dots": {"POST / HTTP/1.0\r\nHost: ..\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n" + hidden, "HTTP/1.0 400 "},
		"a long method":            {strings.Repeat("A", 33) + " / HTTP/1.1\r\nHost: h\r\n" + both + hidden, "HTTP/1.1 405 "},
		"absolute-form":            {"GET http://h/ HTTP/1.1\r\nHost: h\r\n\r\n" + hidden, "HTTP/1.1 400 "},
		"chunks":                   {chunked + "5\r\nabcde\r\n0\r\n\r\n" + hidden, "HTTP/1.1 200 "},
	} {
		got := exchange(t, addr, x.message)
		if !strings.HasPrefix(got, x.want) || strings.Count(got, "HTTP/1.") > strings.Count(got, "POST /a HTTP/1.")+1 || strings.Contains(got, "GET /hidden") {
			t.Errorf("%s: %s", name, got)
		}
	}
	// A complete body with a length keeps the connection open.
	exactly := strings.Repeat("a", limit)
	got := exchange(t, addr, fmt.Sprintf("%sContent-Length: %d\r\n\r\n%s", head, limit, exactly)+get("/next", ""))
	if !strings.Contains(got, "\r\n\r\n"+exactly+"map[]") || !strings.Contains(got, "GET /next ") {
		t.Errorf("%.300q", got)
	}
}

// TestBrokenBody requires that the server does not see a request whose body is truncated or malformed.
func TestBrokenBody(t *testing.T) {
	var requests atomic.Int64
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { requests.Add(1) }))
	t.Cleanup(server.Close)
	addr, _ := startGuardBefore(t, "browser", server.Listener.Addr().String())
	for range 20 {
		conn, err := net.Dial("tcp", addr)
		if err != nil {
			t.Fatal(err)
		}
		io.WriteString(conn, "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 10\r\n\r\nabcde")
		conn.Close()
	}
	for _, chunks := range []string{"5\r\nabcdeXX", "5\r\nabcde\r\nx\r\n", "\r\n", "5\r\nabcde\r\n0\r\nX Y\r\n\r\n"} {
		got := exchange(t, addr, "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n"+chunks+strings.Repeat("a", 100))
		if !strings.HasPrefix(got, "HTTP/1.1 400 ") {
			t.Errorf("%q: %s", chunks, got)
		}
	}
	if got := exchange(t, addr, get("/", "")); !strings.HasPrefix(got, "HTTP/1.1 200 ") || requests.Load() != 1 {
		t.Errorf("%d requests, %s", requests.Load(), got)
	}
}

// TestSlowAnswer requires that the timeout of bodies does not apply to the answer.
func TestSlowAnswer(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprint(w, "begin, ")
		http.NewResponseController(w).Flush()
		time.Sleep(2 * time.Second)
		fmt.Fprint(w, "end")
	}))
	t.Cleanup(server.Close)
	addr, _ := startGuardBefore(t, "browser", server.Listener.Addr().String(), "timeout 60s", "timeout 1s")
	for _, message := range []string{
		get("/", ""),
		"POST / HTTP/1.1\r\nHost: h\r\nConnection: close\r\nContent-Length: 5\r\n\r\nabcde",
		"POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabcde\r\n0\r\n\r\n",
	} {
		if got := exchange(t, addr, message); !strings.Contains(got, "begin, ") || !strings.Contains(got, "end") {
			t.Errorf("%.40q: %s", message, got)
		}
	}
}

// TestManyBodies requires that bodies of many clients take no more memory than max_total, and each ends by the timeout.
func TestManyBodies(t *testing.T) {
	const clients, size = 200, 990_000
	const most = 64_000_000 / size // bodies in memory at once
	addr, process := startGuardBefore(t, "browser", echo(t), "timeout 60s", "timeout 15s")
	before := peak(t, process)
	answers := make(chan string)
	for range clients {
		go func() { answers <- trickle(addr, size) }()
	}
	counts := map[string]int{}
	for range clients {
		counts[<-answers]++
	}
	t.Logf("%v, %d KB, then %d KB", counts, before, peak(t, process))
	if held := counts["HTTP/1.1 408"]; held == 0 || held > most || counts["HTTP/1.1 200"] > 0 {
		t.Errorf("%d bodies were in memory, at most %d can be; %v", held, most, counts)
	}
	if grown := peak(t, process) - before; grown > 200_000 {
		t.Errorf("%d KB more", grown)
	}
	// The memory is free again.
	body := strings.Repeat("a", size)
	for range most + 1 {
		got := exchange(t, addr, fmt.Sprintf("POST / HTTP/1.1\r\nHost: h\r\nConnection: close\r\nContent-Length: %d\r\n\r\n%s", size, body))
		if !strings.HasPrefix(got, "HTTP/1.1 200 ") {
			t.Fatalf("%.300s", got)
		}
	}
}

// trickle sends most of a body at once and the rest byte by byte. It returns the status of the answer.
func trickle(addr string, size int) string {
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		return err.Error()
	}
	defer conn.Close()
	conn.SetDeadline(time.Now().Add(2 * time.Minute))
	go func() {
		fmt.Fprintf(conn, "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: %d\r\n\r\n%s", size, strings.Repeat("a", size-1000))
		for err := error(nil); err == nil; time.Sleep(100 * time.Millisecond) {
			_, err = io.WriteString(conn, "a")
		}
	}()
	answer, _ := io.ReadAll(conn)
	if len(answer) < len("HTTP/1.1 200") {
		return "closed"
	}
	return string(answer[:len("HTTP/1.1 200")])
}

// peak returns the peak memory of a process in KB, or 0 without /proc.
func peak(t *testing.T, process *os.Process) int {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", process.Pid))
	if err != nil {
		return 0
	}
	_, line, _ := strings.Cut(string(text), "VmHWM:")
	var kb int
	if _, err := fmt.Sscan(line, &kb); err != nil {
		t.Fatal(err)
	}
	return kb
}
