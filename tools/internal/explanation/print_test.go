package explanation_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"example.org/iri/internal/testkit"
	"example.org/iri/rule"
	"example.org/iri/tools/internal/explanation"
)

var texts = []string{
	"http://example.org/", "foo://me@example.com:8042/over/there?q=1#nose", "a:", "a:b", "", "?", "#", "..", "../é?#a", "http://[::1]:80",
	"http://192.0.2.1/日本語/e\u0301?q", "//[v1.a]", "http://a/\u200eb", "urn:isbn:0451450523", "http://u:@:/?x", "h://a/#\u202e",
	"http://example.org/" + strings.Repeat("path/", 20) + "?a=b",
	// Invalid strings.
	"http://a b/", "http://example.org/a b", "1:2", " http://a/", "//a b/", "http://host:8080x/", "http://[1::2::3]/", "http://[fe80::1%25eth0]/",
	"http://example.org/100%", "http://\xff/", "http://a/\ue000", `C:\a\b`, "git@example.org:a.git", "<http://example.org/>", "x:\x1b[2J\n", "http://[::1/", "http://a/#b#c",
}

func TestExplain(t *testing.T) {
	var plain, colored []byte
	for _, text := range texts {
		x := explanation.Of(text)
		plain = append(explanation.Append(plain, x, false), '\n')
		colored = append(explanation.Append(colored, x, true), '\n')
	}
	testkit.Golden(t, "testdata/explain.golden", string(plain)+string(colored))
}

// TestHelp compares with docs/guide/errors.md.
func TestHelp(t *testing.T) {
	page, err := os.ReadFile("../../../docs/guide/errors.md")
	if err != nil {
		t.Fatal(err)
	}
	for r := rule.ReasonNoScheme; r <= rule.ReasonNotInRule; r++ {
		if row := fmt.Sprintf("` | %v | %s |", r, explanation.Help(r)); explanation.Help(r) == "" || !strings.Contains(string(page), row) {
			t.Errorf("docs/guide/errors.md does not have %s", row)
		}
	}
}
