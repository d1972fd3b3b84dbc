//go:build nightly

package hosts_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	jsBlock = regexp.MustCompile("(?ms)^```js\n(.*?)^```$(?:\n\n```text\n(.*?)^```$)?")
	printed = regexp.MustCompile(`(?m)^ *console\.log\(.*\); // (.*)$`)
)

// TestPages runs each piece of JavaScript in docs/recipes/javascript.md and in the README of the
// package. It has to print what stands behind its calls of console.log, or in the block of text below.
func TestPages(t *testing.T) {
	dir := project(t)
	for _, page := range []string{"docs/recipes/javascript.md", "tools/wasm/npm/README.md"} {
		text, err := os.ReadFile(filepath.Join(root, page))
		if err != nil {
			t.Fatal(err)
		}
		blocks := jsBlock.FindAllStringSubmatch(string(text), -1)
		if len(blocks) < 2 {
			t.Errorf("%s has %d pieces of JavaScript", page, len(blocks))
		}
		for i, block := range blocks {
			var want strings.Builder
			for _, line := range printed.FindAllStringSubmatch(block[1], -1) {
				want.WriteString(line[1] + "\n")
			}
			want.WriteString(block[2])
			name := fmt.Sprintf("block%d.mjs", i)
			if err := os.WriteFile(filepath.Join(dir, name), []byte(block[1]), 0o666); err != nil {
				t.Fatal(err)
			}
			if got := string(run(t, dir, "node", name)); got != want.String() || got == "" {
				t.Errorf("%s, piece %d prints\n%s, want\n%s", page, i, got, want.String())
			}
		}
	}
}
