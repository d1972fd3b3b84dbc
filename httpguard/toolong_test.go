//go:build linux

package httpguard

import (
	"os"
	"syscall"
	"testing"

	"example.org/iri/internal/testkit/fence"
)

// TestTooLongUnread checks that input of 4 GiB is refused before more than its beginning is read. The rest of the
// memory is inaccessible.
func TestTooLongUnread(t *testing.T) {
	long := fence.Addresses(t, 1<<32)
	if err := syscall.Mprotect(long[:os.Getpagesize()], syscall.PROT_READ|syscall.PROT_WRITE); err != nil {
		t.Fatal(err)
	}
	copy(long, "/a")
	for _, x := range []struct {
		target, host []byte
		want         Error
	}{
		{long, []byte("h"), Error{414, ReasonTooLong, inTarget, 0, len(long)}},
		{[]byte("/"), long, Error{400, ReasonTooLong, inHost, 0, len(long)}},
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
