package main

import (
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"example.org/iri"
	"example.org/iri/internal/foreign"
	"example.org/iri/internal/level"
	"example.org/iri/internal/testkit"
	"example.org/iri/rule"
)

// TestTypes: index.d.ts has the names of all rules and of all reasons.
func TestTypes(t *testing.T) {
	var rules, reasons []string
	for r := range rule.All() {
		rules = append(rules, r.String())
	}
	for i, none := uint32(1), foreign.ReasonName(0); foreign.ReasonName(i) != none; i++ {
		reasons = append(reasons, foreign.ReasonName(i))
	}
	const file = "npm/index.d.ts"
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	want := union(t, union(t, string(text), "Rule", rules), "Reason", reasons)
	if string(text) == want {
		return
	}
	if !*testkit.Update {
		t.Fatalf("%s lacks names of rules or reasons; go test ./tools/wasm -update writes it anew", file)
	}
	if err := os.WriteFile(file, []byte(want), 0o666); err != nil {
		t.Fatal(err)
	}
}

// union sets the names in a type of TypeScript, wrapped at 100 columns.
func union(t *testing.T, text, name string, values []string) string {
	t.Helper()
	before, rest, found := strings.Cut(text, "export type "+name+" =\n")
	_, after, ends := strings.Cut(rest, ";\n")
	if !found || !ends || len(values) < 10 {
		t.Fatalf("no type %s, or only %d names for it", name, len(values))
	}
	var b strings.Builder
	line := " "
	for _, v := range values {
		if len(line)+len(v) > 94 {
			b.WriteString(line + "\n")
			line = " "
		}
		line += ` | "` + v + `"`
	}
	return before + "export type " + name + " =\n" + b.String() + line + ";\n" + after
}

// TestFloorPlan: the reactor needs package foreign and nothing else; nothing here needs another module.
func TestFloorPlan(t *testing.T) {
	for dir, want := range map[string]string{
		".":         "bytes compress/gzip embed errors flag fmt io/fs os os/exec path/filepath strings",
		"./reactor": "example.org/iri/internal/foreign math unsafe",
		"./envoy":   "errors example.org/iri example.org/iri/rule unsafe",
	} {
		cmd := exec.Command("go", "list", "-f", `{{join .Imports " "}}`, dir)
		cmd.Env = append(os.Environ(), "GOOS=wasip1", "GOARCH=wasm")
		out, err := cmd.Output()
		if err != nil {
			t.Fatal(err)
		}
		for imported := range strings.FieldsSeq(string(out)) {
			if !slices.Contains(strings.Fields(want), imported) {
				t.Errorf("%s must not import %s", dir, imported)
			}
		}
	}
}

// TestLevels: operations.mjs and index.d.ts have the names of all levels, with their bits.
func TestLevels(t *testing.T) {
	read := func(name string) string {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	_, literal, _ := strings.Cut(read("npm/operations.mjs"), "const levels = {")
	literal, _, _ = strings.Cut(literal, "}")
	types := read("npm/index.d.ts")
	entries := regexp.MustCompile(`"?([\w.-]+)"?: (\d+)`).FindAllStringSubmatch(literal, -1)
	all := iri.Normalization(0)
	for _, entry := range entries {
		steps, err := level.Parse(entry[1])
		if err != nil || strconv.Itoa(int(steps)) != entry[2] || !strings.Contains(types, `"`+entry[1]+`"`) {
			t.Errorf("%s is not %d in index.d.ts and operations.mjs (%v)", entry[0], steps, err)
		}
		all |= steps
	}
	if len(entries) != 10 || all != iri.ForComparison {
		t.Errorf("%d levels, up to %v", len(entries), all)
	}
}
