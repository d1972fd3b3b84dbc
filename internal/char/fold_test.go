package char

import (
	"bytes"
	"testing"
)

// TestFold compares all bytes with package bytes.
func TestFold(t *testing.T) {
	for a := range 256 {
		one := []byte{byte(a)}
		want := byte(a)
		if a < 0x80 {
			want = bytes.ToLower(one)[0]
		}
		if got := Lower(byte(a)); got != want {
			t.Errorf("%q becomes %q, want %q", a, got, want)
		}
		for b := range 256 {
			same := Lower(byte(a)) == Lower(byte(b))
			if EqualFold(one, string([]byte{byte(b)})) != same {
				t.Errorf("%q and %q: %v", a, b, !same)
			}
		}
	}
	if EqualFold("aB", "a") || !EqualFold("aB", []byte("Ab")) || EqualFold("k", "\u212a") {
		t.Error("texts of several bytes")
	}
}
