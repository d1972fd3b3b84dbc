package abnflint

import (
	"testing"

	"example.org/iri/compile/abnf"
)

// TestEffortOfComparison ends the effort at the comparison of a rule with the core rule that it replaces.
func TestEffortOfComparison(t *testing.T) {
	g, err := abnf.ParseFile("g", []byte("ALPHA = 500\"a\"\n"))
	if err != nil {
		t.Fatal(err)
	}
	codesAfter := func(left int) (codes []string, spent int) {
		l := newLinter(&Input{Grammar: g, Own: []string{"ALPHA"}})
		l.effortLeft = left
		l.look(nil, false)
		for _, f := range l.sorted() {
			codes = append(codes, f.Code)
		}
		return codes, left - l.effortLeft
	}
	codes, spent := codesAfter(effort)
	if len(codes) != 1 || codes[0] != coreRule {
		t.Fatalf("codes %v, want %s", codes, coreRule)
	}
	if codes, _ := codesAfter(spent - 1); len(codes) != 1 || codes[0] != notChecked {
		t.Errorf("one unit less: codes %v, want %s", codes, notChecked)
	}
}
