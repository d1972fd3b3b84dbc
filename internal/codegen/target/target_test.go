package target

import (
	"bytes"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"text/template"

	"example.org/iri/compile"
	"example.org/iri/dfa"
	"example.org/iri/internal/codegen"
	"example.org/iri/internal/language"
	"example.org/iri/internal/testkit"
	"example.org/iri/internal/testkit/matcher"
	"example.org/iri/internal/uri"
)

// compilerFlags are the flags for generated C. With the tag nightly there are more.
var compilerFlags = []string{"-O2", "-Wall", "-Wextra", "-Werror", "-pedantic"}

// mainC reads queries. Strings have exactly their length in memory, so that a sanitizer detects reads after them.
var mainC = template.Must(template.New("").Funcs(template.FuncMap{"c": CName}).Parse(`#include <stdio.h>
#include <stdlib.h>
#include "x.h"

static uint32_t number(void)
{
	uint32_t x = 0;
	int k;
	for (k = 0; k < 32; k += 8)
		x |= (uint32_t)(unsigned char)getchar() << k;
	return x;
}

static void print(size_t x)
{
	int k;
	for (k = 0; k < 32; k += 8)
		putchar((int)(x >> k & 255));
}
{{if .Parses}}
static void found(x_span s, void *count)
{
	print(s.start);
	print(s.end);
	++*(size_t *)count;
}
{{end}}
static bool answer(uint32_t rule, const char *s, size_t n)
{
	x_error e;
	bool ok = false;

	switch (rule) {
{{- range $i, $r := .Rules}}{{$name := c .Name}}
	case {{$i}}:
		ok = x_check_{{$name}}(s, n, &e);
		putchar(ok);
		if (ok != x_valid_{{$name}}(s, n))
			return false;
{{- with .Rule.Spans}}
		{
			size_t count = 0;
			x_{{$name}} out;
			if (x_parse_{{$name}}(s, n, &out) != ok)
				return false;
			if (ok) {
				found(out.x, &count);
				found(out.y, &count);
			}
{{- range $r.Spans}}{{if .Repeats}}
			count = 0;
			if ({{.All}}(s, n, found, &count) != count || (count > 0 && !ok))
				return false;
			if (ok)
				print(count);
{{- end}}{{end}}
		}
{{- end}}
		break;
{{- end}}
	}
	if (!ok) {
		print(e.offset);
		fwrite(e.expected, 1, 32, stdout);
		putchar(e.end);
	}
	return true;
}

int main(void)
{
	for (;;) {
		uint32_t rule = number(), n = number();
		char *s;
		if (feof(stdin))
			return 0;
		s = (char *)malloc(n > 0 ? n : 1);
		if (fread(s, 1, n, stdin) != n || !answer(rule, s, n))
			return 1;
		free(s);
	}
}
`))

// needC skips a test on Windows, where C programs convert line ends.
func needC(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no bytes through pipes here")
	}
}

// TestC compares the functions in C with package dfa.
func TestC(t *testing.T) {
	needC(t)
	for _, x := range subjects(t) {
		t.Run(x.name, func(t *testing.T) {
			x.fillQueries(t)
			dir := t.TempDir()
			var main bytes.Buffer
			if err := mainC.Execute(&main, writeC(t, dir, &x.file)); err != nil {
				t.Fatal(err)
			}
			write(t, dir, "main.c", main.Bytes())
			run(t, dir, nil, "cc", append(compilerFlags, "-std=c99", "-o", "main", "main.c", "x.c")...)
			x.compare(t, run(t, dir, x.input(), filepath.Join(dir, "main")), answer)
		})
	}
}

// writeC writes x.c and x.h.
func writeC(t *testing.T, dir string, f *codegen.File) *data {
	d, err := newC(f, "x")
	if err != nil {
		t.Fatal(err)
	}
	write(t, dir, "x.c", d.execute("source"))
	write(t, dir, "x.h", d.execute("header"))
	return d
}

func write(t *testing.T, dir, name string, text []byte) {
	if err := os.WriteFile(filepath.Join(dir, name), text, 0o666); err != nil {
		t.Fatal(err)
	}
}

// run runs a program and returns what it prints.
func run(t *testing.T, dir string, input []byte, name string, args ...string) []byte {
	t.Helper()
	cmd := exec.Command(name, args...)
	var stderr bytes.Buffer
	cmd.Dir, cmd.Stdin, cmd.Stderr = dir, bytes.NewReader(input), &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, &stderr)
	}
	return out
}

// TestNames tests that rules with colliding names are an error.
func TestNames(t *testing.T) {
	for _, x := range []struct{ rules, spans, c, js string }{
		{rules: "a-b c span error"},
		{rules: "a1 a-1", js: "a-1 and a1: validA1"},
		{rules: "span", spans: "x", c: "span and what every file has: x_span"},
		{rules: "valid-a a", spans: "x", c: "a and valid-a: x_valid_a"},
		{rules: "a a-b", spans: "b-c c", c: "a-b and a: x_each_a_b_c"},
		{rules: "a", spans: "int x"},
		{rules: "a", spans: "int int-", c: "int- and int: int_", js: "int- and int: int"},
		{rules: "a", spans: "x all-x", js: "all-x and x: allX"},
	} {
		f := &codegen.File{}
		for name := range strings.FieldsSeq(x.rules) {
			r := codegen.Rule{Automaton: compile.MustCompile("r = \"x\"\n", "r")}
			r.Automaton.Name = name
			if names := strings.Fields(x.spans); len(names) > 0 {
				r.Spans = &dfa.Tagged{Automaton: *r.Automaton, Names: names, Final: make([]uint16, r.NumStates()), Repeats: 1<<len(names) - 1}
			}
			f.Rules = append(f.Rules, r)
		}
		_, _, _, inC := C(f, "x")
		_, _, _, inJS := JavaScript(f, "x.mjs")
		for err, want := range map[error]string{inC: x.c, inJS: x.js} {
			got := ""
			if e, ok := unjoined(err).(*codegen.NameError); ok {
				got = e.Rule + " and " + e.Other + ": " + e.Name
			}
			if got != want {
				t.Errorf("%s, %s: %q, want %q", x.rules, x.spans, got, want)
			}
		}
	}
}

// Names of C have the name of the file as a prefix, which may collide with an array.
func TestNamesOfArrays(t *testing.T) {
	rule := codegen.Rule{Automaton: compile.MustCompile("r = \"x\"\n", "r")}
	rule.Spans = &dfa.Tagged{Automaton: *rule.Automaton, Names: []string{"x"}, Final: make([]uint16, rule.NumStates())}
	for _, name := range []string{"begins", "commits", "ends", "lists", "spans", "head", "words", "forks", "match", "differ"} {
		if _, _, _, err := C(&codegen.File{Rules: []codegen.Rule{rule}}, name); err == nil || !strings.Contains(err.Error(), name+"_r") {
			t.Errorf("%s.c: %v", name, err)
		}
	}
}

// unjoined returns the first of joined errors.
func unjoined(err error) error {
	if list, ok := err.(interface{ Unwrap() []error }); ok {
		return list.Unwrap()[0]
	}
	return err
}

// TestSize tests that three rules in C take at most 60,000 bytes.
func TestSize(t *testing.T) {
	needC(t)
	var f codegen.File
	for _, l := range []*uri.Language{&language.IRI, &language.IRIReference, &language.IPv6Address} {
		f.Rules = append(f.Rules, codegen.Rule{Automaton: l.Automaton})
	}
	dir := t.TempDir()
	writeC(t, dir, &f)
	run(t, dir, nil, "cc", "-std=c99", "-O2", "-c", "x.c")
	if object, err := os.Stat(filepath.Join(dir, "x.o")); err != nil || object.Size() > 60_000 {
		t.Errorf("%d bytes, %v", object.Size(), err)
	}
}

// From each start, a joint automaton is equivalent to the automaton it represents, and no two of its states are
// equivalent.
func TestUnion(t *testing.T) {
	rnd := rand.New(rand.NewPCG(uint64(testkit.Seed(5234)), 0))
	texts := matcher.Texts("abc", 4)
	for n := range 8 {
		var list []*dfa.Automaton
		for range n * n / 2 { // none, one, and more than there are classes of bytes
			list = append(list, compile.MustCompile("r = "+matcher.RandomTree(rnd.IntN, 1+rnd.IntN(8)).String()+"\n", "r"))
		}
		plain, starts := joint(t, nil, list)
		if err := matcher.Minimal(plain); err != nil && len(list) > 0 {
			t.Fatal(err)
		}
		output := func(i int, s dfa.State) uint16 { return uint16(list[i].Number(s) % 3) }
		outputs, startsOfOutputs := joint(t, output, list)
		for i, a := range list {
			for _, text := range texts {
				s, want := dfa.Run(outputs, startsOfOutputs[i], text), dfa.Run(a, a.Start, text)
				if dfa.Run(plain, starts[i], text) >= plain.AcceptMin != a.Accepts(want) || outputs.Accepts(s) != a.Accepts(want) {
					t.Fatalf("automaton %d: %q accepted: %t", i, text, !a.Accepts(want))
				}
				if want != dfa.Dead && outputs.Outputs[outputs.Number(s)] != output(i, want) {
					t.Fatalf("automaton %d: %q has output %d", i, text, outputs.Outputs[outputs.Number(s)])
				}
			}
		}
	}
}

func joint(t *testing.T, output func(int, dfa.State) uint16, list []*dfa.Automaton) (*dfa.Automaton, []dfa.State) {
	a, starts, err := union(output, list)
	if err != nil || len(starts) != len(list) {
		t.Fatal(len(starts), err)
	}
	return a, starts
}
