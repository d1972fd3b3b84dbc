package httpguard

import (
	"bufio"
	"encoding/binary"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"
)

// serve starts a server on loopback, for HTTP/1 or for HTTP/2 without TLS, and returns its address.
func serve(t *testing.T, h http.Handler, http2 bool) string {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := &http.Server{Handler: h, DisableGeneralOptionsHandler: true, Protocols: new(http.Protocols)}
	s.Protocols.SetHTTP1(!http2)
	s.Protocols.SetUnencryptedHTTP2(http2)
	go func() { _ = s.Serve(l) }()
	t.Cleanup(func() { s.Close() })
	return l.Addr().String()
}

// send writes a message to a server and returns everything up to the end of the connection.
func send(t *testing.T, addr, message string) string {
	t.Helper()
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if _, err := io.WriteString(conn, message); err != nil {
		t.Fatal(err)
	}
	if err := conn.SetReadDeadline(time.Now().Add(2 * time.Minute)); err != nil {
		t.Fatal(err)
	}
	answer, err := io.ReadAll(conn)
	if err != nil {
		t.Errorf("%q: %v", message, err)
	}
	return string(answer)
}

// sendHTTP2 sends a request in HTTP/2 without TLS with fields such as ":path: /", and waits for the end of the answer.
func sendHTTP2(t *testing.T, addr string, fields ...string) {
	t.Helper()
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if _, err := io.WriteString(conn, http2Request(fields)); err != nil {
		t.Fatal(err)
	}
	if err := conn.SetReadDeadline(time.Now().Add(2 * time.Minute)); err != nil {
		t.Fatal(err)
	}
	for {
		var head [9]byte
		_, err := io.ReadFull(conn, head[:])
		if err == nil {
			_, err = io.CopyN(io.Discard, conn, int64(binary.BigEndian.Uint32(head[:4])>>8))
		}
		if err != nil {
			t.Errorf("%q: %v", fields, err)
			return
		}
		const reset, endOfStream = 3, 1
		kind, ends, ours := head[3], head[4]&endOfStream != 0, head[8] == 1
		if ours && (ends || kind == reset) {
			return
		}
	}
}

// http2Request returns the bytes of a client: the preface, empty SETTINGS, and HEADERS (RFC 9113).
func http2Request(fields []string) string {
	frame := func(kind, flags, stream byte, payload []byte) string {
		head := binary.BigEndian.AppendUint32(nil, uint32(len(payload)))[1:]
		return string(append(head, kind, flags, 0, 0, 0, stream)) + string(payload)
	}
	var block []byte // literal fields without indexing, with lengths below 127 (RFC 7541)
	for _, field := range fields {
		i := 1 + strings.IndexByte(field[1:], ':')
		name, value := field[:i], strings.TrimPrefix(field[i+1:], " ")
		block = append(append(append(block, 0, byte(len(name))), name...), byte(len(value)))
		block = append(block, value...)
	}
	const settings, headers, endOfBoth = 4, 1, 5
	return "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + frame(settings, 0, 0, nil) + frame(headers, endOfBoth, 1, block)
}

// backend starts a server with empty answers, and returns its URL and a channel of the heads that it has read.
func backend(t *testing.T) (*url.URL, <-chan string) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	heads := make(chan string, 1)
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			heads <- readHead(bufio.NewReader(conn))
			_, _ = io.WriteString(conn, "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
			conn.Close()
		}
	}()
	return &url.URL{Scheme: "http", Host: l.Addr().String()}, heads
}

// readHead returns the request line and the Host field, separated by a comma.
func readHead(r *bufio.Reader) string {
	var lines []string
	for {
		line, err := r.ReadString('\n')
		if err != nil || line == "\r\n" {
			return strings.Join(lines, ", ")
		}
		if line = strings.TrimSpace(line); len(lines) == 0 || strings.HasPrefix(line, "Host:") {
			lines = append(lines, strings.TrimSuffix(line, " HTTP/1.1"))
		}
	}
}
