package main

import (
	"io/fs"
	"os"
	"strings"
	"testing"
)

func writeOne(name, text string) error { return new(grammarText).writeFiles(file{name, []byte(text)}) }

// TestWrite writes to files of all kinds, and compares the text and the mode. Package replace has more tests.
func TestWrite(t *testing.T) {
	folder(t, "old", "old", "private", "old")
	if err := os.Chmod("private", 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("private", "link"); err != nil {
		t.Skip("no symbolic links here:", err)
	}
	if err := os.Symlink("made", "dangling"); err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct{ name, path string }{{"old", "old"}, {"fresh", "fresh"}, {"a/b/c", "a/b/c"}, {"private", "private"}, {"link", "private"}, {"dangling", "made"}} {
		text := "new in " + x.name
		if err := writeOne(x.name, text); err != nil || read(t, x.path) != text {
			t.Errorf("%s: %v, %q", x.name, err, read(t, x.path))
		}
	}
	holds(t, ".", "a", "dangling", "fresh", "link", "made", "old", "private")
	if info, err := os.Lstat("private"); err != nil || info.Mode() != 0o600 {
		t.Errorf("%v, %v", err, info.Mode())
	}
	if info, err := os.Lstat("link"); err != nil || info.Mode()&fs.ModeSymlink == 0 {
		t.Errorf("%v, %v", err, info.Mode())
	}
}

// TestNotWritten expects errors with the name that the user gave, and no other file.
func TestNotWritten(t *testing.T) {
	folder(t, "file", "old")
	for _, name := range []string{"file/x", "file/x/y", ".", "missing/", "file/"} {
		if err := writeOne(name, "new"); err == nil || !strings.HasPrefix(err.Error(), "write "+name+": ") || strings.Contains(err.Error(), ".iri-") {
			t.Errorf("%s: error %v", name, err)
		}
	}
	holds(t, ".", "file")
}
