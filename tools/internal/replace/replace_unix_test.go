//go:build unix

package replace

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// tree creates files in a new folder, and returns the open folder and its name.
func tree(t *testing.T, files map[string]string) (*os.Root, string) {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o777); err != nil {
			t.Fatal(err)
		}
		put(t, filepath.Join(dir, name), text)
	}
	folder, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { folder.Close() })
	return folder, dir
}

func put(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// content returns the content of a file, or an error text.
func content(name string) string {
	text, err := os.ReadFile(name)
	if err != nil {
		return err.Error()
	}
	return string(text)
}

// begin opens a file and creates a new one to replace it.
func begin(t *testing.T, folder *os.Root, name, text string) *File {
	t.Helper()
	file, info, err := Open(folder, name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	f, err := Create(folder, name, info)
	if err == nil {
		_, err = io.WriteString(f, text)
	}
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// leftovers returns the new files that remain in a folder.
func leftovers(t *testing.T, dir string) []string {
	t.Helper()
	list, err := filepath.Glob(filepath.Join(dir, ".iri-*"))
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func TestOpen(t *testing.T) {
	folder, dir := tree(t, map[string]string{"file": "a", "folder/file": "b"})
	for link, to := range map[string]string{"link": "file", "lost": "nothing", "out": "/etc/passwd", "linked": "folder"} {
		if err := os.Symlink(to, filepath.Join(dir, link)); err != nil {
			t.Fatal(err)
		}
	}
	if err := syscall.Mkfifo(filepath.Join(dir, "pipe"), 0o666); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]error{
		"file": nil, "link": ErrNotRegular, "lost": ErrNotRegular, "out": ErrNotRegular, "folder": ErrNotRegular, "pipe": ErrNotRegular, "nothing": fs.ErrNotExist,
	} {
		file, _, err := Open(folder, name)
		if !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", name, err, want)
		}
		if err == nil {
			file.Close()
		}
	}
	for name, want := range map[string]bool{"folder": true, "linked": false, "link": false, "file": false, "nothing": false} {
		inside, err := OpenFolder(folder, name)
		if (err == nil) != want {
			t.Errorf("%s: %v", name, err)
		}
		if err == nil {
			inside.Close()
		}
	}
}

// TestReplace checks that the new file has the mode of the old one, and that hard links keep the old content.
func TestReplace(t *testing.T) {
	for _, mode := range []fs.FileMode{0o600, 0o644, 0o666, 0o444, 0o755 | fs.ModeSetuid, 0o755 | fs.ModeSticky, 0o2755&0o777 | fs.ModeSetgid} {
		folder, dir := tree(t, map[string]string{"file": "old"})
		name := filepath.Join(dir, "file")
		if err := errors.Join(os.Link(name, filepath.Join(dir, "other")), os.Chmod(name, mode)); err != nil {
			t.Fatal(err)
		}
		f := begin(t, folder, "file", "new")
		if err := errors.Join(f.Finish(), f.Commit()); err != nil {
			t.Errorf("%v: %v", mode, err)
		}
		info, err := os.Stat(name)
		if err != nil {
			t.Fatal(err)
		}
		if info.Mode() != mode || content(name) != "new" || content(filepath.Join(dir, "other")) != "old" || leftovers(t, dir) != nil {
			t.Errorf("%v: %v, %q, %q", mode, info.Mode(), content(name), leftovers(t, dir))
		}
	}
}

func TestSame(t *testing.T) {
	long := strings.Repeat("x", 200_000)
	for _, test := range []struct {
		old, text string
		want      bool
	}{
		{"", "", true}, {"a", "a", true}, {"a", "b", false}, {"a", "", false}, {"", "a", false}, {long, long, true}, {long + "a", long + "b", false}, {long, long[1:], false},
	} {
		folder, dir := tree(t, map[string]string{"file": test.old})
		f := begin(t, folder, "file", test.text)
		if got, err := f.Same(); got != test.want || err != nil {
			t.Errorf("%.9q and %.9q: %t, %v", test.old, test.text, got, err)
		}
		f.Discard()
		if content(filepath.Join(dir, "file")) != test.old || leftovers(t, dir) != nil {
			t.Errorf("%.9q after Discard: %q", test.old, leftovers(t, dir))
		}
	}
}

// TestChanged checks that no file is replaced, and no new file remains, if the old file has changed since it was opened.
func TestChanged(t *testing.T) {
	for name, change := range map[string]func(file, other string) error{
		"a link": func(file, other string) error { return errors.Join(os.Remove(file), os.Symlink(other, file)) },
		"a link to itself, moved": func(file, _ string) error {
			return errors.Join(os.Rename(file, file+".moved"), os.Symlink(file+".moved", file))
		},
		"another file": func(file, other string) error { return os.Rename(other, file) },
		"a copy": func(file, _ string) error {
			return errors.Join(os.Rename(file, file+".moved"), os.WriteFile(file, []byte("old"), 0o666))
		},
		"another size":    func(file, _ string) error { return os.WriteFile(file, []byte("longer"), 0o666) },
		"another time":    func(file, _ string) error { return os.Chtimes(file, time.Time{}, time.Unix(1, 0)) },
		"another mode":    func(file, _ string) error { return os.Chmod(file, 0o600) },
		"nothing":         func(file, _ string) error { return os.Remove(file) },
		"a folder":        func(file, _ string) error { return errors.Join(os.Remove(file), os.Mkdir(file, 0o777)) },
		"a pipe":          func(file, _ string) error { return errors.Join(os.Remove(file), syscall.Mkfifo(file, 0o666)) },
		"a dangling link": func(file, _ string) error { return errors.Join(os.Remove(file), os.Symlink("nothing", file)) },
	} {
		for _, finished := range []bool{false, true} {
			folder, dir := tree(t, map[string]string{"file": "old", "other": "kept"})
			file, other := filepath.Join(dir, "file"), filepath.Join(dir, "other")
			f := begin(t, folder, "file", "new")
			var err error
			if finished {
				err = f.Finish()
			}
			if err := errors.Join(err, change(file, other)); err != nil {
				t.Fatal(name, err)
			}
			before, text := lstat(file), ""
			if before.Mode.IsRegular() {
				text = content(file)
			}
			if !finished {
				err = f.Finish()
			}
			if err == nil {
				err = f.Commit()
			}
			f.Discard()
			if err != ErrChanged || lstat(file) != before || leftovers(t, dir) != nil {
				t.Errorf("%s, finished %t: %v, %v became %v, left %q", name, finished, err, before, lstat(file), leftovers(t, dir))
			}
			if before.Mode.IsRegular() && content(file) != text || name != "another file" && content(other) != "kept" {
				t.Errorf("%s, finished %t: %q, %q", name, finished, content(file), content(other))
			}
		}
	}
}

// An entry is a file or link in a folder.
type entry struct {
	Inode uint64
	Mode  fs.FileMode
}

func lstat(name string) entry {
	info, err := os.Lstat(name)
	if err != nil {
		return entry{}
	}
	return entry{info.Sys().(*syscall.Stat_t).Ino, info.Mode()}
}

// TestFolderSwapped checks that a file is replaced in the open folder even if another folder gets its name.
func TestFolderSwapped(t *testing.T) {
	folder, dir := tree(t, map[string]string{"sub/file": "old", "victim/file": "kept"})
	sub, err := OpenFolder(folder, "sub")
	if err != nil {
		t.Fatal(err)
	}
	f := begin(t, sub, "file", "new")
	sub.Close()
	path := func(name string) string { return filepath.Join(dir, name) }
	if err := errors.Join(os.Rename(path("sub"), path("moved")), os.Symlink("victim", path("sub"))); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(f.Finish(), f.Commit()); err != nil {
		t.Error(err)
	}
	if content(path("victim/file")) != "kept" || content(path("moved/file")) != "new" {
		t.Errorf("%q, %q", content(path("victim/file")), content(path("moved/file")))
	}
	if _, err := OpenFolder(folder, "sub"); err == nil {
		t.Error("a link is opened")
	}
}

// TestFolderWithoutPermission checks that nothing changes without permission to create files.
func TestFolderWithoutPermission(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("root may do everything")
	}
	folder, dir := tree(t, map[string]string{"file": "old"})
	if err := os.Chmod(dir, 0o555); err != nil {
		t.Fatal(err)
	}
	info, err := folder.Lstat("file")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Create(folder, "file", info); !errors.Is(err, fs.ErrPermission) || content(filepath.Join(dir, "file")) != "old" {
		t.Error(err)
	}
}

// TestNew checks that a missing file is created, unless another program creates it first.
func TestNew(t *testing.T) {
	for _, first := range []bool{false, true} {
		folder, dir := tree(t, nil)
		f, err := Create(folder, "file", nil)
		if err == nil {
			_, err = io.WriteString(f, "new")
		}
		if first {
			put(t, filepath.Join(dir, "file"), "first")
		}
		err = errors.Join(err, f.Finish())
		if err == nil {
			err = f.Commit()
		}
		f.Discard()
		want, text := error(nil), "new"
		if first {
			want, text = ErrChanged, "first"
		}
		if err != want || content(filepath.Join(dir, "file")) != text || leftovers(t, dir) != nil {
			t.Errorf("%v, %q, %q", err, content(filepath.Join(dir, "file")), leftovers(t, dir))
		}
	}
}

// TestOwner checks that owner and group are kept, or nothing is replaced.
func TestOwner(t *testing.T) {
	folder, dir := tree(t, map[string]string{"file": "old"})
	name := filepath.Join(dir, "file")
	if err := os.Chown(name, 1, 2); err != nil {
		t.Skip(err)
	}
	f := begin(t, folder, "file", "new")
	if err := errors.Join(f.Finish(), f.Commit()); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(name)
	if err != nil {
		t.Fatal(err)
	}
	if s := info.Sys().(*syscall.Stat_t); s.Uid != 1 || s.Gid != 2 {
		t.Errorf("owner %d, group %d", s.Uid, s.Gid)
	}
}
