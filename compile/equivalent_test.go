package compile_test

import (
	"fmt"
	"strings"
	"testing"

	"example.org/iri/compile"
	"example.org/iri/compile/abnf"
	"example.org/iri/dfa"
)

func TestEquivalent(t *testing.T) {
	tests := []struct {
		a, b    string
		witness string
		equal   bool
	}{
		{`"a"`, `%x61 / %x41`, "", true},
		{`*( *%x61 *%x62 )`, `*( %x61 / %x62 )`, "", true},
		{`%x61 *( %x62 %x61 )`, `*( %x61 %x62 ) %x61`, "", true},
		{`%xE4`, `%xE3-E5`, "\u00e3", false},
		{`%xD800`, `"" %xDFFF`, "", true},
		{`*%x61`, `1*%x61`, "", false}, // the empty text
		{`"a"`, `%x61`, "A", false},
		{`*%x61`, `*100%x61`, string(make([]byte, 101)), false},
		{`%x61 / %x62 %x63`, `%x61 / %x62 %x64`, "bc", false},
		{`3%x61`, `3%x61 / %x62 / 2%x61`, "b", false},
	}
	for _, test := range tests {
		a, b := compiled(t, "r = "+test.a+"\n", nil), compiled(t, "s = "+test.b+"\n", nil)
		for range 2 {
			w, equal := compile.Equivalent(a, b)
			if equal != test.equal || len(w) != len(test.witness) || equal && w != nil {
				t.Errorf("%s and %s: witness %q, equal: %t, want %q, %t", test.a, test.b, w, equal, test.witness, test.equal)
			}
			if !equal && dfa.Match(a, w) == dfa.Match(b, w) {
				t.Errorf("%s and %s: %q is no witness", test.a, test.b, w)
			}
			a, b = b, a
		}
	}
}

// For random pairs the witness is one, and no shorter text is.
func TestWitnessIsShortest(t *testing.T) {
	rnd := random(t)
	texts := strs("abcd", 4)
	equal, different := 0, 0
	for range 1000 {
		x, y := randomTree(rnd.IntN, 1+rnd.IntN(4)), randomTree(rnd.IntN, 1+rnd.IntN(4))
		a, b := compiled(t, "x = "+x.String()+"\n", nil), compiled(t, "y = "+y.String()+"\n", nil)
		w, same := compile.Equivalent(a, b)
		if same {
			equal++
		} else if different++; matches(nil, x, string(w)) == matches(nil, y, string(w)) {
			t.Fatalf("%v and %v: %q is no witness", x, y, w)
		}
		for _, text := range texts {
			if (same || len(text) < len(w)) && matches(nil, x, text) != matches(nil, y, text) {
				t.Fatalf("%v and %v: equal: %t, witness %q, but %q is one", x, y, same, w, text)
			}
		}
	}
	if equal < 5 || different < 100 {
		t.Errorf("%d equal, %d different", equal, different)
	}
}

// Witness finds what only the first accepts, first in byte order; nothing means a
// subset.
func TestWitness(t *testing.T) {
	tests := []struct {
		a, b  string
		text  string
		found bool
	}{
		{`"a"`, `%x61 / %x41`, "", false},
		{`"a"`, `%x61`, "A", true},
		{`%x61`, `"a"`, "", false},
		{`""`, `%x61`, "", true},
		{`%xD800`, `%x61`, "", false},
		{`*%x61`, `*%x62`, "a", true},
		{`*"a"`, `*100"a"`, strings.Repeat("A", 101), true},
		{`%x62-66 %x62-66`, `%x62 %x61-63 / %x63-65 "c" / %x66 %x00-7F`, "bd", true},
		{`%x80-10FFFF`, `%x80-D7FF`, "\ue000", true},
		{`%x80-D7FF`, `%x80-10FFFF`, "", false},
		{`%x0-10FFFF`, `%x1-10FFFF`, "\x00", true},
	}
	for _, test := range tests {
		a, b := compiled(t, "r = "+test.a+"\n", nil), compiled(t, "s = "+test.b+"\n", nil)
		text, found, err := compile.Witness(a, b)
		if string(text) != test.text || found != test.found || err != nil {
			t.Errorf("%s without %s: %q, found: %t, error %v, want %q, %t", test.a, test.b, text, found, err, test.text, test.found)
		}
	}
}

// For random pairs what is found is the first of all texts, and Equivalent finds the
// first of what both sides find.
func TestRandomWitness(t *testing.T) {
	rnd := random(t)
	texts := strs("abcd", 4)
	subsets := 0
	for range 1000 {
		x, y := randomTree(rnd.IntN, 1+rnd.IntN(4)), randomTree(rnd.IntN, 1+rnd.IntN(4))
		a, b := compiled(t, "x = "+x.String()+"\n", nil), compiled(t, "y = "+y.String()+"\n", nil)
		text, found, err := compile.Witness(a, b)
		if err != nil {
			t.Fatal(err)
		}
		for _, other := range texts { // shorter ones first, equally long ones in byte order
			if matches(nil, x, other) && !matches(nil, y, other) && (!found || shorter(other, string(text))) {
				t.Fatalf("%v without %v: %q, found: %t, but there is %q", x, y, text, found, other)
			}
		}
		if found != (matches(nil, x, string(text)) && !matches(nil, y, string(text))) && found {
			t.Fatalf("%v without %v: %q is none of them", x, y, text)
		}
		if !found {
			subsets++
		}
		back, foundBack, _ := compile.Witness(b, a)
		w, equal := compile.Equivalent(a, b)
		first := text
		if !found || foundBack && shorter(string(back), string(text)) {
			first = back
		}
		if equal != (!found && !foundBack) || string(w) != string(first) {
			t.Fatalf("%v and %v: %q and %q, but together %q, equal: %t", x, y, text, back, w, equal)
		}
	}
	if subsets < 50 {
		t.Errorf("%d subsets", subsets)
	}
}

func shorter(s, t string) bool { return len(s) < len(t) || len(s) == len(t) && s < t }

// Two cycles of 1024 and 1025 states lead to all pairs of their states.
func TestWitnessLimit(t *testing.T) {
	cycle := func(n int) *dfa.Automaton {
		a := &dfa.Automaton{Name: fmt.Sprint("cycle", n), Start: 1, AcceptMin: dfa.State(n + 1), Classes: new([256]uint8), Trans: []uint16{0}}
		for s := range n {
			a.Trans = append(a.Trans, uint16(1+(s+1)%n))
		}
		return a
	}
	_, found, err := compile.Witness(cycle(1024), cycle(1025))
	if found || err == nil || err.Error() != "abnf: rules cycle1024 and cycle1025 are too large to be compared: more than 1048576 pairs of states" {
		t.Errorf("found: %t, error %v", found, err)
	}
	if _, found, err := compile.Witness(cycle(1024), cycle(1026)); found || err != nil { // half of the pairs
		t.Errorf("found: %t, error %v", found, err)
	}
}

// Marks and parts do not matter.
func TestEquivalentIgnoresMarks(t *testing.T) {
	grammar := read(t, "testdata/marks/grammar.abnf")
	marked := compiled(t, grammar, &compile.Options{Marks: []string{"host", "port"}, Parts: []string{"user"}})
	if w, equal := compile.Equivalent(marked, compiled(t, grammar, nil)); !equal {
		t.Errorf("different: %q", w)
	}
}

func ExampleWitness() {
	g, _ := abnf.Parse([]byte("decimal = 1*DIGIT\noctal = 1*%x30-37\n"))
	decimal, _ := compile.Compile(g, "decimal", nil)
	octal, err := compile.Compile(g, "octal", nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	text, found, err := compile.Witness(decimal, octal)
	fmt.Printf("%s %t %v\n", text, found, err)
	text, found, err = compile.Witness(octal, decimal)
	fmt.Printf("%s %t %v\n", text, found, err)
	// Output:
	// 8 true <nil>
	//  false <nil>
}
