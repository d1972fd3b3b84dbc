//go:build !386 && !purego

package docs_test

import (
	"flag"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var long = flag.Bool("long", false, "run the commands of explanation/proofs.md, some minutes")

// TestCounts: each count in explanation/proofs.md is one that its command prints.
func TestCounts(t *testing.T) {
	page, err := os.ReadFile("explanation/proofs.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := regexp.MustCompile("(?m)^\\|([^|]*)\\| `go (test [^`]*)` \\|([^|]*\\d[^|]*)\\|$").FindAllStringSubmatch(string(page), -1)
	if len(rows) < 10 {
		t.Fatalf("%d rows with a command and a count", len(rows))
	}
	if !*long {
		t.Skip("runs with -args -long")
	}
	numbers := regexp.MustCompile(`\d+`)
	for _, row := range rows {
		t.Run(row[2], func(t *testing.T) {
			cmd := exec.Command("go", strings.Fields(row[2])...)
			cmd.Dir = ".."
			out, err := cmd.CombinedOutput()
			if err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			if strings.Contains(string(out), "--- SKIP") {
				t.Skipf("%s", out)
			}
			printed := numbers.FindAllString(string(out), -1)
			for _, count := range numbers.FindAllString(strings.ReplaceAll(row[3], ",", ""), -1) {
				if !slices.Contains(printed, count) {
					t.Errorf("the page says %s of %s; the command prints\n%s", count, strings.TrimSpace(row[1]), out)
				}
			}
		})
	}
}
