package scan

import (
	"testing"

	"example.org/iri/internal/testkit"
)

// Strings that are, or begin with, one long component.
var fills = []struct{ name, head, fill, tail string }{
	{"path", "a:/", "b", ""},
	{"query", "a:?", "b", ""},
	{"fragment", "#", "b", ""},
	{"host", "a://", "b", ""},
	{"host before a path", "//", "b", "/"},
	{"port", "a://:", "4", ""},
	{"userinfo", "a://", "b", "@"},
	{"scheme", "", "b", ":"},
	{"triples", "a:", "%44", ""},
	{"characters", "a:", "\u4e2d", ""},
}

// lengths yields all lengths up to two blocks, and fewer of those far from borders.
func lengths(yield func(int) bool) {
	for n := 1; n <= 131; n++ {
		if near := (n+5)%32 < 10; (*exhaustive || near && *testkit.Long || n%effort(16, 8, 1) == 1) && !yield(n) {
			return
		}
	}
}

// TestEveryByte tests each byte at each offset of strings of each length, in each component.
func TestEveryByte(t *testing.T) {
	x := newTrial(t, fast(t))
	for k, f := range fills {
		for n := range lengths {
			text := pumped(f.head, f.fill, max(n, len(f.head)+len(f.tail)))
			copy(text[len(text)-len(f.tail):], f.tail)
			for at, old := range text {
				for c := range 256 {
					if (c+at+k)%effort(8, 8, 1) == 0 || at%32 < 2 || at%32 > 29 {
						text[at] = byte(c)
						x.try(text)
					}
				}
				text[at] = old
			}
		}
	}
}

// TestPercent tests a percent sign at each offset near a border, with each byte in each of the two positions after it,
// and the end of the string anywhere after it.
func TestPercent(t *testing.T) {
	x := newTrial(t, fast(t))
	for _, head := range []string{"a:", "a:?", "a://", "", "a:\u4e2d"} {
		for _, border := range []int{32, 64, 96, 128, 192} {
			for at := border - 4; at < border+2; at++ {
				text := pumped(head, "b", border+70)
				text[at] = '%'
				for c := range 512 {
					if !*testkit.Long && (c+at)%4 != 0 {
						continue
					}
					digits := [][2]byte{{byte(c), '4'}, {'f', byte(c)}}[c>>8]
					text[at+1], text[at+2] = digits[0], digits[1]
					x.try(text)
					x.try(text[:at+4])
					x.try(text[:at+3])
					x.try(text[:at+2])
					x.try(text[:at+1])
				}
			}
		}
	}
}
