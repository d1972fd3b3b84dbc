package main

import (
	"errors"
	"strings"
	"testing"
	"testing/iotest"
)

const calendar = `date = year "-" month [ "-" day ]
year = 4DIGIT
month = "0" DIGIT / "1" %x30-32
day = 2DIGIT
any = *%x0-10FFFF
end = any2 "!"
any2 = *( %x0-20 / %x22-10FFFF )
open = gone
nested = "(" [ nested ] ")"
`

// A text that matches is explained on stdout, another one on stderr.
func TestExplain(t *testing.T) {
	t.Chdir(folder(t, "g.abnf", calendar))
	long := strings.Repeat("a", 100)
	for _, test := range []struct {
		rule, text string
		want       result
	}{
		{"month", "11", result{0, "month 0-2 \"11\"\n", ""}},
		{"MONTH", "09", result{0, "month 0-2 \"09\"\n  DIGIT 1-2 \"9\"\n", ""}},
		{"any", "", result{0, "any 0-0 \"\"\n", ""}},
		{"date", "2026-x", result{1, "", `abnfc: 'x' is not allowed (date, byte 5, expected month of date)
    2026-x
         ^
`}},
		{"date", "2026", result{1, "", `abnfc: the text ends too early (date, byte 4, expected "-" of date)
    2026
        ^
`}},
		{"date", "", result{1, "", `abnfc: the text is empty (date, byte 0, expected DIGIT of year)
    
    ^
`}},
		{"end", "例\n\xff!", result{1, "", `abnfc: 0xFF is not allowed (end, byte 4, expected %x00-20, %x22-10FFFF of any2 or "!" of end)
    例\x0a\xff!
          ^
`}},
		{"end", "\xf0\x9f\x98x", result{1, "", `abnfc: 'x' is not allowed (end, byte 3, expected %x1F600-1F63F of any2)
    \xf0\x9f\x98x
                ^
`}},
		{"end", long + "!" + long, result{1, "", `abnfc: 'a' is not allowed (end, byte 101, expected end)
    …` + long[:49] + `!` + long[:24] + `…
` + strings.Repeat(" ", 4+1+50) + `^
`}},
		{"open", "x", result{1, "", "g.abnf:8:8: rule \"gone\" is not defined\n    open = gone\n           ^\n"}},
		{"dat", "x", result{1, "", "abnfc: rule \"dat\" is not defined (did you mean \"date\"?)\n"}},
		{"nested", "()", result{1, "", "g.abnf:9:16: rule nested refers to itself in the middle of a rule: nested -> nested (g.abnf:9:16); " +
			"recursion is regular if all of it stands at the end, or all at the beginning\n    nested = \"(\" [ nested ] \")\"\n                   ^\n"}},
		{"any", strings.Repeat("a", 1<<16+1), result{1, "", "g.abnf:5:1: rule any: more than 65536 bytes of text\n    any = *%x0-10FFFF\n    ^\n"}},
	} {
		if got := abnfc("explain", "g.abnf", test.rule, test.text); got != test.want {
			t.Errorf("%s %q: status %d, on stdout\n%son stderr\n%swant %d and\n%s%s", test.rule, test.text,
				got.code, got.stdout, got.stderr, test.want.code, test.want.stdout, test.want.stderr)
		}
	}
}

// The text "-" is that of standard input without one line feed at its end.
func TestExplainStdin(t *testing.T) {
	t.Chdir(folder(t, "g.abnf", calendar))
	for text, want := range map[string]string{
		"":                           `any 0-0 ""`,
		"\n":                         `any 0-0 ""`,
		"a\nb\n\n":                   `any 0-4 "a\nb\n"`,
		"a":                          `any 0-1 "a"`,
		"a\r\n":                      `any 0-2 "a\r"`,
		strings.Repeat("a", 3<<20):   "",
		strings.Repeat("\xff", 9999): "",
	} {
		r := abnfcOf(strings.NewReader(text), "explain", "g.abnf", "any", "-")
		if want == "" && (r.code != 1 || r.stdout != "" || len(r.stderr) > 200) {
			t.Errorf("%.20q: status %d, on stdout %.100q, on stderr %.300q", text, r.code, r.stdout, r.stderr)
		}
		if want != "" && r != (result{0, want + "\n", ""}) {
			t.Errorf("%q: status %d, on stdout\n%son stderr\n%swant\n%s", text, r.code, r.stdout, r.stderr, want)
		}
	}
	if r := abnfcOf(iotest.ErrReader(errors.New("broken")), "explain", "g.abnf", "any", "-"); r != (result{2, "", "abnfc: broken\n"}) {
		t.Errorf("a text that cannot be read: %+v", r)
	}
	if r := abnfc("explain", "g.abnf", "any", "--", "-a"); r != (result{0, "any 0-2 \"-a\"\n", ""}) {
		t.Errorf("a text that begins as flags do: %+v", r)
	}
}
