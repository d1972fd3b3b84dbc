package main

import (
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
		{[]string{"--rule", "port,link"}, "Port Link"},
		{[]string{"--rule", "PORT", "--rule", "Host"}, "Port Host"},
		{[]string{"--rule", "DIGIT,host"}, "DIGIT Host"}, // a core rule
		{[]string{"--rule", "port,host,PORT"}, "Port Host"},
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
	_, text := tables(compileLinks(t, "--rule", "LINK", "--part", "host"))
	if !strings.Contains(text["Link"], `Name:      "link",`) || !strings.Contains(text["Link"], `PartNames: []string{"", "host"},`) {
		t.Errorf("table %s", text["Link"])
	}
}

func TestPackage(t *testing.T) {
	if source := compileLinks(t, "--pkg", "other"); !strings.Contains(source, "\npackage other\n") {
		t.Error("--pkg is not heard")
	}
}

func TestParts(t *testing.T) {
	_, text := tables(compileLinks(t, "--part", "user,NUMBER=port"))
	for name, table := range text {
		if !strings.Contains(table, `PartNames: []string{"", "user", "NUMBER"},`) {
			t.Errorf("%s has no parts: %s", name, table)
		}
	}
}

// Errors name the spans of a rule, unless --part lists others.
func TestPartsOfSpans(t *testing.T) {
	for _, test := range []struct{ flags, want string }{
		{"--span host,port", `[]string{"", "host", "port"}`},
		{"--span host,port --part user", `[]string{"", "user"}`},
	} {
		_, text := tables(compileLinks(t, strings.Fields("--rule link "+test.flags)...))
		if !strings.Contains(text["Link"], "PartNames: "+test.want+",") {
			t.Errorf("%s: not the parts %s in\n%s", test.flags, test.want, text["Link"])
		}
	}
}

// Functions return tables if they are asked for.
func TestTables(t *testing.T) {
	const function = "\nfunc TableLink() *dfa.Automaton { return &tableLink }\n"
	if source := compileLinks(t, "--tables"); !strings.Contains(source, function) || strings.Count(source, "\nfunc Table") != 4 {
		t.Errorf("no four tables in\n%s", source)
	}
	if strings.Contains(compileLinks(t), "func Table") {
		t.Error("tables nobody asked for")
	}
}

// The same grammar gives the same bytes, wherever it lies, and only a changed
// grammar others.
func TestDeterminism(t *testing.T) {
	flags := []string{"--span", "host,port", "--part", "user"}
	source := compileLinks(t, flags...)
	for range 3 {
		if compileLinks(t, flags...) != source {
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
	dir := folder(t, "links.abnf", links, "out.go", "old", "out_test.go", "old")
	t.Chdir(dir)
	if r := abnfc("compile", "-o", "out.go", "links.abnf"); r.code != 0 {
		t.Fatal(r.stderr)
	}
	if read(t, "out.go") == "old" || read(t, "out_test.go") == "old" {
		t.Error("a file was not replaced")
	}
	holds(t, dir, "links.abnf", "out.go", "out_test.go")
}

// --sum describes every automaton, also those with registers; both files are written or none.
func TestSum(t *testing.T) {
	t.Chdir(folder(t, "g.abnf", "a = b [ \"-\" b ]\r\nb = 1*DIGIT\r\n", "s.abnf", "c = d \"-\" b\r\nd = 1*ALPHA\r\n"))
	if r := abnfc("compile", "--notest", "--rule", "a,nope", "-o", "pkg/g.go", "--sum", "g.sum", "g.abnf"); r.code == 0 {
		t.Fatal("a rule that is not there is no fault") // and so nothing is written
	}
	holds(t, ".", "g.abnf", "s.abnf")
	if r := abnfc("compile", "--notest", "--rule", "a,b", "-o", "pkg/g.go", "--sum", "g.sum", "g.abnf"); r != (result{}) {
		t.Fatalf("%+v", r)
	}
	line := regexp.MustCompile(`^(a 5 3|b 3 2) [1-9][0-9]+ [0-9a-f]{64}$`)
	lines := strings.Split(strings.TrimSuffix(read(t, "g.sum"), "\n"), "\n")
	if len(lines) != 2 {
		t.Errorf("lines %q", lines)
	}
	for _, l := range lines {
		if !line.MatchString(l) {
			t.Errorf("line %q", l)
		}
	}
	if r := abnfc("compile", "--notest", "--rule", "c", "--span", "d", "-o", "pkg/g.go", "--sum", "h.sum", "--import", "g.abnf", "s.abnf"); r != (result{}) {
		t.Fatalf("%+v", r)
	}
	if got := read(t, "h.sum"); strings.Count(got, "\n") != 2 || !strings.Contains(got, "\nc+spans ") {
		t.Errorf("summary\n%s", got)
	}
}
