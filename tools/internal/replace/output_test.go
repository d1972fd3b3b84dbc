package replace

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

// TestOutput checks that an output follows links, even to a missing file, creates folders, and replaces a file only on
// Close.
func TestOutput(t *testing.T) {
	t.Chdir(t.TempDir())
	write := func(name string) {
		if err := os.WriteFile(name, []byte("old"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("old")
	write("kept")
	if err := errors.Join(os.Mkdir("dir", 0o777), os.Symlink("../old", "dir/link"), os.Symlink("dir/link", "chain"), os.Symlink("made", "dangling")); err != nil {
		t.Skip("no symbolic links here:", err)
	}
	for _, test := range []struct {
		name, path string
		old        bool
	}{{"kept", "kept", true}, {"chain", "old", true}, {"dangling", "made", false}, {"a/b/c", "a/b/c", false}} {
		for _, discarded := range []bool{true, false} {
			o, err := NewOutput(test.name)
			if err != nil {
				t.Fatal(test.name, err)
			}
			if _, err := o.Write([]byte("new")); err != nil {
				t.Fatal(test.name, err)
			}
			text, err := os.ReadFile(test.path)
			if test.old && string(text) != "old" || !test.old && !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("%s is %q before Close, %v", test.name, text, err)
			}
			if info, err := os.Stat(test.path); o.Replaces(info) != (err == nil) {
				t.Errorf("%s: replaces the file: %v", test.name, o.Replaces(info))
			}
			if discarded {
				o.Discard()
				continue
			}
			if err := o.Close(); err != nil {
				t.Error(test.name, err)
			}
			if text, err := os.ReadFile(test.path); string(text) != "new" || err != nil {
				t.Errorf("%s is %q, %v", test.name, text, err)
			}
		}
	}
	for _, link := range []string{"chain", "dangling", "dir/link"} {
		if info, err := os.Lstat(link); err != nil || info.Mode()&fs.ModeSymlink == 0 {
			t.Errorf("%s is no link any more: %v", link, err)
		}
	}
	if beside, _ := filepath.Glob(".iri-*"); len(beside) > 0 {
		t.Errorf("left: %v", beside)
	}
}
