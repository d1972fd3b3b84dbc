package lint

import (
	"cmp"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"example.org/iri"
	"example.org/iri/internal/testkit"
)

var kinds = []kind{
	schemeUpperCase, httpNoHost, httpUserinfo, fileSyntax, fileRelative, urnSyntax, urnNamespace, uuidSyntax, didSyntax, mailtoSyntax,
	tagSyntax, userinfo, password, hostUpperCase, hostAddress, hostNumber, hostTrailingDot,
	hostNotDNS, hostLabelLength, hostLength, hostMapped, hostFuture, hostPercentEncoded,
	hostDotLike, hostDelimiterLike, portEmpty, portDefault, portPadded, portTooLarge, portZero,
	dotSegments, emptySegment, bidiFormatting, bidiIsolate, joiner, invisible, blank,
	percentUnreserved, percentLowerCase, percentNotUTF8, percentTwice, percentNUL, percentControl,
	percentSlash, percentBackslash,
	telSyntax, smsSyntax, geoSyntax, sipSyntax, wsSyntax, schemeMistyped, schemeSecond, driveLetter,
	fileLocal, scriptLink, wrappedLink, mailtoDomain, exampleLogin, userinfoCut, hostHyphen, hostWWW, hostPunctuation, doubleSlash,
	secret, htmlEntity, queryDelimiter, endPunctuation, percentEnd, percentMarkup, percentTemplate,
}

// TestFindings reads testdata/findings.txt: for each code, strings after + have a finding, with its span and the
// repaired text, and strings after - do not. All codes are covered.
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
		fmt.Fprintln(&out, line[:2]+quoted+about(t, code, input, sign == "+"))
	}
	for _, k := range kinds {
		if s := shown[k.code]; !strings.Contains(s, "+") || !strings.Contains(s, "-") {
			t.Errorf("%s has examples %q", k.code, s)
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

// TestOneWarning checks that a host that is a scheme makes the findings about its consequences notes.
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

// about returns the span and the repair of the first finding, in the form of the golden file.
func about(t *testing.T, code, text string, want bool) string {
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
