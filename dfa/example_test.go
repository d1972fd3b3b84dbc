package dfa_test

import (
	"fmt"

	"example.org/iri/compile"
	"example.org/iri/compile/abnf"
	"example.org/iri/dfa"
	"example.org/iri/internal/language"
)

func Example() {
	hour := compile.MustCompile(`hour = ( "0" / "1" ) DIGIT / "2" %x30-33`+"\n", "hour")
	fmt.Println(dfa.Match(hour, "23"), dfa.Match(hour, []byte("24")))
	fmt.Println(dfa.Diagnose(hour, "24"))

	// A byte at a time.
	s := hour.Start
	for _, b := range []byte("2") {
		s = hour.Next(s, b)
	}
	fmt.Println(hour.Accepts(s), hour.Follow(s))
	// Output:
	// true false
	// hour: '4' is not allowed (byte 1, expected '0'-'3')
	// false '0'-'3'
}

func ExamplePrefix() {
	fmt.Println(dfa.Prefix(language.IRI.Automaton, "https://example.org/ is an IRI"))
	fmt.Println(dfa.Prefix(language.IRI.Automaton, "no scheme"))
	// Output:
	// 20
	// -1
}

func ExampleRun() {
	a := language.IRI.Automaton
	s := dfa.Run(a, a.Start, "http://exa") // a string may come in pieces
	s = dfa.Run(a, s, "mple.org/")
	fmt.Println(a.Accepts(s))
	// Output: true
}

func ExampleFind() {
	grammar := `
pair  = key [ "=" value ] [ "!" note ]
key   = 1*ALPHA
value = *( ALPHA / DIGIT )
note  = *ALPHA
`
	g, err := abnf.Parse([]byte(grammar))
	if err != nil {
		fmt.Println(err)
		return
	}
	a, err := compile.Spans(g, "pair", []string{"key", "value", "note"}, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	text, spans := "size=", make([]dfa.Span, 3)
	if present, ok := dfa.Find(a, text, spans); ok {
		for k, s := range spans {
			fmt.Printf("%s: %q, there: %t\n", a.Names[k], text[s.Start:s.End], present>>k&1 != 0)
		}
	}
	// Output:
	// key: "size", there: true
	// value: "", there: true
	// note: "", there: false
}

func ExampleFindAll() {
	g, err := abnf.Parse([]byte("list = item *( \",\" item )\nitem = *ALPHA\n"))
	if err != nil {
		fmt.Println(err)
		return
	}
	a, err := compile.Spans(g, "list", []string{"item"}, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	const text = "ab,,c"
	for s := range dfa.FindAll(a, text, 0) {
		fmt.Printf("%v %q\n", s, text[s.Start:s.End])
	}
	// Output:
	// {0 2} "ab"
	// {3 3} ""
	// {4 5} "c"
}

func ExampleDiagnose() {
	fmt.Println(dfa.Diagnose(language.IPv4Address.Automaton, "127.0.0.1"))
	fmt.Println(dfa.Diagnose(language.IPv4Address.Automaton, "127.0.0.256"))
	// Output:
	// <nil>
	// IPv4address: '6' is not allowed (byte 10, expected '0'-'5' or end)
}
