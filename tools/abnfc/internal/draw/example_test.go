package draw_test

import (
	"fmt"
	"strings"

	"example.org/iri/compile/abnf"
	"example.org/iri/tools/abnfc/internal/draw"
)

// A picture as SVG; where the pointer stands still, it says more.
func Example() {
	g, err := abnf.Parse([]byte("time = 2DIGIT \":\" 2DIGIT\n"))
	if err != nil {
		fmt.Println(err)
		return
	}
	d, err := draw.New(g, "time", nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	for line := range strings.Lines(string(d.SVG())) {
		if strings.Contains(line, "<title>") {
			fmt.Print(line)
		}
	}
	// Output:
	// <title>time: 6 states over characters</title>
	// <g><title>state 1, as after ""</title>
	// <g><title>state 2, as after "0"</title>
	// <g><title>state 3, as after "00"</title>
	// <g><title>state 4, as after "00:"</title>
	// <g><title>state 5, as after "00:0"</title>
	// <g><title>state 6, as after "00:00"</title>
}

// Two rules, folded.
func ExampleDrawing_DOT() {
	g, err := abnf.Parse([]byte("date = year \"-\" month\nyear = 4DIGIT\nmonth = \"0\" %x31-39 / \"1\" %x30-32\n"))
	if err != nil {
		fmt.Println(err)
		return
	}
	d, err := draw.New(g, "date", &draw.Options{Parts: []string{"year", "MM=month"}})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%s", d.DOT())
	// Output:
	// digraph "date" {
	// 	rankdir=LR
	// 	node [fontname="sans-serif", shape=circle, style=filled, fillcolor=white]
	// 	edge [fontname="sans-serif", fontsize=12]
	// 	graph [fontname="sans-serif", label="date: 9 states over characters; boxes are folded states"]
	// 	n1 [label="1", tooltip="state 1, as after \"\""]
	// 	n2 [label="year\n4 states", tooltip="states such as 2, as after \"0\", in year", shape=box, style="filled,rounded", fillcolor="#cfe2f3"]
	// 	n6 [label="6", tooltip="state 6, as after \"0000-\""]
	// 	n7 [label="MM\n3 states", tooltip="states such as 7, as after \"0000-0\", in MM", shape=box, style="filled,rounded", peripheries=2, fillcolor="#d9ead3"]
	// 	start [shape=none, label="", width=0, height=0]
	// 	start -> n1
	// 	n1 -> n2 [label="DIGIT"]
	// 	n2 -> n6 [label="'-'"]
	// 	n6 -> n7 [label="'0' '1'"]
	// }
}
