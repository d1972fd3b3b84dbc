package main

import (
	"os"
	"testing"
)

// nested has lists in lists: ranges with parameters and, after each, at most one weight. Entries may be empty.
const nested = `accept = range [ weight ] *( "," range [ weight ] )
range  = 1*"a" *( ";" name [ "=" value ] )
name   = 1*"n"
value  = *"v"
weight = "!" 1DIGIT
`

// nestedTest compares the nesting of spans with that of generated fields.
const nestedTest = `package accept

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"example.org/iri/dfa"
)

func TestBelongs(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		var s strings.Builder
		var names, values, weights []string // "NUMBER TEXT": index of the range or name
		name := 0
		for i := range 1 + r.IntN(40) {
			if i > 0 {
				s.WriteString(",")
			}
			s.WriteString(strings.Repeat("a", 1+r.IntN(3)))
			for range r.IntN(3) {
				text := strings.Repeat("n", 1+r.IntN(3))
				names = append(names, fmt.Sprint(i, text))
				s.WriteString(";" + text)
				if r.IntN(2) == 0 {
					text := strings.Repeat("v", r.IntN(3))
					values = append(values, fmt.Sprint(name, text))
					s.WriteString("=" + text)
				}
				name++
			}
			if r.IntN(2) == 0 {
				text := "!" + fmt.Sprint(r.IntN(10))
				weights = append(weights, fmt.Sprint(i, text))
				s.WriteString(text)
			}
		}
		text := s.String()
		p, err := ParseAccept(text)
		if err != nil {
			t.Fatal(err)
		}
		texts := func(all func(func(int, dfa.Span) bool)) (list []string) {
			for i, x := range all {
				list = append(list, fmt.Sprint(i, text[x.Start:x.End]))
			}
			return list
		}
		for _, x := range [][2][]string{
			{texts(p.AllNameBy(p.AllRange())), names},
			{texts(p.AllValueBy(p.AllName())), values},
			{texts(p.AllWeightBy(p.AllRange())), weights},
		} {
			if fmt.Sprintf("%q", x[0]) != fmt.Sprintf("%q", x[1]) {
				t.Fatalf("%q: %q, want %q", text, x[0], x[1])
			}
		}
	}
}

func TestNoOuter(t *testing.T) {
	p, err := ParseAccept("a;n,a;nn")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for i := range p.AllNameBy(p.AllWeight()) {
		if n++; i != -1 {
			t.Errorf("%d", i)
		}
		break // the loop may end early
	}
	if n != 1 {
		t.Error("no name")
	}
	if p, err = ParseAccept("x"); err == nil {
		t.Error("parsed")
	}
	for range p.AllNameBy(p.AllRange()) {
		t.Error("a name of nothing")
	}
}
`

// TestBelongs checks that generated code reports the enclosing span of each span.
func TestBelongs(t *testing.T) {
	module(t)
	if err := os.WriteFile("accept.abnf", []byte(nested), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir("accept", 0o777); err != nil {
		t.Fatal(err)
	}
	if got := abnfc("compile", "-o", "accept/accept.go", "--rule", "accept", "--span", "range,name,value,weight", "accept.abnf"); got.code != 0 {
		t.Fatal(got.stderr)
	}
	if err := os.WriteFile("accept/belongs_test.go", []byte(nestedTest), 0o666); err != nil {
		t.Fatal(err)
	}
	goRun(t, "test", "./accept")
}
