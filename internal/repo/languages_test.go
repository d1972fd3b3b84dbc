//go:build !386 && !purego

package repo

import (
	"regexp"
	"strconv"
	"testing"

	"example.org/iri/rule"
)

// TestLanguagesDocument checks that the strings of docs/reference/which-rule.md match one rule but not the other.
func TestLanguagesDocument(t *testing.T) {
	const page = "docs/reference/which-rule.md"
	rows := regexp.MustCompile("(?m)^\\| `(\".*\")` \\| `(\\w+)` \\| `(\\w+)` \\|$").FindAllStringSubmatch(read(t, page), -1)
	if len(rows) < 10 {
		t.Errorf("%d rows", len(rows))
	}
	for _, m := range rows {
		s, err := strconv.Unquote(m[1])
		matches, known := rule.ByName(m[2])
		other, otherKnown := rule.ByName(m[3])
		if err != nil || !known || !otherKnown || !matches.ValidString(s) || other.ValidString(s) {
			t.Errorf("%s: %s; known: %t, %t", page, m[0], known, otherKnown)
		}
	}
}

func TestLanguagesNamed(t *testing.T) {
	const page = "docs/reference/which-rule.md"
	for _, m := range regexp.MustCompile("`([A-Z][A-Za-z]+)`").FindAllStringSubmatch(read(t, page), -1) {
		if _, known := rule.ByName(m[1]); !known {
			t.Errorf("%s: no rule %s", page, m[1])
		}
	}
}
