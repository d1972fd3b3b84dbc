//go:build nightly

package engines

import (
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

// A server is PostgreSQL in a folder, on a Unix socket.
type server struct {
	dir string
	bin string // folder of programs
	as  *syscall.SysProcAttr
}

// start starts a server until the end of the test.
func start(t *testing.T) server {
	programs, _ := filepath.Glob("/usr/lib/postgresql/*/bin") // Debian keeps them out of PATH
	if len(programs) == 0 {
		t.Skip("no PostgreSQL here")
	}
	dir, err := os.MkdirTemp("", "pg") // the name of a socket is limited to 107 bytes
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	s := server{dir: dir, bin: programs[len(programs)-1]}
	if os.Getuid() == 0 {
		s.as = owner(t, dir)
	}
	s.run(t, "", "initdb", "--pgdata", s.dir+"/data", "--username", "postgres", "--auth", "trust", "--no-sync", "--encoding", "UTF8", "--locale", "C")
	s.run(t, "", "pg_ctl", "start", "--pgdata", s.dir+"/data", "--wait", "--log", s.dir+"/log",
		"--options", "-c fsync=off -c listen_addresses='' -k "+s.dir)
	t.Cleanup(func() { s.run(t, "", "pg_ctl", "stop", "--pgdata", s.dir+"/data", "--mode", "immediate") })
	return s
}

// owner gives a folder to user postgres, since the server refuses to run as root.
func owner(t *testing.T, dir string) *syscall.SysProcAttr {
	account, err := user.Lookup("postgres")
	if err != nil {
		t.Skip(err)
	}
	uid, _ := strconv.Atoi(account.Uid)
	gid, _ := strconv.Atoi(account.Gid)
	if err := os.Chown(dir, uid, gid); err != nil {
		t.Skip(err)
	}
	return &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}}
}

func (s server) run(t *testing.T, input, program string, args ...string) []string {
	t.Helper()
	cmd := exec.Command(filepath.Join(s.bin, program), args...)
	cmd.Dir, cmd.SysProcAttr, cmd.Stdin = s.dir, s.as, strings.NewReader(input)
	if program == "pg_ctl" {
		return waitFor(t, cmd)
	}
	return run(t, cmd)
}

// waitFor runs a command whose children continue and would keep pipes open.
func waitFor(t *testing.T, cmd *exec.Cmd) []string {
	t.Helper()
	cmd.Stdin = nil
	if err := cmd.Run(); err != nil {
		t.Fatalf("%v: %v", cmd, err)
	}
	return nil
}

func (s server) query(t *testing.T, statements string) []string {
	t.Helper()
	return s.run(t, statements, "psql", "--host", s.dir, "--username", "postgres", "--no-psqlrc", "--quiet", "--tuples-only", "--no-align",
		"--field-separator", "\t", "--set", "ON_ERROR_STOP=1")
}

// TestPostgreSQL sends a column of a server to the command, and reads results back. Bytes that the server escapes do
// not occur in IRIs, and no escape begins with a byte that may follow in an IRI, so the offset of the error is
// unchanged.
func TestPostgreSQL(t *testing.T) {
	s := start(t)
	list := slices.DeleteFunc(inputs(), func(text string) bool { return text == `\N` }) // which means NULL
	name := file(t, list)
	os.Chmod(filepath.Dir(name), 0o755)
	os.Chmod(filepath.Dir(filepath.Dir(name)), 0o755)
	got := s.query(t, fmt.Sprintf(`
CREATE TABLE texts (id int GENERATED ALWAYS AS IDENTITY, text text);
COPY texts (text) FROM '%[1]s' (FORMAT csv, DELIMITER E'\x01', QUOTE E'\x02', NULL E'\x03');
CREATE TABLE results (id int GENERATED ALWAYS AS IDENTITY, byte int, reason text);
COPY (SELECT text FROM texts ORDER BY id) TO PROGRAM 'iri-results > %[2]s/results';
COPY results (byte, reason) FROM '%[2]s/results' (NULL '');
SELECT byte, reason FROM texts LEFT JOIN results USING (id) ORDER BY id;
`, name, s.dir))
	for i, text := range list {
		if strings.ContainsAny(text, "\t\\") { // the reason may be the backslash
			got[i], _, _ = strings.Cut(got[i], "\t")
			_, reason, _ := strings.Cut(result(text), "\t")
			got[i] += "\t" + reason
		}
	}
	compare(t, got, list)

	got = s.query(t, fmt.Sprintf(`
CREATE TABLE of_file (id int GENERATED ALWAYS AS IDENTITY, byte int, reason text);
COPY of_file (byte, reason) FROM PROGRAM 'iri-results %s' (NULL '');
SELECT byte, reason FROM of_file ORDER BY id;
`, name))
	compare(t, got, list)
}
