package target

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.org/iri/compile"
	"example.org/iri/compile/abnf"
	"example.org/iri/compile/suite"
	"example.org/iri/dfa"
	"example.org/iri/dfa/table"
	"example.org/iri/internal/codegen"
	"example.org/iri/internal/language"
	"example.org/iri/internal/testkit"
	"example.org/iri/internal/testkit/matcher"
	"example.org/iri/internal/uri"
)

// compilerFlags are for what is generated. With the tag nightly there are more.
var compilerFlags = []string{"-O1", "-Wall", "-Wextra", "-Werror", "-pedantic"}

// A subject is a file to be generated, and strings for its rules.
type subject struct {
	name    string
	file    codegen.File
	queries []query
}

// A query is a string for a rule.
type query struct {
	rule int
	s    []byte
}

// subjects are the repository's own rules, those of a few grammars, and of some that are odd.
func subjects(t *testing.T) (list []*subject) {
	own := &subject{name: "own"}
	for _, l := range language.All() {
		own.file.Rules = append(own.file.Rules, codegen.Rule{Automaton: l.Automaton})
	}
	list = append(list, own)
	const pct = "pct-encoded = \"%\" 2HEXDIG\n"
	for _, g := range []struct{ name, text string }{
		{"page", "page = 3x 100char\nx = \"x\"\nchar = %x0-10FFFF\n"}, // 400 states
		{"odd", "nothing = %xD800\nempty = \"\"\nall = *%x0-10FFFF\nint = *%x61 / 9%x62\nboth = nothing / 1*int\n"},
		{"pct", pct + "segment = *( %x61-7A / %xE9 / %x20AC / %x1F600 / pct-encoded )\npath = segment *( \"/\" segment )\n"},
	} {
		list = append(list, newSubject(t, g.name, matcher.Parse(t, g.text)))
	}
	list = append(list, captured(t))
	octets := matcher.Parse(t, "field = 1*( %x21-7E / %x80-FF )\nlong = *( 16%x61 ) %xFF\n")
	octets.Encoding = abnf.Octets
	return append(list, newSubject(t, "octets", octets))
}

func newSubject(t *testing.T, name string, g *abnf.Grammar) *subject {
	x := &subject{name: name}
	for r := range g.Rules() {
		a, err := compile.Compile(g, r.Name, nil)
		if err != nil {
			t.Fatal(err)
		}
		x.file.Rules = append(x.file.Rules, codegen.Rule{Automaton: a})
	}
	return x
}

// captured has rules with captures: some odd ones, and random ones.
func captured(t *testing.T) *subject {
	rules := 25
	if *testkit.Long {
		rules = 250
	}
	x := &subject{name: "captures"}
	x.capture(t, "r = *3x 60y\nx = %x61\ny = %x80-10FFFF\n") // many states
	x.capture(t, "r = *%x61 x %x3A / *%x61 %x62 [ y ]\nx = %x61\ny = 2*%x63\n")
	x.capture(t, "r = *( %x63 / x / %x61 y %x63 ) 2%x62\nx = %x61 3*5%x62 %x61\ny = %x61 %x62\n")
	rnd := rand.New(rand.NewPCG(uint64(testkit.Seed(3)), 4))
	for len(x.file.Rules) < rules {
		x.capture(t, randomCaptures(rnd.IntN))
	}
	return x
}

// randomCaptures writes a grammar with rules r, x and y.
func randomCaptures(pick func(int) int) string {
	var b strings.Builder
	b.WriteString("r = ")
	for range 2 + pick(4) {
		x := []string{"x", "y", "%x61", "%x62", "%x63"}[pick(5)]
		fmt.Fprintf(&b, []string{"%s ", "[ %s ] ", "*( %s %%x61 ) ", "( %s / %%x62 ) ", "*( %%x63 / %s ) "}[pick(5)], x)
	}
	return b.String() + fmt.Sprintf("\nx = %v\ny = %v\n", matcher.RandomTree(pick, 1+pick(4)), matcher.RandomTree(pick, 1+pick(4)))
}

// capture adds rule r of a grammar with the places of x and y, if these are not ambiguous.
func (x *subject) capture(t *testing.T, grammar string) {
	g := matcher.Parse(t, grammar)
	a, err := compile.Compile(g, "r", nil)
	if err != nil {
		t.Fatal(err)
	}
	spans, err := compile.Spans(g, "r", []string{"x", "y"}, nil)
	if err == nil {
		a.Name = fmt.Sprintf("r%d", len(x.file.Rules))
		x.file.Rules = append(x.file.Rules, codegen.Rule{Automaton: a, Spans: spans})
	}
}

// ask fills in the queries: each state with each byte, complete suites and, of all rules of a file
// together, 100,000 strings. Suites of more than 100 states are for -long, but four.
func (x *subject) ask(t *testing.T) {
	rnd := rand.New(rand.NewPCG(uint64(testkit.Seed(1)), 2))
	for i, r := range x.file.Rules {
		for s, access := range r.Automaton.AccessTexts() {
			for b := 0; b < 256 && (access != nil || s == 0); b++ {
				x.queries = append(x.queries, query{i, append(access[:len(access):len(access)], byte(b))})
			}
		}
		if r.Automaton.NumStates() < 100 || *testkit.Long || slices.Contains([]string{"IRI", "IRI-reference", "URI", "URI-reference"}, r.Name) {
			for _, c := range completeSuite(t, r.Automaton) {
				x.queries = append(x.queries, query{i, c.Input})
			}
		}
		next := random(rnd, r.Automaton)
		for range 100_000 / len(x.file.Rules) {
			x.queries = append(x.queries, query{i, next()})
		}
	}
}

// completeSuite returns strings on which other automata of as many states are wrong.
func completeSuite(t *testing.T, a *dfa.Automaton) []suite.Case {
	minimal, err := compile.Difference(a.Name, a) // which loses nothing but outputs
	if err != nil {
		t.Fatal(err)
	}
	minimal.Outputs, minimal.PartNames = nil, nil
	cases, err := suite.Cases(minimal)
	if err != nil {
		t.Fatal(err)
	}
	return cases
}

// random returns a function that returns strings that an automaton may accept, or that go wrong
// somewhere, or end anywhere.
func random(rnd *rand.Rand, a *dfa.Automaton) func() []byte {
	edges := make([][]table.ByteRange, a.NumStates())
	for s := range a.States() {
		for r := range a.Edges(s) {
			edges[a.Number(s)] = append(edges[a.Number(s)], r)
		}
	}
	return func() (s []byte) {
		length := 100
		if rnd.IntN(100) == 0 {
			length = 1000
		}
		state := a.Start
		for n := rnd.IntN(length); n > 0; n-- {
			list := edges[a.Number(state)]
			if len(list) == 0 {
				break
			}
			r := list[rnd.IntN(len(list))]
			b := r.Lo + byte(rnd.IntN(int(r.Hi-r.Lo)+1))
			if len(s) > 0 && rnd.IntN(3) == 0 && a.Next(state, s[len(s)-1]) != dfa.Dead {
				b = s[len(s)-1]
			}
			s, state = append(s, b), a.Next(state, b)
			if a.Accepts(state) && rnd.IntN(50) == 0 {
				break
			}
		}
		if len(s) > 0 && rnd.IntN(2) == 0 {
			s[rnd.IntN(len(s))] = byte(rnd.IntN(256))
		}
		return s
	}
}

// input returns the queries as programs read them.
func (x *subject) input() []byte {
	var b []byte
	for _, q := range x.queries {
		b = binary.LittleEndian.AppendUint32(b, uint32(q.rule))
		b = binary.LittleEndian.AppendUint32(b, uint32(len(q.s)))
		b = append(b, q.s...)
	}
	return b
}

// answer returns what programs write: 1 and the places of spans for a valid string, else 0, the offset, the
// set of the bytes that are expected and whether the string may end.
func answer(r *codegen.Rule, s []byte) []byte {
	if e, _ := dfa.Diagnose(r.Automaton, s).(*dfa.SyntaxError); e != nil {
		return mistake(e.Offset, e.Expected, e.End)
	}
	return found(r, s, func(offset int) int { return offset })
}

// found returns 1 and where spans lie, with offsets as a function returns them.
func found(r *codegen.Rule, s []byte, offset func(int) int) []byte {
	b := []byte{1}
	if r.Spans == nil {
		return b
	}
	spans := make([]dfa.Span, len(r.Spans.Names))
	present, _ := dfa.Find(r.Spans, s, spans)
	for k, x := range spans {
		x.Start, x.End = offset(x.Start), offset(x.End)
		if present>>k&1 == 0 {
			x = dfa.Span{Start: -1, End: -1}
		}
		b = binary.LittleEndian.AppendUint32(b, uint32(x.Start))
		b = binary.LittleEndian.AppendUint32(b, uint32(x.End))
	}
	return b
}

func mistake(offset int, expected dfa.ByteSet, end bool) []byte {
	b := binary.LittleEndian.AppendUint32([]byte{0}, uint32(offset))
	for _, word := range expected {
		b = binary.LittleEndian.AppendUint64(b, word)
	}
	if end {
		return append(b, 1)
	}
	return append(b, 0)
}

// compare compares the output of a program with the answers to the queries.
func (x *subject) compare(t *testing.T, got []byte, answer func(*codegen.Rule, []byte) []byte) {
	t.Helper()
	for _, q := range x.queries {
		r := &x.file.Rules[q.rule]
		want := answer(r, q.s)
		if !bytes.HasPrefix(got, want) {
			t.Fatalf("%s, rule %s: %q: got %x, want %x", x.name, r.Name, q.s, got[:min(len(got), 40)], want)
		}
		got = got[len(want):]
	}
	if len(got) > 0 {
		t.Errorf("%s: %d bytes of output too many", x.name, len(got))
	}
	t.Logf("%s: %d strings", x.name, len(x.queries))
}

// mainC reads queries. Strings have no byte too many, so that a sanitizer sees what is read beyond them.
const mainC = `#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "x.h"

struct rule {
	bool (*valid)(const char *, size_t);
	bool (*check)(const char *, size_t, x_error *);
	bool (*parse)(const char *, size_t, size_t *);
	int names;
};
%s
static const struct rule rules[] = {
%s};

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

int main(void)
{
	for (;;) {
		uint32_t rule = number(), n = number();
		size_t places[64];
		char *s;
		x_error e;
		int k;
		bool ok;
		if (feof(stdin))
			return 0;
		s = (char *)malloc(n > 0 ? n : 1);
		if (fread(s, 1, n, stdin) != n)
			return 1;
		ok = rules[rule].check(s, n, &e);
		putchar(ok);
		if (ok != rules[rule].valid(s, n))
			return 1;
		if (rules[rule].parse != NULL && rules[rule].parse(s, n, places) != ok)
			return 1;
		for (k = 0; ok && k < 2 * rules[rule].names; k++)
			print(places[k]);
		if (!ok) {
			print(e.offset);
			fwrite(e.expected, 1, 32, stdout);
			putchar(e.end);
		}
		free(s);
	}
}
`

// parseC is a function that parses by a rule.
const parseC = `
static bool parse_%[1]s(const char *p, size_t n, size_t *places)
{
	x_%[1]s out;
	if (!x_parse_%[1]s(p, n, &out))
		return false;
	memcpy(places, &out, sizeof out);
	return true;
}
`

// TestC: the functions in C say of all strings what package dfa says.
func TestC(t *testing.T) {
	for _, x := range subjects(t) {
		t.Run(x.name, func(t *testing.T) {
			x.ask(t)
			var functions, rules strings.Builder
			for _, r := range x.file.Rules {
				name, parse, n := CName(r.Name), "NULL", 0
				if r.Spans != nil {
					parse, n = "parse_"+name, len(r.Spans.Names)
					fmt.Fprintf(&functions, parseC, name)
				}
				fmt.Fprintf(&rules, "\t{x_valid_%s, x_check_%[1]s, %s, %d},\n", name, parse, n)
			}
			dir := t.TempDir()
			writeC(t, dir, &x.file)
			write(t, dir, "main.c", fmt.Appendf(nil, mainC, &functions, &rules))
			run(t, dir, nil, "cc", append(compilerFlags, "-std=c99", "-o", "main", "main.c", "x.c")...)
			x.compare(t, run(t, dir, x.input(), filepath.Join(dir, "main")), answer)
		})
	}
}

// writeC writes x.c and x.h.
func writeC(t *testing.T, dir string, f *codegen.File) {
	source, header, err := C(f, "x")
	if err != nil {
		t.Fatal(err)
	}
	write(t, dir, "x.c", source)
	write(t, dir, "x.h", header)
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

// TestNames: rules that would have a name in common are an error.
func TestNames(t *testing.T) {
	for _, x := range []struct{ rules, spans, c, js string }{
		{"a-b c", "", "", ""},
		{"a1 a-1", "", "", "abnf: a-1 and a1 would both be called validA1 in JavaScript: rename one of them (abnfc compile --rename)"},
		{"span error", "", "", ""},
		{"span", "x", "abnf: span and what every file has would both be called x_span in C: rename one of them (abnfc compile --rename)", ""},
		{"valid-a a", "x", "abnf: a and valid-a would both be called x_valid_a in C: rename one of them (abnfc compile --rename)", ""},
		{"a", "int x", "", ""},
		{"a", "int int-", "abnf: int- and int would both be called int_ in C: rename one of them (abnfc compile --rename)", "abnf: int- and int would both be called int in JavaScript: rename one of them (abnfc compile --rename)"},
		{"a", "x all-x", "", "abnf: all-x and x would both be called allX in JavaScript: rename one of them (abnfc compile --rename)"},
	} {
		f := &codegen.File{}
		for _, name := range strings.Fields(x.rules) {
			r := codegen.Rule{Automaton: compile.MustCompile("r = \"x\"\n", "r")}
			r.Automaton.Name = name
			if x.spans != "" {
				r.Spans = &table.Tagged{Automaton: *r.Automaton, Names: strings.Fields(x.spans), Final: make([]uint16, r.NumStates()), Places: [][]table.Place{make([]table.Place, 2*len(x.spans))}}
			}
			f.Rules = append(f.Rules, r)
		}
		_, _, err := C(f, "x")
		if got := message(err); got != x.c {
			t.Errorf("%s, %s in C: %s", x.rules, x.spans, got)
		}
		_, _, err = JavaScript(f, false)
		if got := message(err); got != x.js {
			t.Errorf("%s, %s in JavaScript: %s", x.rules, x.spans, got)
		}
	}
}

func message(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// TestSize: three rules in C take no more than what users were promised.
func TestSize(t *testing.T) {
	var f codegen.File
	for _, l := range []*uri.Language{&language.IRI, &language.IRIReference, &language.IPv6Address} {
		f.Rules = append(f.Rules, codegen.Rule{Automaton: l.Automaton})
	}
	dir := t.TempDir()
	writeC(t, dir, &f)
	run(t, dir, nil, "cc", "-std=c99", "-O2", "-c", "x.c")
	object, err := os.Stat(filepath.Join(dir, "x.o"))
	if err != nil {
		t.Fatal(err)
	}
	if object.Size() > 60_000 {
		t.Errorf("%d bytes", object.Size())
	}
}
