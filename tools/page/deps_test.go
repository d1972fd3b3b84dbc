package main

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// imports is the import rules of this module: what each package may import of the project. The page has
// no other modules, and of the standard library its WebAssembly leaves out what would make it much
// larger.
var imports = map[string]string{
	"":                "tools/internal/railroad tools/internal/wild",
	"internal/answer": "compile compile/abnf dfa example.org/iri fix grammars internal/explain internal/fault internal/sample lint rule tables tools/internal/abnflint tools/internal/explanation tools/internal/railroad tools/internal/wild",
}

var large = []string{"encoding/xml", "html/template", "net/http", "text/template", "time"}

func TestFloorPlan(t *testing.T) {
	const project, here = "example.org/iri/", "example.org/iri/tools/page"
	out, err := exec.Command("go", "list", "-f", `{{.ImportPath}} {{join .Imports " "}}`, "./...").Output()
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(out)) {
		fields := strings.Fields(line)
		name := strings.TrimPrefix(strings.TrimPrefix(fields[0], here), "/")
		allowed, known := imports[name]
		if !known {
			t.Errorf("package %s has no place in the floor plan", fields[0])
		}
		for _, imported := range fields[1:] {
			other := strings.Contains(strings.Split(imported, "/")[0], ".") // not of the standard library
			if other && !slices.Contains(strings.Fields(allowed), strings.TrimPrefix(imported, project)) {
				t.Errorf("%s must not import %s", fields[0], imported)
			}
			if name == "internal/answer" && slices.Contains(large, imported) {
				t.Errorf("%s must not import %s, which is large", fields[0], imported)
			}
		}
	}
}
