package main

import (
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"example.org/iri/compile"
	"example.org/iri/compile/abnf"
	"example.org/iri/internal/codegen"
)

// TestExtract extracts the rules of all grammars. The result is strict ABNF of the same languages, and a fixed point.
func TestExtract(t *testing.T) {
	pages, err := filepath.Glob("../internal/wild/testdata/*.txt")
	if err != nil || len(pages) == 0 {
		t.Fatalf("no pages: %v", err)
	}
	for _, file := range append(grammarFiles(t), pages...) {
		args := []string{"--keep-going", file}
		if filepath.Ext(file) == ".txt" {
			args = append(args, "--wild")
		}
		got := abnfc(append([]string{"extract"}, args...)...)
		if got.code != 0 {
			t.Errorf("%s: %+v", file, got)
			continue
		}
		printed, err := abnf.ParseFile("printed", []byte(got.stdout))
		if err != nil || printed.String() != got.stdout {
			t.Errorf("%s: %v\n%s\nis printed as\n%v", file, err, got.stdout, printed)
			continue
		}
		g, _, err := readGrammar(t, args[1:]...)
		if err != nil {
			t.Fatal(err)
		}
		compareRules(t, file, g, printed)
	}
}

// compareRules compares the automata of rules with small ones.
func compareRules(t *testing.T, file string, g *grammarText, printed *abnf.Grammar) {
	t.Helper()
	line := func(g *abnf.Grammar, rule string) string {
		a, err := compile.Compile(g, rule, &compile.Options{MaxStates: 1 << 10})
		if err != nil {
			return "" // the same for both
		}
		return codegen.SumLine(rule, a)
	}
	for _, rule := range g.own {
		if got, want := line(printed, rule), line(g.Grammar, rule); got != want {
			t.Errorf("%s: %s, want %s", file, got, want)
		}
	}
}

func grammarFiles(t *testing.T) (list []string) {
	t.Helper()
	err := filepath.WalkDir("../..", func(path string, entry fs.DirEntry, err error) error {
		if strings.HasSuffix(path, ".abnf") {
			list = append(list, path)
		}
		return err
	})
	if err != nil || len(list) < 30 {
		t.Fatalf("%d grammars, %v", len(list), err)
	}
	return list
}
