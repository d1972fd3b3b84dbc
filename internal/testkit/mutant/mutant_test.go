package mutant_test

import (
	"iter"
	"reflect"
	"slices"
	"testing"

	"example.org/iri/compile"
	"example.org/iri/compile/abnf"
	"example.org/iri/dfa"
	"example.org/iri/internal/testkit/mutant"
	"example.org/iri/internal/walk"
)

// TestUnpack checks that each change has an effect, and that the automaton is restored after all of them.
func TestUnpack(t *testing.T) {
	for _, rule := range []string{`""`, `%xD800`, `*( %x61 %x62 )`, `*3( %xE9 / %x62 %x62 )`, `1*2%x10FFFF`} {
		a := compile.MustCompile("r = "+rule+"\n", "r")
		m := mutant.Unpack(a)
		states, classes, count := len(m.Rows), walk.NumClasses(a), 0
		for change := range m.Changes(1, "az\xff") {
			if b := m.Pack(); slices.Equal(a.Trans, b.Trans) && *a.Classes == *b.Classes && a.AcceptMin == b.AcceptMin {
				t.Errorf("%s: %+v changes nothing", rule, change)
			}
			count++
		}
		if want := states*classes*(states-1) + states + 3*(classes-1); count != want {
			t.Errorf("%s: %d changes, want %d", rule, count, want)
		}
		b := m.Pack()
		if a.String() != b.String() || a.Start != b.Start || a.AcceptMin != b.AcceptMin || !slices.Equal(a.Trans, b.Trans) {
			t.Errorf("packed again:\n%v%v", a, b)
		}
	}
}

// TestTables checks that each mutant of a table with spans differs from the table, which does not change.
func TestTables(t *testing.T) {
	g, err := abnf.Parse([]byte("r = *( x %x3A ) %x61 / y %x62\nx = *%x61\ny = *%x61\n"))
	if err != nil {
		t.Fatal(err)
	}
	a, err := compile.Spans(g, "r", []string{"x", "y"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	was, count := mutant.Copy(a), 0
	for _, mutants := range []iter.Seq[*dfa.Tagged]{mutant.Tables(a), mutant.Cells(a)} {
		for b := range mutants {
			if count++; b.Check() != nil || reflect.DeepEqual(b, was) {
				t.Errorf("mutant %d equals the table, or is not valid: %v", count, b.Check())
			}
		}
	}
	if count < 100 || !reflect.DeepEqual(mutant.Copy(a), was) {
		t.Errorf("%d mutants of\n%v", count, &was.Automaton)
	}
}
