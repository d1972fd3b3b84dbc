//go:build linux

package iri_test

import (
	"errors"
	"os"
	"syscall"
	"testing"
	"unsafe"

	"example.org/iri"
	"example.org/iri/internal/testkit/fence"
	"example.org/iri/rule"
)

// splitters are the functions that return offsets.
var splitters = map[string]func(text []byte) (iri.Parts, error){
	"Split":          iri.Split,
	"SplitString":    func(p []byte) (iri.Parts, error) { return iri.SplitString(unsafe.String(unsafe.SliceData(p), len(p))) },
	"SplitReference": iri.SplitReference,
	"SplitReferenceString": func(p []byte) (iri.Parts, error) {
		return iri.SplitReferenceString(unsafe.String(unsafe.SliceData(p), len(p)))
	},
	"Parse": func(p []byte) (iri.Parts, error) {
		x, err := iri.Parse(unsafe.String(unsafe.SliceData(p), len(p)))
		return x.Parts(), err
	},
	"ParseReference": func(p []byte) (iri.Parts, error) {
		x, err := iri.ParseReference(unsafe.String(unsafe.SliceData(p), len(p)))
		return x.Parts(), err
	},
	"UnmarshalText": func(p []byte) (iri.Parts, error) {
		var x iri.Reference
		err := x.UnmarshalText(p)
		return x.Parts(), err
	},
}

// TestTooLongUnread checks that a string of 4 GiB is rejected before a byte is read, and that one byte less is
// validated. The memory is inaccessible address space.
func TestTooLongUnread(t *testing.T) {
	limit := int64(1) << 32
	text := fence.Addresses(t, limit+1)
	size := len(text)
	for name, split := range splitters {
		for _, n := range []int{size, size - 1} {
			var got iri.Parts
			var gotErr error
			if err := fence.Guarded(func() { got, gotErr = split(text[:n]) }); err != nil {
				t.Fatalf("%s, %d bytes: %v", name, n, err)
			}
			if got != (iri.Parts{}) || gotErr != iri.ErrTooLong {
				t.Errorf("%s, %d bytes: %v, %v", name, n, got, gotErr)
			}
		}
	}
	// One page is readable. It consists of zeros, which no IRI contains.
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
	if err := fence.Guarded(func() { buildTooLong(t, unsafe.String(unsafe.SliceData(text), int(limit-1))) }); err != nil {
		t.Error(err)
	}
	if err := fence.Guarded(func() {
		if iri.Valid(text) || rule.IRIReference.Prefix(text) != 0 {
			t.Error("4 GiB of zeros are valid")
		}
	}); err != nil {
		t.Error(err)
	}
}

// buildTooLong has components that are, with their delimiters, just too long or just not, but then the path is invalid.
func buildTooLong(t *testing.T, path string) {
	for _, c := range []struct {
		builder iri.Builder
		others  int // bytes outside of the path
	}{
		{iri.Builder{}, 0},
		{iri.Builder{}.Query("").Fragment(""), 2},
		{iri.Builder{}.Scheme("a").Userinfo("").Host("").Port(""), 6},
	} {
		fits := path[:len(path)-c.others]
		var e *iri.ComponentError
		if _, err := c.builder.Path(fits).Reference(); !errors.As(err, &e) || e.Component != iri.ComponentPath {
			t.Errorf("Builder of %d other bytes: %v", c.others, err)
		}
		if _, err := c.builder.Path(fits).Fragment("").Query("b").Reference(); err != iri.ErrTooLong {
			t.Errorf("Builder of %d other bytes, too long: %v", c.others, err)
		}
	}
}
