//go:build unix

package main

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"example.org/iri/tools/iri/internal/engine"
)

// site creates files in a new folder, makes it the working directory, and returns its name.
func site(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		file := filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o777), os.WriteFile(file, []byte(text), 0o666)); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
	return dir
}

// TestSwapped checks that a folder or file that becomes a link while its folder is read is not followed.
func TestSwapped(t *testing.T) {
	for name, swap := range map[string]func() error{
		"folder": func() error { return errors.Join(os.Rename("site/b", "moved"), os.Symlink("../outside", "site/b")) },
		"file": func() error {
			return errors.Join(os.Remove("site/b/x.txt"), os.Symlink("../../outside/x.txt", "site/b/x.txt"))
		},
		"pipe":                      func() error { return errors.Join(os.Remove("site/b/x.txt"), syscall.Mkfifo("site/b/x.txt", 0o666)) },
		"nothing":                   func() error { return os.RemoveAll("site/b") },
		"file in place of a folder": func() error { return errors.Join(os.RemoveAll("site/b"), os.WriteFile("site/b", nil, 0o666)) },
	} {
		site(t, map[string]string{"site/a.txt": "a", "site/b/x.txt": "inside", "outside/x.txt": "outside"})
		in := inputs{recursive: true}
		var read []string
		failed := 0
		for input := range in.all(new(cobra.Command), []string{"site"}) {
			if input.Name == "site/a.txt" || input.Name == "site/b/x.txt" && name != "folder" {
				if err := swap(); err != nil && input.Name == "site/a.txt" {
					t.Fatal(name, err)
				}
				swap = func() error { return nil }
			}
			f, err := input.Open()
			if err != nil {
				failed++
				continue
			}
			read = append(read, input.Name)
			var block engine.Piece
			f.Texts.Read(&block.Block)
			if strings.Contains(string(block.Block.Data), "outside") {
				t.Errorf("%s: %s leads out of the folder", name, input.Name)
			}
			f.Close()
		}
		if failed == 0 && name != "file" && name != "pipe" || !slices.Equal(read, []string{"site/a.txt"}) {
			t.Errorf("%s: %q were read, %d not", name, read, failed)
		}
	}
}

// TestSwappedLate checks that a file that becomes a link or a pipe after its name was read is an error.
func TestSwappedLate(t *testing.T) {
	for name, swap := range map[string]func() error{
		"link": func() error { return os.Symlink("../outside/x.txt", "site/x.txt") },
		"pipe": func() error { return syscall.Mkfifo("site/x.txt", 0o666) },
		"lost": func() error { return nil },
	} {
		site(t, map[string]string{"site/x.txt": "inside", "outside/x.txt": "outside"})
		in := inputs{recursive: true}
		for input := range in.all(new(cobra.Command), []string{"site"}) {
			if err := errors.Join(os.Remove("site/x.txt"), swap()); err != nil {
				t.Fatal(name, err)
			}
			if _, err := input.Open(); err == nil {
				t.Errorf("%s is read", name)
			}
		}
	}
}

// TestPatternFiles checks that an unusable file of patterns is an error, except with --no-ignore.
func TestPatternFiles(t *testing.T) {
	for name, test := range map[string]struct {
		make func() error
		want string // on standard error
	}{
		"pipe":   {func() error { return syscall.Mkfifo("site/.gitignore", 0o666) }, "site/.gitignore: not a regular file; symbolic links are not followed here"},
		"folder": {func() error { return os.Mkdir("site/.gitignore", 0o777) }, "site/.gitignore: not a regular file; symbolic links are not followed here"},
		"link":   {func() error { return os.Symlink("/dev/zero", "site/.gitignore") }, ""},
		"line":   {func() error { return os.WriteFile("site/.gitignore", []byte("a\n"+strings.Repeat("*a", 3000)), 0o666) }, "site/.gitignore:2:1: the pattern is longer than 4096 bytes"},
		"size":   {func() error { return os.WriteFile("site/.gitignore", bytes.Repeat([]byte("*a"), 1_200_000), 0o666) }, "site/.gitignore: more than 1048576 bytes of patterns"},
		"work": {func() error {
			return os.WriteFile("site/.gitignore", bytes.Repeat([]byte("*"+strings.Repeat("a", 100)+"b\n"), 9000), 0o666)
		}, ".urls: the patterns are too complex: .gitignore is not used from here on"},
		"outside": {func() error { return errors.Join(os.Mkdir(".git", 0o777), syscall.Mkfifo(".gitignore", 0o666)) }, ".gitignore: not a regular file"},
	} {
		site(t, map[string]string{"site/" + strings.Repeat("a", 200) + ".urls": "a:b\n"})
		if err := test.make(); err != nil {
			t.Fatal(name, err)
		}
		got, all := invoke(nil, "check", "-r", "site"), invoke(nil, "check", "-r", "--no-ignore", "site")
		status := 2
		if test.want == "" {
			status = 0
		}
		if !strings.Contains(got.stderr, test.want) || got.status != status || all.status != 0 || !strings.HasPrefix(all.stderr, "1 line, 0 invalid\n") {
			t.Errorf("%s: %+v, %+v", name, got, all)
		}
	}
}

// running starts the command as a process, with a pipe as standard error.
func running(t *testing.T, args ...string) (cmd *exec.Cmd, stderr io.Reader) {
	t.Helper()
	self, err := os.Executable() // this program runs the command if its name is iri
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "iri")
	if err := os.Symlink(self, name); err != nil {
		t.Skip(err)
	}
	cmd = exec.Command(name, args...)
	if stderr, err = cmd.StderrPipe(); err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cmd.Process.Kill() })
	return cmd, stderr
}

// TestSignals checks that a signal leaves the old file and no new one. The signal comes while the command waits for its
// standard error to be read, with the new file half written.
func TestSignals(t *testing.T) {
	text := strings.Repeat("http://a/bc\n", 100_000) + strings.Repeat("http://a b/\n", 100_000) // the first half has no messages
	for number, status := range map[syscall.Signal]int{syscall.SIGINT: 130, syscall.SIGTERM: 143, syscall.SIGHUP: 129} {
		if signal.Ignored(number) { // like SIGHUP under nohup, which the command inherits
			continue
		}
		dir := site(t, map[string]string{"list.txt": text})
		cmd, stderr := running(t, "fix", "--write", "list.txt")
		for range 3000 {
			if found, _ := filepath.Glob(filepath.Join(dir, ".iri-*")); found != nil {
				break
			}
			time.Sleep(10 * time.Millisecond)
		}
		if found, _ := filepath.Glob(filepath.Join(dir, ".iri-*")); found == nil {
			t.Error("no new file")
		}
		if err := cmd.Process.Signal(number); err != nil {
			t.Fatal(err)
		}
		time.Sleep(100 * time.Millisecond) // send the signal before reading standard error
		io.Copy(io.Discard, stderr)
		cmd.Wait()
		left, err := os.ReadDir(dir)
		if got := cmd.ProcessState.ExitCode(); got != status || err != nil || len(left) != 1 {
			t.Errorf("%v: status %d, %v, %v", number, got, left, err)
		}
		if now, err := os.ReadFile("list.txt"); string(now) != text {
			t.Errorf("%v: the file has changed: %d bytes, %v", number, len(now), err)
		}
	}
}

// TestWriteFails checks that a write error leaves the old file and no new one, with status 2.
func TestWriteFails(t *testing.T) {
	text := strings.Repeat("http://a/b c\n", 10_000)
	dir := site(t, map[string]string{"list.txt": text})
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "iri")
	if err := os.Symlink(self, name); err != nil {
		t.Skip(err)
	}
	limited := exec.Command("sh", "-c", `ulimit -f 8 && exec "$0" fix --write list.txt`, name) // like a full disk
	out, err := limited.CombinedOutput()
	left, _ := os.ReadDir(dir)
	if got := limited.ProcessState.ExitCode(); got != 2 || len(left) != 1 || !strings.HasPrefix(string(out), "iri: replace list.txt: file too large\n") {
		t.Errorf("status %d, %v, %v: %s", got, err, left, out)
	}
	if now, err := os.ReadFile("list.txt"); string(now) != text {
		t.Errorf("the file has changed: %d bytes, %v", len(now), err)
	}
}

// TestWriteLeavesDevices checks that --write does not replace a pipe or a device, such as /dev/null.
func TestWriteLeavesDevices(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe.txt")
	if err := syscall.Mkfifo(pipe, 0o666); err != nil {
		t.Skip(err)
	}
	go os.WriteFile(pipe, []byte("HTTP://a/\n"), 0)
	invoke(nil, "normalize", "--write", pipe).want(t, outcome{
		stderr: "iri: open " + pipe + ": not a regular file; symbolic links are not followed here\n",
		status: 2,
	})
	if info, err := os.Lstat(pipe); err != nil || info.Mode().Type() != fs.ModeNamedPipe {
		t.Errorf("%v, %v", info.Mode(), err)
	}
}

// TestLongArgument checks strings that are too long for a file name, or begin like one.
func TestLongArgument(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("http:", nil, 0o666); err != nil {
		t.Skip(err)
	}
	for _, iri := range []string{"data:," + strings.Repeat("a", 300), "http://example.org/" + strings.Repeat("a/", 3000), "http://a/"} {
		invoke(nil, "split", "--get", "{string}", iri).want(t, outcome{stdout: iri + "\n"})
	}
}
