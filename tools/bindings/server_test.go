//go:build nightly && unix

package bindings

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

// A server is PostgreSQL in a folder, on a socket there.
type server struct {
	dir, bin string
	as       *syscall.SysProcAttr
}

// start makes a server with the newest PostgreSQL of Debian, which keeps its programs out of PATH.
func start(t *testing.T) *server {
	t.Helper()
	all, _ := filepath.Glob("/usr/lib/postgresql/*/bin")
	if len(all) == 0 {
		t.Fatal("PostgreSQL is not installed")
	}
	dir, err := os.MkdirTemp("", "pg") // the name of a socket may have 107 bytes
	if err != nil {
		t.Fatal(err)
	}
	s := &server{dir: dir, bin: all[len(all)-1]}
	t.Cleanup(func() {
		_ = s.down() // it may be down
		os.RemoveAll(dir)
	})
	if os.Getuid() == 0 { // as which the server refuses to run
		account, err := user.Lookup("postgres")
		if err != nil {
			t.Fatal(err)
		}
		uid, _ := strconv.Atoi(account.Uid)
		gid, _ := strconv.Atoi(account.Gid)
		s.as = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}}
		if err := os.Chown(dir, uid, gid); err != nil {
			t.Fatal(err)
		}
	}
	_, err = s.run("", "initdb", "--pgdata", dir+"/data", "--username", "postgres", "--auth", "trust", "--no-sync", "--encoding", "UTF8", "--locale", "C")
	if err == nil {
		err = s.up()
	}
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// up starts the server with settings of its own. If it does not start, the error has its log.
func (s *server) up(settings ...string) error {
	options := "-c fsync=off -c listen_addresses='' -k " + s.dir
	for _, x := range settings {
		options += " -c " + x
	}
	log := filepath.Join(s.dir, "log")
	cmd := s.command("pg_ctl", "start", "--pgdata", s.dir+"/data", "--wait", "--silent", "--log", log, "--options", options)
	if err := cmd.Run(); err != nil { // without pipes, which the server would keep open
		logged, _ := os.ReadFile(log)
		return fmt.Errorf("%w\n%s", err, logged)
	}
	return nil
}

func (s *server) down() error {
	return s.command("pg_ctl", "stop", "--pgdata", s.dir+"/data", "--mode", "fast", "--silent").Run()
}

func (s *server) command(program string, args ...string) *exec.Cmd {
	cmd := exec.Command(filepath.Join(s.bin, program), args...)
	cmd.Dir, cmd.SysProcAttr = s.dir, s.as
	return cmd
}

func (s *server) run(input, program string, args ...string) (string, error) {
	cmd := s.command(program, args...)
	var stderr bytes.Buffer
	cmd.Stdin, cmd.Stderr = strings.NewReader(input), &stderr
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("%s: %w\n%s", program, err, stderr.Bytes())
	}
	return string(out), nil
}

// query runs statements in a session and returns the rows that they print, fields between tabs.
func (s *server) query(statements string, args ...string) (string, error) {
	args = slices.Concat([]string{"--host", s.dir, "--username", "postgres", "--no-psqlrc", "--quiet", "--tuples-only", "--no-align",
		"--field-separator", "\t", "--set", "ON_ERROR_STOP=1"}, args)
	return s.run(statements, "psql", args...)
}

// console returns what a person sees who types statements into psql, errors included. The footers of
// tables are left out.
func (s *server) console(statements string) (string, error) {
	cmd := s.command("psql", "--host", s.dir, "--username", "postgres", "--no-psqlrc", "--quiet", "--pset", "footer=off")
	cmd.Stdin = strings.NewReader(statements)
	out, err := cmd.CombinedOutput()
	return string(out), err
}
