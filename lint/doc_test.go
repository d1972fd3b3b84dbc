package lint

import (
	"cmp"
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"example.org/iri"
	"example.org/iri/internal/testkit"
)

// repeated matches the notation for a repeated string on the page.
var repeated = regexp.MustCompile(`\{(.+)\*(\d+)\}`)

// TestDocument checks the tables of docs/reference/lint.md against the kinds, and each example against its row.
func TestDocument(t *testing.T) {
	const file = "../docs/reference/lint.md"
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	row := regexp.MustCompile("(?m)^\\| `([a-z0-9-]+)` \\| [^|]* \\| [^|]* \\| [^|]* \\| `([^`]+)` \\| [^|]*\\| [^|]*\\|$")
	quiet := firstQuiet(t)
	byCode := make(map[string]kind)
	for _, k := range kinds(t) {
		byCode[k.code] = k
	}
	doc := row.ReplaceAllStringFunc(string(text), func(line string) string {
		m := row.FindStringSubmatch(line)
		k, known := byCode[m[1]]
		example, err := strconv.Unquote(`"` + m[2] + `"`)
		if !known || err != nil {
			t.Fatalf("%s: %s", file, line)
		}
		delete(byCode, k.code)
		example = repeated.ReplaceAllStringFunc(example, func(s string) string {
			m := repeated.FindStringSubmatch(s)
			n, _ := strconv.Atoi(m[2])
			return strings.Repeat(m[1], n)
		})
		f := found(t, k.code, example)
		repair := ""
		if f.Repair != nil {
			repair = "`" + inQuotes(Repair(example, []Finding{f})) + "`"
		}
		return "| `" + k.code + "` | " + k.severity.String() + " | " + f.Message + " | " + k.source + " | `" + m[2] + "` | " + repair + " | `" + quiet[k.code] + "` |"
	})
	if len(byCode) > 0 {
		t.Errorf("%s does not have %v", file, byCode)
	}
	testkit.Golden(t, file, doc)
}

// firstQuiet returns, by code, the first string of the golden file without a finding of the code.
func firstQuiet(t *testing.T) map[string]string {
	quiet, code := make(map[string]string), ""
	for _, line := range lines(t, "testdata/findings.txt") {
		sign, rest, ok := strings.Cut(line, " ")
		if !ok {
			code = cmp.Or(line, code)
		}
		if text, err := strconv.Unquote(rest); sign == "-" && err == nil && quiet[code] == "" {
			quiet[code] = inQuotes(text)
		}
	}
	return quiet
}

// inQuotes returns a string in the notation of the page.
func inQuotes(text string) string {
	text = manyLetters.ReplaceAllStringFunc(text, func(s string) string { return fmt.Sprintf("{a*%d}", len(s)) })
	return strings.Trim(strconv.QuoteToGraphic(text), `"`)
}

// manyLetters matches text that the page abbreviates.
var manyLetters = regexp.MustCompile(`a{20,}`)

func found(t *testing.T, code, text string) Finding {
	for _, f := range Check(iri.MustParseReference(text)) {
		if f.Code == code {
			return f
		}
	}
	t.Fatalf("%q: not found: %s", text, code)
	return Finding{}
}
