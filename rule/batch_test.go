package rule_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"example.org/iri/rule"
)

// Strings for batches: short and long, valid and invalid, for every tier.
var batchTexts = []string{
	"", "a:", "http://example.org/", "not a", "//[::1]:80/x", "http://user@example.org:8080/%C3%A9?q#f", "http://é.example/中文",
	"urn:isbn:0451450523", "a:%4", "a:\xff", "a#b#c", strings.Repeat("a", 70), "a:" + strings.Repeat("b/", 100), "a:\ue000", "x",
}

// columns joins strings by line feeds, and in the layout of Arrow.
func columns(texts []string) (text, data []byte, offsets []int32) {
	offsets = []int32{0}
	for _, s := range texts {
		text = append(append(text, s...), '\n')
		data = append(data, s...)
		offsets = append(offsets, int32(len(data)))
	}
	return text, data, offsets
}

// checkBatch compares a batch with a call for each value.
func checkBatch(t *testing.T, name string, r rule.Rule, b *rule.Batch, texts []string) {
	t.Helper()
	count := 0
	for i, s := range texts {
		want := r.ValidString(s)
		if want {
			count++
		}
		if got := b.Valid[i/8]>>(i%8)&1 != 0; got != want {
			t.Fatalf("%s, %v: value %d of %d, %q: %v", name, r, i, len(texts), s, got)
		}
	}
	if b.Len != len(texts) || b.Count != count || len(b.Valid) != (len(texts)+7)/8 {
		t.Fatalf("%s, %v: %d values, %d of them match, %d bytes, want %d and %d", name, r, b.Len, b.Count, len(b.Valid), len(texts), count)
	}
	if n := len(texts) % 8; n != 0 && b.Valid[len(texts)/8]>>n != 0 {
		t.Fatalf("%s: bits behind the last are set", name)
	}
}

func TestBatch(t *testing.T) {
	var b rule.Batch
	for n := range 4 * len(batchTexts) {
		texts := make([]string, n)
		for i := range texts {
			texts[i] = batchTexts[(i*7+n)%len(batchTexts)]
		}
		text, data, offsets := columns(texts)
		lines := [][]byte{text}
		if n > 0 && texts[n-1] != "" { // the last line feed may be missing
			lines = append(lines, bytes.TrimSuffix(text, []byte("\n")))
		}
		for _, r := range []rule.Rule{rule.IRI, rule.IRIReference, rule.URI, rule.IRIStrict, rule.IHost, rule.Scheme, {}} {
			r.Column(&b, data, offsets)
			checkBatch(t, "Column", r, &b, texts)
			for _, text := range lines {
				r.Lines(&b, text)
				checkBatch(t, "Lines", r, &b, texts)
			}
		}
	}
}

func TestNext(t *testing.T) {
	var b rule.Batch
	for n := range 70 {
		for wrong := range n {
			for _, few := range []bool{false, true} { // a few invalid lines among valid ones, or vice versa
				lines := slices.Repeat([]string{[]string{"1", "a:"}[n%2]}, n)
				lines[wrong] = []string{"a:", "1"}[n%2]
				rule.IRI.Lines(&b, []byte(strings.Join(lines, "\n")+"\n"))
				want := slices.IndexFunc(lines, func(line string) bool { return (line == "a:") == few })
				if got := b.Next(0, few); got != want && !(want < 0 && got == n) {
					t.Fatalf("%q: line %d, want %d", lines, got, want)
				}
				if got := b.Next(n, few); got != n {
					t.Fatalf("%d lines: %d", n, got)
				}
			}
		}
	}
}

// TestCRLF checks that, with CRLF, a carriage return before a line feed does not belong to the line.
func TestCRLF(t *testing.T) {
	b := rule.Batch{CRLF: true}
	for n := range 40 { // line ends at all offsets of a block
		path := strings.Repeat("x", n)
		texts := []string{"a:" + path, "", "a:\r", path + "b:c", "\r", "a://b", "c:/%4", "d:#"}
		for repeated := range 3 {
			texts = append(texts, texts[:8>>repeated]...)
		}
		text := []byte(strings.Join(texts, "\r\n") + "\r\n")
		for range 2 {
			rule.IRI.Lines(&b, text)
			checkBatch(t, "Lines", rule.IRI, &b, texts)
			text = append(text, "a:\r"...) // part of the line, because no line feed follows
			texts = append(texts, "a:\r")
		}
	}
}

func TestNoParts(t *testing.T) {
	for _, r := range []rule.Rule{rule.IHost, rule.Port, rule.IHierPart, {}} {
		for _, s := range batchTexts {
			x, err := r.SplitString(s)
			y, same := r.Split([]byte(s))
			if err != rule.ErrNoParts || same != err || x != (rule.Parts{}) || y != x {
				t.Errorf("%v, %q: %v, %v", r, s, x, err)
			}
		}
	}
}

// TestColumnOfSlice has offsets that do not begin at 0, and none at all.
func TestColumnOfSlice(t *testing.T) {
	var b rule.Batch
	rule.IRI.Column(&b, []byte("xxa:b:c"), []int32{2, 4, 4, 7})
	if b.Len != 3 || b.Count != 2 || b.Valid[0] != 0b101 {
		t.Errorf("%+v", b)
	}
	rule.IRI.Column(&b, nil, nil)
	if b.Len != 0 || b.Count != 0 || len(b.Valid) != 0 {
		t.Errorf("%+v", b)
	}
	defer func() {
		if recover() == nil {
			t.Error("decreasing offsets do not panic")
		}
	}()
	rule.IRI.Column(&b, []byte("a:b:c"), []int32{0, 4, 2})
}

// TestColumnOutside has offsets after the end of data, but within its array.
func TestColumnOutside(t *testing.T) {
	array := []byte("a:12345678b:secret c:secret")
	for _, offsets := range [][]int32{{0, 9, 24}, {0, 10}, {9, 9, 10}, {24, 24}, {10, 24}, {-1, 4}} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%v: no panic", offsets)
				}
			}()
			rule.IRI.Column(new(rule.Batch), array[:9], offsets)
		}()
	}
}

func TestBatchAllocations(t *testing.T) {
	text, data, offsets := columns(batchTexts)
	var b rule.Batch
	if got := testing.AllocsPerRun(10, func() {
		rule.IRIReference.Column(&b, data, offsets)
		rule.IRIReference.Lines(&b, text)
	}); got != 0 {
		t.Errorf("%v allocations", got)
	}
}
