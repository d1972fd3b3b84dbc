//go:build unix

package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

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
