package main

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
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

var variable = regexp.MustCompile(`(?m)^var (\w+) = dfa\.Automaton\{(?s:.*?)^}`)

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

const uriMarks = "hier-part,authority,host,port,path-abempty,query,fragment"

// compileURI compiles two rules of RFC 3986 in a grammar that may have been changed.
func compileURI(t *testing.T, edit func(string) string, flags ...string) result {
	t.Helper()
	grammar := edit(read(t, tablesDir, "rfc3986.abnf"))
	t.Chdir(folder(t, "uri.abnf", grammar))
	return abnfc(append(append([]string{"compile", "-o", "out.go", "-sum", "out.sum", "-rule", "URI,relative-ref,port"}, flags...), "uri.abnf")...)
}

func same(grammar string) string { return grammar }

// Plans are written where they are asked for, and have a line in the summary.
func TestPlan(t *testing.T) {
	for plans, want := range map[string]int{"uri": 1, "relative-ref": 1, "URI,relative-ref": 2, "": 0} {
		t.Run(plans, func(t *testing.T) {
			flags := []string{"-mark", uriMarks, "-marked", "URI,relative-ref"}
			if plans != "" {
				flags = append(flags, "-plan", plans, "-common", "http://")
			}
			if r := compileURI(t, same, flags...); r != (result{}) {
				t.Fatalf("status %d, on stderr %s", r.code, r.stderr)
			}
			_, text := tables(read(t, "out.go"))
			planned := regexp.MustCompile(`(?m)^(.*)\+plan \d+ [0-9a-f]{64}$`).FindAllStringSubmatch(read(t, "out.sum"), -1)
			if len(planned) != want {
				t.Errorf("%d plans in the summary, want %d", len(planned), want)
			}
			for name, rule := range map[string]string{"URI": "URI", "RelativeRef": "relative-ref", "Port": "port"} {
				has := slices.ContainsFunc(planned, func(m []string) bool { return m[1] == rule })
				if strings.Contains(text[name], "\tPlan: &uri.Plan{") != has {
					t.Errorf("%s has a plan: %t", name, !has)
				}
			}
			if strings.Contains(text["URI"], `// "http://"`) != strings.Contains(strings.ToLower(plans), "uri") {
				t.Errorf("beginnings in %s", text["URI"])
			}
		})
	}
}

// A rule that cannot have a plan: status 1, and a text that shows why.
func TestPlanRefused(t *testing.T) {
	r := compileURI(t, func(grammar string) string {
		return strings.Replace(grammar, `fragment      = *( pchar`, `fragment = *( "#" / pchar`, 1)
	},
		"-mark", uriMarks, "-marked", "URI", "-plan", "URI")
	if r.code != exitGrammar || !strings.HasPrefix(r.stderr, "abnfc: rule URI: no plan: sets: ") || !strings.HasSuffix(r.stderr, ", as in \"A:#!#\"\n") {
		t.Errorf("status %d, on stderr %s", r.code, r.stderr)
	}
	if _, err := os.Stat("out.go"); err == nil {
		t.Error("a file, though there is no plan")
	}
}

func TestPlanUsage(t *testing.T) {
	for _, test := range []struct {
		flags []string
		want  string
	}{
		{[]string{"-plan", "URI"}, "abnfc: rule URI of -plan has no marks\n"},
		{[]string{"-mark", uriMarks, "-marked", "URI", "-plan", "port"}, "abnfc: rule port of -plan has no marks\n"},
		{[]string{"-common", "http://"}, "abnfc: -common is for -plan\n"},
	} {
		t.Run(test.flags[0], func(t *testing.T) {
			if r := compileURI(t, same, test.flags...); r.code != exitUsage || r.stderr != test.want {
				t.Errorf("%v: status %d, on stderr %s", test.flags, r.code, r.stderr)
			}
		})
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

// Old files are replaced, with modes that others can read.
func TestReplace(t *testing.T) {
	dir := folder(t, "links.abnf", links, "out.go", "old", "out.sum", "old")
	t.Chdir(dir)
	if err := os.Chmod("out.go", 0o600); err != nil {
		t.Fatal(err)
	}
	if r := abnfc("compile", "-o", "out.go", "-sum", "out.sum", "links.abnf"); r.code != 0 {
		t.Fatal(r.stderr)
	}
	if read(t, "out.go") == "old" || read(t, "out.sum") == "old" {
		t.Error("a file was not replaced")
	}
	for _, name := range []string{"out.go", "out.sum", "out_test.go"} {
		if info, err := os.Stat(name); err != nil || info.Mode().Perm()&0o444 != 0o444 {
			t.Errorf("%s: %v, %v", name, info.Mode(), err)
		}
	}
	holds(t, dir, "links.abnf", "out.go", "out.sum", "out_test.go")
}
