//go:build nightly

package engines

import (
	"encoding/xml"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"example.org/iri/tools/internal/pages"
)

// block returns the block of docs/command/batch.md that contains a string. Tests run the blocks as users would.
func block(t *testing.T, with string) string {
	t.Helper()
	page, err := os.ReadFile("../../../docs/command/batch.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range pages.Parse("batch.md", string(page)).Blocks {
		if strings.Contains(b.Text, with) {
			return b.Text
		}
	}
	t.Fatalf("the page has no block with %q", with)
	return ""
}

// part returns the only match of an expression in a block.
func part(t *testing.T, with, expression string) string {
	t.Helper()
	m := regexp.MustCompile(expression).FindAllStringSubmatch(block(t, with), -1)
	if len(m) != 1 {
		t.Fatalf("the block with %q has %d parts like %s", with, len(m), expression)
	}
	return m[0][1]
}

// shell returns a command of the page.
func shell(t *testing.T, line string) *exec.Cmd {
	t.Helper()
	cmd := exec.Command("sh", "-c", line)
	cmd.Dir = t.TempDir()
	return cmd
}

func TestPageOfScript(t *testing.T) {
	example := block(t, "$ printf")
	command, want, _ := strings.Cut(strings.TrimPrefix(example, "$ "), "\n")
	if got := strings.Join(run(t, shell(t, command)), "\n") + "\n"; strings.TrimSpace(got) != strings.TrimSpace(want) {
		t.Errorf("%s prints %q, the page has %q", command, got, want)
	}
}

// TestPageOfCosts checks hours against seconds in a table.
func TestPageOfCosts(t *testing.T) {
	page, err := os.ReadFile("../../../docs/command/batch.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := regexp.MustCompile(`(?m)^\| .iri .* \| ([0-9.]+) \| ([0-9.]+) \| ([0-9.]+) \|$`).FindAllStringSubmatch(string(page), -1)
	if len(rows) < 6 {
		t.Errorf("%d rows", len(rows))
	}
	for _, row := range rows {
		seconds, _ := strconv.ParseFloat(row[1], 64)
		hours := seconds * 1000 / 3600
		if row[2] != fmt.Sprintf("%.2g", hours) || row[3] != fmt.Sprintf("%.0f", 1000*roundTo2(hours)) {
			t.Errorf("%s: %.2g core hours", row[0], hours)
		}
	}
}

func roundTo2(x float64) (rounded float64) {
	fmt.Sscan(fmt.Sprintf("%.2g", x), &rounded)
	return rounded
}

func TestPageOfParallel(t *testing.T) {
	installed(t, "parallel")
	list := inputs()
	for line := range strings.Lines(block(t, "--pipepart")) {
		cmd := shell(t, line)
		if err := os.WriteFile(filepath.Join(cmd.Dir, "list.txt"), []byte(strings.Join(list, "\n")+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		compare(t, run(t, cmd), list)
	}
}

func TestPageOfPostgreSQL(t *testing.T) {
	statements := block(t, "CREATE TABLE results")
	s := start(t)
	s.query(t, "CREATE TABLE pages (id int, url text); INSERT INTO pages VALUES (2, 'http://a b/'), (1, 'urn:a'), (3, NULL);")
	s.query(t, strings.ReplaceAll(statements, "/tmp/results", s.dir+"/results"))
	got := s.query(t, "SELECT id, byte, reason FROM results ORDER BY id;")
	if want := "1\t\t|2\t8\tnot allowed in authority|3\t0\tno scheme"; strings.Join(got, "|") != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestPageOfHadoop(t *testing.T) {
	args := strings.Fields(part(t, "mapred", `-mapper '([^']*)'`)) // Hadoop uses no shell
	mapper := exec.Command(args[0], args[1:]...)
	mapper.Stdin = strings.NewReader("urn:a\nhttp://a b/\n")
	if got := strings.Join(run(t, mapper), "|"); got != "LongValueSum:\t1|LongValueSum:not allowed in authority\t1" {
		t.Errorf("got %q", got)
	}
}

func TestPageOfSpark(t *testing.T) {
	process := shell(t, part(t, "sc.textFile", `\.pipe\("([^"]*)"`))
	process.Stdin = strings.NewReader("urn:a\nhttp://a b/\n")
	got := run(t, process)
	if right := part(t, "sc.textFile", `x\[1\] != "([^"]*)"`); len(got) != 2 || got[0] != strings.ReplaceAll(right, `\t`, "\t") {
		t.Errorf("got %q; the page takes %q for right", got, right)
	}
}

func TestPageOfClickHouse(t *testing.T) {
	var config struct {
		Function struct {
			Type    string `xml:"type"`
			Name    string `xml:"name"`
			Format  string `xml:"format"`
			Direct  int    `xml:"execute_direct"`
			Command string `xml:"command"`
		} `xml:"function"`
	}
	if err := xml.Unmarshal([]byte(block(t, "<functions>")), &config); err != nil {
		t.Fatal(err)
	}
	f := config.Function
	if f.Type != "executable_pool" || f.Format != "TabSeparated" || f.Direct != 0 || f.Name != "iri_reason" {
		t.Errorf("the function is %+v", f)
	}
	process := shell(t, f.Command)
	process.Stdin = strings.NewReader("urn:a\nhttp://a b/\n")
	out, _ := process.CombinedOutput() // status 1, since one string is invalid
	if string(out) != "\nnot allowed in authority\n" {
		t.Errorf("got %q", out)
	}
}
