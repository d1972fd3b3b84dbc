package main

import (
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"example.org/iri/internal/testkit/corpus"
	"example.org/iri/internal/testkit/loopback"
)

type front struct {
	name     string
	filtered bool   // by policy RFC
	addr     string // for HTTP/1.1
	h2       string // for HTTP/2 without TLS, or ""
	backend  *backend
	close    func()
}

// A kind starts fronts that send requests to an address.
type kind struct {
	name     string
	filtered bool
	start    func(f *front, to string) error
}

// errAbsent means that a front is not installed, or has no HTTP/2.
var errAbsent = errors.New("not installed, or without HTTP/2")

func (k kind) open() (*front, error) {
	b, err := newBackend()
	if err != nil {
		return nil, err
	}
	f := &front{name: k.name, filtered: k.filtered, backend: b}
	if err := k.start(f, b.addr()); err != nil {
		b.listener.Close()
		return nil, fmt.Errorf("%s: %w", k.name, err)
	}
	stop := f.close
	f.close = func() { stop(); b.listener.Close() }
	if err := f.warm(); err != nil {
		f.close()
		return nil, fmt.Errorf("%s: %w", f, err)
	}
	return f, nil
}

func (f *front) String() string {
	if f.filtered {
		return f.name + ", filtered"
	}
	return f.name
}

// program starts a program in its own folder. In its configuration and arguments, ADDR (or PORT) and H2 are replaced by
// addresses to listen on, and CONFIG by the file with the configuration.
func (f *front) program(name, config string, args ...string) error {
	path, err := exec.LookPath(name)
	if err != nil {
		return errAbsent
	}
	dir, err := os.MkdirTemp("", "front")
	if err != nil {
		return err
	}
	ports := loopback.FreePorts(2)
	f.addr, f.h2 = "127.0.0.1:"+ports[0], "127.0.0.1:"+ports[1]
	file := filepath.Join(dir, "config")
	known := strings.NewReplacer("ADDR", f.addr, "PORT", ports[0], "H2", f.h2, "CONFIG", file)
	if err := os.WriteFile(file, []byte(known.Replace(config)), 0o666); err != nil {
		return err
	}
	for i, arg := range args {
		args[i] = known.Replace(arg)
	}
	cmd := exec.Command(path, args...)
	cmd.Dir = dir
	if err := cmd.Start(); err != nil {
		return err
	}
	f.close = func() {
		cmd.Process.Kill()
		cmd.Wait()
		os.RemoveAll(dir)
	}
	return nil
}

// warm waits until a front passes good requests on, in HTTP/1.1 and, if it has it, HTTP/2.
func (f *front) warm() error {
	good := corpus.Request{Method: http.MethodGet, Target: "/", Hosts: []string{"h.example"}, Raw: plain("/")}
	for _, by := range []way{pipelined, overHTTP2} {
		passes := by == overHTTP2 && f.h2 == ""
		for tries := 0; !passes && tries < 100; tries++ {
			o, err := f.send(good, by, tries)
			passes = err == nil && len(o.passed) == 1 && o.poison == ""
			if !passes {
				time.Sleep(50 * time.Millisecond)
			}
		}
		if !passes {
			return fmt.Errorf("no good request (%s) is passed on", by)
		}
	}
	return nil
}
