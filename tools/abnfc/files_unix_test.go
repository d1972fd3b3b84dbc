//go:build unix

package main

import (
	"io/fs"
	"os"
	"syscall"
	"testing"
)

// A pipe is written to, and stays.
func TestPipe(t *testing.T) {
	t.Chdir(folder(t, "links.abnf", links))
	if err := syscall.Mkfifo("pipe", 0o600); err != nil {
		t.Skip(err)
	}
	read := make(chan string)
	go func() {
		text, err := os.ReadFile("pipe")
		if err != nil {
			t.Error(err)
		}
		read <- string(text)
	}()
	want := abnfc("dot", "--rule", "port", "links.abnf")
	r := abnfc("dot", "--rule", "port", "-o", "pipe", "links.abnf")
	if mode(t, "pipe")&fs.ModeNamedPipe == 0 {
		t.Fatalf("pipe is %v", mode(t, "pipe"))
	}
	if got := <-read; r != (result{}) || got != want.stdout {
		t.Errorf("status %d, on stderr %s, through the pipe %q", r.code, r.stderr, got)
	}
}
