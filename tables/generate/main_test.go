package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.org/iri/internal/uri"
)

// TestUpToDate makes the files once more and compares: grammars, compiler and tables
// belong together. Nothing else in their folders is generated, or a summary.
func TestUpToDate(t *testing.T) {
	files, err := generate("..")
	if err != nil {
		t.Fatal(err)
	}
	const root = "../.."
	var made []string
	for _, f := range files {
		made = append(made, f.name)
		text, err := os.ReadFile(filepath.Join(root, f.name))
		if err != nil {
			t.Fatal(err)
		}
		if string(text) != string(f.text) {
			t.Errorf("%s is not what the grammars say now: run go generate ./tables", f.name)
		}
	}
	for _, pattern := range []string{"internal/language/*", "tables/*.sum"} {
		names, err := filepath.Glob(filepath.Join(root, pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			if name, _ = filepath.Rel(root, name); !slices.Contains(made, filepath.ToSlash(name)) {
				t.Errorf("%s is made by nobody", name)
			}
		}
	}
}

// A plan as it is written; zeros at the end of Class are left out.
func TestWritePlan(t *testing.T) {
	p := &uri.Plan{Path: 8, Query: 16, Fragment: 24, Relative: true, Bracket: '(', Inside: 32, Behind: 40, Batch: true}
	p.Class['!'], p.Rows[1][2], p.Delims[3][4], p.Pairs[5][6], p.Codes[2] = 7, 8, 9, 10, 11
	p.Common[1] = uri.Beginning{Word: 0x0a3a61, Mask: 0xffffff, Len: 3, Hier: 2}
	g := new(writer)
	g.plan(p)
	zeros := func(n int) string { return strings.Repeat("0, ", n) }
	row, delim := "{"+zeros(15)+"0},\n", "{"+zeros(31)+"0}, // \"\\x00\"\n"
	want := "Plan: &uri.Plan{\nClass: [256]uint8{\n" + zeros('!') + "7,\n},\n" +
		"Rows: [uri.NumRows][16]uint8{\n" + row + "{0, 0, 8, " + zeros(12) + "0},\n" + row + row +
		"},\nDelims: [uri.NumDelims][32]uint8{\n" + delim + delim + delim + "{0, 0, 0, 0, 9, " + zeros(26) + "0}, // \"\\x00\"\n" + delim +
		"},\nPairs: [8][16]uint8{\n" + strings.Repeat(row, 5) + "{0, 0, 0, 0, 0, 0, 10, " + zeros(8) + "0},\n" + row + row +
		"},\nCommon: [2]uri.Beginning{\n{Word: 0x0, Mask: 0x0, Len: 0, Hier: 0}, // \"\"\n" +
		"{Word: 0xa3a61, Mask: 0xffffff, Len: 3, Hier: 2}, // \"a:\\n\"\n" +
		"},\nPath: 8,\nQuery: 16,\nFragment: 24,\nRelative: true,\nBracket: '(',\nInside: 32,\nBehind: 40,\n" +
		"Codes: [0x80]uint8{0, 0, 11},\nBatch: true,\nSchemes: false,\n},\n"
	if got := g.String(); got != want {
		t.Errorf("the plan is\n%s\nwant\n%s", got, want)
	}
}
