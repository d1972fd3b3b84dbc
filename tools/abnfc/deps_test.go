package main

import (
	"os/exec"
	"slices"
	"strings"
	"testing"

	"example.org/iri/tools/internal/cli/clitest"
)

// imports is the import rules of this module: what each package may import of the project, and of
// other modules. Loosening it is a decision, not a repair.
var imports = map[string]string{
	"": "compile compile/abnf compile/proof compile/suite dfa internal/codegen internal/codegen/target internal/explain internal/naming internal/sample internal/values tools/internal/wild tools/internal/draw tools/internal/abnflint tools/internal/railroad tools/internal/sarif tools/internal/cli tools/internal/cli/show tools/internal/replace tables example.org/iri github.com/spf13/cobra github.com/spf13/pflag",
}

func TestFloorPlan(t *testing.T) {
	const project = "example.org/iri"
	out, err := exec.Command("go", "list", "-f", `{{.ImportPath}} {{join .Imports " "}}`, "./...").Output()
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(out)) {
		fields := strings.Fields(line)
		name := strings.TrimPrefix(strings.TrimPrefix(fields[0], project+"/tools/abnfc"), "/")
		allowed, known := imports[name]
		if !known {
			t.Errorf("package %s has no import rules", fields[0])
		}
		for _, imported := range fields[1:] {
			other := strings.Contains(strings.Split(imported, "/")[0], ".") // not of the standard library
			if other && !slices.Contains(strings.Fields(allowed), strings.TrimPrefix(imported, project+"/")) {
				t.Errorf("%s must not import %s", fields[0], imported)
			}
		}
	}
}

func TestRunsNothing(t *testing.T) { clitest.RunsNothing(t) }
