package scan

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"example.org/iri/internal/testkit"
)

// One of each kind of byte that matters to texts of ASCII.
var alphabet = []byte("a:/?#@[%4- ")

// The beginnings of texts that stay in one component if the letter repeats.
var components = []struct{ head, letter string }{
	{"", "a"}, {"/", "a"}, {"//", "a"}, {"//a@", "a"}, {"//a:", "4"}, {"?", "a"}, {"#", "a"}, {"4", "a"},
	{"a:", "a"}, {"a:/", "a"}, {"a://", "a"}, {"a://a:", "a"}, {"a://a@", "a"}, {"a://a:", "4"}, {"a:///", "/"},
	{"a://a/", "a"}, {"a://a/", "%44"}, {"a:?", "a"}, {"a:?", "?"}, {"a:#", "a"}, {"a:a?a#", "?"}, {"a:", "é"}, {"a:#", "中"},
}

// pumped returns a text of n bytes.
func pumped(head, letter string, n int) []byte {
	text := append([]byte(head), bytes.Repeat([]byte(letter), n/len(letter))...)
	return text[:n:n]
}

// Characters and bytes that are of interest: ends of ranges, ill-formed ones, and
// what is odd in ASCII.
var oddities = []string{
	"\u00e9", "\u0416", "\u4e2d", "\U0001F600", "\U000E0000", // no harm in most of them
	"\u0080", "\u009f", "\u00a0", "\ud7ff", "\ue000", "\uf8ff", "\uf900", "\ufdcf", "\ufdd0", "\ufdef", "\ufdf0",
	"\uffef", "\ufff0", "\uffff", "\U00010000", "\U0001fffd", "\U0001fffe", "\U000e0fff", "\U000e1000", "\U000efffd",
	"\U000f0000", "\U000ffffd", "\U00100000", "\U0010fffd", "\U0010ffff",
	"\x80", "\xbf", "\xc0\x80", "\xc1\xbf", "\xc3", "\xc3\xc3\xa9", "\u00e9\x80", "\xe0\x9f\xbf", "\xe4\xb8", "\xed\xa0\x80",
	"\xf0\x9f\x98", "\xf0\x8f\xbf\xbf", "\xf4\x90\x80\x80", "\xf5", "\xff",
	"%C3%A9", "%", "%4", "%4\u00e9", "\u00e9%", "%%44", "%4g", "[", "[::1]", "]", " ", "\x00", "\x7f", "\"",
}

// place tries each of the oddities at some places.
func (x *trial) place(places func(func(int) bool)) {
	tails := []string{"", "a", "?\u00e9", "#%44", strings.Repeat("a", 70)}
	for _, c := range components {
		for n := range places {
			if n < len(c.head) {
				continue
			}
			text := pumped(c.head, c.letter, n)
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
			if (n < 20 || 56 <= n && n < 70 || 122 <= n) && !yield(n) {
				return
			}
		}
	})
	x.automata = tops[2:]
	x.place(slices.Values([]int{2, 62, 63, 64}))
}

// Bytes that begin or continue characters, one of each kind, across a border.
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

// What went wrong in prototypes or nearly did here, see design note speed.md.
func TestRegressions(t *testing.T) {
	scheme := strings.Repeat("a", 58)
	for _, test := range []struct {
		name, text string
		iri, ref   Verdict
	}{
		{"empty", "", Invalid, Valid},
		{"64 bytes that end in //", scheme + "aaa://", Valid, Valid},
		{"64 bytes that end in @", "a://" + scheme + "a@", Valid, Valid},
		{"64 bytes that end in two @", "a://" + scheme + "@@", Invalid, Invalid},
		{"64 bytes that end in the colon of a port", "a://" + scheme + "a:", Valid, Valid},
		{"64 bytes that end in the colon of a scheme", scheme + "aaaaa:", Valid, Valid},
		{"64 bytes of a scheme, no colon", scheme + "aaaaaa", Invalid, Valid},
		{"64 bytes that end in the slash of a path", "a://" + scheme + "a/", Valid, Valid},
		{"64 bytes that end in ?", "a:" + scheme + "aaa?", Valid, Valid},
		{"64 bytes that end in #", "a:" + scheme + "aaa#", Valid, Valid},
		{"64 bytes that end in ##", "a:" + scheme + "aa##", Invalid, Invalid},
		{"64 bytes, no port", "a://" + scheme + ":a", Invalid, Invalid},
		{"64 bytes, a port", "a://" + scheme + ":4", Valid, Valid},
		{"// across the border", scheme + "aaaa://", Ask, Ask},
		{"colon at the border", scheme + "aaaaa:/", Ask, Ask},
		{"scheme across the border", scheme + "aaaaaa:", Ask, Ask},
		{"no scheme up to the border", scheme + "aaaaaa/", Ask, Ask},
		{"no scheme, percent triple", "%44" + scheme + "aaa", Invalid, Valid},
		{"no scheme, percent triple, colon", "%44" + scheme + "aa:", Invalid, Invalid},
		{"no scheme, percent triple, border", "%44" + scheme + "aaa:", Invalid, Ask},
		{"authority across the border", "a://" + scheme + "aaa/", Ask, Ask},
		{"authority up to the border", "a://" + scheme + "aa/", Ask, Ask},
		{"slash at the border ends the authority", "a://" + scheme + "a/" + "a", Valid, Valid},
		{"@ in the second block, path in the first", "a://" + scheme + "a/" + "@", Valid, Valid},
		{"% at 61", "a:" + scheme + "a%44", Valid, Valid},
		{"% at 62, end", "a:" + scheme + "aa%4", Invalid, Invalid},
		{"% at 63, end", "a:" + scheme + "aaa%", Invalid, Invalid},
		{"% at 62", "a:" + scheme + "aa%44", Valid, Valid},
		{"% at 63", "a:" + scheme + "aaa%44", Valid, Valid},
		{"% at 64", "a:" + scheme + "aaaa%44", Valid, Valid},
		{"% at 62, cut off", "a:" + scheme + "aa%4g", Invalid, Invalid},
		{"% at 63, cut off", "a:" + scheme + "aaa%4", Invalid, Invalid},
		{"% at 63, no digit", "a:" + scheme + "aaa%4g", Invalid, Invalid},
		{"% at 63, no digit but %", "a:" + scheme + "aaa%%44", Invalid, Invalid},
		{"% at 61, end at 63", "a:" + scheme + "a%4", Invalid, Invalid},
		{"lead byte at 63, continued", "a:" + scheme + "aaa\u00e9", Valid, Valid},
		{"lead byte at 63, ASCII behind", "a:" + scheme + "aaa\xc3a", Ask, Ask},
		{"lead byte at 63, end", "a:" + scheme + "aaa\xc3", Ask, Ask},
		{"two of three bytes at 63, ASCII behind", "a:" + scheme + "aa\xe4\xb8a", Ask, Ask},
		{"two of three bytes at 63, end", "a:" + scheme + "aa\xe4\xb8", Ask, Ask},
		{"three of four bytes at 63, ASCII behind", "a:" + scheme + "a\xf0\x9f\x98a", Ask, Ask},
		{"three of four bytes at 63, continued", "a:" + scheme + "a\U0001f600", Valid, Valid},
		{"65 bytes, third byte of three", "a:" + scheme + "aa\u4e2d", Valid, Valid},
		{"65 bytes, the last one is of ASCII", "a:" + scheme + "aa\u00e9a", Valid, Valid},
		{"65 bytes, the last one bad", "a:" + scheme + "aaaa ", Invalid, Invalid},
		{"66 bytes, the last two bad", "a:" + scheme + "aaaa\xc3\xc3", Ask, Ask},
		{"66 bytes, # in either block", "a:" + scheme + "aaa#a#", Invalid, Invalid},
		{"? in either block", "a:" + scheme + "aaa?a?", Valid, Valid},
		{"? behind #", "a:" + scheme + "aaa#a?", Valid, Valid},
		{"letters of Greek", "a:\u0391\u03b2\u03b3/\u03be\u03bf\u03bf", Valid, Valid}, // was doubtful where \xbf was compared wrong
		{"private use", "a:\ue000", Ask, Ask},
		{"bracket", "a://[::1]", Ask, Ask},
		{"bracket and a bad byte", "a://[::1] ", Invalid, Invalid},
		{"bad byte behind a bracket's block", "a:[" + scheme + "aaaa ", Ask, Ask},
		{"letter that is no ASCII in a scheme", "\u00e9:", Invalid, Invalid},
		{"letter that is no ASCII in a port", "a://a:\u00e9", Invalid, Invalid},
		{"letter that is no ASCII in a password", "a://a:\u00e9@", Valid, Valid},
		{"triple in a port", "a://a:%44", Invalid, Invalid},
	} {
		x := newTrial(t, paths(t))
		x.try([]byte(test.text))
		for i, want := range []Verdict{test.iri, test.ref} {
			if _, v := byModel(tops[i], []byte(test.text)); v != want {
				t.Errorf("%s: %v: verdict %d, want %d", test.name, tops[i].Name, v, want)
			}
		}
	}
}
