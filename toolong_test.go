//go:build linux

package iri_test

import (
	"os"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"example.org/iri"
	"example.org/iri/internal/fence"
	"example.org/iri/rule"
)

// TestTooLongUnread: a text that Parts cannot address is refused before a byte
// of it is read, and one byte less is judged. The memory is addresses only.
func TestTooLongUnread(t *testing.T) {
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
	for _, e := range entries() {
		if !strings.HasPrefix(e.name, "Split") {
			continue
		}
		for _, n := range []int{size, size - 1} {
			var got any
			if err := fence.Guarded(func() { got = e.read(viewOf(text[:n])) }); err != nil {
				t.Fatalf("%s, %d bytes: %v", e.name, n, err)
			}
			if want := outcomeOf(iri.Parts{}, iri.ErrTooLong); got != want {
				t.Errorf("%s, %d bytes: %v", e.name, n, got)
			}
		}
	}
	if err := fence.Guarded(func() {
		if x, err := (iri.Builder{}).Path(viewOf(text[:size-2]).s).Host("").Reference(); err != iri.ErrTooLong || !x.IsZero() {
			t.Errorf("Builder: %v", err)
		}
	}); err != nil {
		t.Error(err)
	}
	// One page can be read; it is zeros, and none of those is in any IRI.
	if err := syscall.Mprotect(text[:os.Getpagesize()], syscall.PROT_READ); err != nil {
		t.Fatal(err)
	}
	for name, call := range map[string]func() error{
		"Split":           func() error { _, err := iri.Split(text[:size-2]); return err },
		"SplitReference":  func() error { _, err := iri.SplitReference(text[:size-2]); return err },
		"Check, too long": func() error { return rule.IRI.Check(text) },
		"Write, too long": func() error { m := rule.IRI.Matcher(); _, err := m.Write(text); return err },
	} {
		var got error
		if err := fence.Guarded(func() { got = call() }); err != nil {
			t.Errorf("%s: %v", name, err)
		} else if e, ok := got.(*iri.SyntaxError); !ok || e.Offset != 0 || e.Byte != 0 {
			t.Errorf("%s: %v, want a SyntaxError at byte 0", name, got)
		}
	}
	if err := fence.Guarded(func() {
		if iri.Valid(text) || rule.IRIReference.Prefix(text) != 0 {
			t.Error("4 GiB of zeros are valid")
		}
	}); err != nil {
		t.Error(err)
	}
}
