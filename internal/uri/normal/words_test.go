package normal

import (
	"strings"
	"testing"
)

// TestSuspects places each pattern at every offset of strings of every length. The other bytes resemble the patterns.
func TestSuspects(t *testing.T) {
	for n := range 50 {
		for front := range n + 1 {
			const plain = "a@[`{z\xc1\xa5\xaf\xae\xdb&$-0"
			text := strings.Repeat(plain, 4)[:n]
			if pctEncoded, dots, capital := mayHave(text, front); pctEncoded || dots || capital {
				t.Errorf("%q, %d: %v %v %v", text, front, pctEncoded, dots, capital)
			}
			for i := range n {
				put := func(s string) string { return (text[:i] + s + text[min(i+len(s), n):])[:n] }
				if pctEncoded, _, _ := mayHave(put("%"), front); !pctEncoded {
					t.Errorf("%q: no percent-encoded octet", put("%"))
				}
				if _, dots, _ := mayHave(put("/."), front); !dots && i >= front && i+1 < n {
					t.Errorf("%q, %d: no dot", put("/."), front)
				}
				for _, c := range []string{"A", "M", "Z"} {
					if _, _, capital := mayHave(put(c), front); capital != (i < front) {
						t.Errorf("%q, %d: capital %v", put(c), front, capital)
					}
				}
			}
		}
	}
}

func TestRun(t *testing.T) {
	for n := range 40 {
		text := strings.Repeat("a\xa5&$\x24\x26\u00e9", 8)[:n]
		if got := beforePctEncoded(text); got != n {
			t.Errorf("%q: %d", text, got)
		}
		for i := range n {
			if got := beforePctEncoded(text[:i] + "%" + text[i:] + "%"); got != i {
				t.Errorf("%q, %d: %d", text, i, got)
			}
		}
	}
}
