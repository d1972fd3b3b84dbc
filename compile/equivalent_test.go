package compile_test

import (
	"testing"

	. "example.org/iri/compile"
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
			w, equal := Equivalent(a, b)
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
		w, same := Equivalent(a, b)
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

// Marks and parts do not matter.
func TestEquivalentIgnoresMarks(t *testing.T) {
	grammar := read(t, "testdata/marks/grammar.abnf")
	marked := compiled(t, grammar, &Options{Marks: []string{"host", "port"}, Parts: []string{"user"}})
	if w, equal := Equivalent(marked, compiled(t, grammar, nil)); !equal {
		t.Errorf("different: %q", w)
	}
}
