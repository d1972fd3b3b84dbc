//go:build unix

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// TestSignals: a signal leaves no new file, while the command waits for somebody who reads a pipe.
func TestSignals(t *testing.T) {
	self, err := os.Executable() // which is the command where it is called abnfc
	if err != nil {
		t.Fatal(err)
	}
	for number, code := range map[syscall.Signal]int{syscall.SIGINT: 130, syscall.SIGTERM: 143} {
		folder(t, "a.abnf", "a = \"b\"\r\n", "x.go", "old")
		if err := syscall.Mkfifo("pipe", 0o666); err != nil {
			t.Skip(err)
		}
		name := filepath.Join(t.TempDir(), "abnfc")
		if err := os.Symlink(self, name); err != nil {
			t.Skip(err)
		}
		cmd := exec.Command(name, "compile", "-o", "x.go", "--pkg", "x", "--sum", "pipe", "a.abnf")
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { cmd.Process.Kill() })
		var found []string
		for range 3000 {
			if found, _ = filepath.Glob(".iri-*"); len(found) == 2 { // the test of x.go, too
				break
			}
			time.Sleep(10 * time.Millisecond)
		}
		time.Sleep(50 * time.Millisecond)
		if err := cmd.Process.Signal(number); err != nil || len(found) != 2 {
			t.Fatalf("%q, %v", found, err)
		}
		cmd.Wait()
		if got := cmd.ProcessState.ExitCode(); got != code {
			t.Errorf("%v: status %d", number, got)
		}
		holds(t, ".", "a.abnf", "pipe", "x.go")
		if read(t, "x.go") != "old" {
			t.Errorf("%v: x.go has changed", number)
		}
	}
}
