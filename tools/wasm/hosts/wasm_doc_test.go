//go:build nightly

package hosts_test

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/tetratelabs/wazero"
)

// TestWasmPage: docs/recipes/wasm.md names what the reactor exports, which is what tools/wasm/reactor/iri.h
// declares, and what it imports. Its Go is Example, and its output is that of Example.
func TestWasmPage(t *testing.T) {
	read := func(file string) string {
		text, err := os.ReadFile(filepath.Join(root, file))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	page, header, example := read("docs/recipes/wasm.md"), read("tools/wasm/reactor/iri.h"), read("tools/wasm/hosts/example_test.go")

	runtime := wazero.NewRuntime(t.Context())
	defer runtime.Close(t.Context())
	binary, err := os.ReadFile(wasm)
	if err != nil {
		t.Fatal(err)
	}
	module, err := runtime.CompileModule(t.Context(), binary)
	if err != nil {
		t.Fatal(err)
	}
	exported := slices.Sorted(maps.Keys(module.ExportedFunctions()))
	want := []string{"_initialize", "iri_alloc", "iri_free"}
	for _, f := range regexp.MustCompile(`(?m)^[a-z].*\b(iri_\w+)\(`).FindAllStringSubmatch(header, -1) {
		if f[1] != "iri_version" && !strings.HasSuffix(f[1], "_large") { // npm and the host's memory have these
			want = append(want, f[1])
		}
	}
	slices.Sort(want)
	if !slices.Equal(exported, want) {
		t.Errorf("the reactor exports %v, want %v", exported, want)
	}
	for _, name := range exported {
		if !strings.Contains(page, "`"+name+"`") {
			t.Errorf("the page does not name %s", name)
		}
	}
	for _, f := range module.ImportedFunctions() {
		if _, name, _ := f.Import(); !strings.Contains(page, "`"+name+"`") {
			t.Errorf("the page does not name %s", name)
		}
	}
	for output := range strings.SplitSeq(strings.TrimSpace(regexp.MustCompile("(?s)```text\n(.*?)```").FindStringSubmatch(page)[1]), "\n") {
		if !strings.Contains(example, "// "+output+"\n") {
			t.Errorf("Example does not print %q", output)
		}
	}
}
