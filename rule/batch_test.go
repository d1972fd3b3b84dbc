package rule_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"example.org/iri/rule"
)

// strings for batches: short and long, right and wrong, in need of every tier.
var batchTexts = []string{
	"", "a:", "http://example.org/", "not a", "//[::1]:80/x", "http://user@example.org:8080/%C3%A9?q#f", "http://é.example/中文",
	"urn:isbn:0451450523", "a:%4", "a:\xff", "a#b#c", strings.Repeat("a", 70), "a:" + strings.Repeat("b/", 100), "a:\ue000", "x",
}

// columns lays strings out with line feeds between them and as Arrow does.
func columns(texts []string) (text, data []byte, offsets []int32) {
	offsets = []int32{0}
	for _, s := range texts {
		text = append(append(text, s...), '\n')
		data = append(data, s...)
		offsets = append(offsets, int32(len(data)))
	}
	return text, data, offsets
}

// checkBatch compares a batch with one call a value.
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

// A batch says of each value what a call says, for any number of values and any rule.
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

// TestNext: it finds the values that Matches tells.
func TestNext(t *testing.T) {
	var b rule.Batch
	for n := range 70 {
		for wrong := range n {
			for _, few := range []bool{false, true} { // of few wrong lines among right ones, or the other way round
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

// TestCRLF: when asked for, a carriage return before a line feed is no byte of the line.
func TestCRLF(t *testing.T) {
	b := rule.Batch{CRLF: true}
	for n := range 40 { // so that ends stand everywhere in the blocks of a kernel
		path := strings.Repeat("x", n)
		texts := []string{"a:" + path, "", "a:\r", path + "b:c", "\r", "a://b", "c:/%4", "d:#"}
		for repeated := range 3 {
			texts = append(texts, texts[:8>>repeated]...)
		}
		text := []byte(strings.Join(texts, "\r\n") + "\r\n")
		for range 2 {
			rule.IRI.Lines(&b, text)
			checkBatch(t, "Lines", rule.IRI, &b, texts)
			text = append(text, "a:\r"...) // here it is a byte: nothing follows
			texts = append(texts, "a:\r")
		}
	}
}

// TestNoParts: a rule without components has no Parts, whatever the string.
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

// Offsets need not begin at 0; there may be none at all.
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

// TestColumnOutside: offsets behind the end of the data panic, though their array goes on there.
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

// A batch that is used again allocates nothing.
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
