package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"example.org/iri/tools/internal/cli"
)

type indexRow struct {
	message string // with "..." for any text
	args    []string
	grammar string
}

// written are the grammars described on the page.
var written = map[string]string{
	"1,001 groups": "a = " + strings.Repeat("(", 1001) + "\n",
	"2 MiB":        strings.Repeat("; a\n", 1<<19),
	"1,001 errors": strings.Repeat("a = )\n", 1001),
}

var codeSpan = regexp.MustCompile("`([^`]*)`")

func indexRows(t *testing.T) (rows []indexRow) {
	t.Helper()
	page, err := os.ReadFile("../../docs/grammars/abnf-errors.md")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(page)) {
		cells := strings.Split(line, " | ")
		if !strings.HasPrefix(line, "`") || len(cells) != 3 {
			continue
		}
		row := indexRow{message: strings.Trim(cells[0], "`"), grammar: written[cells[1]]}
		if spans := codeSpan.FindAllStringSubmatch(cells[1], -1); len(spans) > 0 {
			row.grammar = strings.NewReplacer(" ⏎ ", "\n", "␀", "\x00").Replace(spans[len(spans)-1][1]) + "\n"
			for _, flags := range spans[:len(spans)-1] {
				row.args = append(row.args, strings.Fields(flags[1])...)
			}
		}
		rows = append(rows, row)
	}
	return rows
}

func (r indexRow) run(t *testing.T) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "g.abnf")
	if err := os.WriteFile(file, []byte(r.grammar), 0o666); err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(filepath.Dir(file), "g", "g.go")
	var printed bytes.Buffer
	if status := cli.Run(newRoot(), append(append([]string{"compile", "-o", out}, r.args...), file), strings.NewReader(""), &printed, &printed); status == 0 {
		t.Errorf("%q, %q: no error", r.args, r.grammar)
	}
	return printed.String()
}

// TestErrorIndex checks that the example of each row gives the message of the row.
func TestErrorIndex(t *testing.T) {
	rows := indexRows(t)
	if len(rows) < 40 {
		t.Errorf("%d rows", len(rows))
	}
	for _, row := range rows {
		printed := row.run(t)
		pattern := strings.ReplaceAll(regexp.QuoteMeta(row.message), `\.\.\.`, ".+")
		if !regexp.MustCompile(`(?m): ` + pattern + `( \(|; |$)`).MatchString(printed) {
			t.Errorf("%s: %q gives %s", row.message, row.grammar, printed)
		}
	}
}
