package replace

import (
	"errors"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"
)

func TestAttributes(t *testing.T) {
	// An access list of version 2: user::rw-, user:1:rw-, group::---, mask::rw-, other::---.
	list := []byte{2, 0, 0, 0, 1, 0, 6, 0, 255, 255, 255, 255, 2, 0, 6, 0, 1, 0, 0, 0, 4, 0, 0, 0, 255, 255, 255, 255, 16, 0, 6, 0, 255, 255, 255, 255, 32, 0, 0, 0, 255, 255, 255, 255}
	attributes := map[string]string{"user.note": "text", "user.empty": "", "system.posix_acl_access": string(list)}
	folder, dir := tree(t, map[string]string{"file": "old"})
	name := filepath.Join(dir, "file")
	for key, value := range attributes {
		if err := unix.Setxattr(name, key, []byte(value), 0); err != nil {
			t.Skip(err)
		}
	}
	f := begin(t, folder, "file", "new")
	if err := errors.Join(f.Finish(), f.Commit()); err != nil {
		t.Fatal(err)
	}
	for key, value := range attributes {
		got := make([]byte, 100)
		n, err := unix.Getxattr(name, key, got)
		if err != nil || string(got[:n]) != value {
			t.Errorf("%s: %x, %v", key, got[:max(n, 0)], err)
		}
	}
	if content(name) != "new" {
		t.Error(content(name))
	}
}
