package char

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// TestAreFamiliar tests each character at each offset in a word, and IsASCII for the same strings.
func TestAreFamiliar(t *testing.T) {
	for r := range rune(utf8.MaxRune + 1) {
		if !utf8.ValidRune(r) {
			continue
		}
		want := r < 0x80 || 0xC0 <= r && r < 0x300 || 0x400 <= r && r < 0x480 || 0x4000 <= r && r < 0xA000
		for n := range 9 {
			text := strings.Repeat("a", n) + string(r) + strings.Repeat("é", n/2)
			if AreFamiliar(text) != want {
				t.Fatalf("%U after %d bytes: want %t", r, n, want)
			}
			if IsASCII(text) != (r < 0x80 && n < 2) || IsASCII([]byte(text[:n+1])) != (r < 0x80) {
				t.Fatalf("%U after %d bytes: ASCII", r, n)
			}
		}
	}
}

func TestLoad(t *testing.T) {
	const text = "\x01\x02\x03\x04\x05\x06\x07\xff"
	for n := range len(text) {
		if got, want := LoadShort(text[:n]), Load(text)&(1<<(8*n)-1); got != want {
			t.Errorf("%d bytes: %x, want %x", n, got, want)
		}
	}
}
