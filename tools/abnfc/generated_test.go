package main

import (
	"os"
	"testing"

	"example.org/iri/internal/testkit"
)

// strange has rules with names that mean something in Go or to go test.
const strange = `main     = string type
string   = *"s"
type     = 1*"t" / error
error    = "e" [ dfa ]
dfa      = bytes
bytes    = t / "b"
t        = "t"
valid    = "v"
examples = %x0-10FFFF
init     = <nothing> / "x"
text     = spans ":" [ x ]
spans    = *"s"
x        = "x"
none     = %xD800
a--b-    = ""
q        = %x22 / "\" / "%s" / %x0A / %x60
`

// absence checks in the package of strange that an absent rule differs from an empty one.
const absence = `package strange

import "testing"

func TestAbsence(t *testing.T) {
	for text, there := range map[string]bool{":": false, "ss:x": true, "bad": false} {
		p, err := ParseText(text)
		if (err == nil) != ValidText(text) || err != nil && p != (TextParts{}) {
			t.Errorf("%q: %v, %v", text, p, err)
		}
		if _, ok := p.Spans(); ok != (err == nil) {
			t.Errorf("%q: spans there: %t", text, ok)
		}
		s, ok := p.X()
		if ok != there || (text[s.Start:s.End] == "x") != there {
			t.Errorf("%q: x at %v: %t", text, s, ok)
		}
	}
	if n := testing.AllocsPerRun(100, func() { ParseText("sss:x") }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
`

// TestGenerated runs the tests of generated packages: with strange names and texts, recursion, large tables, and all
// rules of RFC 3987 with -long.
func TestGenerated(t *testing.T) {
	root := module(t)
	for name, grammar := range map[string]string{
		"strange.abnf": strange,
		"loops.abnf":   "list = item [ \",\" list ]\nitem = 1*DIGIT\nsum = sum \"+\" item / item\npair = list \";\" sum\n",
		"csv.abnf":     "record = field *( \",\" field )\nfield = *%x61-63\n", // the first field may be empty
		"page.abnf":    "page = 5x 600char\nx = \"x\"\nchar = %x0-10FFFF\n",   // too many states for two-byte entries
	} {
		if err := os.WriteFile(name, []byte(grammar), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	commands := [][]string{
		{"--rule", "main,string,type,error,dfa,bytes,t,valid,examples,x,text,spans,none,a--b-,q", "--span", "spans,string,x", "-o", "strange/strange.go", "strange.abnf"},
		{"--span", "item", "--rule", "list,sum,item", "-o", "loops/loops.go", "loops.abnf"},
		{"--rule", "pair", "--part", "item", "-o", "loops/pair.go", "loops.abnf"},
		{"--span", "field", "--rule", "record,field", "-o", "csv/csv.go", "csv.abnf"},
		{"--rule", "page", "--span", "x", "-o", "page/page.go", "page.abnf"},
		{"-o", "iris/iris.go", root + "/tables/rfc3987.abnf"},
		{"--rule", "IRI-reference", "--span", "scheme,iauthority,ihost,port,iquery,ifragment", "--part", "ihost", "--pkg", "iris", "-o", "iris/parse/parse.go", root + "/tables/rfc3987.abnf"},
	}
	if !*testkit.Long {
		commands = commands[:4]
	}
	for _, args := range commands {
		if r := abnfc(append([]string{"compile"}, args...)...); r.code != 0 || r.stdout != "" {
			t.Fatalf("%v: status %d\n%s%s", args, r.code, r.stdout, r.stderr)
		}
	}
	if err := os.WriteFile("strange/absence_test.go", []byte(absence), 0o644); err != nil {
		t.Fatal(err)
	}
	goRun(t, "test", "-vet=off", "./...")
	if !*testkit.Long {
		return
	}
	goRun(t, "vet", "./...")
	goRun(t, "test", "-run", "^$", "-fuzz", "FuzzRulesOfParse", "-fuzztime", "300x", "./iris/parse")
}
