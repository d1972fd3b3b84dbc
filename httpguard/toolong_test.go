//go:build linux

package httpguard

import (
	"os"
	"strconv"
	"syscall"
	"testing"

	"example.org/iri/internal/testkit/fence"
)

// TestTooLongUnread: a text that Parts cannot address is refused before more than its beginning is
// read. The memory behind that is addresses only.
func TestTooLongUnread(t *testing.T) {
	if strconv.IntSize < 64 {
		t.Skip("needs 4 GiB of addresses")
	}
	limit := int64(1) << 32
	size := int(limit)
	long, err := syscall.Mmap(-1, 0, size, syscall.PROT_NONE, syscall.MAP_PRIVATE|syscall.MAP_ANON|syscall.MAP_NORESERVE)
	if err != nil {
		t.Skipf("no 4 GiB of addresses: mmap: %v", err)
	}
	defer func() { _ = syscall.Munmap(long) }()
	if err := syscall.Mprotect(long[:os.Getpagesize()], syscall.PROT_READ|syscall.PROT_WRITE); err != nil {
		t.Fatal(err)
	}
	copy(long, "/a")
	for _, x := range []struct {
		target, host []byte
		want         Error
	}{
		{long, []byte("h"), Error{414, ReasonTooLong, inTarget, "", size}},
		{[]byte("/"), long, Error{400, ReasonTooLong, inHost, "", size}},
	} {
		if err := fence.Guarded(func() {
			if _, err := RFC.Check([]byte("GET"), x.target, x.host); *err.(*Error) != x.want {
				t.Error(err)
			}
		}); err != nil {
			t.Error(err)
		}
	}
}
