package compile_test

import (
	"os"
	"strings"
	"testing"

	. "example.org/iri/compile"
	"example.org/iri/internal/testkit/matcher"
)

// TestPackageText compares the listings in the package comment with the output of each stage.
func TestPackageText(t *testing.T) {
	source, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	for line := range strings.Lines(string(source)) {
		line = strings.TrimPrefix(line, "//")
		text.WriteString(strings.TrimPrefix(line, "\t"))
	}
	grammar := read(t, "../tables/rfc3986.abnf")
	_, rule, _ := strings.Cut(grammar, "\ndec-octet ")
	rule, _, _ = strings.Cut(rule, "\n\n")
	var trace strings.Builder
	a, err := Compile(matcher.Parse(t, grammar), "dec-octet", &Options{Trace: &trace})
	if err != nil {
		t.Fatal(err)
	}
	for block := range strings.SplitSeq(strings.TrimSpace(trace.String()), "\n\n") {
		if !strings.Contains(text.String(), "\n"+block+"\n") {
			t.Errorf("the text does not have\n%s", block)
		}
	}
	if !strings.Contains(text.String(), "\ndec-octet "+rule+"\n") {
		t.Errorf("the text does not have\n%s", rule)
	}
	row, classes := a.Trans[32:40], []uint8{a.Classes['/'], a.Classes['0'], a.Classes['1'], a.Classes['2'], a.Classes['4'], a.Classes['5'], a.Classes['9']}
	for i, want := range []uint16{0, 40, 40, 40, 40, 48, 16, 0} {
		if row[i] != want {
			t.Errorf("the row is %v", row)
		}
		if i < len(classes) && classes[i] != uint8(i) {
			t.Errorf("classes %v", classes)
		}
	}
}
