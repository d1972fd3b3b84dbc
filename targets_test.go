//go:build linux

package iri

import (
	"slices"
	"testing"
	"unsafe"

	"example.org/iri/internal/testkit/fence"
)

// TestTargetsStop: a column ends in front of a reference whose target could be too long, before
// anything is read or written for it. The base is addresses only.
func TestTargetsStop(t *testing.T) {
	text := fence.Addresses(t, 1<<31-1)
	base := IRI{value: value{unsafe.String(unsafe.SliceData(text), len(text)), MustParse("a:").parts}}
	r := &Resolver{Base: base}
	var targets Targets
	if rest := r.ResolveLines(&targets, []byte("a b\nc\nd")); string(rest) != "c\nd" || targets.Len != 1 || targets.Count != 0 {
		t.Errorf("lines: %q are left, %+v", rest, targets)
	}
	if rest := r.ResolveColumn(&targets, []byte("a bcd"), []int32{0, 3, 4, 5}); !slices.Equal(rest, []int32{3, 4, 5}) || targets.Len != 1 {
		t.Errorf("column: %d are left, %+v", rest, targets)
	}
	defer func() {
		if recover() == nil {
			t.Error("no panic where the first target is too long")
		}
	}()
	r.ResolveLines(&targets, []byte("c"))
}
