package source

import (
	"bytes"
	"io"
	"regexp"
	"testing"
	"testing/iotest"
)

// panics is both a file and a reader that panic on Read.
type panics []int

func (p panics) Read([]byte) (int, error) { return p[1], nil }

// TestPanic checks that a panic becomes an error of the file with the line of code, after the strings before it.
func TestPanic(t *testing.T) {
	want := regexp.MustCompile(`^1:1 verbatim "a:"\n0:0 error: the reader failed: runtime error: index out of range \[1\] with length 0 \(source/recover_test\.go:14\)\n$`)
	text := io.MultiReader(iotest.OneByteReader(bytes.NewReader([]byte("a:\n"))), panics{})
	f, err := New("-", text, Options{Format: Lines})
	if err != nil {
		t.Fatal(err)
	}
	if got := dump(t, f.Texts); !want.MatchString(got) {
		t.Error(got)
	}
	if _, err := New("-", panics{}, Options{Format: Lines}); err == nil || !want.MatchString("1:1 verbatim \"a:\"\n0:0 error: "+err.Error()+"\n") {
		t.Error(err)
	}
}
