package dfa_test

import (
	"fmt"

	"example.org/iri/compile"
	"example.org/iri/compile/abnf"
	"example.org/iri/dfa"

	"example.org/iri/internal/language"
)

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

// Tables that come from elsewhere are checked once; then no string makes a walk panic.
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
		if s != dfa.Dead {
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
		s := dfa.Run(a, a.Start, text)
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
