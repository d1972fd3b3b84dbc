package main

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"example.org/iri/compile"
	"example.org/iri/dfa"
)

const switches = "state = %s\"on\" / %s\"off\"\n"

func TestSampleCommand(t *testing.T) {
	t.Chdir(folder(t, "s.abnf", switches, "lines.abnf", "line = *%s\"a\" %x0A\n", "bytes.abnf", "byte = %x00-0A\n"))
	for _, x := range []struct {
		args string
		want result
	}{
		{"--rule state s.abnf", result{0, "on\noff\n", ""}},
		{"--rule STATE s.abnf", result{0, "on\noff\n", ""}},
		{"--rule state -0 s.abnf", result{0, "on\x00off\x00", ""}},
		{"--rule state --quote s.abnf", result{0, "\"on\"\n\"off\"\n", ""}},
		{"--rule state -n 0 s.abnf", result{}},
		{"--rule state -n 1 s.abnf", result{0, "on\n", ""}},
		{"--rule line -0 lines.abnf", result{0, "\n\x00a\n\x00", ""}},
		{"--rule line --quote lines.abnf", result{0, "\"\\n\"\n\"a\\n\"\n", ""}},
		{"--rule line --quote --seed 7 lines.abnf", result{0, "\"\\n\"\n\"a\\n\"\n", ""}},
		{"--rule line lines.abnf", result{1, "", "abnfc: rule line: the text \"\\n\" has a line end in it; -0 ends texts with NUL instead, --quote prints them as Go strings\n"}},
		{"--rule line -n 1 lines.abnf", result{1, "", "abnfc: rule line: the text \"\\n\" has a line end in it; -0 ends texts with NUL instead, --quote prints them as Go strings\n"}},
		{"--rule byte -0 bytes.abnf", result{1, "", "abnfc: rule byte: the text \"\\x00\" has a NUL in it; --quote prints texts as Go strings\n"}},
	} {
		if r := abnfc(append([]string{"sample"}, strings.Fields(x.args)...)...); r != x.want {
			t.Errorf("%s: %+v, want %+v", x.args, r, x.want)
		}
	}
}

// With -n there are exactly that many texts, the covering set first, all match, and
// they depend on nothing but the seed.
func TestSampleMany(t *testing.T) {
	const grammar = "../../tables/rfc3987.abnf"
	args := []string{"sample", "--rule", "IRI-reference", grammar}
	cover := abnfc(args...)
	if cover.code != 0 || cover.stderr != "" {
		t.Fatalf("status %d, on stderr %q", cover.code, cover.stderr)
	}
	n := strings.Count(cover.stdout, "\n") + 300
	args = slices.Insert(args, 1, "-n", fmt.Sprint(n))
	many := abnfc(args...)
	if !strings.HasPrefix(many.stdout, cover.stdout) || strings.Count(many.stdout, "\n") != n {
		t.Errorf("%d texts that do not begin with the covering set", strings.Count(many.stdout, "\n"))
	}
	if again := abnfc(args...); again != many {
		t.Error("not the same texts again")
	}
	if other := abnfc(slices.Insert(args, 1, "--seed", "2")...); other.stdout == many.stdout {
		t.Error("another seed gives the same texts")
	}
	g, _, err := readGrammar(t, grammar)
	if err != nil {
		t.Fatal(err)
	}
	a, err := compile.Compile(g.Grammar, "IRI-reference", nil)
	if err != nil {
		t.Fatal(err)
	}
	for text := range strings.Lines(many.stdout) {
		if !dfa.Match(a, strings.TrimSuffix(text, "\n")) {
			t.Errorf("%q does not match", text)
		}
	}
}

// What is left out is listed.
func TestSampleLeftOut(t *testing.T) {
	t.Chdir(folder(t, "s.abnf", "s = %xD800 / \"2\"\n"))
	if r := abnfc("sample", "--rule", "s", "s.abnf"); r != (result{0, "2\n", "s.abnf:1:5: left out: no text matches %xD800\n"}) {
		t.Errorf("%+v", r)
	}
}
