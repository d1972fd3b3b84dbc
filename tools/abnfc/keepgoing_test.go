package main

import (
	"os"
	"strings"
	"testing"
)

// page is a grammar in which some rules cannot be compiled: nested and what needs it, prose, a name
// without a rule, one that is too large.
const page = `list   = item *( "," item )
item   = number / nested
nested = "(" [ nested ] ")"
number = 1*DIGIT
note   = <any text>
both   = note number
open   = "[" gone
huge   = 1000000000number
port   = number
a-1    = "x"
a1     = "y"
`

func TestKeepGoing(t *testing.T) {
	t.Chdir(folder(t, "page.abnf", page))
	r := abnfc("compile", "--keep-going", "-o", "out.go", "--sum", "out.sum", "page.abnf")
	want := []string{
		`page.abnf:5:10: rule "note" depends on prose: <any text> (define it in ABNF instead)`,
		`    note   = <any text>`,
		`             ^`,
		`page.abnf:7:14: rule "gone" is not defined`,
		`    open   = "[" gone`,
		`                 ^`,
		`page.abnf:3:16: rule nested refers to itself in the middle of a rule: nested -> nested (page.abnf:3:16); ` +
			`recursion is regular if all of it stands at the end, or all at the beginning`,
		`    nested = "(" [ nested ] ")"`,
		`                   ^`,
		`page.abnf:8:10: rule huge: more than 262144 states of the NFA (--max-states)`,
		`    huge   = 1000000000number`,
		`             ^`,
		`page.abnf:11:1: a1 and a-1 (page.abnf:10:1) would both be called ValidA1 in Go`,
		`    a1     = "y"`,
		`    ^`,
		`page.abnf:1:1: rule list is left out: it needs nested`,
		`page.abnf:2:1: rule item is left out: it needs nested`,
		`page.abnf:3:1: rule nested is left out`,
		`page.abnf:5:1: rule note is left out`,
		`page.abnf:6:1: rule both is left out: it needs note`,
		`page.abnf:7:1: rule open is left out: it needs gone`,
		`page.abnf:8:1: rule huge is left out`,
		`page.abnf:11:1: rule a1 is left out`,
		`compiled 3 rules, left out 8`,
	}
	if got := strings.TrimSuffix(r.stderr, "\n"); r.code != 0 || r.stdout != "" || got != strings.Join(want, "\n") {
		t.Errorf("status %d, on stdout %q, on stderr\n%s", r.code, r.stdout, r.stderr)
	}
	if names, _ := tables(read(t, "out.go")); strings.Join(names, " ") != "Number Port A1" {
		t.Errorf("written: %v", names)
	}
	if sum := read(t, "out.sum"); strings.Count(sum, "\n") != 3 {
		t.Errorf("sums: %s", sum)
	}
}

func TestKeepGoingFlags(t *testing.T) {
	t.Chdir(folder(t, "page.abnf", page, "clean.abnf", links, "sms.abnf", "s = x x\nx = *\"1\"\nt = \"2\" s\nu = \"3\" x\n", "wild.txt", "Numbers:\n\n  number = 1*DIGIT\n\n  note = <x>\n"))
	for _, test := range []struct {
		args, last string
		code       int
		names      string
	}{
		{"clean.abnf", "compiled 4 rules, left out 0", 0, "Link User Host Port"},
		{"--rule list,port page.abnf", "compiled 1 rules, left out 1", 0, "Port"},
		{"--rule list,item page.abnf", "compiled 0 rules, left out 2", 1, ""},
		{"--rule port,gone page.abnf", `abnfc: rule "gone" is not defined`, 1, ""}, // a mistake in the command line
		{"--rule port,nil page.abnf", `abnfc: rule "nil" is not defined`, 1, ""},
		{"--span number page.abnf", "compiled 3 rules, left out 8", 0, "Number Port spansPort A1"},
		{"--span nested page.abnf", "compiled 3 rules, left out 8", 0, "Number Port A1"}, // all that need it are left out
		{"--span nil page.abnf", `abnfc: rule "nil" is not defined`, 1, ""},
		{"--rule port --span list page.abnf", "abnfc: rule list of --span: no rule that is compiled refers to it; see abnfc compile --help", 2, ""},
		{"--span x sms.abnf", "compiled 2 rules, left out 2", 0, "X U spansU"}, // where it lies is ambiguous in both
		{"--wild wild.txt", "compiled 1 rules, left out 1", 0, "Number"},
		{"--trace page.abnf", "compiled 3 rules, left out 8", 0, "Number Port A1"},
	} {
		r := abnfc(append([]string{"compile", "--keep-going", "-o", "out.go"}, strings.Fields(test.args)...)...)
		lines := strings.Split(strings.TrimSuffix(r.stderr, "\n"), "\n")
		if last := lines[len(lines)-1]; r.code != test.code || last != test.last {
			t.Errorf("%s: status %d, on stderr\n%s", test.args, r.code, r.stderr)
		}
		if test.names == "" {
			holds(t, ".", "clean.abnf", "page.abnf", "sms.abnf", "wild.txt")
			continue
		}
		if names, _ := tables(read(t, "out.go")); strings.Join(names, " ") != test.names {
			t.Errorf("%s: written: %v", test.args, names)
		}
		for _, file := range []string{"out.go", "out_test.go"} {
			if err := os.Remove(file); err != nil {
				t.Error(err)
			}
		}
	}
}

// What needs a rule that cannot be read says so, and its faults are printed once.
func TestKeepGoingUnread(t *testing.T) {
	t.Chdir(folder(t, "page.txt", "Page:\n\n  number = 1*DIGIT\n  bad = number | number\n  user = bad\n  users = 2user\n  worse = +\n"))
	r := diagnosed("compile", "--keep-going", "--wild", "-o", "out.go", "page.txt")
	_, got, _ := strings.Cut(r.stderr, "page.txt:4:16: ")
	want := `expected element, "/" or end of rule, found "|" (ABNF separates alternatives with "/")
page.txt:7:11: expected element, found "+" (write 1*x for x+)
page.txt:5:3: rule user is left out: it needs bad
page.txt:6:3: rule users is left out: it needs bad
compiled 1 rules, left out 4
`
	if r.code != 0 || got != want {
		t.Errorf("status %d, on stderr\n%s", r.code, r.stderr)
	}
	r = abnfc("compile", "--keep-going", "--wild", "--rule", "number", "-o", "out.go", "page.txt")
	if r.code != 0 || !strings.HasSuffix(r.stderr, "\ncompiled 1 rules, left out 0\n") {
		t.Errorf("status %d, on stderr\n%s", r.code, r.stderr)
	}
}
