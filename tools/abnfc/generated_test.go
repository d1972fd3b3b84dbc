package main

import (
	"os"
	"testing"
)

// strange has rules whose names mean something in Go, or to go test.
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
text     = spans ":"
spans    = *"x"
none     = %xD800
a--b-    = ""
q        = %x22 / "\" / "%s" / %x0A / %x60
`

// TestGenerated runs the test of packages that abnfc writes: of grammars with
// strange names and texts, with recursion, with all rules of RFC 3987.
func TestGenerated(t *testing.T) {
	if testing.Short() {
		t.Skip("builds programs")
	}
	root := module(t)
	for name, grammar := range map[string]string{
		"strange.abnf": strange,
		"loops.abnf":   "list = item [ \",\" list ]\nitem = 1*DIGIT\nsum = sum \"+\" item / item\npair = list \";\" sum\n",
	} {
		if err := os.WriteFile(name, []byte(grammar), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, args := range [][]string{
		{"-rule", "main,string,type,error,dfa,bytes,t,valid,examples,text,spans,none,a--b-,q", "-span", "spans,string", "-o", "strange/strange.go", "strange.abnf"},
		{"-span", "item", "-rule", "list,sum,item", "-o", "loops/loops.go", "loops.abnf"},
		{"-rule", "pair", "-part", "item", "-o", "loops/pair.go", "loops.abnf"},
		{"-o", "iris/iris.go", root + "/tables/rfc3987.abnf"},
		{"-rule", "IRI-reference", "-span", "scheme,iauthority,ihost,port,iquery,ifragment", "-part", "ihost", "-pkg", "iris", "-o", "iris/parse/parse.go", root + "/tables/rfc3987.abnf"},
	} {
		for i, arg := range args {
			if arg == "-o" {
				mkdir(t, args[i+1])
			}
		}
		if r := abnfc(append([]string{"compile"}, args...)...); r != (result{}) {
			t.Fatalf("%v: status %d\n%s%s", args, r.code, r.stdout, r.stderr)
		}
	}
	goRun(t, "vet", "./...")
	goRun(t, "test", "./...")
	goRun(t, "test", "-run", "^$", "-fuzz", "FuzzRuleIRIReference", "-fuzztime", "2s", "./iris/parse")
}
