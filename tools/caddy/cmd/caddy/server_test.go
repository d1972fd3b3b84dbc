package main

import (
	"bufio"
	"bytes"
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
)

// A server is a running Caddy with the sites of testdata/Caddyfile, and its backend.
type server struct {
	dir     string // for sockets
	secure  string // address for HTTP/2 and HTTP/3
	backend string // address
	log     *buffer
}

// buffer is the output of a process, which others read while it grows.
type buffer struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (b *buffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(p)
}

func (b *buffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.String()
}

func start(t *testing.T) *server {
	t.Helper()
	dir, err := os.MkdirTemp("", "caddy") // socket names must be short
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	s := &server{dir: dir, secure: "127.0.0.1:" + loopback.FreePorts(1)[0], backend: echo(t)}
	s.log = run(t, s.command("run", "--config", s.write(t, sites(t))), "serving initial configuration", "certificate obtained")
	return s
}

// run runs a Caddy command until the test ends. It returns the log as soon as it contains some messages.
func run(t *testing.T, cmd *exec.Cmd, messages ...string) *buffer {
	t.Helper()
	log := new(buffer)
	cmd.Stderr = log
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cmd.Process.Signal(os.Interrupt)
		cmd.Wait()
	})
	for range 2400 { // two minutes
		if !slices.ContainsFunc(messages, func(m string) bool { return !strings.Contains(log.String(), m) }) {
			return log
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Fatal("Caddy does not serve: ", log)
	return nil
}

// command returns a Caddy command with the environment that the configuration needs.
func (s *server) command(args ...string) *exec.Cmd {
	cmd := command(s.dir, args...)
	_, port, _ := net.SplitHostPort(s.secure)
	cmd.Env = append(cmd.Env, "BACKEND="+s.backend, "PORT="+port)
	return cmd
}

func sites(t *testing.T) string {
	t.Helper()
	tests, err := os.ReadFile("testdata/Caddyfile")
	if err != nil {
		t.Fatal(err)
	}
	return string(tests)
}

// write writes a configuration to a file and returns its name.
func (s *server) write(t *testing.T, config string) string {
	t.Helper()
	file := filepath.Join(s.dir, "Caddyfile")
	if err := os.WriteFile(file, []byte(config), 0o666); err != nil {
		t.Fatal(err)
	}
	return file
}

// echo starts a server that answers each request with its header, body and trailers, one connection at a time. It
// returns the address.
func echo(t *testing.T) string {
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
			answer(c)
		}
	}()
	return l.Addr().String()
}

func answer(c net.Conn) {
	defer c.Close()
	head, r := "", bufio.NewReader(c)
	for !strings.HasSuffix(head, "\r\n\r\n") {
		line, err := r.ReadString('\n')
		if err != nil {
			return
		}
		head += line
	}
	if request, err := http.ReadRequest(bufio.NewReader(io.MultiReader(strings.NewReader(head), r))); err == nil {
		content, _ := io.ReadAll(request.Body)
		head += fmt.Sprintf("%s%v", content, request.Trailer)
	}
	fmt.Fprintf(c, "HTTP/1.1 200 OK\r\nContent-Length: %d\r\nConnection: close\r\n\r\n%s", len(head), head)
}

// brief returns the first line and the Host field of an echoed request, and any other answer unchanged.
func brief(body string) string {
	line, fields, is := strings.Cut(body, "\r\n")
	if !is {
		return body
	}
	for field := range strings.SplitSeq(fields, "\r\n") {
		if strings.HasPrefix(field, "Host:") {
			line += "\n" + strings.TrimSpace(field)
		}
	}
	return line
}

// send sends bytes to a site until the connection is closed. It returns the status and body of each answer.
func (s *server) send(t *testing.T, site, message string) []string {
	t.Helper()
	c, err := net.Dial("unix", filepath.Join(s.dir, site))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	c.SetDeadline(time.Now().Add(2 * time.Minute))
	if _, err := io.WriteString(c, message); err != nil {
		t.Fatal(err)
	}
	var answers []string
	for r := bufio.NewReader(c); ; {
		answer, err := http.ReadResponse(r, nil)
		if err != nil {
			return answers
		}
		body, err := io.ReadAll(answer.Body)
		if err != nil {
			t.Fatal(err)
		}
		answers = append(answers, strings.TrimSpace(answer.Status[:3]+" "+brief(string(body))))
		if answer.Close {
			return answers
		}
	}
}

// get sends an HTTP/1.1 request with a Host field.
func (s *server) get(t *testing.T, site, target, host string) string {
	t.Helper()
	answers := s.send(t, site, "GET "+target+" HTTP/1.1\r\nHost: "+host+"\r\nConnection: close\r\n\r\n")
	if len(answers) != 1 {
		t.Fatalf("%s %q: %d answers", site, target, len(answers))
	}
	return answers[0]
}
