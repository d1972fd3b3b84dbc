//go:build nightly

package source

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

var mutations = flag.Int("mutations", 5000, "how many mutated files of each format TestMutated reads")

// TestMutated reads mutations of small hostile and golden files. The work is linear, and no reader panics.
func TestMutated(t *testing.T) {
	c := newCounting(t, "atomic")
	golden, err := filepath.Glob(formats + "*")
	if err != nil {
		t.Fatal(err)
	}
	for _, format := range Formats() {
		t.Run(string(format), func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			var names []string
			add := func(file []byte) {
				names = append(names, filepath.Join(dir, fmt.Sprint(len(names))))
				write(t, names[len(names)-1], file)
			}
			for _, h := range hostiles() {
				if h.options.Format == format {
					add(h.make(1 << 10))
				}
			}
			for _, name := range golden {
				if FormatOf(name) == format {
					text, err := os.ReadFile(name)
					if err != nil {
						t.Fatal(err)
					}
					add(text)
				}
			}
			if len(names) == 0 {
				t.Skip("no files")
			}
			for seed, o := range []Options{{Column: "2", Base: "http://example.org/a/b", All: true}, {Column: "a", Field: "*.#.a"}, {Column: "1", Base: "http://example.org/"}} {
				o.Format = format
				options, err := json.Marshal(o)
				if err != nil {
					t.Fatal(err)
				}
				args := append([]string{fmt.Sprint(*mutations / 3), fmt.Sprint(seed), string(options)}, names...)
				if out, _ := execute(t, []string{"GOCOVERDIR=" + c.folder}, c.program, args...); out != "" {
					t.Errorf("%.4000s", out)
				}
			}
		})
	}
}
