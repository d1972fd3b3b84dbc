package scan

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"example.org/iri/internal/testkit"
)

// One byte of each kind that matters in ASCII.
var alphabet = []byte("a:/?#@[%4- ")

// Prefixes of strings that stay in one component while fill repeats.
var components = []struct{ head, fill string }{
	{"", "a"}, {"/", "a"}, {"//", "a"}, {"//a@", "a"}, {"//a:", "4"}, {"?", "a"}, {"#", "a"}, {"4", "a"},
	{"a:", "a"}, {"a:/", "a"}, {"a://", "a"}, {"a://a:", "a"}, {"a://a@", "a"}, {"a://a:", "4"}, {"a:///", "/"},
	{"a://a/", "a"}, {"a://a/", "%44"}, {"a:?", "a"}, {"a:?", "?"}, {"a:#", "a"}, {"a:a?a#", "?"}, {"a:", "é"}, {"a:#", "中"},
}

// pumped returns a string of n bytes.
func pumped(head, fill string, n int) []byte {
	text := append([]byte(head), bytes.Repeat([]byte(fill), n/len(fill))...)
	return text[:n:n]
}

// Characters and bytes that are likely to be wrong: ends of ranges, ill-formed ones, and rare ASCII.
var oddities = []string{
	"\u00e9", "\u0416", "\u4e2d", "\U0001F600", "\U000E0000", // ordinary in most languages
	"\u0080", "\u009f", "\u00a0", "\ud7ff", "\ue000", "\uf8ff", "\uf900", "\ufdcf", "\ufdd0", "\ufdef", "\ufdf0",
	"\uffef", "\ufff0", "\uffff", "\U00010000", "\U0001fffd", "\U0001fffe", "\U000e0fff", "\U000e1000", "\U000efffd",
	"\U000f0000", "\U000ffffd", "\U00100000", "\U0010fffd", "\U0010ffff",
	"\x80", "\xbf", "\xc0\x80", "\xc1\xbf", "\xc3", "\xc3\xc3\xa9", "\u00e9\x80", "\xe0\x9f\xbf", "\xe4\xb8", "\xed\xa0\x80",
	"\xf0\x9f\x98", "\xf0\x8f\xbf\xbf", "\xf4\x90\x80\x80", "\xf5", "\xff",
	"%C3%A9", "%", "%4", "%4\u00e9", "\u00e9%", "%%44", "%4g", "[", "[::1]", "]", " ", "\x00", "\x7f", "\"",
}

// place tries each of the oddities at some offsets.
func (x *trial) place(places func(func(int) bool)) {
	tails := []string{"", "a", "?\u00e9", "#%44", strings.Repeat("a", 70)}
	for _, c := range components {
		for n := range places {
			if n < len(c.head) {
				continue
			}
			text := pumped(c.head, c.fill, n)
			for _, odd := range oddities {
				with := append(text[:n:n], odd...)
				for _, tail := range tails {
					x.try(append(with[:len(with):len(with)], tail...))
				}
			}
		}
	}
}

func TestOddities(t *testing.T) {
	x := newTrial(t, paths(t))
	x.place(func(yield func(int) bool) {
		for n := range 132 {
			near := n < 20 || 56 <= n && n < 70 || 122 <= n
			if near && (*testkit.Long || n%3 == 2) && !yield(n) { // 62 is among them
				return
			}
		}
	})
	x.automata = tops[2:]
	x.place(slices.Values([]int{2, 62, 63, 64}))
}

// Lead and continuation bytes, one of each kind, across a border.
func TestLeadsAndContinuations(t *testing.T) {
	const bytes = "\x80\x8f\x90\x9f\xa0\xa3\xaf\xb0\xb7\xbd\xbe\xbf\xc1\xc2\xc3\xe0\xe1\xed\xee\xef\xf0\xf1\xf3\xf4\xff4?"
	x := newTrial(t, paths(t))
	x.automata = tops[:1]
	var rec func(text []byte, depth int)
	rec = func(text []byte, depth int) {
		x.try(text)
		if depth > 0 {
			for i := range len(bytes) {
				rec(append(text[:len(text):len(text)], bytes[i]), depth-1)
			}
		}
	}
	for _, n := range []int{2, 60, 61, 62, 64} {
		rec(pumped("a:", "a", n), 3)
	}
	if *testkit.Long {
		rec(pumped("a:", "a", 63), 4)
	}
}
