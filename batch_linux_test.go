package iri

import (
	"os"
	"strconv"
	"syscall"
	"testing"

	"example.org/iri/internal/uri/scan"
)

// TestBatchTooLong: a value that Parts cannot address is judged, but not cut.
func TestBatchTooLong(t *testing.T) {
	if strconv.IntSize < 64 {
		t.Skip("needs 4 GiB of addresses")
	}
	limit := int64(1) << 32
	size := int(limit) + 1
	text, err := syscall.Mmap(-1, 0, size, syscall.PROT_NONE, syscall.MAP_PRIVATE|syscall.MAP_ANON|syscall.MAP_NORESERVE)
	if err != nil {
		t.Skipf("no 4 GiB of addresses: mmap: %v", err)
	}
	defer syscall.Munmap(text)
	if err := syscall.Mprotect(text[:os.Getpagesize()], syscall.PROT_READ); err != nil {
		t.Fatal(err)
	}
	if cut, v := decided(IRI.a, text, scan.Ask); v != scan.Invalid || cut != (scan.Cut{}) {
		t.Errorf("%v, %v", cut, v)
	}
}
