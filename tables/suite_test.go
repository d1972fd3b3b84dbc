package tables_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"example.org/iri/compile/suite"
	"example.org/iri/dfa"
	"example.org/iri/internal/language"
	"example.org/iri/internal/testkit"
	"example.org/iri/internal/uri/find"
	"example.org/iri/internal/uri/scan"
)

// TestSuites runs the complete suite of each language of whole references, made from its plain automaton, and compares
// results and offsets with package find. Some strings also get prefixes and suffixes up to the end of a kernel's block.
// Without -long, it takes every eighth string, except for IRI-reference.
func TestSuites(t *testing.T) {
	defer scan.Limit(scan.Best)
	all := 0
	for k, d := range wholes(t) {
		every := 8
		if *testkit.Long || d.Language == &language.IRIReference {
			every = 1
		}
		cases, err := suite.Cases(d.plain(t))
		if err != nil {
			t.Fatal(err)
		}
		n := k
		cases = slices.DeleteFunc(cases, func(suite.Case) bool { n++; return n%every != 0 })
		for _, level := range []scan.Level{scan.AVX2, scan.AVX512} { // or the best available
			scan.Limit(level)
			for n, c := range cases {
				d.decides(t, c.Input, c.Valid)
				if *testkit.Long || n%16 == 0 {
					d.embedded(t, c.Input, n%8)
				}
			}
		}
		scan.Limit(scan.Best)
		d.decidesAll(t, cases)
		t.Logf("%v: %d texts", d, len(cases))
		all += len(cases)
	}
	t.Logf("%d texts", all)
}

// decidesAll validates all strings in batches, as lines and as a column.
func (d dish) decidesAll(t *testing.T, cases []suite.Case) {
	var lines, data []byte
	offsets := []int32{0}
	for i, c := range cases {
		data = append(data, c.Input...)
		offsets = append(offsets, int32(len(data)))
		lines = append(append(lines, bytes.ReplaceAll(c.Input, []byte("\n"), []byte("\r"))...), '\n')
		if valid := dfa.Match(d.Language.Automaton, c.Input); valid != c.Valid {
			t.Fatalf("%v: %q: the automaton does not say %t", d, cases[i].Input, c.Valid)
		}
	}
	column := scan.Batch{Language: d.Language}
	column.Column(data, offsets)
	batch := scan.Batch{Language: d.Language}
	batch.Lines(lines, false)
	for i, c := range cases {
		if got := column.Valid[i/8]>>(i%8)&1 != 0; got != c.Valid {
			t.Fatalf("%v: %q: in a column it is %t", d, c.Input, got)
		}
		line := bytes.ReplaceAll(c.Input, []byte("\n"), []byte("\r"))
		if got := batch.Valid[i/8]>>(i%8)&1 != 0; got != dfa.Match(d.Language.Automaton, line) {
			t.Fatalf("%v: %q: as a line it is %t", d, line, got)
		}
	}
}

// embedded validates a string between others.
func (d dish) embedded(t *testing.T, text []byte, n int) {
	for _, head := range []string{"a:", "a://b/", "//"} {
		run := strings.Repeat("a", 64)
		for _, text := range []string{head + run[:64-n-len(head)] + string(text), head + string(text) + run[:60+n-4]} {
			d.decides(t, []byte(text), dfa.Match(d.Language.Automaton, text))
		}
	}
}

// decides validates a string by the kernel of this processor, and by the portable path.
func (d dish) decides(t *testing.T, text []byte, valid bool) {
	if dfa.Match(d.Language.Automaton, text) != valid {
		t.Fatalf("%v: %q: the automaton does not say %t", d, text, valid)
	}
	want := find.Offsets{}
	if valid {
		want = testkit.Find(d.Language, text)
	}
	cut, v := scan.Bytes(d.Language, text)
	if v <= scan.Valid && (v == scan.Valid) != valid || v == scan.Valid && cut != want.Pack() {
		t.Fatalf("%v: %q: a kernel says %d, %x", d, text, v, cut)
	}
	if v := scan.CheckBytes(d.Language, text); v <= scan.Valid && (v == scan.Valid) != valid {
		t.Fatalf("%v: %q: a kernel says %d without offsets", d, text, v)
	}
	if cut, _, _, ok := scan.Fallback(d.Language, text); ok != valid || cut != want.Pack() {
		t.Fatalf("%v: %q: the portable path says %t, %x", d, text, ok, cut)
	}
	if scan.PortableValid(d.Language, text) != valid {
		t.Fatalf("%v: %q: the portable path does not say %t", d, text, valid)
	}
}
