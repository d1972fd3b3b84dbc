package rule_test

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"example.org/iri/internal/char"
	"example.org/iri/internal/testkit"
	"example.org/iri/rule"
)

// mistakeIn returns the error of a string, and checks that its bytes and a Matcher have the same, unless the string
// ends within the character.
func mistakeIn(t testing.TB, r rule.Rule, text string) *rule.SyntaxError {
	t.Helper()
	e, ok := r.CheckString(text).(*rule.SyntaxError)
	if !ok {
		t.Fatalf("%v %q: nothing is wrong", r, text)
	}
	if ofBytes := r.Check([]byte(text)).(*rule.SyntaxError); *e != *ofBytes {
		t.Errorf("%v %q: %v, of bytes %v", r, text, e, ofBytes)
	}
	if got := string(e.AppendMessage([]byte("<"))); got != "<"+e.Message() {
		t.Errorf("%v %q: AppendMessage %q, Message %q", r, text, got, e.Message())
	}
	begin := int(e.Offset) - char.Unfinished(text[:e.Offset])
	m := r.Matcher()
	m.WriteString(text)
	if piece := m.Err().(*rule.SyntaxError); (begin == len(text) || utf8.FullRuneInString(text[begin:])) && (piece.Reason != e.Reason || piece.Rune != e.Rune || piece.Byte != e.Byte || piece.Offset != e.Offset || piece.Component() != e.Component()) {
		t.Errorf("%v %q: %v, of a Matcher %v", r, text, e, piece)
	}
	return e
}

func faults(t *testing.T, yield func(line string, r rule.Rule, text string)) {
	file, err := os.ReadFile("testdata/faults.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(file)) {
		if strings.HasPrefix(line, " ") {
			continue
		}
		name, quoted, _ := strings.Cut(strings.TrimSpace(line), " ")
		text, err := strconv.Unquote(quoted)
		r, known := rule.ByName(name)
		if err != nil || !known && name != "none" {
			t.Fatalf("%s: %v", line, err)
		}
		yield(line, r, text)
	}
}

// TestFaults checks testdata/faults.txt. A rule and a string are followed by offset, character, span, component,
// reason, expected bytes, and the text of the error.
func TestFaults(t *testing.T) {
	var b strings.Builder
	met := make(map[rule.Reason]bool)
	faults(t, func(line string, r rule.Rule, text string) {
		e := mistakeIn(t, r, text)
		met[e.Reason] = true
		char := fmt.Sprintf("%U", e.Rune)
		if e.Rune < 0 {
			char = "end"
		}
		fmt.Fprintf(&b, "%s  byte %d, %s, %d-%d, %v: %v; expected %v\n  %s\n", line, e.Offset, char, e.Span.Start, e.Span.End,
			e.Component(), e.Reason, e.Expected(), strings.TrimPrefix(e.Error(), "iri: "))
		mistake, hint, _ := strings.Cut(e.Message(), "; ")
		if !strings.HasPrefix(e.Error(), "iri: "+mistake) || !strings.HasSuffix(e.Error(), hint) {
			t.Errorf("%s: %s and %s", line, e.Error(), e.Message())
		}
	})
	testkit.Golden(t, "testdata/faults.txt", b.String())
	for r := rule.ReasonNoScheme; r <= rule.ReasonNotInRule; r++ {
		if !met[r] {
			t.Errorf("testdata/faults.txt has no %v", r)
		}
	}
}

// TestSpans checks that spans end at most after the character at the offset.
func TestSpans(t *testing.T) {
	faults(t, func(_ string, _ rule.Rule, text string) {
		for r := range rule.All() {
			if r.ValidString(text) {
				continue
			}
			e := mistakeIn(t, r, text)
			if e.Span.Start < 0 || e.Span.Start > e.Span.End || e.Span.End > len(text) || int64(e.Span.Start) > e.Offset || int64(e.Span.End) > e.Offset+utf8.UTFMax {
				t.Errorf("%v: %q: span %v, offset %d", r, text, e.Span, e.Offset)
			}
		}
	})
}

// TestURIs checks that errors of IRIs and URIs name the same components.
func TestURIs(t *testing.T) {
	for text := range strings.SplitSeq(" |x|x: |x:// |x://h |x://h:1 |x://h:1a/|x://u@ |x://[ |x://h/ |x:?q |x:#f ", "|") {
		x, y := mistakeIn(t, rule.IRI, text), mistakeIn(t, rule.URI, text)
		if x.Component() != y.Component() || x.Offset != y.Offset || x.Reason != y.Reason {
			t.Errorf("%q: %v: %v and %v: %v", text, x.Component(), x.Reason, y.Component(), y.Reason)
		}
	}
}
