package patch_test

import (
	"io"
	"strings"
	"testing"

	"example.org/iri/tools/iri/internal/patch"
	"example.org/iri/tools/iri/source"
)

// TestReplace checks that a string is replaced only where it occurs, and that nothing else changes.
func TestReplace(t *testing.T) {
	long := strings.Repeat("x", 100_000)
	for _, c := range []struct {
		text   string
		line   int64
		column int64
		want   string
		done   bool
	}{
		{"old", 1, 1, "newer", true},
		{"a old b", 1, 3, "a newer b", true},
		{"a\r\n old\n", 2, 2, "a\r\n newer\n", true},
		{long + "\n" + long + "old" + long, 2, 100_001, long + "\n" + long + "newer" + long, true},
		{"a old b", 1, 2, "a old b", false},
		{"a old b", 2, 1, "a old b", false},
		{"a old b", 1, 90, "a old b", false},
		{"ol", 1, 1, "ol", false},
		{"o\nold", 1, 1, "o\nold", false},
		{"", 1, 1, "", false},
	} {
		var out strings.Builder
		r := patch.NewReader(io.NopCloser(strings.NewReader(c.text)))
		done, err := r.Replace(&out, source.Place{Line: c.line, Column: c.column}, []byte("old"), []byte("newer"))
		if err != nil || r.Rest(&out) != nil || done != c.done || out.String() != c.want {
			t.Errorf("%.20q at %d:%d: %v, %v, %.40q", c.text, c.line, c.column, done, err, out.String())
		}
	}
}

// TestReplaceInOrder checks that places after a replacement refer to the old file, and that earlier places are not
// replaced.
func TestReplaceInOrder(t *testing.T) {
	var out strings.Builder
	r := patch.NewReader(io.NopCloser(strings.NewReader("a a\na a")))
	for _, c := range []struct {
		line, column int64
		done         bool
	}{{1, 1, true}, {1, 1, false}, {1, 3, true}, {1, 2, false}, {2, 3, true}, {1, 3, false}} {
		done, err := r.Replace(&out, source.Place{Line: c.line, Column: c.column}, []byte("a"), []byte("bcd"))
		if done != c.done || err != nil {
			t.Errorf("%d:%d: %v, %v", c.line, c.column, done, err)
		}
	}
	if err := r.Rest(&out); err != nil || out.String() != "bcd bcd\na bcd" {
		t.Errorf("%q, %v", out.String(), err)
	}
}

func TestIsSafe(t *testing.T) {
	for _, c := range []struct {
		old, new string
		want     bool
	}{
		{"HTTP://a/b c", "http://a/b%20c", true},
		{"http://a/b", "../b", true},
		{"http://a/?b&c", "http://a/?B&c", true},
		{"*x", "*y", true},
		{"http://a/b", "http://a/&", false},
		{"http://a/b", "http://a/'", false},
		{"http://a/b", "http://a/ b", false},
		{"./#x", "#x", false}, // a YAML comment
		{"./-x", "-x", false},
		{"a", "", false},
		{"", "a", false},
	} {
		if got := patch.IsSafe([]byte(c.old), []byte(c.new)); got != c.want {
			t.Errorf("%q, %q: %v", c.old, c.new, got)
		}
	}
}
