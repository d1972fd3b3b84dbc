package main

import (
	"bufio"
	"bytes"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// A server is a running Caddy with the sites of testdata/Caddyfile, and what it proxies to.
type server struct {
	dir     string // of its sockets
	secure  string // address for HTTP/2 and HTTP/3
	backend string // address
	log     buffer
}

// buffer is what a process writes while others read.
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
	dir, err := os.MkdirTemp("", "caddy") // names of sockets have to be short
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	s := &server{dir: dir, secure: freeAddress(t), backend: mirror(t)}
	cmd := s.command("run", "--config", s.write(t, sites(t)))
	cmd.Stderr = &s.log
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cmd.Process.Signal(os.Interrupt)
		cmd.Wait()
	})
	for range 2400 { // two minutes
		if log := s.log.String(); strings.Contains(log, "serving initial configuration") && strings.Contains(log, "certificate obtained") {
			return s
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Fatal("Caddy does not serve: ", s.log.String())
	return nil
}

// command returns a command of Caddy for which the configuration of the tests is complete.
func (s *server) command(args ...string) *exec.Cmd {
	cmd := command(s.dir, args...)
	_, port, _ := net.SplitHostPort(s.secure)
	cmd.Env = append(cmd.Env, "BACKEND="+s.backend, "PORT="+port)
	return cmd
}

// freeAddress returns an address at which nobody listens.
func freeAddress(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

// sites returns the configuration of the tests.
func sites(t *testing.T) string {
	t.Helper()
	tests, err := os.ReadFile("testdata/Caddyfile")
	if err != nil {
		t.Fatal(err)
	}
	return string(tests)
}

// write writes a configuration to a file, whose name it returns.
func (s *server) write(t *testing.T, config string) string {
	t.Helper()
	file := filepath.Join(s.dir, "Caddyfile")
	if err := os.WriteFile(file, []byte(config), 0o666); err != nil {
		t.Fatal(err)
	}
	return file
}

// mirror starts a server that answers with the first line of a request and its Host field, as they
// came. It returns its address.
func mirror(t *testing.T) string {
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
			go answer(c)
		}
	}()
	return l.Addr().String()
}

func answer(c net.Conn) {
	defer c.Close()
	seen, r := "", bufio.NewReader(c)
	for {
		line, err := r.ReadString('\n')
		if err != nil || line == "\r\n" {
			break
		}
		if seen == "" || strings.HasPrefix(line, "Host:") {
			seen += strings.TrimSpace(line) + "\n"
		}
	}
	io.WriteString(c, "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n"+seen)
}

// send sends bytes to a site, and returns the answers that come back until the connection is closed:
// of each the status and the body.
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
		answers = append(answers, strings.TrimSpace(answer.Status[:3]+" "+string(body)))
		if answer.Close {
			return answers
		}
	}
}

// get sends one request of HTTP/1.1 with a Host field.
func (s *server) get(t *testing.T, site, target, host string) string {
	t.Helper()
	answers := s.send(t, site, "GET "+target+" HTTP/1.1\r\nHost: "+host+"\r\nConnection: close\r\n\r\n")
	if len(answers) != 1 {
		t.Fatalf("%s %q: %d answers", site, target, len(answers))
	}
	return answers[0]
}
