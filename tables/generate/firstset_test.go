package main

import (
	"fmt"
	"testing"

	"example.org/iri/internal/testkit/matcher"
)

func TestFirstSets(t *testing.T) {
	g := matcher.Parse(t, "a = \"x\" / \"-\" / \"%\"\nb = [ \"q\" ] 2DIGIT\nc = \"\"\nd = \"ab\" / \"c\"\ne = %xE4\n")
	list, err := firstSets(g, []string{"A", "b", "c", "d", "e"})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"a: '%' '-' 'X' 'x'; x-%", "b: '0'-'9' 'Q' 'q'; ", "c: ; ", "d: 'A' 'C' 'a' 'c'; ", "e: 0xC3; ",
	}
	for i, f := range list {
		if got := fmt.Sprintf("%s: %v; %s", f.Rule, f.Bytes, f.Literals); got != want[i] {
			t.Errorf("first set %q, want %q", got, want[i])
		}
	}
	if list, err := firstSets(g, nil); list != nil || err != nil {
		t.Errorf("no rules: %v, %v", list, err)
	}
	if _, err := firstSets(g, []string{"f"}); err == nil {
		t.Error("no error for a rule that is not there")
	}
}
