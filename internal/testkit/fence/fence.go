//go:build linux

// Package fence allocates memory between inaccessible pages. Only tests import it.
package fence

import (
	"fmt"
	"os"
	"runtime/debug"
	"strconv"
	"syscall"
	"testing"
)

// Fence is memory whose first and last pages are inaccessible. Inner is the part between them.
type Fence struct{ Pages, Inner []byte }

// New returns a fence whose Inner is readable and writable and has the given number of pages.
func New(t testing.TB, pages int) *Fence {
	size := os.Getpagesize()
	all, err := syscall.Mmap(-1, 0, (pages+2)*size, syscall.PROT_NONE, syscall.MAP_PRIVATE|syscall.MAP_ANON)
	if err != nil {
		t.Skipf("no pages to guard with: mmap: %v", err)
	}
	t.Cleanup(func() {
		if err := syscall.Munmap(all); err != nil {
			t.Error(err)
		}
	})
	last := len(all) - size
	f := &Fence{all, all[size:last:last]}
	f.ReadOnly(t, false)
	return f
}

// Addresses returns size bytes of inaccessible address space.
func Addresses(t testing.TB, size int64) []byte {
	if strconv.IntSize < 64 {
		t.Skipf("needs %d addresses", size)
	}
	text, err := syscall.Mmap(-1, 0, int(size), syscall.PROT_NONE, syscall.MAP_PRIVATE|syscall.MAP_ANON|syscall.MAP_NORESERVE)
	if err != nil {
		t.Skipf("no %d addresses: mmap: %v", size, err)
	}
	t.Cleanup(func() { _ = syscall.Munmap(text) })
	return text
}

// ReadOnly makes Inner read-only, or writable again.
func (f *Fence) ReadOnly(t testing.TB, only bool) {
	mode := syscall.PROT_READ
	if !only {
		mode |= syscall.PROT_WRITE
	}
	if err := syscall.Mprotect(f.Inner, mode); err != nil {
		t.Fatalf("mprotect: %v", err)
	}
}

// Guarded calls a function. It returns an error if the function panics or accesses inaccessible memory.
func Guarded(call func()) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		switch e := recover().(type) {
		case nil:
		case interface{ Addr() uintptr }:
			err = fmt.Errorf("touches address %#x: %v", e.Addr(), e)
		default:
			err = fmt.Errorf("panics: %v", e)
		}
	}()
	call()
	return nil
}
