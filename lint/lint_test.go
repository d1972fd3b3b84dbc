package lint

import (
	"bytes"
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"example.org/iri"
	"example.org/iri/internal/testkit"
)

var kindLiteral = regexp.MustCompile(`kind\{"([^"]+)", (Note|Warning|Error), (?:"([^"]+)"|caution)\}`)

// kinds returns all kinds in the source of this package.
func kinds(t testing.TB) (list []kind) {
	severities := map[string]Severity{"Note": Note, "Warning": Warning, "Error": Error}
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		literals := kindLiteral.FindAllSubmatch(source, -1)
		if n := bytes.Count(source, []byte("kind{")); n != len(literals) {
			t.Fatalf("%s: %d of %d kinds are understood", file, len(literals), n)
		}
		for _, m := range literals {
			list = append(list, kind{string(m[1]), severities[string(m[2])], cmp.Or(string(m[3]), caution)})
		}
	}
	return list
}

// TestFindings reads testdata/findings.txt. Below each code, a line that begins with + has a string with such a finding,
// followed by its span and the repaired text; a line that begins with - has a string without one. Each code has both.
func TestFindings(t *testing.T) {
	const file = "testdata/findings.txt"
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	var code string
	shown := make(map[string]string)
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSuffix(line, "\n")
		sign, rest, _ := strings.Cut(line, " ")
		if sign != "+" && sign != "-" {
			code = cmp.Or(line, code)
			fmt.Fprintln(&out, line)
			continue
		}
		shown[code] += sign
		quoted, err := strconv.QuotedPrefix(rest)
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		input, _ := strconv.Unquote(quoted)
		fmt.Fprintln(&out, line[:2]+quoted+checkFinding(t, code, input, sign == "+"))
	}
	for _, k := range kinds(t) {
		if s := shown[k.code]; !strings.Contains(s, "+") || !strings.Contains(s, "-") {
			t.Errorf("%s needs lines with + and -, and has %q", k.code, s)
		}
		delete(shown, k.code)
	}
	if len(shown) > 0 {
		t.Errorf("no such codes: %v", shown)
	}
	testkit.Golden(t, file, out.String())
}

func TestSeverity(t *testing.T) {
	if s := fmt.Sprint(Note, Warning, Error, Severity(0)); s != "note warning error Severity(0)" {
		t.Error(s)
	}
}

// TestOneWarning checks that a URL whose host is the name of a scheme gets the warning scheme-second and no other.
func TestOneWarning(t *testing.T) {
	for _, text := range []string{"http://http://museum.example/", "http://https//museum.example/"} {
		var codes []string
		for _, f := range Check(iri.MustParseReference(text)) {
			if f.Severity >= Warning {
				codes = append(codes, f.Code)
			}
		}
		if len(codes) != 1 || codes[0] != schemeSecond.code {
			t.Errorf("%s: %v", text, codes)
		}
	}
}

func goldenTexts(t testing.TB) (list []string) {
	for _, line := range lines(t, "testdata/findings.txt") {
		if _, rest, ok := strings.Cut(line, " "); ok {
			quoted, err := strconv.QuotedPrefix(rest)
			if err != nil {
				t.Fatal(err)
			}
			text, _ := strconv.Unquote(quoted)
			list = append(list, text)
		}
	}
	return list
}

// checkFinding checks whether text has a finding of code. It returns the span and the repair of the first one as in
// the golden file.
func checkFinding(t *testing.T, code, text string, want bool) string {
	for _, f := range Check(iri.MustParseReference(text)) {
		if f.Code != code {
			continue
		}
		if !want {
			t.Errorf("%q: %v", text, f)
		}
		repaired := "-"
		if f.Repair != nil {
			repaired = strconv.QuoteToGraphic(Repair(text, []Finding{f}))
		}
		return fmt.Sprintf(" %d-%d %s", f.Span.Start, f.Span.End, repaired)
	}
	if want {
		t.Errorf("%q: not found: %s", text, code)
	}
	return ""
}
