package pages

import (
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"

	"example.org/iri/internal/testkit"
)

// TestCounts compares the counts in docs/reference/evidence.md with what their commands print.
func TestCounts(t *testing.T) {
	rows := regexp.MustCompile("(?m)^\\|([^|]*)\\| `go (test [^`]*)` \\|([^|]*\\d[^|]*)\\|$").FindAllStringSubmatch(read(t, "docs/reference/evidence.md").Source, -1)
	if len(rows) < 10 {
		t.Fatalf("%d rows with a command and a count", len(rows))
	}
	if !*testkit.Long {
		t.Skip("runs with -args -long")
	}
	numbers := regexp.MustCompile(`\d+`)
	timed := regexp.MustCompile(`^(ok|FAIL|PASS|===|\s*---)`) // lines with names and seconds
	for _, row := range rows {
		t.Run(row[2], func(t *testing.T) {
			cmd := exec.Command("go", strings.Fields(row[2])...)
			cmd.Dir = root
			out, err := cmd.CombinedOutput()
			if err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			if strings.Contains(string(out), "--- SKIP") {
				t.Skipf("%s", out)
			}
			lines := slices.DeleteFunc(strings.Split(string(out), "\n"), timed.MatchString)
			printed := numbers.FindAllString(strings.Join(lines, "\n"), -1)
			for _, count := range numbers.FindAllString(strings.ReplaceAll(row[3], ",", ""), -1) {
				if !slices.Contains(printed, count) {
					t.Errorf("the page has %s for %s; the command prints\n%s", count, strings.TrimSpace(row[1]), out)
				}
			}
		})
	}
}
