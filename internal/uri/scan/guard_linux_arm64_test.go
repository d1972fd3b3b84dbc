//go:build !purego

package scan

import (
	"os"
	"runtime/debug"
	"syscall"
	"testing"
	"unsafe"
)

// TestKernelGuard: nothing reads before or behind a text, whatever its length. Kernels
// run on texts at either end of a page between two that nobody may touch.
func TestKernelGuard(t *testing.T) {
	size := os.Getpagesize()
	pages, err := syscall.Mmap(-1, 0, 3*size, syscall.PROT_NONE, syscall.MAP_PRIVATE|syscall.MAP_ANON)
	if err != nil {
		t.Skipf("no pages to guard with: mmap: %v", err)
	}
	defer func() {
		if err := syscall.Munmap(pages); err != nil {
			t.Error(err)
		}
	}()
	page := pages[size : 2*size]
	if err := syscall.Mprotect(page, syscall.PROT_READ|syscall.PROT_WRITE); err != nil {
		t.Fatal(err)
	}

	iri := tops[0]
	var m masks
	calls := map[string]func(p []byte){
		"Bytes":      func(p []byte) { Bytes(iri, p) },
		"String":     func(p []byte) { String(iri, unsafe.String(unsafe.SliceData(p), len(p))) },
		"CheckBytes": func(p []byte) { CheckBytes(iri, p) },
		"transpose": func(p []byte) {
			if n := len(p); 16 <= n && n <= 64 {
				transpose(&p[0], n, &iri.Plan.Class, &m)
			}
		},
		"smooth": func(p []byte) {
			if n := len(p); n > 0 {
				smooth(&p[0], n, &iri.Plan.Class)
			}
		},
		"wild": func(p []byte) {
			for pos := 0; len(p) >= 16 && pos < len(p); pos += 64 {
				wild(&p[0], len(p), pos, &iri.Plan.Pairs)
			}
		},
	}
	for n := range 201 {
		for _, c := range components {
			text := pumped(c.head, c.letter, max(n, len(c.head)))[:n]
			for where, p := range map[string][]byte{"in front of": page[:n:n], "behind": page[size-n:]} {
				copy(p, text)
				for name, call := range calls {
					if faults(func() { call(p) }) {
						t.Fatalf("%s: %q (%d bytes): reads %s the text", name, text, n, where)
					}
				}
			}
		}
	}
	if !faults(func() { m.text += uint64(pages[size-1]) }) || !faults(func() { m.text += uint64(pages[2*size]) }) {
		t.Error("pages around may be touched")
	}
}

// faults reports whether a call faults.
func faults(call func()) (is bool) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() { is = recover() != nil }()
	call()
	return
}
