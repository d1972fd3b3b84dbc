//go:build unix

package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"
)

// A process is the command that serves.
type process struct {
	*exec.Cmd
	address string
	lines   *bufio.Scanner // that it logs
}

// guarding runs iri guard, and waits until it serves.
func guarding(t *testing.T, args ...string) *process {
	t.Helper()
	p := &process{Cmd: exec.Command("iri", append([]string{"guard", "--listen", "127.0.0.1:0"}, args...)...)}
	stderr, err := p.StderrPipe()
	if err == nil {
		err = p.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Process.Kill() })
	p.lines = bufio.NewScanner(stderr)
	p.address = p.line(t)["address"].(string)
	return p
}

// line returns the next line of the log.
func (p *process) line(t *testing.T) (fields map[string]any) {
	t.Helper()
	if !p.lines.Scan() {
		t.Fatal("no more lines", p.lines.Err())
	}
	if err := json.Unmarshal(p.lines.Bytes(), &fields); err != nil {
		t.Fatalf("%q: %v", p.lines.Text(), err)
	}
	return fields
}

// raw sends a message on a connection of its own, and returns the answer.
func (p *process) raw(t *testing.T, message string) string {
	t.Helper()
	c, err := net.Dial("tcp", p.address)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	c.SetDeadline(time.Now().Add(2 * time.Minute))
	io.WriteString(c, message)
	all, err := io.ReadAll(c)
	if err != nil {
		t.Fatal(err)
	}
	return string(all)
}

// TestGuardProcess: the command as a process, which TestMain puts into PATH.
func TestGuardProcess(t *testing.T) {
	begun, end := make(chan bool), make(chan bool)
	behind := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/slow" {
			begun <- true
			<-end
		}
		fmt.Fprint(w, r.RequestURI)
	}))
	defer behind.Close()
	const rest = " HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n"

	// It forwards, refuses, logs, and ends well by either signal when the request under way has ended.
	for _, signal := range []syscall.Signal{syscall.SIGTERM, syscall.SIGINT} {
		p := guarding(t, "--to", behind.URL)
		if got := p.raw(t, "GET /a;b?c"+rest); !strings.HasSuffix(got, "\r\n\r\n/a;b?c") {
			t.Errorf("%q", got)
		}
		if got := p.raw(t, "GET /%2e%2e/"+rest); !strings.Contains(got, `"reason":"encoded-dot-segment"`) {
			t.Errorf("%q", got)
		}
		if line := p.line(t); line["reason"] != "encoded-dot-segment" {
			t.Error(line)
		}
		answer := make(chan string)
		go func() { answer <- p.raw(t, "GET /slow"+rest) }()
		<-begun
		p.Process.Signal(signal)
		if line := p.line(t); line["msg"] != "stopping" {
			t.Error(line)
		}
		end <- true
		if got := <-answer; !strings.HasSuffix(got, "\r\n\r\n/slow") {
			t.Errorf("%q", got)
		}
		if line := p.line(t); line["msg"] != "stopped" || line["accepted"] != 2.0 {
			t.Error(line)
		}
		if err := p.Wait(); err != nil {
			t.Errorf("%v: %v", signal, err)
		}
	}

	// A second signal ends it at once. With --observe, nothing is refused.
	p := guarding(t, "--to", behind.URL, "--observe")
	answer := make(chan error)
	go func() {
		_, err := http.Get("http://" + p.address + "/slow?//")
		answer <- err
	}()
	<-begun
	p.Process.Signal(os.Interrupt)
	p.line(t)
	gone := make(chan error)
	go func() { gone <- p.Wait() }()
	for waiting := true; waiting; { // the first signal may not have been dealt with
		p.Process.Signal(os.Interrupt)
		select {
		case <-gone:
			waiting = false
		case <-time.After(10 * time.Millisecond):
		}
	}
	if status := p.ProcessState.Sys().(syscall.WaitStatus); status.Signal() != syscall.SIGINT || <-answer == nil {
		t.Errorf("%v", p.ProcessState)
	}
	end <- true
}
