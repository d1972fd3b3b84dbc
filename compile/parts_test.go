package compile_test

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	. "example.org/iri/compile"
	"example.org/iri/compile/abnf"
	"example.org/iri/dfa"
	"example.org/iri/internal/testkit"
	"example.org/iri/internal/testkit/matcher"
)

// partsOf is the reference for parts: those that text may end in, by the definition in parts.go. There are several if
// parses nest the same parts differently.
func partsOf(g *abnf.Grammar, rule, text string, parts []string) []string {
	held, open := make(map[string]bool), make(map[string]bool)
	r := &matcher.Reader{Grammar: g, Parts: parts, Alphabet: "ab", Longest: len(text) + 1, Prefix: text}
	r.Read = func(before, after matcher.Reading) {
		switch {
		case after.Text == text:
			held[after.Last()] = true
		case before.Text == text: // it goes on
			next := pieces(after.Last())
			for i, piece := range pieces(before.Last()) {
				if i >= len(next) || next[i] != piece {
					break
				}
				open[partName(piece)] = true
			}
		}
	}
	r.All(rule)
	everywhere := func(part string) bool {
		for stack := range held {
			if !slices.ContainsFunc(pieces(stack), func(piece string) bool { return partName(piece) == part }) {
				return false
			}
		}
		return true
	}
	found := make(map[string]bool)
	for stack := range held {
		innermost := ""
		for _, piece := range pieces(stack) {
			if part := partName(piece); everywhere(part) && open[part] {
				innermost = part // the last one that contains the byte
			}
		}
		found[innermost] = true
	}
	return slices.Sorted(maps.Keys(found))
}

// pieces cuts the stack of a byte into NAME@OFFSET.
func pieces(stack string) []string {
	return strings.FieldsFunc(stack, func(r rune) bool { return r == '/' })
}

func partName(piece string) string { return piece[:strings.IndexByte(piece, '@')] }

// All small grammars with two parts, which may be nested.
func TestPartsOfAllSmallGrammars(t *testing.T) {
	rules := "p = 1*( %x61 / q )\nq = %x62 [ %x61 ]\n"
	parts := []string{"p", "q"}
	texts := matcher.Texts("ab", 4)[1:]
	nodes := 4
	if !*testkit.Long {
		nodes = 3
	}
	seen, unclear := make(map[string]int), 0
	for n := 1; n <= nodes; n++ {
		for _, tree := range partForest(parts...).Trees(n) {
			g := matcher.Parse(t, fmt.Sprintf("r = %v\n%s", tree, rules))
			a, err := Compile(g, "r", &Options{Parts: parts})
			if err != nil {
				t.Fatal(err)
			}
			for _, text := range texts {
				s := dfa.Run(a, a.Start, text)
				if s == dfa.Dead {
					continue
				}
				want := partsOf(g, "r", text, parts)
				if !slices.Contains(want, a.Part(s)) {
					t.Fatalf("r = %v\n%s%q ends in part %q, want %q\n%v", tree, rules, text, a.Part(s), want, a)
				}
				seen[a.Part(s)]++
				if len(want) > 1 {
					unclear++
				}
			}
		}
	}
	t.Logf("parts met: %v, %d unclear", seen, unclear)
	if len(seen) != 3 || unclear*10 > seen["p"] {
		t.Error("the test shows too little")
	}
}

func TestParts(t *testing.T) {
	grammar := "r = \"-\" [ user \"@\" ] host\nuser = *( \"1\" / \":\" / pct )\nhost = *( \"1\" / pct )\npct = \"%\" \"0\" \"0\"\n"
	a := compiled(t, grammar, &Options{Parts: []string{"user", "NAME=host", "pct"}})
	for text, want := range map[string]string{
		"": "", "-": "",
		"-1":    "",     // user or host
		"-:":    "user", // no host has a colon
		"-@":    "",     // the at sign is in neither
		"-@1":   "NAME",
		"-%":    "pct", // in both parses
		"-@%0":  "pct",
		"-@%00": "NAME", // the escape is whole
		"-:%00": "user",
	} {
		if got := a.Part(dfa.Run(a, a.Start, text)); got != want {
			t.Errorf("%q ends in part %q, want %q", text, got, want)
		}
	}
	if got := strings.Join(a.PartNames, ","); got != ",user,NAME,pct" {
		t.Errorf("names of parts: %s", got)
	}
	checkMinimal(t, a)
	if w, equal := matcher.Equivalent(a, compiled(t, grammar, nil)); !equal {
		t.Errorf("parts change the language: %q", w)
	}
}

// Parses that no string can complete do not count.
func TestPartsOfDeadReadings(t *testing.T) {
	a := compiled(t, "r = \"-\" ( p / q )\np = \"a\" %xD800\nq = \"a\" \"c\"\n", &Options{Parts: []string{"p", "q"}})
	if got := a.Part(dfa.Run(a, a.Start, "-a")); got != "q" {
		t.Errorf("part %q, want q", got)
	}
}

// The rule itself may be a part; before the first byte there is none.
func TestPartOfTheWhole(t *testing.T) {
	a := compiled(t, "r = 2\"a\"\n", &Options{Parts: []string{"r"}})
	if before, in := a.Part(a.Start), a.Part(dfa.Run(a, a.Start, "a")); before != "" || in != "r" {
		t.Errorf("part %q before the first byte, %q after it", before, in)
	}
}

// Several rules may share a name; up to 255 names are possible.
func TestPartNames(t *testing.T) {
	a := compiled(t, "r = \"-\" ( x / y )\nx = 2\"a\"\ny = 2\"b\"\n", &Options{Parts: []string{"P=x", "P=y"}})
	if fmt.Sprint(a.PartNames) != "[ P]" || a.Part(dfa.Run(a, a.Start, "-a")) != "P" || a.Part(dfa.Run(a, a.Start, "-b")) != "P" {
		t.Errorf("x and y are not both P:\n%v", a)
	}
	for _, n := range []int{255, 256} {
		grammar, parts := "r = \"a\"\n", []string(nil)
		for i := range n {
			grammar += fmt.Sprintf("r%d = \"b\"\n", i)
			parts = append(parts, fmt.Sprintf("r%d", i))
		}
		_, err := compileFirst(t, grammar, &Options{Parts: parts})
		var limit *LimitError
		is := errors.As(err, &limit)
		if n == 255 && err != nil || n == 256 && (!is || limit.Rule != "r" || limit.What != "parts" || limit.Max != 255) {
			t.Errorf("%d parts: error %v", n, err)
		}
	}
}

// partForest is trees that refer to some rules.
func partForest(names ...string) *matcher.Forest {
	f := &matcher.Forest{Leaves: []abnf.Node{letterA, letterB}, Times: [][2]int{{0, abnf.Unbounded}, {0, 1}, {1, 2}}}
	for _, name := range names {
		f.Leaves = append(f.Leaves, &abnf.RuleRef{Name: name})
	}
	return f
}
