package railroad_test

import (
	"bytes"
	"strings"
	"testing"

	"example.org/iri/compile/abnf"
	"example.org/iri/internal/railroad"
	"example.org/iri/internal/testkit/matcher"
)

// A diagram within a page is the picture without its heading and style. What is expected has a class,
// wherever it stands: boxes, and rows of lists.
func TestInline(t *testing.T) {
	g := matcher.Parse(t, "r = \"x\" / a / ( \"b\" / \"c\" / %x64 / \"x\" ) a *( a \"x\" )\na = \"y\"\n")
	marked := func(n abnf.Node) bool {
		switch n := n.(type) {
		case *abnf.RuleRef:
			return n.Name == "a"
		case *abnf.CharVal:
			return n.Text == "x"
		}
		return false
	}
	svg, err := railroad.Inline(g.Lookup("r"), g.Encoding, marked)
	if err != nil {
		t.Fatal(err)
	}
	for class, want := range map[string]int{`<g class="rule expected">`: 3, `<g class="terminal expected">`: 2, `<g class="expected">`: 1, "expected": 6, "<style": 0} {
		if got := bytes.Count(svg, []byte(class)); got != want {
			t.Errorf("%d times %s, not %d, in\n%s", got, class, want, svg)
		}
	}
	plain, err := railroad.Inline(g.Lookup("r"), g.Encoding, nil)
	if err != nil {
		t.Fatal(err)
	}
	unmarked := strings.NewReplacer(" expected", "").Replace(string(svg))
	row := `<g class="expected">`
	i := strings.Index(unmarked, row)
	end := i + strings.Index(unmarked[i:], "</g>")
	if unmarked[:i]+unmarked[i+len(row):end]+unmarked[end+len("</g>"):] != string(plain) {
		t.Error("marks change more than classes")
	}
}
