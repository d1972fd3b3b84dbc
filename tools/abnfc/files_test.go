package main

import (
	"errors"
	"io/fs"
	"os"
	"strings"
	"testing"
)

func mode(t *testing.T, name string) fs.FileMode {
	t.Helper()
	info, err := os.Lstat(name)
	if err != nil {
		t.Fatal(err)
	}
	return info.Mode()
}

func symlink(t *testing.T, old, name string) {
	t.Helper()
	if err := os.Symlink(old, name); err != nil {
		t.Skip("no symbolic links here:", err)
	}
}

func writeOne(name, text string) error { return writeFiles([]file{{name, []byte(text)}}) }

// A regular file keeps its permissions, a new one has those of any new file.
func TestPermissions(t *testing.T) {
	folder(t, "old", "old")
	for _, perm := range []fs.FileMode{0o600, 0o640, 0o444, 0o755} {
		if err := os.Chmod("old", perm); err != nil {
			t.Fatal(err)
		}
		if err := writeOne("old", "new"); err != nil || read(t, "old") != "new" || mode(t, "old") != perm {
			t.Errorf("error %v, %v, want %v", err, mode(t, "old"), perm)
		}
	}
	f, err := os.Create("any")
	if err != nil {
		t.Fatal(err)
	}
	f.Close()
	if err := writeOne("fresh", "new"); err != nil || mode(t, "fresh") != mode(t, "any") {
		t.Errorf("error %v, %v, want %v", err, mode(t, "fresh"), mode(t, "any"))
	}
	holds(t, ".", "any", "fresh", "old")
}

// The file that is replaced is another one, so that who reads the old one reads it to its end.
func TestReplacedInOneStep(t *testing.T) {
	folder(t, "file", "old")
	f, err := os.Open("file")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := writeOne("file", "new"); err != nil {
		t.Fatal(err)
	}
	text := make([]byte, 10)
	if n, err := f.Read(text); err != nil || string(text[:n]) != "old" {
		t.Errorf("the open file holds %q, %v", text[:n], err)
	}
}

// Symbolic links stay: what they lead to is replaced, made or written to.
func TestSymbolicLinks(t *testing.T) {
	folder(t)
	if err := os.MkdirAll("real/deep", 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("real/file", []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	symlink(t, "real/file", "link")
	symlink(t, "link", "chain")
	symlink(t, "real/deep", "folder")
	symlink(t, "../made", "real/deep/dangling") // real/made
	symlink(t, os.DevNull, "null")
	symlink(t, "loop", "loop")
	for _, test := range []struct{ name, path, text string }{
		{"link", "real/file", "1"},
		{"chain", "real/file", "2"},
		{"folder/file", "real/deep/file", "3"},
		{"folder/dangling", "real/made", "4"},
		{"folder/dangling", "real/made", "5"},
		{"folder/../made", "real/made", "6"}, // the folder's parent is real
		{"folder/../fresh", "real/fresh", "7"},
	} {
		if err := writeOne(test.name, test.text); err != nil {
			t.Errorf("%s: %v", test.name, err)
		} else if got := read(t, test.path); got != test.text {
			t.Errorf("%s: %s holds %q, want %q", test.name, test.path, got, test.text)
		}
	}
	if err := writeOne("null", "x"); err != nil || mode(t, os.DevNull)&fs.ModeCharDevice == 0 {
		t.Errorf("error %v, %s is %v", err, os.DevNull, mode(t, os.DevNull))
	}
	if err := writeOne("loop", "x"); err == nil || !strings.HasPrefix(err.Error(), "write loop: ") {
		t.Errorf("error %v", err)
	}
	for _, name := range []string{"link", "chain", "folder", "real/deep/dangling", "null", "loop"} {
		if mode(t, name)&fs.ModeSymlink == 0 {
			t.Errorf("%s is a link no more", name)
		}
	}
	if mode(t, "real/file") != 0o600 {
		t.Errorf("the file behind the link has %v", mode(t, "real/file"))
	}
	holds(t, "real", "deep", "file", "fresh", "made")
}

// Missing folders are made.
func TestMissingFolder(t *testing.T) {
	folder(t, "file", "old")
	if err := writeOne("a/b/c", "new"); err != nil || read(t, "a/b/c") != "new" {
		t.Errorf("error %v", err)
	}
	for _, name := range []string{"file/x", "file/x/y", "a/b", "missing/"} {
		if err := writeOne(name, "new"); err == nil || !strings.HasPrefix(err.Error(), "write "+name+": ") || strings.Contains(err.Error(), ".iri-") {
			t.Errorf("%s: error %v", name, err)
		}
	}
	holds(t, ".", "a", "file")
	holds(t, "a/b", "c")
}

// If one file cannot be written, all are as they were, and nothing else is left.
func TestAllOrNone(t *testing.T) {
	for _, names := range [][]string{
		{"one", "fresh", "file/x"},
		{"one", "fresh", "sub"},
		{"one", "fresh", "./one"},
		{"one", "link", "two"}, // link leads to two
		{"fresh", "one", "sub/../fresh"},
	} {
		folder(t, "one", "old", "two", "old", "file", "old")
		symlink(t, "two", "link")
		if err := os.Mkdir("sub", 0o755); err != nil {
			t.Fatal(err)
		}
		var files []file
		for _, name := range names {
			files = append(files, file{name, []byte("new")})
		}
		if err := writeFiles(files); err == nil || !strings.HasPrefix(err.Error(), "write "+names[2]+": ") {
			t.Errorf("%v: error %v", names, err)
		}
		holds(t, ".", "file", "link", "one", "sub", "two")
		for _, name := range []string{"one", "two", "file"} {
			if read(t, name) != "old" {
				t.Errorf("%v: %s was changed", names, name)
			}
		}
	}
}

// A folder that takes no new files leaves old ones as they are, and the error names the file.
func TestReadOnlyFolder(t *testing.T) {
	folder(t, "other", "old")
	if err := os.Mkdir("sub", 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("sub/file", []byte("old"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod("sub", 0o555); err != nil {
		t.Fatal(err)
	}
	defer os.Chmod("sub", 0o755)
	if f, err := os.Create("sub/probe"); err == nil { // as root may
		f.Close()
		t.Skip("this user may write to any folder")
	}
	for _, name := range []string{"sub/file", "sub/fresh"} {
		err := writeFiles([]file{{"other", []byte("new")}, {name, []byte("new")}})
		if !errors.Is(err, fs.ErrPermission) || !strings.HasPrefix(err.Error(), "write "+name+": ") {
			t.Errorf("%s: error %v", name, err)
		}
	}
	if read(t, "other") != "old" || read(t, "sub/file") != "old" {
		t.Error("a file was changed")
	}
	holds(t, ".", "other", "sub")
	holds(t, "sub", "file")
}
