package rule_test

import (
	"bytes"
	"errors"
	"io"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf8"

	"example.org/iri"
	"example.org/iri/rule"
)

var _ interface {
	io.Writer
	io.StringWriter
} = (*rule.Matcher)(nil)

var writers = map[string]func(m *rule.Matcher, text string) (int, error){
	"Write":       func(m *rule.Matcher, text string) (int, error) { return m.Write([]byte(text)) },
	"WriteString": func(m *rule.Matcher, text string) (int, error) { return m.WriteString(text) },
	"Write of each byte": func(m *rule.Matcher, text string) (int, error) {
		for i := range len(text) {
			if n, err := m.Write([]byte(text[i : i+1])); err != nil {
				return i + n, err
			}
		}
		return len(text), nil
	},
}

// TestMatcherSteps checks the state of a Matcher after each piece.
func TestMatcherSteps(t *testing.T) {
	type step struct {
		write   string
		taken   int
		fails   bool
		matched bool
		length  int64
	}
	for _, c := range []struct {
		rule  rule.Rule
		steps []step
	}{
		{rule.IRI, []step{{"", 0, false, false, 0}, {"ht", 2, false, false, 2}, {"tp:", 3, false, true, 5}, {"", 0, false, true, 5}, {"//[", 3, false, false, 8}, {"::]", 3, false, true, 11}}},
		{rule.IRI, []step{{"x:\xc3", 3, false, false, 3}, {"\xa9", 1, false, true, 4}, {"%", 1, false, false, 5}, {"41", 2, false, true, 7}}},
		{rule.IRI, []step{{"x:\xc3", 3, false, false, 3}, {"\xc3", 0, true, false, 3}, {"\xa9", 0, true, false, 3}}},
		{rule.IRI, []step{{"x:a b", 3, true, false, 3}, {"", 0, true, false, 3}, {"b", 0, true, false, 3}, {"", 0, true, false, 3}}},
		{rule.IRIReference, []step{{"", 0, false, true, 0}, {"1", 1, false, true, 1}, {":", 0, true, false, 1}, {"/", 0, true, false, 1}}},
		{rule.PathEmpty, []step{{"", 0, false, true, 0}, {"\x00", 0, true, false, 0}}},
		{rule.Rule{}, []step{{"", 0, false, false, 0}, {"x", 0, true, false, 0}, {"", 0, true, false, 0}}},
	} {
		for name, write := range writers {
			m := c.rule.Matcher()
			var text strings.Builder
			for i, s := range c.steps {
				n, err := write(&m, s.write)
				failed := err != nil || s.write == "" && name == "Write of each byte" && s.fails // nothing was written
				if n != s.taken || failed != s.fails || m.Matched() != s.matched || m.Len() != s.length {
					t.Errorf("%v, %s, step %d: took %d, %v; matched %v, length %d; want %+v", c.rule, name, i, n, err, m.Matched(), m.Len(), s)
				}
				text.WriteString(s.write)
				if want := c.rule.CheckString(text.String()); !sameMistake(m.Err(), want) {
					t.Errorf("%v, %s, step %d: Err is %v, want %v", c.rule, name, i, m.Err(), want)
				}
			}
		}
	}
}

// sameMistake reports whether two errors are equal, up to the parts that need the whole string.
func sameMistake(x, y error) bool {
	var e, f *iri.SyntaxError
	if !errors.As(x, &e) || !errors.As(y, &f) {
		return x == nil && y == nil
	}
	return e.Rule == f.Rule && e.Reason == f.Reason && e.Offset == f.Offset && e.Byte == f.Byte && e.Rune == f.Rune &&
		e.Component() == f.Component() && e.Expected() == f.Expected()
}

// TestMatcherMistakes cuts a string into two pieces at each offset. The error must be that of the whole, or if the cut
// is within the wrong character, that of a character with the same beginning.
func TestMatcherMistakes(t *testing.T) {
	for _, text := range []string{
		"http://h/\ufffd", "http://h/\ue000x", "http://h/\xee\x80A", "http://h/\xe2\x82", "http://h/\xe2\x82A", "http://h/\xffx", "http://h:٨٠/", "http://é/\U000e0001x",
		"é:", "\xf0\x9f", "http://h/%é", "http://[::1é", "http://h/a b", "http://h:8x/", "x", "", "http://h/\U0001f600\u200e", "http://é\xe9",
	} {
		for r := range rule.All() {
			want := r.CheckString(text)
			for cut := range len(text) + 1 {
				for cut2 := cut; cut2 <= len(text); cut2++ {
					m := r.Matcher()
					_, err := m.WriteString(text[:cut])
					if err == nil {
						_, err = m.WriteString(text[cut:cut2])
					}
					if err == nil {
						_, err = m.WriteString(text[cut2:])
					}
					if got := m.Err(); !sameMistake(got, want) && !(err != nil && sameBeginning(got, want, cut, cut2, len(text))) {
						t.Fatalf("%v: %q cut at %d and %d: %v, want %v", r, text, cut, cut2, got, want)
					}
				}
			}
		}
	}
}

// sameBeginning reports whether two errors have the same offset, and a cut is within the character.
func sameBeginning(x, y error, cuts ...int) bool {
	var e, f *iri.SyntaxError
	if !errors.As(x, &e) || !errors.As(y, &f) || e.Offset != f.Offset || e.Byte != f.Byte || e.Rune != utf8.RuneError {
		return false
	}
	for _, cut := range cuts {
		if int(f.Offset) < cut && cut < int(f.Offset)+utf8.UTFMax {
			return true
		}
	}
	return false
}

func TestMatcherSticky(t *testing.T) {
	for name, write := range writers {
		m := rule.IRI.Matcher()
		if n, err := m.WriteString("x://h/a|b"); n != 7 || err == nil {
			t.Fatalf("took %d, %v", n, err)
		}
		first := m.Err()
		for range 3 {
			n, err := write(&m, "zzz")
			if n != 0 || !reflect.DeepEqual(err, first) || !reflect.DeepEqual(m.Err(), first) || m.Len() != 7 || m.Matched() {
				t.Errorf("%s after a failure: %d, %v; %v", name, n, err, m.Err())
			}
		}
		var e *iri.SyntaxError
		if !errors.As(first, &e) || e.Offset != 7 || e.Byte != '|' || e.Component() != rule.ComponentPath {
			t.Errorf("%#v", first)
		}
	}
}

// TestMatcherBadBytes checks that Byte distinguishes each wrong byte from the end.
func TestMatcherBadBytes(t *testing.T) {
	for b := range 256 {
		for name, write := range writers {
			m := rule.PathEmpty.Matcher()
			n, err := write(&m, string([]byte{byte(b)}))
			var e *iri.SyntaxError
			ok := errors.As(err, &e)
			if n != 0 || !ok || e.Byte != b || e.Offset != 0 || m.Matched() {
				t.Errorf("%s of %#x: %d, %v", name, b, n, err)
			}
		}
	}
}

func TestZeroMatcher(t *testing.T) {
	var m rule.Matcher
	if m != (rule.Rule{}).Matcher() {
		t.Error("not the Matcher of the zero Rule")
	}
	if m.Matched() || m.Err() == nil || m.Len() != 0 {
		t.Errorf("matched %v, %v, length %d", m.Matched(), m.Err(), m.Len())
	}
	if n, err := m.Write(nil); n != 0 || err != nil {
		t.Errorf("Write of nothing: %d, %v", n, err)
	}
	for name, write := range writers {
		var m rule.Matcher
		for range 2 {
			if n, err := write(&m, "a"); n != 0 || err == nil || m.Matched() || m.Len() != 0 {
				t.Errorf("%s: %d, %v", name, n, err)
			}
		}
		if err := m.Err(); err == nil || err.Error() != "iri: 'a' is not allowed in any string (byte 0, expected nothing)" {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestMatcherCopyStream copies from a reader, in pieces of several sizes, up to a mistake.
func TestMatcherCopyStream(t *testing.T) {
	long := "http://h.example/" + strings.Repeat("é/%C3%A9/", 20_000)
	readers := map[string]func(io.Reader) io.Reader{
		"whole": func(r io.Reader) io.Reader { return struct{ io.Reader }{r} },
		"bytes": iotest.OneByteReader,
		"half":  iotest.HalfReader,
		"eof":   iotest.DataErrReader,
		"as is": func(r io.Reader) io.Reader { return r }, // with WriteTo
	}
	for name, reader := range readers {
		m := rule.IRI.Matcher()
		if n, err := io.Copy(&m, reader(strings.NewReader(long))); n != int64(len(long)) || err != nil || !m.Matched() || m.Len() != n {
			t.Errorf("%s: %d, %v, %v", name, n, err, m.Err())
		}
		m = rule.IRI.Matcher()
		bad := long + "^" + long
		n, err := io.Copy(&m, reader(bytes.NewReader([]byte(bad))))
		if want := rule.IRI.CheckString(bad); n != int64(len(long)) || !sameMistake(err, want) || !sameMistake(m.Err(), want) {
			t.Errorf("%s: %d, %v; want %v", name, n, err, want)
		}
		m = rule.IRI.Matcher()
		if n, err := io.Copy(&m, reader(strings.NewReader(long+"%"))); n != int64(len(long))+1 || err != nil || m.Matched() || m.Err() == nil {
			t.Errorf("%s: %d, %v, %v", name, n, err, m.Err())
		}
	}
}
