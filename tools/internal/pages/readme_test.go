package pages

import (
	"maps"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"example.org/iri"
)

// blockWith returns the first block of README.md in a language that contains a string, and the block after it.
func blockWith(t *testing.T, language, has string) (b, after Block) {
	t.Helper()
	blocks := read(t, "README.md").Blocks
	i := slices.IndexFunc(blocks, func(b Block) bool { return b.Language == language && strings.Contains(b.Text, has) })
	if i < 0 || i+1 == len(blocks) {
		t.Fatalf("README.md has no block of %s with %q", language, has)
	}
	return blocks[i], blocks[i+1]
}

// TestReadmeCommands requires that README.md shows the main task and the tests as commands with comments, and below them
// lines that the main task prints. Tests of the command compare the comments with its output.
func TestReadmeCommands(t *testing.T) {
	const job, tests = "go run ./tools/iri check testdata/iris.txt", "go test ./... ./tools/... ./intl/..."
	b, output := blockWith(t, "sh", job)
	if !regexp.MustCompile(`(?m)^`+regexp.QuoteMeta(job)+` +# `).MatchString(b.Text) || !regexp.MustCompile(`(?m)^`+regexp.QuoteMeta(tests)+` +# .*ok`).MatchString(b.Text) {
		t.Fatalf("the commands, or their comments, are not in\n%s", b.Text)
	}
	command := exec.Command("go", strings.Fields(job)[1:]...)
	command.Dir = "../../.."
	out, _ := command.CombinedOutput() // its status is 1
	rest := string(out)
	for line := range strings.Lines(output.Text) {
		var found bool
		if _, rest, found = strings.Cut(rest, line); !found {
			t.Errorf("%s does not print %q, or not there:\n%s", job, line, out)
		}
	}
}

// TestReadmeProgram runs the program of README.md and compares its output with the block below.
func TestReadmeProgram(t *testing.T) {
	b, output := blockWith(t, "go", "iri.Parse")
	program := "package main\n\nimport (\n\"fmt\"\n\n\"" + module + "\"\n\"" + module + "/rule\"\n)\n\nfunc main() {\n" + b.Text + "}\n"
	out, err := goCommand(goModule(t, map[string]string{"main.go": program}), "run", ".").CombinedOutput()
	if err != nil || string(out) != output.Text {
		t.Errorf("the program of README.md prints\n%s%v, want\n%s", out, err, output.Text)
	}
}

// TestReadmePicture requires the braces of the picture in README.md to match the components of its string.
func TestReadmePicture(t *testing.T) {
	b, _ := blockWith(t, "text", "Authority")
	first, braces, _ := strings.Cut(b.Text, "\n")
	text := strings.TrimSpace(first)
	margin := strings.Index(first, text)
	drawn := make(map[[2]int]bool)
	for line := range strings.Lines(braces) {
		for _, at := range regexp.MustCompile(`\\_*/`).FindAllStringIndex(line, -1) {
			drawn[[2]int{at[0] - margin, at[1] - margin}] = true
		}
	}
	x, err := iri.SplitString(text)
	if err != nil {
		t.Fatal(err)
	}
	some := func(s iri.Span, _ bool) iri.Span { return s }
	want := make(map[[2]int]bool)
	for _, s := range []iri.Span{some(x.Scheme()), some(x.Authority()), some(x.Userinfo()), some(x.Host()), some(x.Port()), x.Path(), some(x.Query()), some(x.Fragment())} {
		want[[2]int{utf8.RuneCountInString(text[:s.Start]), utf8.RuneCountInString(text[:s.End])}] = true
	}
	if !maps.Equal(drawn, want) {
		t.Errorf("braces at %v, want %v", drawn, want)
	}
}

// TestFigures compares the figures in README.md with docs/reference/benchmarks.md.
func TestFigures(t *testing.T) {
	_, section, _ := strings.Cut(read(t, "README.md").Source, "\n## Speed and limits\n")
	rows := regexp.MustCompile(`(?m)^\| (.*) \| ([\d.]+) \| ([\d.]+) \|$`).FindAllStringSubmatch(section, -1)
	if len(rows) < 3 {
		t.Errorf("%d rows", len(rows))
	}
	page := read(t, "docs/reference/benchmarks.md").Source
	for _, row := range rows {
		same := regexp.MustCompile(`(?m)^\| ` + regexp.QuoteMeta(row[1]) + ` \| [\w-]+ \| ` + row[2] + ` \| [\d.]+ \| ` + row[3] + ` \|`)
		if !same.MatchString(page) {
			t.Errorf("the benchmarks do not have %s", row[0])
		}
	}
}
