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

	// byte by byte
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

// Tables from other sources are checked once; then no string can cause a panic.
func ExampleAutomaton_Check() {
	a := dfa.Automaton{Name: "x", Start: 2, AcceptMin: 4, Shift: 1, Classes: new([256]uint8), Trans: []uint16{0, 0, 0, 4, 0, 0}}
	a.Classes['x'] = 1
	fmt.Println(a.Check(), dfa.Match(&a, "x"))
	a.Trans[3] = 40
	fmt.Println(a.Check())

	c := dfa.Classifier{Automaton: a}
	fmt.Println(c.Check())

	t := dfa.Tagged{Automaton: a}
	t.Automaton.Trans[3] = 4
	fmt.Println(t.Check())
	// Output:
	// <nil> true
	// dfa: x: state 1, class 1: leads to 40, which is not a state
	// dfa: x: state 1, class 1: leads to 40, which is not a state
	// dfa: x: Final does not have an entry for each state
}

// A drawing for Graphviz; a state in a part has its name.
func ExampleAutomaton_States() {
	g, err := abnf.Parse([]byte("clock = 1*2DIGIT \":\" minute\nminute = 2DIGIT\n"))
	if err != nil {
		fmt.Println(err)
		return
	}
	a, err := compile.Compile(g, "clock", &compile.Options{Parts: []string{"minute"}})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("digraph { // %d states\n", a.NumStates())
	for s := range a.States() {
		shape := map[bool]string{false: "circle", true: "doublecircle"}[a.Accepts(s)]
		label := fmt.Sprint(a.Number(s))
		if part := a.Part(s); part != "" {
			label += " " + part
		}
		if s != dfa.Dead {
			fmt.Printf("  %d [shape=%s label=%q]\n", a.Number(s), shape, label)
		}
		for r, t := range a.Edges(s) {
			fmt.Printf("  %d -> %d [label=%q]\n", a.Number(s), a.Number(t), r)
		}
	}
	fmt.Println("}")
	// Output:
	// digraph { // 7 states
	//   1 [shape=circle label="1"]
	//   1 -> 2 [label="'0'-'9'"]
	//   2 [shape=circle label="2"]
	//   2 -> 3 [label="'0'-'9'"]
	//   2 -> 4 [label="':'"]
	//   3 [shape=circle label="3"]
	//   3 -> 4 [label="':'"]
	//   4 [shape=circle label="4"]
	//   4 -> 5 [label="'0'-'9'"]
	//   5 [shape=circle label="5 minute"]
	//   5 -> 6 [label="'0'-'9'"]
	//   6 [shape=doublecircle label="6"]
	// }
}

// An editor reports the part that is being typed.
func ExampleAutomaton_Part() {
	g, err := abnf.Parse([]byte("date = year \"-\" month\nyear = 4DIGIT\nmonth = 2DIGIT\n"))
	if err != nil {
		fmt.Println(err)
		return
	}
	a, err := compile.Compile(g, "date", &compile.Options{Parts: []string{"year", "number of the month=month"}})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, text := range []string{"19", "2026-1"} {
		s := dfa.Run(a, a.Start, text)
		fmt.Printf("%q: %s, then %v\n", text, a.Part(s), a.Follow(s))
	}
	// Output:
	// "19": year, then '0'-'9'
	// "2026-1": number of the month, then '0'-'9'
}

func ExampleByteSet() {
	hex := compile.MustCompile("hex = 1*HEXDIG\n", "hex")
	first := hex.Follow(hex.Start)
	fmt.Println(first, first.Has('f'))
	for r := range first.Ranges() {
		fmt.Println(r.Lo, r.Hi)
	}
	// Output:
	// '0'-'9' 'A'-'F' 'a'-'f' true
	// 48 57
	// 65 70
	// 97 102
}
