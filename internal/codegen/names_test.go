package codegen_test

import (
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.org/iri/compile"
	"example.org/iri/compile/abnf"
	. "example.org/iri/internal/codegen"
	"example.org/iri/internal/testkit"
	"example.org/iri/internal/testkit/matcher"
)

func TestGoName(t *testing.T) {
	for rule, want := range map[string]string{
		"r": "R", "IRI": "IRI", "ihier-part": "IhierPart", "IRI-reference": "IRIReference", "h16": "H16", "isegment-nz-nc": "IsegmentNzNc",
		"a-1": "A1", "trailing-": "Trailing", "double--dash": "DoubleDash", "type": "Type",
		"uri-host": "URIHost", "http-URI": "HTTPURI", "HTTP-version": "HTTPVersion", "msg-id": "MsgID", "identifier": "Identifier", "Id": "ID",
		"IPv4address": "IPv4Address", "IPv6addrz": "IPv6Addrz", "IPvFuture": "IPvFuture", "ipv4": "IPv4", "IP-literal": "IPLiteral", "ipv": "Ipv",
		"objectId": "ObjectID", "odataUri": "OdataURI", "quotedString": "QuotedString", "UTF8-tail": "UTF8Tail", "UTF-8": "UTF8", "URIs": "URIs",
		"--": "", "a--b-": "AB", "n4m": "N4m",
	} {
		if got := GoName(rule); got != want {
			t.Errorf("GoName(%q) = %s, want %s", rule, got, want)
		}
	}
}

// Exported names are derived from those of rules. A collision is an error with both positions.
func TestNameErrors(t *testing.T) {
	for _, test := range []struct {
		grammar string
		spans   []string
		want    string // "" if there is no clash
	}{
		{"a = b\nb = \"b\"\n", []string{"b"}, ""},
		{"a1 = \"x\"\na-1 = \"y\"\n", nil, "abnf: 2:1: a-1 and a1 (1:1) would both be called ValidA1 in Go: rename one of them (abnfc compile --rename)"},
		{"x = \"x\"\nvalid-x-parts = \"y\"\nx-parts = \"z\"\n", nil, ""},
		{"valid-x = x\nx-parts = \"x\"\nx = \"y\"\n", []string{"x"}, "abnf: 2:1: x-parts and valid-x (1:1) would both be called ValidXParts in Go: rename one of them (abnfc compile --rename)"},
		{"x = a-b / aB\na-b = \"y\"\naB = \"z\"\n", []string{"a-b", "aB"},
			"abnf: 3:1: aB and a-b (2:1) would both be called AB in Go: call one by another name (--span NAME=aB)\nabnf: 3:1: aB and a-b (2:1) would both be called ValidAB in Go: rename one of them (abnfc compile --rename)"},
		{"x-parts = \"x\"\nprefix-x = \"y\"\nx = \"z\"\n", nil, ""},
		{"prefix-x = y\ny = \"y\"\nx-parts = \"x\"\n", []string{"y"},
			"abnf: 3:1: x-parts and prefix-x (1:1) would both be called PrefixXParts in Go: rename one of them (abnfc compile --rename)"},
		{"prefix-x = \"y\"\nx-matcher = \"x\"\n", nil,
			"abnf: 2:1: x-matcher and prefix-x (1:1) would both be called PrefixXMatcher in Go: rename one of them (abnfc compile --rename)"},
		{"r = x x-text\nx = \"x\"\nx-text = \"y\"\n", []string{"x", "x-text"},
			"abnf: 3:1: x-text and x (2:1) would both be called XText in Go: call one by another name (--span NAME=x-text)"},
		{"r = x-int x\nx-int = \"x\"\nx = DIGIT\n", []string{"x-int", "x"},
			"abnf: 3:1: x and x-int (2:1) would both be called XInt in Go: call one by another name (--span NAME=x)"},
		{"r = x-int x\nx-int = \"x\"\nx = \"y\"\n", []string{"x-int", "x"}, ""},
		{"r = *x all-x\nx = \"x\"\nall-x = \"y\"\n", []string{"x", "all-x"},
			"abnf: 3:1: all-x and x (2:1) would both be called AllX in Go: call one by another name (--span NAME=all-x)"},
		{"r = x all-x\nx = \"x\"\nall-x = \"y\"\n", []string{"x", "all-x"}, ""}, // x occurs only once
	} {
		f := apiFile(t, test.grammar, test.spans...)
		for _, write := range []func(*strings.Builder) error{
			func(b *strings.Builder) error { return Write(b, f) },
			func(b *strings.Builder) error { return WriteTest(b, f) },
		} {
			var b strings.Builder
			err := write(&b)
			if test.want == "" && err != nil || test.want != "" && (err == nil || err.Error() != test.want || b.Len() > 0) {
				t.Errorf("%q: error %v, want %s", test.grammar, err, test.want)
			}
		}
	}
}

// checker type-checks packages that import package dfa.
type checker struct {
	types.Importer // of the standard library
	fset           *token.FileSet
	known          map[string]*types.Package
}

func newChecker(t *testing.T) *checker {
	t.Helper()
	c := &checker{Importer: importer.Default(), fset: token.NewFileSet(), known: make(map[string]*types.Package)}
	for _, folder := range []string{"internal/bytescan", "internal/char", "dfa"} { // in the order of imports
		names, err := filepath.Glob("../../" + folder + "/*.go")
		if err != nil {
			t.Fatal(err)
		}
		var sources []string
		for _, name := range names {
			if !strings.HasSuffix(name, "_test.go") && !strings.HasSuffix(name, "_amd64.go") {
				sources = append(sources, read(t, name))
			}
		}
		path := "example.org/iri/" + folder
		if c.known[path], err = c.pkg(path, sources...); err != nil {
			t.Fatal(err)
		}
	}
	return c
}

func (c *checker) Import(path string) (*types.Package, error) {
	if p, known := c.known[path]; known {
		return p, nil
	}
	return c.Importer.Import(path)
}

// pkg type-checks a package.
func (c *checker) pkg(path string, sources ...string) (*types.Package, error) {
	var files []*ast.File
	for _, source := range sources {
		file, err := parser.ParseFile(c.fset, "", source, 0)
		if err != nil {
			return nil, err
		}
		files = append(files, file)
	}
	config := types.Config{Importer: c, GoVersion: "go1.24"}
	return config.Check(path, c.fset, files, nil)
}

// check returns the reason why files are not a package.
func (c *checker) check(sources ...string) error {
	_, err := c.pkg("p", sources...)
	return err
}

// checkFile tests that the package and the test written for f compile.
func (c *checker) checkFile(t *testing.T, f *File) {
	t.Helper()
	source := write(t, f)
	var test strings.Builder
	if err := WriteTest(&test, f); err != nil {
		t.Fatal(err)
	}
	if err := c.check(source, test.String()); err != nil {
		t.Fatalf("%v in\n%s\n%s", err, source, test.String())
	}
}

// Names that have a meaning in Go, in imported packages, or in the generated files; and names that avoid collisions.
func TestGeneratedNames(t *testing.T) {
	c := newChecker(t)
	c.checkFile(t, apiFile(t, "examples = x spans\nx = \"x\"\nspans = \"s\"\n", "x"))
	c.checkFile(t, apiFile(t, "test-rule-y = y-parts\ny-parts = y\ny = \"x\"\n", "y")) // TestRuleYParts would occur twice
	names := slices.Concat(types.Universe.Names(), c.known["example.org/iri/dfa"].Scope().Names(), []string{"dfa", "testing", "strconv", "init", "main", "s", "x", "n", "ok", "digit", "state", "p", "m", "t", "f"})
	for k := token.BREAK; k <= token.VAR; k++ {
		names = append(names, k.String())
	}
	names = slices.DeleteFunc(names, func(name string) bool { return abnf.Core().Lookup(name) != nil || strings.Contains(name, "_") })
	slices.Sort(names)
	names = slices.CompactFunc(names, strings.EqualFold)
	for some := range slices.Chunk(names, 20) { // a rule cannot have many more spans
		var grammar strings.Builder
		grammar.WriteString("r = [ " + strings.Join(some, " ] [ ") + " ]\n")
		for i, name := range some {
			grammar.WriteString(fmt.Sprintf("%s = %%x%X\n", name, 0x61+i))
		}
		f := apiFile(t, grammar.String(), some...)
		for _, f.Standalone = range []bool{false, true} {
			c.checkFile(t, f)
		}
	}
}

// TestGeneratedNamesRandom tests that the package and the test of random rules compile, or that exported names collide.
func TestGeneratedNamesRandom(t *testing.T) {
	c := newChecker(t)
	t.Logf("-seed=%d", uint64(testkit.Seed(5234)))
	rnd := rand.New(rand.NewPCG(uint64(testkit.Seed(5234)), 0))
	clashes := 0
	rounds := 100
	if !*testkit.Long {
		rounds = 25
	}
	for range rounds {
		f := apiFile(t, randomRules(rnd))
		g := matcher.Parse(t, string(f.Sources[0].Text))
		for i, r := range f.Rules {
			if s, err := compile.Spans(g, r.Name, spansOf(g, r.Name), nil); err == nil && len(s.Names) > 0 {
				f.Rules[i].Spans = s
			}
		}
		if !exportedTwice(f) {
			c.checkFile(t, f)
			continue
		}
		clashes++
		err := Write(new(strings.Builder), f)
		var e *NameError
		if !errors.As(err, &e) || e.Line == 0 || e.OtherPos.Line == 0 || e.Pos == e.OtherPos {
			t.Fatalf("error %v for\n%s", err, f.Sources[0].Text)
		}
	}
	if clashes == 0 || clashes == rounds {
		t.Errorf("%d clashes in %d rounds", clashes, rounds)
	}
}

// randomRules returns rules with names made of words, each with some optional rules in it.
func randomRules(rnd *rand.Rand) string {
	words := strings.Fields("x y text int prefix matcher valid check parse parts spans table examples compare test rule fuzz test-rule fuzz-rule 1 2 type dfa")
	var names []string
	for len(names) < 8 {
		name := "x"
		if rnd.IntN(8) > 0 {
			name = words[rnd.IntN(len(words)-4)]
		}
		for range rnd.IntN(4) {
			if rnd.IntN(5) > 0 {
				name += "-"
			}
			name += words[rnd.IntN(len(words))]
		}
		if !slices.ContainsFunc(names, func(s string) bool { return strings.EqualFold(s, name) }) && name[0] > '9' {
			names = append(names, name)
		}
	}
	var grammar strings.Builder
	for i, name := range names {
		fmt.Fprintf(&grammar, "%s = %%x%X", name, 0x61+i)
		if later := names[i+1:]; len(later) > 0 {
			for range rnd.IntN(3) {
				fmt.Fprintf(&grammar, " [ %s ]", later[rnd.IntN(len(later))])
			}
		}
		grammar.WriteString("\n")
	}
	return grammar.String()
}

// spansOf lists the rules that a rule refers to.
func spansOf(g *abnf.Grammar, rule string) (list []string) {
	for _, r := range g.References(rule) {
		if r != nil && r.Name != rule && !slices.Contains(list, r.Name) {
			list = append(list, r.Name)
		}
	}
	return list
}

// exportedTwice reports whether two exported names are the same.
func exportedTwice(f *File) bool {
	unique := func(list []string) bool {
		slices.Sort(list)
		return len(slices.Compact(slices.Clone(list))) == len(list)
	}
	var names []string
	ok := true
	for _, r := range f.Rules {
		name := GoName(r.Name)
		names = append(names, "Valid"+name, "Check"+name, "Prefix"+name, name+"Matcher")
		if r.Spans == nil {
			continue
		}
		names = append(names, "Parse"+name, name+"Parts")
		var methods []string
		for _, name := range r.Spans.Names {
			methods = append(methods, GoName(name), GoName(name)+"Text")
		}
		ok = ok && unique(methods)
	}
	return !ok || !unique(names)
}
