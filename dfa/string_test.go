package dfa_test

import (
	"bytes"
	"strings"
	"testing"

	. "example.org/iri/dfa"
)

func TestString(t *testing.T) {
	tests := []struct {
		a    *Automaton
		want string
	}{
		{decOctet(), `
dec-octet: 7 states, 7 classes
    0  dead
>   1  ""    '0' 2, '1' 3, '2' 4, '3'-'9' 5
  * 2  "0"
  * 3  "1"   '0'-'9' 5
  * 4  "2"   '0'-'4' 5, '5' 6, '6'-'9' 2
  * 5  "3"   '0'-'9' 2
  * 6  "25"  '0'-'5' 2
`},
		{link(), `
link: 11 states, 5 classes
    0  dead
>   1  ""      '/' 3
    2  "/::"   user  '1' 2, ':' 2, '@' 6
  * 3  "/"     '1' 4, ':' 5, '@' 6
  * 4  "/1"    '1' 4, ':' 5, '@' 6
  * 5  "/:"    '1' 7, ':' 2, '@' 6
  * 6  "/@"    '1' 8, ':' 9
  * 7  "/:1"   '1' 7, ':' 2, '@' 6
  * 8  "/@1"   host  '1' 8, ':' 9
  * 9  "/@:"   '1' 10
  *10  "/@:1"  PORT  '1' 10
`},
		{star(), `
star: 2 states, 2 classes
    0  dead
> * 1  ""  'a' 1
`},
		{everything(), `
everything: 2 states, 1 classes
    0  dead
> * 1  ""  0x00-0xFF 1
`},
		{nothing(), `
nothing: 1 states, 1 classes
>   0  dead
`},
	}
	for _, test := range tests {
		if got := test.a.String(); got != test.want[1:] {
			t.Errorf("%s is listed\n%s\nwant\n%s", test.a.Name, got, test.want[1:])
		}
	}
}

// Strings of any bytes are listed as ASCII, and numbers of three digits are aligned.
func TestStringOfManyStates(t *testing.T) {
	list := wide().String()
	for _, line := range []string{
		"\n     0  dead\n", "\n>    1  \"\"      0x00 2, 0x01 3,", "\n  *  2  \"\\x00\"\n", "\n  *255  \"\\xfd\"\n", "\n  * 36  \"\\\"\"\n",
	} {
		if !strings.Contains(list, line) {
			t.Errorf("no line %q in\n%s", line, list)
		}
	}
	for _, c := range []byte(list) {
		if c != '\n' && (c < ' ' || c > '~') {
			t.Fatalf("byte %#x in the listing", c)
		}
	}
}

// An access text leads to its state, and is the first in byte order of the shortest ones.
func TestAccessTexts(t *testing.T) {
	for _, a := range []*Automaton{decOctet(), link(), star()} {
		var want = make([][]byte, a.NumStates())
		for _, text := range texts("/012359:@a", 4) {
			n := a.Number(Run(a, a.Start, text))
			if want[n] == nil && n != 0 {
				want[n] = []byte(text)
			}
		}
		for n, got := range a.AccessTexts() {
			if !bytes.Equal(got, want[n]) || (got == nil) != (want[n] == nil) {
				t.Errorf("%s: state %d is reached by %q, want %q", a.Name, n, got, want[n])
			}
		}
	}
}

func TestAccessTextsOfTables(t *testing.T) {
	for _, a := range real() {
		for n, text := range a.AccessTexts() {
			if got := a.Number(Run(a, a.Start, text)); n != 0 && (got != n || text == nil) {
				t.Errorf("%s: %q leads to %d, want %d", a.Name, text, got, n)
			}
		}
	}
}

// Unreachable states and the dead state have no access text.
func TestAccessTextsOfUnreachable(t *testing.T) {
	a := build("orphan", []string{"a"}, 1, 2, []uint16{}, []uint16{}, []uint16{0, 1})
	if got := a.AccessTexts(); got[0] != nil || string(got[1]) != "" || got[1] == nil || got[2] != nil {
		t.Errorf("access texts %q", got)
	}
	if got := nothing().AccessTexts(); got[0] != nil {
		t.Errorf("if the start is dead, it has the access text %q", got[0])
	}
}

// Appending to one access text must not change another.
func TestAccessTextsDoNotShare(t *testing.T) {
	list := link().AccessTexts()
	for _, text := range list {
		_ = append(text, "xxx"...)
	}
	for n, text := range link().AccessTexts() {
		if !bytes.Equal(text, list[n]) {
			t.Errorf("state %d: %q became %q", n, text, list[n])
		}
	}
}
