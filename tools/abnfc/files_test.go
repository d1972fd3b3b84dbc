package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
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
		t.Fatal(err)
	}
}

func writeOne(name, text string) error { return writeFiles([]file{{name, []byte(text)}}) }

// A regular file keeps its permissions, a new one has those of any new file.
func TestPermissions(t *testing.T) {
	t.Chdir(folder(t, "old", "old"))
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
	t.Chdir(folder(t, "file", "old"))
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
	t.Chdir(folder(t))
	for _, dir := range []string{"real/deep", "other"} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile("real/file", []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	symlink(t, "real/file", "link")
	symlink(t, "link", "chain")
	symlink(t, "real/deep", "folder")
	symlink(t, "../made", "real/deep/dangling") // real/made
	symlink(t, "new/folder/made", "far")
	symlink(t, os.DevNull, "null")
	symlink(t, "loop", "loop")
	for _, test := range []struct{ name, path, text string }{
		{"link", "real/file", "1"},
		{"chain", "real/file", "2"},
		{"folder/file", "real/deep/file", "3"},
		{"folder/dangling", "real/made", "4"},
		{"folder/dangling", "real/made", "5"},
		{"far", "new/folder/made", "6"},
		{"folder/../made", "real/made", "7"}, // the folder's parent is real
		{"folder/../fresh", "real/fresh", "8"},
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
	for _, name := range []string{"link", "chain", "folder", "real/deep/dangling", "far", "null", "loop"} {
		if mode(t, name)&fs.ModeSymlink == 0 {
			t.Errorf("%s is a link no more", name)
		}
	}
	if mode(t, "real/file") != 0o600 {
		t.Errorf("the file behind the link has %v", mode(t, "real/file"))
	}
	holds(t, ".", "chain", "far", "folder", "link", "loop", "new", "null", "other", "real")
	holds(t, "real", "deep", "file", "fresh", "made")
}

// Missing folders are made.
func TestMissingFolder(t *testing.T) {
	t.Chdir(folder(t, "file", "old"))
	if err := writeOne("a/b/c", "new"); err != nil || read(t, "a/b/c") != "new" {
		t.Errorf("error %v", err)
	}
	for _, name := range []string{"file/x", "file/x/y", "a/b", "missing/"} {
		if err := writeOne(name, "new"); err == nil || !strings.HasPrefix(err.Error(), "write "+name+": ") || strings.Contains(err.Error(), ".abnfc") {
			t.Errorf("%s: error %v", name, err)
		}
	}
	holds(t, ".", "a", "file")
	holds(t, "a/b", "c")
}

// Whichever step fails, all files are as they were, and nothing else is left.
func TestAllOrNone(t *testing.T) {
	for _, names := range [][]string{
		{"one", "fresh", "file/x"},
		{"one", "fresh", "sub"},
		{"one", "fresh", "./one"},
		{"one", "link", "two"}, // link leads to two
		{"fresh", "one", "sub/../fresh"},
	} {
		t.Chdir(folder(t, "one", "old", "two", "old", "file", "old"))
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

// A rename that fails, when others are done, brings the old files back.
func TestUndo(t *testing.T) {
	t.Chdir(folder(t, "one", "old", "two", "old"))
	if err := os.Chmod("one", 0o600); err != nil {
		t.Fatal(err)
	}
	var changes []*change
	for _, name := range []string{"one", "fresh", "two"} {
		path, old, err := target(name)
		c := &change{file: file{name, []byte("new")}, path: path, old: old}
		if err := errors.Join(err, c.prepare(name != "two")); err != nil {
			t.Fatal(err)
		}
		changes = append(changes, c)
	}
	if err := os.Remove(changes[2].fresh); err != nil {
		t.Fatal(err)
	}
	if err := commit(changes); err == nil || !strings.HasPrefix(err.Error(), "write two: ") || strings.Contains(err.Error(), ".abnfc") {
		t.Errorf("error %v", err)
	}
	for _, c := range changes {
		c.clean()
	}
	holds(t, ".", "one", "two")
	if read(t, "one") != "old" || read(t, "two") != "old" || mode(t, "one") != 0o600 {
		t.Errorf("one holds %q and has %v, two holds %q", read(t, "one"), mode(t, "one"), read(t, "two"))
	}
}

// Every command that writes files writes them so.
func TestCommandsFollowLinks(t *testing.T) {
	for _, args := range [][]string{
		{"compile", "-o", "link.go", "links.abnf"},
		{"derive", "-o", "link.go", "l.eq"},
		{"suite", "--rule", "port", "-o", "link.go", "links.abnf"},
		{"svg", "--rule", "port", "-o", "link.go", "links.abnf"},
		{"dot", "--rule", "port", "-o", "link.go", "links.abnf"},
		{"railroad", "-o", "link.go", "links.abnf"},
	} {
		t.Chdir(folder(t, "links.abnf", links, "l.eq", "A = links.abnf:port\n", "real.go", "old"))
		symlink(t, "real.go", "link.go")
		r := abnfc(args...)
		if r.code != 0 || mode(t, "link.go")&fs.ModeSymlink == 0 || read(t, "real.go") == "old" {
			t.Errorf("%v: status %d, on stderr %s; link.go is %v", args, r.code, r.stderr, mode(t, "link.go"))
		}
	}
}

// All errors of writing name the path that the user gave.
func TestUnwritableNamed(t *testing.T) {
	dir := folder(t, "links.abnf", links, "file", "")
	t.Chdir(dir)
	out := filepath.Join(dir, "file", "x.go")
	r := abnfc("compile", "--pkg", "p", "-o", out, "links.abnf")
	if want := "abnfc: write " + out + ": not a directory\n"; r.code != 2 || r.stderr != want {
		t.Errorf("status %d, on stderr %s, want %s", r.code, r.stderr, want)
	}
}

// What standard output goes to is written through it, also if that is a regular file: what
// others have written there stays in front, what they will write follows.
func TestFileOfStandardOutput(t *testing.T) {
	t.Chdir(folder(t, "links.abnf", links, "log", "before\n"))
	log, err := os.OpenFile("log", os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	for _, stream := range []**os.File{&os.Stdout, &os.Stderr} {
		old := *stream
		*stream = log
		r := abnfc("dot", "--rule", "port", "-o", "log", "links.abnf")
		*stream = old
		if r != (result{}) {
			t.Errorf("status %d, on stderr %s", r.code, r.stderr)
		}
	}
	if _, err := log.WriteString("after\n"); err != nil {
		t.Fatal(err)
	}
	dot := abnfc("dot", "--rule", "port", "links.abnf").stdout
	if got, want := read(t, "log"), "before\n"+dot+dot+"after\n"; got != want {
		t.Errorf("the file holds\n%s\nwant\n%s", got, want)
	}
}

// A grammar is not replaced by what is made of it, under whatever name.
func TestOutputIsNoGrammar(t *testing.T) {
	const grammar, library = "a = b\r\n", "b = \"x\"\r\n"
	t.Chdir(folder(t, "g.abnf", grammar, "l.abnf", library))
	symlink(t, "g.abnf", "link")
	for _, args := range [][]string{
		{"dot", "--rule", "a"}, {"svg", "--rule", "a"}, {"railroad"}, {"suite", "--rule", "a"},
	} {
		for _, out := range []string{"g.abnf", "./g.abnf", "link", "l.abnf"} {
			r := abnfc(append(args, "-o", out, "--import", "l.abnf", "g.abnf")...)
			if r.code == 0 || !strings.Contains(r.stderr, "write "+out+": it is the grammar") {
				t.Errorf("%v -o %s: status %d, %s", args, out, r.code, r.stderr)
			}
			if read(t, "g.abnf") != grammar || read(t, "l.abnf") != library {
				t.Fatalf("%v -o %s has replaced a grammar", args, out)
			}
		}
	}
}
