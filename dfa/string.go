package dfa

import (
	"strconv"
	"strings"
)

// AccessTexts returns a shortest string that leads from the start to each state, by number. Of several shortest
// strings, it returns the first in byte order; for the dead state, and for one that no string leads to, nil.
func (a *Automaton) AccessTexts() [][]byte {
	texts := make([][]byte, a.NumStates())
	if a.Start == Dead {
		return texts
	}
	texts[a.Number(a.Start)] = []byte{}
	for queue := []State{a.Start}; len(queue) > 0; queue = queue[1:] {
		s := queue[0]
		text := texts[a.Number(s)]
		for r, t := range a.Edges(s) {
			if texts[a.Number(t)] == nil {
				texts[a.Number(t)] = append(text[:len(text):len(text)], r.Lo)
				queue = append(queue, t)
			}
		}
	}
	return texts
}

// String lists the automaton, with a line for each state: its number, > if it is the start and * if it accepts, a
// shortest string that leads to it, its part, and its transitions. For dec-octet of RFC 3986 it begins with
//
//	    0  dead
//	>   1  ""    '0' 2, '1' 3, '2' 4, '3'-'9' 5
//	  * 2  "0"
func (a *Automaton) String() string {
	var b strings.Builder
	b.WriteString(a.Name + ": " + strconv.Itoa(a.NumStates()) + " states, " + strconv.Itoa(a.numClasses()) + " classes\n")
	texts := a.AccessTexts()
	width := 0
	for _, text := range texts {
		width = max(width, len(quote(text)))
	}
	for s := range a.States() {
		b.WriteString(a.line(s, texts[a.Number(s)], width))
		b.WriteByte('\n')
	}
	return b.String()
}

func (a *Automaton) line(s State, text []byte, width int) string {
	start, accept := " ", " "
	if s == a.Start {
		start = ">"
	}
	if a.Accepts(s) {
		accept = "*"
	}
	number := strconv.Itoa(a.Number(s))
	digits := max(2, len(strconv.Itoa(a.NumStates()-1)))
	head := start + " " + accept + strings.Repeat(" ", digits-len(number)) + number
	if s == Dead {
		return head + "  dead"
	}
	columns := []string{pad(quote(text), width)}
	if part := a.Part(s); part != "" {
		columns = append(columns, part)
	}
	if edges := a.edgeList(s); edges != "" {
		columns = append(columns, edges)
	}
	return strings.TrimRight(head+"  "+strings.Join(columns, "  "), " ")
}

func (a *Automaton) edgeList(s State) string {
	var edges []string
	for r, t := range a.Edges(s) {
		edges = append(edges, r.String()+" "+strconv.Itoa(a.Number(t)))
	}
	return strings.Join(edges, ", ")
}

func pad(s string, width int) string {
	return s + strings.Repeat(" ", max(0, width-len(s)))
}
