package pages

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"example.org/iri/internal/testkit"
)

// TestReferenceOfC: docs/bindings/c-api.md has what the header has.
func TestReferenceOfC(t *testing.T) {
	header, err := os.ReadFile(filepath.Join(root, "bindings/c/iri.h"))
	if err != nil {
		t.Fatal(err)
	}
	testkit.Golden(t, filepath.Join(root, "docs/bindings/c-api.md"), reference(string(header)))
}

// top is what the page begins with.
const top = "<!-- tested by tools/internal/pages/c_test.go -->\n\n# C API\n\nThis page is generated from [iri.h](../../bindings/c/iri.h). [How to use the library](c.md)\n"

// reference makes a page of the header: each comment a paragraph, numbers and fields as tables, what
// is declared as code.
func reference(header string) string {
	var b strings.Builder
	b.WriteString(top)
	_, text, _ := strings.Cut(header, "/*\n")
	intro, text, _ := strings.Cut(text, " */\n")
	b.WriteString("\n" + paragraph(intro[strings.Index(intro, " * Compile"):]))
	text, _, _ = strings.Cut(text, "/* What follows")
	for block := range strings.SplitSeq(text, "\n\n") {
		comment, code, found := strings.Cut(strings.TrimPrefix(block, "\n"), "*/\n")
		switch {
		case !found || !strings.HasPrefix(comment, "/*"):
			continue // what keeps compilers content
		case strings.HasPrefix(code, "#define"):
			b.WriteString(numbers(comment, code))
		case strings.HasPrefix(code, "typedef"):
			name := regexp.MustCompile(`(\w+);\s*$`).FindStringSubmatch(code)[1]
			b.WriteString("\n## " + name + "\n\n" + paragraph(comment) + "\n```c\n" + strings.TrimSpace(code) + "\n```\n")
		default:
			name := regexp.MustCompile(`(\w+)\(`).FindStringSubmatch(code)[1]
			b.WriteString("\n## " + name + "\n\n```c\n" + strings.TrimSpace(code) + "\n```\n\n" + paragraph(comment))
		}
	}
	return b.String()
}

// numbers makes a table of definitions with comments, or a list of names if none has one.
func numbers(comment, code string) string {
	title := map[string]string{"IRI_VERSION": "Version", "IRI_RULE_IRI": "Rules", "IRI_CASE_NORMALIZATION": "Steps of normalization"}
	rows := regexp.MustCompile(`(?m)^#define (\w+) (\S+?)u?(?:\s*/\* (.*) \*/)?$`).FindAllStringSubmatch(code, -1)
	if !slices.ContainsFunc(rows, func(row []string) bool { return row[3] != "" }) {
		var list []string
		for _, row := range rows {
			list = append(list, "`"+row[1]+"`")
		}
		return "\n## " + title[rows[0][1]] + "\n\n" + paragraph(comment) + "\n" + strings.Join(list, ", ") + "\n"
	}
	var b strings.Builder
	b.WriteString("\n## " + title[rows[0][1]] + "\n\n" + paragraph(comment) + "\n| name | value | |\n|---|---|---|\n")
	for _, row := range rows {
		b.WriteString("| `" + row[1] + "` | `" + row[2] + "` | " + row[3] + " |\n")
	}
	return b.String()
}

var names = regexp.MustCompile(`\b(iri_\w+(\.\w+)?|IRI_\w+|NULL|SIZE_MAX|snprintf)\b`)

// paragraph makes Markdown of a comment, with names as code, in the lines of the comment.
func paragraph(comment string) string {
	comment = strings.TrimSpace(strings.TrimPrefix(comment, "/*"))
	comment = regexp.MustCompile(`(?m)^ ?\* ?| +$`).ReplaceAllString(comment, "")
	return names.ReplaceAllString(strings.TrimSpace(comment), "`$1`") + "\n"
}
