package codegen_test

import (
	"fmt"
	"strings"
	"testing"

	"example.org/iri/compile"
	"example.org/iri/compile/abnf"
	"example.org/iri/dfa"
	"example.org/iri/internal/codegen"
	"example.org/iri/internal/testkit/matcher"
)

// compiled returns the automaton of the first rule of a grammar.
func compiled(t *testing.T, grammar string, opts *compile.Options) *dfa.Automaton {
	t.Helper()
	g := matcher.Parse(t, grammar)
	var first *abnf.Rule
	for r := range g.Rules() {
		first = r
		break
	}
	a, err := compile.Compile(g, first.Name, opts)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func TestSumLine(t *testing.T) {
	grammar, opts := read(t, "../../compile/testdata/marks/grammar.abnf"), &compile.Options{Marks: []string{"host", "port"}, Parts: []string{"user"}}
	a := compiled(t, grammar, opts)
	// 11 rows of 8 entries of two bytes, classes, slots, two marks, parts, loops with two sets
	want := fmt.Sprintf("any name 11 5 %d ", 256+2*8*11+11+8*2+11+11+2*32)
	if got := codegen.SumLine("any name", a); !strings.HasPrefix(got, want) || len(got) != len(want)+64 {
		t.Errorf("line %q, want %q", got, want)
	}
	seen := map[string]string{codegen.SumLine("x", a): "nothing"}
	for what, change := range map[string]func(a *dfa.Automaton){
		"name":       func(a *dfa.Automaton) { a.Name = "sink" },
		"start":      func(a *dfa.Automaton) { a.Start = 16 },
		"accepting":  func(a *dfa.Automaton) { a.AcceptMin -= 8 },
		"class":      func(a *dfa.Automaton) { a.Classes[255] = 1 },
		"transition": func(a *dfa.Automaton) { a.Trans[int(a.Start)+int(a.Classes['/'])] = 0 },
		"width":      func(a *dfa.Automaton) { widen(a) },
		"wide transition": func(a *dfa.Automaton) {
			widen(a)
			a.Wide[int(a.Start)+int(a.Classes['/'])] = 0
		},
		"slot":      func(a *dfa.Automaton) { a.MarkSlots[0]++ },
		"mark":      func(a *dfa.Automaton) { a.MarkNames[1] = "gate" },
		"part":      func(a *dfa.Automaton) { a.Parts[5] ^= 1 },
		"loop":      func(a *dfa.Automaton) { a.Loops[3] ^= 1 },
		"loop set":  func(a *dfa.Automaton) { a.LoopSets[0][0] ^= 1 },
		"part name": func(a *dfa.Automaton) { a.PartNames[1] = "login" },
	} {
		b := compiled(t, grammar, opts)
		change(b)
		line := codegen.SumLine("x", b)
		if other, known := seen[line]; known {
			t.Errorf("another %s: line %q as with another %s", what, line, other)
		}
		seen[line] = what
	}
}

// widen gives the table entries of four bytes.
func widen(a *dfa.Automaton) {
	for _, t := range a.Trans {
		a.Wide = append(a.Wide, uint32(t))
	}
	a.Trans = nil
}
