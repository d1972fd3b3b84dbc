package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net"
	"strconv"
	"strings"
	"sync"
	"time"
)

// A backend is the server behind a front. It parses HTTP/1.1 strictly and keeps the bytes.
type backend struct {
	listener net.Listener

	mu   sync.Mutex
	seen []message
}

type message struct {
	head string // including the empty line
	body string // including the lines of chunks
	torn bool   // its end is missing or cannot be found
}

// patience is how long a backend waits for the rest of a message. It is shorter than the wait of a client.
const patience = 300 * time.Millisecond

func newBackend() (*backend, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	b := &backend{listener: listener}
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go b.serve(conn)
		}
	}()
	return b, nil
}

func (b *backend) addr() string { return b.listener.Addr().String() }

func (b *backend) take() []message {
	b.mu.Lock()
	defer b.mu.Unlock()
	seen := b.seen
	b.seen = nil
	return seen
}

// numberField is the field of an answer for the index of the message in the next result of take.
const numberField = "X-Seen"

func (b *backend) serve(conn net.Conn) {
	defer conn.Close()
	r := bufio.NewReader(conn)
	for {
		conn.SetReadDeadline(time.Time{})
		if _, err := r.Peek(1); err != nil {
			return
		}
		conn.SetReadDeadline(time.Now().Add(patience))
		m := readMessage(r)
		n := b.keep(m)
		status := "200 OK"
		if strings.HasPrefix(m.head, "CONNECT ") {
			status = "501 Not Implemented" // 200 would begin a tunnel
		}
		fmt.Fprintf(conn, "HTTP/1.1 %s\r\nContent-Length: 0\r\n%s: %d\r\n\r\n", status, numberField, n)
		if m.torn {
			return
		}
	}
}

func (b *backend) keep(m message) int {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.seen = append(b.seen, m)
	return len(b.seen) - 1
}

func readMessage(r *bufio.Reader) (m message) {
	var head, body bytes.Buffer
	err := copyHead(&head, r)
	m.head = head.String()
	if err == nil {
		err = m.copyBody(&body, r)
	}
	m.body, m.torn = body.String(), err != nil
	return m
}

func copyHead(to *bytes.Buffer, r *bufio.Reader) error {
	for {
		line, err := r.ReadString('\n')
		to.WriteString(line)
		if err != nil || line == "\r\n" {
			return err
		}
	}
}

func (m message) copyBody(to *bytes.Buffer, r *bufio.Reader) error {
	if len(m.field("Transfer-Encoding")) > 0 {
		return copyChunks(to, r)
	}
	lengths := m.field("Content-Length")
	if len(lengths) == 0 {
		return nil
	}
	n, err := strconv.ParseUint(lengths[0], 10, 31)
	if err != nil {
		return err
	}
	_, err = io.CopyN(to, r, int64(n))
	return err
}

func copyChunks(to *bytes.Buffer, r *bufio.Reader) error {
	for {
		line, err := r.ReadString('\n')
		to.WriteString(line)
		if err != nil {
			return err
		}
		size, _, _ := strings.Cut(strings.TrimSuffix(line, "\r\n"), ";")
		n, err := strconv.ParseUint(size, 16, 31)
		if err != nil {
			return err
		}
		if n == 0 {
			return copyHead(to, r)
		}
		if _, err := io.CopyN(to, r, int64(n)+int64(len("\r\n"))); err != nil {
			return err
		}
	}
}

func (m message) line() (method, target, version string) {
	line, _, _ := strings.Cut(m.head, "\r\n")
	method, rest, _ := strings.Cut(line, " ")
	target, version, _ = strings.Cut(rest, " ")
	return method, target, version
}

func (m message) field(name string) (values []string) {
	for i, line := range strings.Split(m.head, "\r\n") {
		if key, value, ok := strings.Cut(line, ":"); ok && i > 0 && strings.EqualFold(key, name) {
			values = append(values, strings.Trim(value, " \t"))
		}
	}
	return values
}
