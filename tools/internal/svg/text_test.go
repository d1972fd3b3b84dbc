package svg

import (
	"encoding/xml"
	"strings"
	"testing"
)

// TestEscape compares with encoding/xml, except for quotation marks. Package svg does not use encoding/xml, because a
// program would link its parser.
func TestEscape(t *testing.T) {
	marks := strings.NewReplacer("&#34;", `"`, "&#39;", "'")
	check := func(text string) {
		t.Helper()
		var b strings.Builder
		xml.EscapeText(&b, []byte(text))
		if got, want := Escape(text), marks.Replace(b.String()); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	for r := range rune(0x11000) {
		check("a" + string(r) + "b")
	}
	for _, text := range []string{"", "\xff<\xc3", "a\U0010ffff", `"<'&>`} {
		check(text)
	}
}
