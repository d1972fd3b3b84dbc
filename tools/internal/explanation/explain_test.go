package explanation_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"example.org/iri"
	"example.org/iri/rule"
	"example.org/iri/tools/internal/explanation"
)

// TestOf checks for any string that each language is reported once, that invalid strings have an error, and that the
// output is visible.
func TestOf(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 3))
	alphabet := []string{"a", "http", ":", "/", "//", "?", "#", "@", "[", "]", "::1", "%", "%41", " ", "1", "é", "日", "\u0301", "\u202e", "\ue000", "\x1b", "\xff", `\`, "<"}
	for range 5000 {
		var b strings.Builder
		for range random.IntN(12) {
			b.WriteString(alphabet[random.IntN(len(alphabet))])
		}
		check(t, b.String())
	}
}

func check(t *testing.T, text string) {
	t.Helper()
	x := explanation.Of(text)
	all := make(map[rule.Rule]bool)
	for _, r := range x.Languages {
		all[r] = true
		if !r.ValidString(text) {
			t.Errorf("%q does not match %v", text, r)
		}
	}
	for _, m := range x.Missed {
		for _, r := range m.Languages {
			if all[r] || m.Message == "" {
				t.Errorf("%q: %+v", text, m)
			}
			all[r] = true
		}
	}
	if (x.Err != nil) != (len(all) == 0) || x.Err == nil && (len(all) != 8 || x.Reference.String() != text) {
		t.Errorf("%q: %+v", text, x)
	}
	if repaired := x.Repair.String(); repaired != "" && (!iri.ValidString(repaired) || len(x.Steps) == 0) {
		t.Errorf("%q is repaired to %q by %v", text, repaired, x.Steps)
	}
	if x.Err != nil && !strings.HasPrefix(explanation.Section(x.Err.Reason), "RFC ") {
		t.Errorf("%q: see %q", text, explanation.Section(x.Err.Reason))
	}
	for _, r := range string(explanation.Append(nil, x, false)) {
		if r < ' ' && r != '\n' || r == 0x202e || r == 0xfffd || r == 0xe000 {
			t.Errorf("%q: shows %U", text, r)
		}
	}
}

// TestMistake checks that a string that is longer valid as a reference is reported as one.
func TestMistake(t *testing.T) {
	for text, want := range map[string]string{"a/b c": "IRI-reference", "http://a b": "IRI", "1:2": "IRI-reference", "": ""} {
		got := ""
		if x := explanation.Of(text); x.Err != nil {
			got = x.Err.Rule
		}
		if got != want {
			t.Errorf("%q goes wrong as %q, not %q", text, got, want)
		}
	}
}

// TestSteps checks that consecutive steps of the same kind are merged.
func TestSteps(t *testing.T) {
	x := explanation.Of(`http://a/b c^d\e f`)
	var names []string
	for _, k := range x.Steps {
		names = append(names, k.String())
	}
	if got := strings.Join(names, ", "); got != "percent-encoded, backslash, percent-encoded" || x.Repair.String() != "http://a/b%20c%5Ed/e%20f" {
		t.Errorf("%s: %s", x.Repair, got)
	}
}
