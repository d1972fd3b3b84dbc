// Package postgres starts a server of PostgreSQL in a folder of its own, with the module iri_pg,
// for tests and measurements.
package postgres

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
)

// ErrMissing means that there is no server here, or no headers of it.
var ErrMissing = errors.New("no PostgreSQL with its headers here")

// A Server is PostgreSQL in a folder, on a socket there.
type Server struct {
	dir, bin string
	as       *syscall.SysProcAttr
}

// Module compiles the module with the library of a folder, and returns its file.
func Module(source, library string) (file string, err error) {
	bin, err := programs()
	if err != nil {
		return "", err
	}
	include, err := exec.Command(filepath.Join(bin, "pg_config"), "--includedir-server").Output()
	headers := strings.TrimSpace(string(include))
	if _, missing := os.Stat(filepath.Join(headers, "postgres.h")); err != nil || missing != nil {
		return "", ErrMissing
	}
	file = filepath.Join(library, "iri_pg.so")
	cmd := exec.Command("gcc", "-O2", "-fPIC", "-shared", "-Wl,-z,nodelete", "-Wall", "-Werror", "-I"+headers, "-I"+library,
		filepath.Join(source, "iri_pg.c"), filepath.Join(library, "libiri.a"), "-o", file)
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w\n%s", err, out)
	}
	return file, nil
}

// programs returns the folder of the newest server, which Debian keeps out of PATH.
func programs() (string, error) {
	all, _ := filepath.Glob("/usr/lib/postgresql/*/bin")
	if len(all) == 0 {
		return "", ErrMissing
	}
	return all[len(all)-1], nil
}

// Start makes a server. The caller stops it.
func Start() (*Server, error) {
	bin, err := programs()
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "pg") // the name of a socket may have 107 bytes
	if err != nil {
		return nil, err
	}
	s := &Server{dir: dir, bin: bin}
	if os.Getuid() == 0 {
		if s.as, err = owner(dir); err != nil {
			os.RemoveAll(dir)
			return nil, err
		}
	}
	_, err = s.run("", "initdb", "--pgdata", dir+"/data", "--username", "postgres", "--auth", "trust", "--no-sync", "--encoding", "UTF8", "--locale", "C")
	if err == nil {
		err = s.Up()
	}
	if err != nil {
		s.Stop()
		return nil, err
	}
	return s, nil
}

// Up starts the server with settings of its own. If it does not start, the error has its log.
func (s *Server) Up(settings ...string) error {
	var options strings.Builder
	options.WriteString("-c fsync=off -c listen_addresses='' -k " + s.dir)
	for _, x := range settings {
		options.WriteString(" -c " + x)
	}
	log := filepath.Join(s.dir, "log")
	cmd := s.command("pg_ctl", "start", "--pgdata", s.dir+"/data", "--wait", "--silent", "--log", log, "--options", options.String())
	if err := cmd.Run(); err != nil { // without pipes, which the server would keep open
		said, _ := os.ReadFile(log)
		return fmt.Errorf("%w\n%s", err, said)
	}
	return nil
}

// Down stops the server.
func (s *Server) Down() error {
	return s.command("pg_ctl", "stop", "--pgdata", s.dir+"/data", "--mode", "fast", "--silent").Run()
}

// Stop stops the server and removes its folder.
func (s *Server) Stop() {
	_ = s.Down() // it may be down
	os.RemoveAll(s.dir)
}

func (s *Server) command(program string, args ...string) *exec.Cmd {
	cmd := exec.Command(filepath.Join(s.bin, program), args...)
	cmd.Dir, cmd.SysProcAttr = s.dir, s.as
	return cmd
}

func (s *Server) run(input, program string, args ...string) (string, error) {
	cmd := s.command(program, args...)
	var stderr bytes.Buffer
	cmd.Stdin, cmd.Stderr = strings.NewReader(input), &stderr
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("%s: %w\n%s", program, err, stderr.Bytes())
	}
	return string(out), nil
}

// Query runs statements in a session and returns the rows that they print, fields between tabs. A
// variable, module, has the name of a file as SQL writes it.
func (s *Server) Query(module, statements string) (string, error) {
	return s.run(statements, "psql", "--host", s.dir, "--username", "postgres", "--no-psqlrc", "--quiet", "--tuples-only", "--no-align",
		"--field-separator", "\t", "--set", "ON_ERROR_STOP=1", "--set", "module='"+module+"'")
}

// Console returns what a person sees who types statements into psql, mistakes included. The footers
// of tables are left out.
func (s *Server) Console(statements string) (string, error) {
	cmd := s.command("psql", "--host", s.dir, "--username", "postgres", "--no-psqlrc", "--quiet", "--pset", "footer=off")
	cmd.Stdin = strings.NewReader(statements)
	out, err := cmd.CombinedOutput()
	return string(out), err
}
