package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const explainedSource = "package p\n\nfunc less(a, b int) bool {\n\treturn a < b\n}\n"

func TestExplanations(t *testing.T) {
	const good = "# why\n\np/x.go:4:11:boundary\treturn a <= b\tnobody asks\n"
	moved := strings.Replace(explainedSource, "\n\n", "\n\n\n", 1)
	twice := explainedSource + "\nfunc same(a, b int) bool {\n\treturn a < b\n}\n"
	for _, test := range []struct{ name, file, source, want string }{
		{"good", good, explainedSource, ""},
		{"other package", "q/x.go:1:1:negate\tx\tit is elsewhere\n", explainedSource, ""},
		{"gone", "p/x.go:9:1:negate\tx\twas here\n", explainedSource, `p/x.go:9:1:negate is explained, but no mutant makes there "x"`},
		{"moved", good, moved, "it may be now p/x.go:5:11:boundary, which"},
		{"changed", strings.Replace(good, "a <=", "b <=", 1), explainedSource, `no mutant makes there "return b <= b"`},
		{"moved and doubled", good, strings.Replace(twice, "\n\n", "\n\n\n", 1), "p/x.go:5:11:boundary or p/x.go:9:11:boundary"},
		{"no reason", "p/x.go:4:11:boundary\treturn a <= b\n", explainedSource, ":1: want ID, tab, changed line, tab, reason"},
		{"two lines", good + good, explainedSource, ":6: p/x.go:4:11:boundary is explained twice"},
	} {
		name := filepath.Join(t.TempDir(), "equivalent.txt")
		if err := os.WriteFile(name, []byte(test.file), 0o666); err != nil {
			t.Fatal(err)
		}
		err := checkFile(t, name, test.source)
		if err == nil && test.want != "" || err != nil && (test.want == "" || !strings.Contains(err.Error(), test.want)) {
			t.Errorf("%s: %v, want %q", test.name, err, test.want)
		}
	}
}

// An id follows its mutant.
func TestMove(t *testing.T) {
	name := filepath.Join(t.TempDir(), "equivalent.txt")
	if err := os.WriteFile(name, []byte("# why\np/x.go:4:11:boundary\treturn a <= b\tnobody asks\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	moved := "// New.\n" + explainedSource
	list, err := mutantsOf(&source{"p/x.go", moved})
	if err != nil {
		t.Fatal(err)
	}
	e, err := readExplanations(name, []string{"p"})
	if err != nil {
		t.Fatal(err)
	}
	if err := e.move(name, list); err != nil {
		t.Fatal(err)
	}
	if err := checkFile(t, name, moved); err != nil {
		t.Error(err)
	}
	text, err := os.ReadFile(name)
	if want := "# why\np/x.go:5:11:boundary\treturn a <= b\tnobody asks\n"; string(text) != want || err != nil {
		t.Errorf("the file is %q, want %q; %v", text, want, err)
	}
}

// checkFile checks a file of explanations against the mutants of a source.
func checkFile(t *testing.T, name, text string) error {
	list, err := mutantsOf(&source{"p/x.go", text})
	if err != nil {
		t.Fatal(err)
	}
	e, err := readExplanations(name, []string{"p"})
	if err != nil {
		return err
	}
	return e.check(list)
}
