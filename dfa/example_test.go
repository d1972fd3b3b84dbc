package dfa_test

import (
	"fmt"

	"example.org/iri/compile"
	"example.org/iri/compile/abnf"
	"example.org/iri/dfa"
	"example.org/iri/internal/language"
)

func Example() {
	octet := language.DecOctet.Automaton
	fmt.Println(dfa.Match(octet, "255"), dfa.Match(octet, []byte("256")))

	// The same, a byte at a time.
	s := octet.Start
	for _, b := range []byte("25") {
		s = octet.Next(s, b)
	}
	fmt.Println(octet.Accepts(s), octet.Follow(s))
	// Output:
	// true false
	// true '0'-'5'
}

func ExampleLocate() {
	a, text := language.IRI.Automaton, "http://user@example.org:80/path"
	var m dfa.Marks
	if dfa.Locate(a, text, &m) {
		for k, name := range a.MarkNames {
			fmt.Println(m[k], name)
		}
	}
	// Output:
	// 5 ihier-part
	// 7 iauthority
	// 12 ihost
	// 24 port
	// 26 ipath-abempty
	// 0 iquery
	// 0 ifragment
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
	s := dfa.Run(a, a.Start, "http://exa") // a text may come in pieces
	s = dfa.Run(a, s, "mple.org/")
	fmt.Println(a.Accepts(s))
	// Output: true
}

func ExampleLast() {
	a := language.IPv4Address.Automaton
	s, offset := dfa.Last(a, a.Start, "192.168.256.1")
	fmt.Println(offset, a.Follow(s))
	// Output: 10 '.' '0'-'5'
}

func ExampleAutomaton_String() {
	fmt.Print(language.DecOctet.Automaton)
	// Output:
	// dec-octet: 7 states, 7 classes
	//     0  dead
	// >   1  ""    '0' 2, '1' 3, '2' 4, '3'-'9' 5
	//   * 2  "0"
	//   * 3  "1"   '0'-'9' 5
	//   * 4  "2"   '0'-'4' 5, '5' 6, '6'-'9' 2
	//   * 5  "3"   '0'-'9' 2
	//   * 6  "25"  '0'-'5' 2
}

func ExampleAutomaton_Edges() {
	a := language.DecOctet.Automaton
	for r, s := range a.Edges(dfa.Run(a, a.Start, "2")) {
		fmt.Println(r, a.Number(s))
	}
	// Output:
	// '0'-'4' 5
	// '5' 6
	// '6'-'9' 2
}

func ExampleAutomaton_AccessTexts() {
	for n, text := range language.DecOctet.AccessTexts() {
		fmt.Printf("%d %q\n", n, text)
	}
	// Output:
	// 0 ""
	// 1 ""
	// 2 "0"
	// 3 "1"
	// 4 "2"
	// 5 "3"
	// 6 "25"
}

func ExampleByteSet() {
	var set dfa.ByteSet
	set.AddRange(dfa.ByteRange{Lo: '0', Hi: '9'})
	set.Add('_')
	fmt.Println(set, set.Len(), set.Has('5'))
	// Output: '0'-'9' '_' 11 true
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

func ExampleDiagnose() {
	fmt.Println(dfa.Diagnose(language.IPv4Address.Automaton, "127.0.0.1"))
	fmt.Println(dfa.Diagnose(language.IPv4Address.Automaton, "127.0.0.256"))
	// Output:
	// <nil>
	// IPv4address: byte 10: found '6', expected '0'-'5' or end
}

func ExampleClassify() {
	c := &language.Languages
	set := dfa.Classify(c, "http://example.org/#top")
	for i, name := range c.Names {
		if set>>i&1 != 0 {
			fmt.Print(name, " ")
		}
	}
	// Output:
	// IRI IRI-reference URI URI-reference IRIStrict IRIReferenceStrict
}
