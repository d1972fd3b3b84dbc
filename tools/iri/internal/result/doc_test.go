package result_test

import (
	"os"
	"strings"
	"testing"

	"example.org/iri/tools/iri/internal/result"
)

// docs/command/output.md shows what is printed, and lists the outputs.
func TestDoc(t *testing.T) {
	doc, err := os.ReadFile("../../../../docs/command/output.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, output := range []string{"text", "jsonl"} {
		printed := print(t, result.Options{Output: output}, findings()[:1], new(result.Summary))
		if !strings.Contains(string(doc), "\n"+printed+"```\n") {
			t.Errorf("docs/command/output.md does not have\n%s", printed)
		}
	}
	for _, output := range result.Outputs {
		if !strings.Contains(string(doc), "`--output "+output+"`") {
			t.Errorf("docs/command/output.md does not have %s", output)
		}
	}
}
