package abnf

import (
	"errors"
	"testing"
)

// FuzzParse tests that Parse does not panic, that grammars are printed as text that parses to the same, and that errors
// are ordered and within the text.
func FuzzParse(f *testing.F) {
	for _, file := range grammarFiles {
		f.Add(readFile(f, file))
	}
	for _, text := range []string{
		"a = b\r\n  / c\r\na =/ %x41-5A\r\n", // CRLF, continuation, incremental
		"   a = *1( b )\n   c = 2*3%d1.2.3 ; d\n",
		"a = %s\"x\" %i\"Y\" 0<z> [ b ] %b0-1",
		"Prose first\n\na = b |\n  c = ( d\n\te := \"f\n",         // foreign notation, layout, nothing closed
		"a = \"\t\xc3\xa9\x00\" <\xff> ; \r\x01\na = 9999999999b", // faults that do not stop the reader
		"\ufeffa = ((((((((((b",
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		g, err := Parse(text)
		if err != nil {
			checkErrors(t, text, err)
			return
		}
		printed := g.String()
		again, err := Parse([]byte(printed))
		if err != nil {
			t.Fatalf("printed grammar is refused: %v\n%s", err, printed)
		}
		if !sameGrammar(g, again) {
			t.Fatalf("reads back differently:\n%s\n%v", printed, again)
		}
		for r := range g.Rules() {
			_ = g.Verify(r.Name)
		}
	})
}

func checkErrors(t *testing.T, text []byte, err error) {
	var list ErrorList
	if !errors.As(err, &list) || len(list) == 0 {
		t.Fatalf("not a list of errors: %#v", err)
	}
	last := 0
	for _, e := range list {
		if e.Offset < last || e.Offset > len(text) || e.Line < 1 || e.Col < 1 || e.Col > e.Offset+1 {
			t.Fatalf("error out of place: %+v", e)
		}
		last = e.Offset
	}
}
