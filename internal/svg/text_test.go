package svg

import (
	"slices"
	"strings"
	"testing"
)

func TestEscape(t *testing.T) {
	for text, want := range map[string]string{
		`a "b" 'c'`:      `a "b" 'c'`,
		"<a & b>":        "&lt;a &amp; b&gt;",
		"\x00\xff\u00e9": "\ufffd\ufffd\u00e9",
	} {
		if got := Escape(text); got != want {
			t.Errorf("%q is written as %q, want %q", text, got, want)
		}
	}
}

func TestWidth(t *testing.T) {
	for _, x := range []struct {
		text       string
		size, want int
	}{
		{"", 13, 0},
		{"i", 10, 3},     // 2.94
		{"~W", 100, 183}, // 83.7 + 98.8
		{"\u00e9", 12, 12},
	} {
		if got := Width(x.text, x.size); got != x.want {
			t.Errorf("%q of size %d is %d wide, want %d", x.text, x.size, got, x.want)
		}
	}
	for c := rune(' '); c <= '~'; c++ {
		if w := Width(string(c), 1000); w < 250 || w > 1100 {
			t.Errorf("%q is %d wide", c, w)
		}
	}
}

func TestWrap(t *testing.T) {
	for _, x := range []struct {
		text  string
		limit int
		want  []string
	}{
		{"", 100, nil},
		{"aa bb cc", 100, []string{"aa bb cc"}},
		{"aa bb cc", Width("aa bb", 10), []string{"aa bb", "cc"}},
		{"aaa bb cc", Width("aaa bb", 10) - 1, []string{"aaa", "bb cc"}},
		{"a longest-word b", 30, []string{"a", "longest-word", "b"}},
	} {
		got := Wrap(strings.Fields(x.text), 10, x.limit)
		if !slices.Equal(got, x.want) {
			t.Errorf("%q in %d: %q, want %q", x.text, x.limit, got, x.want)
		}
		if w := Widest(got, 10); len(x.want) > 0 && w > max(x.limit, Width("longest-word", 10)) {
			t.Errorf("%q is %d wide", got, w)
		}
	}
}
