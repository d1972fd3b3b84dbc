//go:build !386 && !purego

package docs_test

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"example.org/iri/internal/walkthrough"
)

// TestReference runs the commands of pages beside the grammars of a clone.
func TestReference(t *testing.T) {
	setup := withCommands(t)
	clone := setup.Replace["PATH/OF/THE/CLONE"]
	setup.Before += " && ln -s '" + clone + "'/tables '" + clone + "'/grammars ."
	for _, page := range []string{"compiler.md", "languages.md"} {
		t.Run(page, func(t *testing.T) { walkthrough.Run(t, "reference/"+page, setup) })
	}
}

// TestSuiteInPython runs the loop of testdata/suites/README.md with a validator that is right, and with
// one that takes everything.
func TestSuiteInPython(t *testing.T) {
	need(t, "python3")
	const folder = "../testdata/suites"
	page, err := os.ReadFile(folder + "/README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, loop, found := strings.Cut(string(page), "```python\n")
	loop, _, _ = strings.Cut(loop, "```\n")
	if !found {
		t.Fatal("the page has no Python")
	}
	const right = `
import base64, gzip, json
valid = {c["input_b64"] for c in map(json.loads, gzip.open("IRI-reference.jsonl.gz")) if c["valid"]}
is_iri_reference = lambda text: base64.b64encode(text).decode() in valid
`
	for validator, passes := range map[string]bool{right: true, "is_iri_reference = lambda text: True\n": false} {
		cmd := exec.Command("python3", "-c", validator+loop)
		cmd.Dir = folder
		if out, err := cmd.CombinedOutput(); (err == nil) != passes || !passes && !strings.Contains(string(out), "AssertionError") {
			t.Errorf("%s: %v\n%s", validator, err, out)
		}
	}
}
