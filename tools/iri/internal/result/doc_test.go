package result_test

import (
	"os"
	"strings"
	"testing"

	"example.org/iri/tools/iri/internal/result"
)

// TestDoc checks examples and formats in docs/command/output.md.
func TestDoc(t *testing.T) {
	doc, err := os.ReadFile("../../../../docs/command/output.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, format := range []string{"text", "jsonl"} {
		printed := print(t, result.Options{Format: format}, findings()[:1], summarize(findings()[:1], 1))
		if !strings.Contains(string(doc), "\n"+printed+"```\n") {
			t.Errorf("docs/command/output.md does not have\n%s", printed)
		}
	}
	for _, format := range result.Formats {
		if !strings.Contains(string(doc), "`--format "+format+"`") {
			t.Errorf("docs/command/output.md does not have %s", format)
		}
	}
}
