package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// compileLinks compiles links and returns the Go file.
func compileLinks(t *testing.T, flags ...string) string {
	t.Helper()
	t.Chdir(folder(t, "links.abnf", links))
	if r := abnfc(append(append([]string{"compile", "-o", "out.go"}, flags...), "links.abnf")...); r != (result{}) {
		t.Fatalf("%v: status %d, on stdout %q, on stderr %s", flags, r.code, r.stdout, r.stderr)
	}
	return read(t, "out.go")
}

var variable = regexp.MustCompile(`(?m)^var (?:table)?(\w+) = dfa\.Automaton\{(?s:.*?)^}`)

// tables cuts a Go file into its automata, by name of the variable.
func tables(source string) (names []string, text map[string]string) {
	text = make(map[string]string)
	for _, m := range variable.FindAllStringSubmatch(source, -1) {
		names = append(names, m[1])
		text[m[1]] = m[0]
	}
	return names, text
}

func TestRules(t *testing.T) {
	for _, test := range []struct {
		flags []string
		want  string
	}{
		{nil, "Link User Host Port"},
		{[]string{"-rule", "port,link"}, "Port Link"},
		{[]string{"-rule", "PORT", "-rule", "Host"}, "Port Host"},
		{[]string{"-rule", "DIGIT,host"}, "DIGIT Host"}, // a core rule
		{[]string{"-rule", "port,host,PORT"}, "Port Host"},
	} {
		source := compileLinks(t, test.flags...)
		names, text := tables(source)
		if got := strings.Join(names, " "); got != test.want {
			t.Errorf("%v: variables %s, want %s", test.flags, got, test.want)
		}
		for name, table := range text {
			if strings.Contains(table, "Slots:") || strings.Contains(table, "Parts:") {
				t.Errorf("%v: %s has marks or parts", test.flags, name)
			}
		}
		if !strings.Contains(source, "\npackage pkg\n") { // the folder's
			t.Errorf("%v: the package is not called after the folder", test.flags)
		}
	}
}

// Rules are called as the grammar calls them, however the flags spell them.
func TestNamesOfTheGrammar(t *testing.T) {
	_, text := tables(compileLinks(t, "-rule", "LINK", "-marked", "lInK", "-mark", "host"))
	if !strings.Contains(text["Link"], `Name:      "link",`) || !strings.Contains(text["Link"], `MarkNames: []string{"host"},`) {
		t.Errorf("table %s", text["Link"])
	}
}

func TestPackage(t *testing.T) {
	if source := compileLinks(t, "-pkg", "other"); !strings.Contains(source, "\npackage other\n") {
		t.Error("-pkg is not heard")
	}
}

func TestMarksAndParts(t *testing.T) {
	_, text := tables(compileLinks(t, "-marked", "link", "-mark", "host", "-mark", "port", "-part", "user,NUMBER=port"))
	for _, line := range []string{"Slots: []uint8{", "MarkSlots: []uint64{1, 2},", `MarkNames: []string{"host", "port"},`, `PartNames: []string{"", "user", "NUMBER"},`} {
		if !strings.Contains(text["Link"], line) {
			t.Errorf("no line %s in %s", line, text["Link"])
		}
	}
	for _, name := range []string{"User", "Host", "Port"} {
		if strings.Contains(text[name], "MarkNames") || strings.Contains(text[name], "PartNames") {
			t.Errorf("%s is not listed in -marked, but has marks or parts", name)
		}
	}
	_, text = tables(compileLinks(t, "-part", "port")) // without -marked: all of them
	for name, table := range text {
		if !strings.Contains(table, "PartNames") {
			t.Errorf("%s has no parts", name)
		}
	}
}

func TestFirst(t *testing.T) {
	source := compileLinks(t, "-first", "user,DIGIT")
	for _, line := range []string{
		"\t{Rule: \"user\", Bytes: dfa.ByteSet{", "\t{Rule: \"DIGIT\", Bytes: dfa.ByteSet{287948901175001088, 0, 0, 0}, Literals: \"\"},\n",
	} {
		if !strings.Contains(source, line) {
			t.Errorf("no line %q in\n%.1000s", line, source)
		}
	}
	if strings.Contains(compileLinks(t), "FirstSets") {
		t.Error("first sets, though -first was not given")
	}
}

func TestSum(t *testing.T) {
	compileLinks(t, "-sum", "out.sum", "-marked", "link", "-mark", "host,port", "-part", "user")
	want := regexp.MustCompile(`^link 7 5 \d+ [0-9a-f]{64}
link\+marks 11 5 \d+ [0-9a-f]{64}
user 2 2 \d+ [0-9a-f]{64}
host 2 2 \d+ [0-9a-f]{64}
port 2 2 \d+ [0-9a-f]{64}
$`)
	if text := read(t, "out.sum"); !want.MatchString(text) {
		t.Errorf("out.sum is\n%s", text)
	}
	compileLinks(t)
	if _, err := os.Stat("out.sum"); err == nil {
		t.Error("a sum file, though -sum was not given")
	}
}

// The same grammar gives the same bytes, wherever it lies, and only a changed
// grammar others.
func TestDeterminism(t *testing.T) {
	flags := []string{"-sum", "out.sum", "-marked", "link", "-mark", "host,port", "-part", "user", "-first", "user"}
	source := compileLinks(t, flags...)
	sum := read(t, "out.sum")
	for range 3 {
		if compileLinks(t, flags...) != source || read(t, "out.sum") != sum {
			t.Fatal("the same input gives different files")
		}
	}
	dir := folder(t)
	if r := abnfc(append(append([]string{"compile", "-o", filepath.Join(dir, "x.go")}, flags...), "links.abnf")...); r.code != 0 {
		t.Fatal(r.stderr)
	}
	if read(t, dir, "x.go") != source {
		t.Error("the name of the output shows in it")
	}
	abs, err := filepath.Abs("links.abnf")
	if err != nil {
		t.Fatal(err)
	}
	if r := abnfc(append(append([]string{"compile", "-o", "out.go"}, flags...), abs)...); r.code != 0 || read(t, "out.go") != source {
		t.Errorf("the folder of the grammar shows in the output: %s", r.stderr)
	}
}

// Old files are replaced.
func TestReplace(t *testing.T) {
	dir := folder(t, "links.abnf", links, "out.go", "old", "out.sum", "old")
	t.Chdir(dir)
	if r := abnfc("compile", "-o", "out.go", "-sum", "out.sum", "links.abnf"); r.code != 0 {
		t.Fatal(r.stderr)
	}
	if read(t, "out.go") == "old" || read(t, "out.sum") == "old" {
		t.Error("a file was not replaced")
	}
	holds(t, dir, "links.abnf", "out.go", "out.sum", "out_test.go")
}
