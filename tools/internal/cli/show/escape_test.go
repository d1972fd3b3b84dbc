package show_test

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"example.org/iri/tools/internal/cli/show"
)

var hostile = []string{
	"", "a", "http://example.org/é日😀", `"\`, "\x00\t\r\n\x7f\x1b[2J", "\u0085\u202e\u2028\ufeff\U000e0001",
	"\xff", "a\xe2\x82", "\xed\xa0\x80b", "\ufffd", "</script>&<!--", `\x41`,
}

// TestAppendJSON checks that the output decodes to the string and is visible.
func TestAppendJSON(t *testing.T) {
	for _, text := range hostile {
		got := show.AppendJSON([]byte("x"), text)
		var read string
		if err := json.Unmarshal(got[1:], &read); err != nil || read != strings.ToValidUTF8(text, "\ufffd") && utf8.ValidString(text) {
			t.Errorf("%q: %s, %q, %v", text, got, read, err)
		}
		if s := string(got); s != show.Safe(s) || string(show.AppendJSON(nil, []byte(text))) != s[1:] {
			t.Errorf("%q: %q", text, got)
		}
	}
}

// TestAppendTSV checks that the output decodes to the string and is visible.
func TestAppendTSV(t *testing.T) {
	for _, text := range hostile {
		got := string(show.AppendTSV(nil, text))
		if read := unescape(t, got); read != text || got != show.Safe(got) {
			t.Errorf("%q: %q, read as %q", text, got, read)
		}
	}
}

// unescape decodes TSV like COPY of PostgreSQL.
func unescape(t *testing.T, field string) string {
	var b strings.Builder
	for i := 0; i < len(field); i++ {
		if field[i] != '\\' {
			b.WriteByte(field[i])
			continue
		}
		i++
		switch field[i] {
		case 't':
			b.WriteByte('\t')
		case 'n':
			b.WriteByte('\n')
		case 'r':
			b.WriteByte('\r')
		case '\\':
			b.WriteByte('\\')
		case 'x':
			const digits = "0123456789abcdef"
			b.WriteByte(byte(strings.IndexByte(digits, field[i+1])<<4 | strings.IndexByte(digits, field[i+2])))
			i += 2
		default:
			t.Errorf("%q: unknown escape", field)
		}
	}
	return b.String()
}

// TestSafeFrom checks that the text before the offset is unchanged.
func TestSafeFrom(t *testing.T) {
	for _, text := range hostile {
		if got := string(show.SafeFrom([]byte("\x1b"+text), 1)); got != "\x1b"+show.Safe(text) {
			t.Errorf("%q: %q", text, got)
		}
	}
}
