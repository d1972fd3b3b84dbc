package block

import (
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

func TestLines(t *testing.T) {
	long := strings.Repeat("x", MaxText+1)
	for _, test := range []struct {
		name, text string
		end        byte
		want       string // lines, and ! for an error with GoesOn
	}{
		{"nothing", "", '\n', ""},
		{"lines", "a\n\r\nb\r\nc", '\n', "1 a|2 |3 b|4 c|"},
		{"CR at the end", "a\r", '\n', "1 a\r|"},
		{"records", "a\n\x00\x00b\x00c", 0, "1 a\n|2 |3 b|4 c|"},
		{"too long", "a\n" + long + "\r\nb", '\n', "1 a|!2|3 b|"},
		{"too long a record", "a\x00" + long + "\x00b", 0, "1 a|!2|3 b|"},
	} {
		for _, r := range []io.Reader{strings.NewReader(test.text), iotest.HalfReader(strings.NewReader(test.text))} {
			if got := textsOf(t, NewLines(r, test.end)); got != test.want {
				t.Errorf("%s: %.60q, want %q", test.name, got, test.want)
			}
		}
	}
}

func textsOf(t *testing.T, r Reader) string {
	var all strings.Builder
	var b Block
	for {
		err := r.Read(&b)
		n := 0
		odd := b.Cursor()
		for p, text := range b.All() {
			if p.Column != 1 || !p.Verbatim {
				t.Errorf("%q stands at %+v", text, p)
			}
			if n%2 == 1 {
				if q, same := odd.Text(n); q != p || string(same) != string(text) {
					t.Errorf("text %d is %q, by a cursor %q", n, text, same)
				}
			}
			fmt.Fprintf(&all, "%d %s|", p.Line, text)
			n++
		}
		if n != b.Len() {
			t.Errorf("%d texts of %d", n, b.Len())
		}
		if e, is := err.(*Error); is && e.GoesOn {
			fmt.Fprintf(&all, "!%d|", e.Line)
		} else if err == io.EOF {
			return all.String()
		} else if err != nil {
			t.Fatal(err)
		}
	}
}
