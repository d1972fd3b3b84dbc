package main

import (
	"bytes"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"example.org/iri/compile"
	"example.org/iri/compile/abnf"
)

// readGrammar parses flags and reads a grammar.
func readGrammar(t *testing.T, args ...string) (g *grammarText, stderr string, err error) {
	t.Helper()
	var f grammarFlags
	flags := pflag.NewFlagSet("test", pflag.ContinueOnError)
	f.register(flags)
	if err := flags.Parse(args); err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	g, err = f.read(flags.Arg(0), &b)
	return g, b.String(), err
}

const (
	shop  = "order = item *( \",\" item )\nitem = name [ price ]\nname = 1*ALPHA\n"
	money = "price = 1*DIGIT currency\ncurrency = \"EUR\"\nname = \"never\"\n"
)

// An import supplies what the file lacks, and no more; positions keep their file.
func TestImport(t *testing.T) {
	t.Chdir(folder(t, "shop.abnf", shop, "money.abnf", money, "more.abnf", "price = \"x\"\nspare = \"y\"\n"))
	g, stderr, err := readGrammar(t, "--import", "money.abnf", "--import", "more.abnf", "shop.abnf")
	if err != nil || stderr != "" {
		t.Fatal(err, stderr)
	}
	if got := strings.Join(g.own, " "); got != "order item name" {
		t.Errorf("own rules %s", got)
	}
	for name, want := range map[string]string{
		"name": "shop.abnf:3:1", "price": "money.abnf:1:1", "currency": "money.abnf:2:1", "spare": "more.abnf:2:1",
	} {
		if got := g.Lookup(name).Pos.String(); got != want {
			t.Errorf("%s lies at %s, want %s", name, got, want)
		}
	}
	var names []string
	for _, s := range g.sources {
		names = append(names, s.Name+" "+string(s.Text[:5]))
	}
	if want := []string{"shop.abnf order", "money.abnf price", "more.abnf price"}; !slices.Equal(names, want) {
		t.Errorf("sources %q, want %q", names, want)
	}
	if err := g.Verify(g.own...); err != nil {
		t.Error(err)
	}
}

const (
	web  = "Host = name [ \":\" port ]\nname = 1*ALPHA\nlink = authority\nsize = port\n"
	uri  = "authority = host [ \":\" port ]\nhost = 1*ALPHA\nport = *DIGIT\n"
	more = "link = authority\nhost =/ \"[\" 1*HEXDIG \"]\"\n"
)

// TestScopes: an imported rule means what it means in its own file, unless overriding is asked
// for, which is printed.
func TestScopes(t *testing.T) {
	t.Chdir(folder(t, "web.abnf", web, "uri.abnf", uri, "more.abnf", more, "count.abnf", "port = \"n\"\n", "free.abnf", "authority = port\n"))
	const overridden = "uri.abnf:2:1: rule host is overridden by web.abnf:1:1\n"
	for _, test := range []struct {
		args, text string
		ok         bool
		stderr     string
	}{
		{"--import uri.abnf web.abnf link", "a:1", true, ""},
		{"--import uri.abnf web.abnf link", "a:1:2", false, ""},
		{"--override uri.abnf web.abnf link", "a:1:2", true, overridden},
		{"--import uri.abnf:authority --import count.abnf web.abnf size", "n", true, ""},
		{"--import uri.abnf:authority --import count.abnf web.abnf link", "a:1", true, ""},
		{"--import uri.abnf:authority --import count.abnf web.abnf link", "a:n", false, ""},
		{"--import uri.abnf:authority,port --import count.abnf web.abnf size", "7", true, ""},
		{"--import free.abnf --import count.abnf web.abnf link", "n", true, ""}, // what one lacks, another has
		{"--import uri.abnf more.abnf host", "[::]", false, ""},
		{"--import uri.abnf more.abnf host", "[1]", true, ""},
		{"--import uri.abnf more.abnf link", "[1]", false, ""},
		{"--override uri.abnf more.abnf link", "[1]", true, "uri.abnf:2:1: rule host is overridden by more.abnf:2:1\n"},
		{"--override uri.abnf --override count.abnf web.abnf link", "a:1:2", true, overridden + "count.abnf:1:1: rule port is overridden by uri.abnf:3:1\n"}, // each once
	} {
		r := abnfc(append(append([]string{"explain"}, strings.Fields(test.args)...), test.text)...)
		if ok := r.code == 0; ok != test.ok || !strings.HasPrefix(r.stderr, test.stderr) || ok && r.stderr != test.stderr {
			t.Errorf("%s %s: status %d, want %t; on stderr %q, want %q", test.args, test.text, r.code, test.ok, r.stderr, test.stderr)
		}
	}
	for args, want := range map[string]string{
		"--import uri.abnf:authority,hots web.abnf": `uri.abnf:1:1: rule "hots" is not there to be imported (did you mean "host"?)` + "\n",
		"--import uri.abnf:host web.abnf":           `web.abnf:1:1: rule "Host" is also imported from uri.abnf:2:1` + "\n",
		"--import uri.abnf: web.abnf":               "empty name",
		"more.abnf":                                 `more.abnf:2:1: rule "host" is not defined yet`,
	} {
		r := abnfc(append([]string{"compile", "-o", "out.go"}, strings.Fields(args)...)...)
		if r.code == 0 || !strings.Contains(r.stderr, want) {
			t.Errorf("%s: status %d, on stderr %q, want %q", args, r.code, r.stderr, want)
		}
	}
}

// compile makes tables of the file's own rules, and of imported ones if asked.
func TestCompileImport(t *testing.T) {
	t.Chdir(folder(t, "shop.abnf", shop, "money.abnf", money))
	for _, test := range []struct{ rules, want string }{{"", "Order Item Name"}, {"item,price", "Item Price"}} {
		args := []string{"compile", "-o", "out.go", "--import", "money.abnf"}
		if test.rules != "" {
			args = append(args, "--rule", test.rules)
		}
		if r := abnfc(append(args, "shop.abnf")...); r != (result{}) {
			t.Fatalf("status %d, on stderr %s", r.code, r.stderr)
		}
		names, _ := tables(read(t, "out.go"))
		if got := strings.Join(names, " "); got != test.want {
			t.Errorf("tables %s, want %s", got, test.want)
		}
	}
	if source := read(t, "out.go"); !strings.HasPrefix(source, "// Code generated by abnfc from shop.abnf, money.abnf; DO NOT EDIT.\n") {
		t.Errorf("out.go begins with %.100q", source)
	}
}

// Each place that is read as something else is a line on stderr.
func TestRename(t *testing.T) {
	t.Chdir(folder(t, "shop.abnf", "order = itm *( \",\" ITM )\nitem = \"x\"\nlast = \"y\"\n"))
	g, stderr, err := readGrammar(t, "--rename", "Itm=item", "--rename", "last=rest", "shop.abnf")
	if err != nil {
		t.Fatal(err)
	}
	const want = `shop.abnf:1:9: repaired: Itm renamed to item
shop.abnf:1:20: repaired: Itm renamed to item
shop.abnf:3:1: repaired: last renamed to rest
`
	if stderr != want {
		t.Errorf("on stderr\n%swant\n%s", stderr, want)
	}
	if got := g.String(); got != "order = item *( \",\" item )\nitem  = \"x\"\nrest  = \"y\"\n" {
		t.Errorf("read as\n%s", got)
	}
	if got := strings.Join(g.own, " "); got != "order item rest" {
		t.Errorf("own rules %s", got)
	}
}

// All faults of all files come in one run.
func TestReadErrors(t *testing.T) {
	t.Chdir(folder(t, "shop.abnf", shop, "bad.abnf", "a = |\n", "worse.abnf", "b = ?\nc = +\n",
		"open.abnf", "a = pric nam item\nb = item2\nitem = \"x\"\n", "empty.abnf", "; nothing\n", "long.abnf", strings.Repeat("\n", 1<<20+1)))
	for _, test := range []struct {
		args string
		code int
		want string
	}{
		{"--import worse.abnf bad.abnf", 1, "bad.abnf:1:5: E\nworse.abnf:1:5: E\nworse.abnf:2:5: E\n"},
		{"--import worse.abnf --import bad.abnf shop.abnf", 1, "worse.abnf:1:5: E\nworse.abnf:2:5: E\nbad.abnf:1:5: E\n"},
		{"empty.abnf", 1, "empty.abnf:1:1: no rule found\n"},
		{"--wild --import shop.abnf empty.abnf", 1, "empty.abnf:1:1: no rule found\n"},
		{"--import bad.abnf empty.abnf", 1, "empty.abnf:1:1: no rule found\nbad.abnf:1:5: E\n"},
		{"long.abnf", 1, "abnfc: long.abnf: the text has 1048577 bytes; the limit is 1048576\n"},
		{"--wild --import long.abnf shop.abnf", 1, "abnfc: long.abnf: the text has 1048577 bytes; the limit is 1048576\n"},
		{"--import missing.abnf gone.abnf", 2, "abnfc: open gone.abnf: E\nabnfc: open missing.abnf: E\n"},
		{"--import missing.abnf bad.abnf", 2, "abnfc: open missing.abnf: E\n"},
		{"--rename x=y --rename order=name shop.abnf", 1,
			"abnfc: E\nshop.abnf:1:1: E\n"},
		{"--rename x=1y shop.abnf", 1, "abnfc: E\n"},
		{"open.abnf", 1, "open.abnf:1:5: E\nopen.abnf:1:10: E\nopen.abnf:2:5: E\n"},
		{"--rename x shop.abnf", 2, `abnfc: invalid argument "x" for "--rename" flag: want A=B; see abnfc compile --help`},
		{"--rename =x shop.abnf", 2, `abnfc: invalid argument "=x" for "--rename" flag: want A=B; see abnfc compile --help`},
	} {
		r := diagnosed(append([]string{"compile", "-o", "out.go"}, strings.Fields(test.args)...)...)
		if r.code != test.code || !sameLines(r.stderr, test.want) {
			t.Errorf("%s: status %d, on stderr\n%swant %d and\n%s", test.args, r.code, r.stderr, test.code, test.want)
		}
	}
	if files, _ := filepath.Glob("out*"); files != nil {
		t.Errorf("files %v were written", files)
	}
}

// sameLines compares texts line by line; E in a line of want is any text. Lines
// behind the last one of want are no matter if that has no end.
func sameLines(got, want string) bool {
	lines, whole := strings.Split(got, "\n"), strings.HasSuffix(want, "\n")
	wanted := strings.Split(want, "\n")
	if whole && len(lines) != len(wanted) {
		return false
	}
	for i, w := range wanted {
		before, _, any := strings.Cut(w, "E")
		if i >= len(lines) || lines[i] != w && (!any || !strings.HasPrefix(lines[i], before)) {
			return false
		}
	}
	return true
}

// What errors say never passes for their place.
func TestDiagnostic(t *testing.T) {
	pos := abnf.Pos{File: "a b.abnf", Line: 3, Col: 14}
	for _, x := range []struct {
		err  error
		want string
	}{
		{&abnf.Error{Pos: pos, Msg: "no"}, "a b.abnf:3:14: no"},
		{abnf.ErrorList{{Pos: pos, Msg: "no"}, {Msg: "x:1:2: y"}}, "a b.abnf:3:14: no\nabnfc: x:1:2: y"},
		{&abnf.Error{Pos: abnf.Pos{File: "a.abnf"}, Msg: "too long"}, "abnfc: a.abnf: too long"},
		{&compile.LimitError{Pos: pos, Rule: "a", What: "states", Max: 7}, "a b.abnf:3:14: rule a: more than 7 states"},
		{errors.New("x.go:1:2: no"), "abnfc: x.go:1:2: no"},
		{at(pos, abnf.ErrorList{{Msg: "no"}, {Pos: abnf.Pos{Line: 1, Col: 2}, Msg: "y"}}), "a b.abnf:3:14: no\n1:2: y"},
		{fmt.Errorf("rule a: %w", &abnf.Error{Pos: pos, Msg: "no"}), "abnfc: rule a: abnf: a b.abnf:3:14: no"},
	} {
		var b strings.Builder
		if printFaults(&b, faults(grammarError{x.err})); b.String() != x.want+"\n" {
			t.Errorf("%v is printed as %q, want %q", x.err, b.String(), x.want)
		}
	}
}
