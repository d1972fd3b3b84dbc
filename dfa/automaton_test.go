package dfa_test

import (
	"reflect"
	"strconv"
	"strings"
	"testing"

	. "example.org/iri/dfa"
	"example.org/iri/internal/language"
)

// The hand-made table equals the generated one, including numbers of states.
func TestLayoutOfDecOctet(t *testing.T) {
	if want := decOctet(); !reflect.DeepEqual(want, language.DecOctet.Automaton) {
		t.Errorf("generated table:\n%v\nwant:\n%v", language.DecOctet.Automaton, want)
	}
}

func TestNumbers(t *testing.T) {
	tests := []struct {
		a      *Automaton
		states int
	}{{decOctet(), 7}, {link(), 11}, {star(), 2}, {everything(), 2}, {nothing(), 1}, {wide(), 256}}
	for _, test := range tests {
		a := test.a
		if a.NumStates() != test.states {
			t.Errorf("%s: %d states, want %d", a.Name, a.NumStates(), test.states)
		}
		n := 0
		for s := range a.States() {
			if a.Number(s) != n {
				t.Errorf("%s: state %d has number %d, want %d", a.Name, s, a.Number(s), n)
			}
			n++
		}
		if n != test.states {
			t.Errorf("%s: States yields %d states, want %d", a.Name, n, test.states)
		}
	}
}

func TestIteratorsStop(t *testing.T) {
	a := link()
	for s := range a.States() {
		if s != Dead {
			break
		}
	}
	for range a.Edges(a.Start) {
		break
	}
	for range a.Follow(a.Start).Ranges() {
		break
	}
}

func TestEdges(t *testing.T) {
	tests := []struct {
		a     *Automaton
		state int
		want  string
	}{
		{decOctet(), 0, ""},
		{decOctet(), 1, "'0' 2, '1' 3, '2' 4, '3'-'9' 5"},
		{decOctet(), 2, ""},
		{decOctet(), 4, "'0'-'4' 5, '5' 6, '6'-'9' 2"},
		{everything(), 1, "0x00-0xFF 1"},
		{everything(), 0, ""},
		{link(), 3, "'1' 4, ':' 5, '@' 6"},
		{wide(), 1, ""}, // filled in below
	}
	for b := range 253 {
		tests[len(tests)-1].want += ByteRange{Lo: byte(b), Hi: byte(b)}.String() + " " + strconv.Itoa(b+2) + ", "
	}
	tests[len(tests)-1].want += "0xFD-0xFF 255"
	for _, test := range tests {
		var list []string
		for r, to := range test.a.Edges(numbered(test.a, test.state)) {
			list = append(list, r.String()+" "+strconv.Itoa(test.a.Number(to)))
		}
		if got := strings.Join(list, ", "); got != test.want {
			t.Errorf("%s: edges of %d:\n%s\nwant\n%s", test.a.Name, test.state, got, test.want)
		}
	}
}

func TestPart(t *testing.T) {
	a := link()
	for text, want := range map[string]string{
		"": "", "/": "", "/1": "", "/::": "user", "/@": "", "/@1": "host", "/@:": "", "/@:1": "PORT", "x": "",
	} {
		if got := a.Part(Run(a, a.Start, text)); got != want {
			t.Errorf("part after %q is %q, want %q", text, got, want)
		}
	}
	if got := star().Part(star().Start); got != "" {
		t.Errorf("part %q in an automaton without parts", got)
	}
}
