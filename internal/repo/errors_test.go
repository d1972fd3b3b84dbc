//go:build !386 && !purego

package repo

import (
	"errors"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"example.org/iri"
	"example.org/iri/internal/testkit"
	"example.org/iri/rule"
)

var reasonConstants = map[string]rule.Reason{
	"ReasonNoScheme": rule.ReasonNoScheme, "ReasonScheme": rule.ReasonScheme, "ReasonAuthority": rule.ReasonAuthority, "ReasonPort": rule.ReasonPort,
	"ReasonPath": rule.ReasonPath, "ReasonQuery": rule.ReasonQuery, "ReasonFragment": rule.ReasonFragment, "ReasonFirstSegment": rule.ReasonFirstSegment,
	"ReasonBracket": rule.ReasonBracket, "ReasonUnclosed": rule.ReasonUnclosed, "ReasonAddress": rule.ReasonAddress, "ReasonZone": rule.ReasonZone,
	"ReasonPercent": rule.ReasonPercent, "ReasonIllFormed": rule.ReasonIllFormed, "ReasonNonASCII": rule.ReasonNonASCII, "ReasonPrivateUse": rule.ReasonPrivateUse,
	"ReasonFormatting": rule.ReasonFormatting, "ReasonTooShort": rule.ReasonTooShort, "ReasonNotInRule": rule.ReasonNotInRule,
}

// TestErrorsDoc checks that each reason has a row in the table of docs/guide/errors.md, with an example with that
// reason and message.
func TestErrorsDoc(t *testing.T) {
	const file = "docs/guide/errors.md"
	row := regexp.MustCompile("(?m)^\\| `(Reason\\w+)` \\| (.+) \\| (.+) \\| (\\S+), `(.+)` \\| (.+) \\|$")
	seen := make(map[rule.Reason]bool)
	doc := row.ReplaceAllStringFunc(read(t, file), func(line string) string {
		m := row.FindStringSubmatch(line)
		constant, known := reasonConstants[m[1]]
		r, isRule := rule.ByName(m[4])
		example, err := strconv.Unquote(`"` + m[5] + `"`)
		if !known || !isRule || err != nil {
			t.Fatalf("%s: %q", file, line)
		}
		e := syntaxError(t, r, example)
		if e.Reason != constant || seen[constant] {
			t.Errorf("%s: %q has reason %v", file, example, e.Reason)
		}
		seen[constant] = true
		return "| `" + m[1] + "` | " + constant.String() + " | " + m[3] + " | " + m[4] + ", `" + m[5] + "` | `" + e.Message() + "` |"
	})
	if len(seen) != len(reasonConstants) {
		t.Errorf("%s has %d reasons, there are %d", file, len(seen), len(reasonConstants))
	}
	testkit.Golden(t, file, doc)
	if line := syntaxError(t, rule.IRI, "http://host:8080x/").Error(); !strings.Contains(doc, "// "+line+"\n") {
		t.Errorf("%s does not have %s", file, line)
	}
	for _, row := range testkit.Table(t, file, "name")[1:] {
		for _, name := range spans(row[0]) {
			if _, known := rule.ByName(name); !known && name != "end" && !strings.Contains("ALPHA DIGIT HEXDIG iprivate", name) {
				t.Errorf("%s: %s is not a rule", file, name)
			}
		}
	}
}

func syntaxError(t *testing.T, r rule.Rule, s string) *iri.SyntaxError {
	t.Helper()
	var e *iri.SyntaxError
	if !errors.As(r.CheckString(s), &e) {
		t.Fatalf("%v %q: no SyntaxError but %v", r, s, r.CheckString(s))
	}
	return e
}
