package main

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"example.org/iri/tools/internal/cli"
)

// An indexRow is a row of docs/grammars/abnf-errors.md.
type indexRow struct {
	message string // with "..." for anything
	args    []string
	grammar string
}

// written are the grammars that the page describes.
var written = map[string]string{
	"1,001 groups": "a = " + strings.Repeat("(", 1001) + "\n",
	"2 MiB":        strings.Repeat("; a\n", 1<<19),
	"1,001 errors": strings.Repeat("a = )\n", 1001),
}

var codeSpan = regexp.MustCompile("`([^`]*)`")

// indexRows reads the page.
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

// run compiles the grammar and returns what is printed.
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

// TestErrorIndex: the example of each row gives the message of the row.
func TestErrorIndex(t *testing.T) {
	rows := indexRows(t)
	var all strings.Builder
	for _, row := range rows {
		printed := row.run(t)
		all.WriteString(printed)
		pattern := strings.ReplaceAll(regexp.QuoteMeta(row.message), `\.\.\.`, ".+")
		if !regexp.MustCompile(`(?m): ` + pattern + `( \(|; |$)`).MatchString(printed) {
			t.Errorf("%s: %q gives %s", row.message, row.grammar, printed)
		}
	}
	patterns := messagePatterns(t)
	for pattern := range unindexed {
		if patterns[pattern] == "" {
			t.Errorf("no message %s", pattern)
		}
	}
	for pattern, at := range patterns {
		if !unindexed[pattern] && !regexp.MustCompile(pattern).MatchString(all.String()) {
			t.Errorf("%s: no row gives %s", at, pattern)
		}
	}
}

// unindexed are messages that no grammar of a line gives to abnfc compile.
var unindexed = map[string]bool{
	`rules .* and .* are too large to be compared: more than .* pairs of states`: true, // needs 2^20 pairs
	`compile: an automaton with spans has no parts`:                              true, // for programs only
	`.* is neither RULE, A\.B nor NAME=A\.B`:                                     true, // checked with the flags
	`span .* is listed twice`:                                                    true, // checked with the flags
}

// messagePatterns returns the formats of the errors of packages compile, abnf and naming as regular
// expressions, each with its place.
func messagePatterns(t *testing.T) map[string]string {
	t.Helper()
	patterns := make(map[string]string)
	files := token.NewFileSet()
	for _, folder := range []string{"../../compile", "../../compile/abnf", "../../internal/naming"} {
		sources, err := filepath.Glob(filepath.Join(folder, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, source := range sources {
			if strings.HasSuffix(source, "_test.go") {
				continue
			}
			file, err := parser.ParseFile(files, source, nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			ast.Inspect(file, func(n ast.Node) bool {
				if made, is := n.(*ast.CompositeLit); is && isRepair(made) {
					return false
				}
				if pattern := messagePattern(n); strings.Trim(pattern, ".*") != "" {
					patterns[pattern] = files.Position(n.Pos()).String()
				}
				return true
			})
		}
	}
	if len(patterns) < 40 {
		t.Errorf("%d messages", len(patterns))
	}
	return patterns
}

// messagePattern returns the message of an error that a node makes, or "".
func messagePattern(n ast.Node) string {
	switch n := n.(type) {
	case *ast.KeyValueExpr:
		if key, is := n.Key.(*ast.Ident); is && key.Name == "Msg" {
			return patternOf(n.Value)
		}
	case *ast.CallExpr:
		name := ""
		switch f := n.Fun.(type) {
		case *ast.SelectorExpr:
			name = f.Sel.Name
		case *ast.Ident:
			name = f.Name
		}
		switch {
		case (name == "report" || name == "fail") && len(n.Args) > 1:
			return patternOf(n.Args[1])
		case name == "unexpected" && len(n.Args) > 1 && !n.Ellipsis.IsValid():
			return expectedPattern(n.Args[1:])
		case name == "Errorf" || name == "New" && len(n.Args) == 1:
			return strings.TrimPrefix(formatPattern(n.Args[0]), "abnf: ")
		}
	}
	return ""
}

// isRepair reports whether what is made is a repair, which is not an error.
func isRepair(n *ast.CompositeLit) bool {
	name, is := n.Type.(*ast.Ident)
	return is && name.Name == "Repair"
}

// expectedPattern is for what could stand in place of what was found.
func expectedPattern(args []ast.Expr) string {
	var list []string
	for _, arg := range args {
		list = append(list, patternOf(arg))
	}
	last := len(list) - 1
	if last == 0 {
		return "expected " + list[0] + ", found "
	}
	return "expected " + strings.Join(list[:last], ", ") + " or " + list[last] + ", found "
}

var verb = regexp.MustCompile(`%(?:[#.]?[0-9]*[a-zA-Z])|%%`)

// patternOf returns a regular expression for the strings that an expression may have as a value.
func patternOf(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.BasicLit:
		if e.Kind == token.STRING {
			text, _ := strconv.Unquote(e.Value)
			return regexp.QuoteMeta(text)
		}
	case *ast.BinaryExpr:
		return patternOf(e.X) + patternOf(e.Y)
	case *ast.CallExpr:
		if f, is := e.Fun.(*ast.SelectorExpr); is && f.Sel.Name == "Sprintf" {
			return formatPattern(e.Args[0])
		}
	}
	return ".*"
}

// formatPattern is [patternOf] for a format.
func formatPattern(e ast.Expr) string {
	return verb.ReplaceAllStringFunc(patternOf(e), func(v string) string {
		if v == "%%" {
			return "%"
		}
		return ".*"
	})
}
