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
	"example.org/iri/internal/codegen"
	"example.org/iri/internal/language"
	"example.org/iri/internal/testkit"
	"example.org/iri/internal/testkit/matcher"
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
		for range 100_000 / len(x.file.Rules) {
			x.queries = append(x.queries, query{i, random(rnd, r.Automaton)})
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

// random returns a string that an automaton may accept, or goes wrong somewhere, or ends anywhere.
func random(rnd *rand.Rand, a *dfa.Automaton) (s []byte) {
	state := a.Start
	for range rnd.IntN(100) {
		next := dfa.Dead
		for tries := 0; next == dfa.Dead && tries < 50; tries++ {
			b := byte(rnd.IntN(256))
			if len(s) > 0 && rnd.IntN(2) == 0 {
				b = s[len(s)-1]
			}
			if next = a.Next(state, b); next != dfa.Dead {
				s = append(s, b)
			}
		}
		if next == dfa.Dead || a.Accepts(next) && rnd.IntN(50) == 0 {
			break
		}
		state = next
	}
	if len(s) > 0 && rnd.IntN(2) == 0 {
		s[rnd.IntN(len(s))] = byte(rnd.IntN(256))
	}
	return s
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

// answer returns what programs write: 1 for a valid string, else 0, the offset, the set of the bytes
// that are expected and whether the string may end.
func answer(a *dfa.Automaton, s []byte) []byte {
	e, _ := dfa.Diagnose(a, s).(*dfa.SyntaxError)
	if e == nil {
		return []byte{1}
	}
	return mistake(e.Offset, e.Expected, e.End)
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
func (x *subject) compare(t *testing.T, got []byte, answer func(*dfa.Automaton, []byte) []byte) {
	t.Helper()
	for _, q := range x.queries {
		a := x.file.Rules[q.rule].Automaton
		want := answer(a, q.s)
		if !bytes.HasPrefix(got, want) {
			t.Fatalf("%s, rule %s: %q: got %x, want %x", x.name, a.Name, q.s, got[:min(len(got), 40)], want)
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
#include "x.h"

struct rule { bool (*valid)(const char *, size_t); bool (*check)(const char *, size_t, x_error *); };

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

int main(void)
{
	for (;;) {
		uint32_t rule = number(), n = number();
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
		if (!ok) {
			for (k = 0; k < 32; k += 8)
				putchar((int)(e.offset >> k & 255));
			fwrite(e.expected, 1, 32, stdout);
			putchar(e.end);
		}
		free(s);
	}
}
`

// TestC: the functions in C say of all strings what package dfa says.
func TestC(t *testing.T) {
	for _, x := range subjects(t) {
		t.Run(x.name, func(t *testing.T) {
			x.ask(t)
			var rules strings.Builder
			for _, r := range x.file.Rules {
				fmt.Fprintf(&rules, "\t{x_valid_%s, x_check_%[1]s},\n", CName(r.Name))
			}
			dir := t.TempDir()
			writeC(t, dir, &x.file)
			write(t, dir, "main.c", fmt.Appendf(nil, mainC, &rules))
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
