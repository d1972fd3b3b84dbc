package compile_test

import (
	"strings"
	"testing"

	"example.org/iri/compile"
	"example.org/iri/compile/abnf"
)

// TestTraceListings: each stage lists what it made, its start and what accepts included.
func TestTraceListings(t *testing.T) {
	g, err := abnf.Parse([]byte("r = *%x61 %x62-63 / %x64\n"))
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if _, err := compile.Compile(g, "r", &compile.Options{Trace: &b}); err != nil {
		t.Fatal(err)
	}
	if got := b.String(); got != trace {
		t.Errorf("%s", got)
	}
}

const trace = `nfa of r: 13 states
>    0  eps 1
     1  eps 3, eps 10
  *  2
     3  eps 4
     4  eps 5, eps 8
     5  eps 6
     6  'a' 7
     7  eps 4
     8  'b'-'c' 9
     9  eps 2
    10  eps 11
    11  'd' 12
    12  eps 2

dfa of r: 4 states, 5 classes
     0
>    1  'a' 2, 'b'-'d' 3
     2  'a' 2, 'b'-'c' 3
  *  3

min of r: 4 states, 4 classes
     0
>    1  'a' 2, 'b'-'d' 3
     2  'a' 2, 'b'-'c' 3
  *  3

table of r: 4 states, 4 classes
    0  dead
>   1  ""   'a' 2, 'b'-'d' 3
    2  "a"  'a' 2, 'b'-'c' 3
  * 3  "b"

`

// TestWitnessLastByte: the byte 0xFF counts as any other.
func TestWitnessLastByte(t *testing.T) {
	g, err := abnf.Parse([]byte("a = %xFE-FF\nb = %xFE\n"))
	if err != nil {
		t.Fatal(err)
	}
	a, err := compile.Compile(g, "a", &compile.Options{Octets: true})
	if err != nil {
		t.Fatal(err)
	}
	b, err := compile.Compile(g, "b", &compile.Options{Octets: true})
	if err != nil {
		t.Fatal(err)
	}
	if text, found, err := compile.Witness(a, b); !found || string(text) != "\xFF" || err != nil {
		t.Errorf("witness %q, found %v, error %v", text, found, err)
	}
}
