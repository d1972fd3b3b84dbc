package table_test

import (
	"fmt"

	"example.org/iri/compile"
	"example.org/iri/compile/abnf"
	"example.org/iri/dfa"
	"example.org/iri/dfa/table"
	"example.org/iri/internal/language"
)

func Example() {
	a := compile.MustCompile(`hour = ( "0" / "1" ) DIGIT / "2" %x30-33`+"\n", "hour")
	fmt.Print(a)

	s := a.Start
	for _, b := range []byte("23") {
		s = a.Next(s, b) // Trans[s+Classes[b]]
	}
	fmt.Println(a.Accepts(s))
	// Output:
	// hour: 5 states, 5 classes
	//     0  dead
	// >   1  ""    '0'-'1' 2, '2' 3
	//     2  "0"   '0'-'9' 4
	//     3  "2"   '0'-'3' 4
	//   * 4  "00"
	// true
}

func ExampleLast() {
	a := language.IPv4Address.Automaton
	s, offset := table.Last(a, a.Start, "192.168.256.1")
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
	for r, s := range a.Edges(table.Run(a, a.Start, "2")) {
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
	var set table.ByteSet
	set.AddRange(table.ByteRange{Lo: '0', Hi: '9'})
	set.Add('_')
	fmt.Println(set, set.Len(), set.Has('5'))
	// Output: '0'-'9' '_' 11 true
}

// Tables that come from elsewhere are checked once; then no string makes a walk panic.
func ExampleAutomaton_Check() {
	a := table.Automaton{Name: "x", Start: 2, AcceptMin: 4, Shift: 1, Classes: new([256]uint8), Trans: []uint16{0, 0, 0, 4, 0, 0}}
	a.Classes['x'] = 1
	fmt.Println(a.Check(), dfa.Match(&a, "x"))
	a.Trans[3] = 40
	fmt.Println(a.Check())

	c := table.Classifier{Automaton: a}
	fmt.Println(c.Check())

	t := table.Tagged{Automaton: a}
	t.Automaton.Trans[3] = 4
	fmt.Println(t.Check())
	// Output:
	// <nil> true
	// dfa: x: state 1, class 1: leads to 40, which is not a state
	// dfa: x: state 1, class 1: leads to 40, which is not a state
	// dfa: x: not places for each state
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
	fmt.Printf("digraph { // %d states, %d classes of bytes\n", a.NumStates(), a.NumClasses())
	for s := range a.States() {
		shape := map[bool]string{false: "circle", true: "doublecircle"}[a.Accepts(s)]
		label := fmt.Sprint(a.Number(s))
		if part := a.Part(s); part != "" {
			label += " " + part
		}
		if s != table.Dead {
			fmt.Printf("  %d [shape=%s label=%q]\n", a.Number(s), shape, label)
		}
		for r, t := range a.Edges(s) {
			fmt.Printf("  %d -> %d [label=%q]\n", a.Number(s), a.Number(t), r)
		}
	}
	fmt.Println("}")
	// Output:
	// digraph { // 7 states, 3 classes of bytes
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

// An editor reports what is being typed.
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
		s := table.Run(a, a.Start, text)
		fmt.Printf("%q: %s, then %v\n", text, a.Part(s), a.Follow(s))
	}
	// Output:
	// "19": year, then '0'-'9'
	// "2026-1": number of the month, then '0'-'9'
}

// What a lexer has to look at to choose between two rules.
func ExampleByteSet_Ranges() {
	name := compile.MustCompile("name = ALPHA *( ALPHA / DIGIT )\n", "name")
	hex := compile.MustCompile("hex = 1*HEXDIG\n", "hex")
	first, second := name.Follow(name.Start), hex.Follow(hex.Start)
	for r := range first.Minus(second).Ranges() {
		fmt.Println("a name:", r)
	}
	fmt.Println("one of them:", first.Union(second))
	// Output:
	// a name: 'G'-'Z'
	// a name: 'g'-'z'
	// one of them: '0'-'9' 'A'-'Z' 'a'-'z'
}

// What dfa.Find does: a run that notes events, and what they say of where rules lie.
func ExampleRecord() {
	g, err := abnf.Parse([]byte("pair = key \"=\" value\nkey = 1*ALPHA\nvalue = *DIGIT\n"))
	if err != nil {
		fmt.Println(err)
		return
	}
	t, err := compile.Spans(g, "pair", []string{"key", "value"}, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	const text = "ab=12"
	var at [256]uint32
	s := table.Record(&t.Automaton, text, at[:])
	spans := make([]table.Span, len(t.Names))
	if t.Automaton.Accepts(s) {
		fmt.Printf("%b %v\n", t.Decode(s, at[:], len(text), spans), spans)
	}
	// Output: 11 [{0 2} {3 5}]
}

func ExampleRecordLists() {
	g, err := abnf.Parse([]byte("list = item *( \",\" item )\nitem = 1*ALPHA\n"))
	if err != nil {
		fmt.Println(err)
		return
	}
	t, err := compile.Spans(g, "list", []string{"item"}, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	const text = "ab,c"
	var log [16 + 8]table.Note // room for all notes: with less, they would be in what is not used here
	last, n, _ := table.RecordLists(t, text, log[:])
	for _, x := range log[16:n] {
		fmt.Println("an event after", x.After())
	}
	if t.Automaton.Accepts(last) {
		t.Each(0, last, len(text), log[t.Events():n], func(s table.Span) bool {
			fmt.Println(text[s.Start:s.End])
			return true
		})
	}
	// Output:
	// an event after 1
	// an event after 3
	// an event after 4
	// ab
	// c
}
