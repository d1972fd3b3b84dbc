package codegen

import (
	"fmt"
	"strings"

	"golang.org/x/exp/constraints"

	"example.org/iri/dfa"
	"example.org/iri/dfa/table"
)

// Literal returns an automaton as a Go expression, for other writers of Go files; they
// run gofmt.
func Literal(a *dfa.Automaton) string {
	g := new(writer)
	g.automaton(a)
	return g.buf.String()
}

// automaton prints an automaton as an expression.
func (g *writer) automaton(a *dfa.Automaton) {
	g.printf("table.Automaton{\n")
	g.fields(a)
	g.printf("}")
}

// fields prints the fields of an automaton.
func (g *writer) fields(a *dfa.Automaton) {
	g.printf("Name: %q,\nStart: %d,\nAcceptMin: %d,\nShift: %d,\n", a.Name, a.Start, a.AcceptMin, a.Shift)
	g.printf("Classes: &[256]uint8{\n")
	lines(g, a.Classes[:])
	g.printf("},\n")
	g.rows(a)
	if len(a.Outputs) > 0 {
		g.printf("Outputs: []uint16{\n")
		lines(g, a.Outputs)
		g.printf("},\n")
	}
	if a.InState {
		g.printf("InState: true,\n")
	}
	if len(a.PartNames) > 0 {
		g.printf("PartNames: %#v,\n", a.PartNames)
	}
	if len(a.Loops) > 0 {
		g.printf("Loops: []uint8{\n")
		lines(g, a.Loops)
		g.printf("},\nLoopSets: [][32]uint8{\n")
		for _, set := range a.LoopSets {
			g.printf("{%s},\n", join(set[:]))
		}
		g.printf("},\n")
	}
	if h := a.Head; h.Bytes > 0 {
		g.printf("Head: table.Head{\nBytes: %d,\nEnd: %d,\nWords: []table.HeadWord{\n", h.Bytes, h.End)
		for _, w := range h.Words {
			g.printf("{Fold: %#x, Low: %#x, High: %#x},\n", w.Fold, w.Low, w.High)
		}
		g.printf("},\n},\n")
	}
}

// rows prints the transitions of each state under its number and shortest text.
func (g *writer) rows(a *dfa.Automaton) {
	g.printf("Trans: []uint16{\n")
	texts := a.AccessTexts()
	for s := range a.States() {
		n := a.Number(s)
		if s == dfa.Dead {
			g.printf("// %d dead\n", n)
		} else {
			g.printf("// %d %s\n", n, shortened(texts[n]))
		}
		g.printf("%s,\n", join(a.Trans[n<<a.Shift:(n+1)<<a.Shift]))
	}
	g.printf("},\n")
}

// shortened quotes a text of any bytes as ASCII, the first of them only if there are many: texts as
// long as the list of states would make the file's size a square.
func shortened(text []byte) string {
	const most = 60
	if len(text) > most {
		return fmt.Sprintf("%+q and %d bytes", text[:most], len(text)-most)
	}
	return fmt.Sprintf("%+q", text)
}

// ClassifierLiteral returns a classifier as [Literal] does an automaton.
func ClassifierLiteral(c *table.Classifier) string {
	g := new(writer)
	g.classifierLiteral(c)
	return g.buf.String()
}

// classifierLiteral prints a classifier as an expression.
func (g *writer) classifierLiteral(c *table.Classifier) {
	g.printf("table.Classifier{\nAutomaton: ")
	g.automaton(&c.Automaton)
	g.printf(",\nNames: %#v,\n}", c.Names)
}

// lines prints a list of numbers, 32 a line.
func lines[T constraints.Unsigned](g *writer, list []T) {
	const perLine = 32
	for len(list) > perLine {
		g.printf("%s,\n", join(list[:perLine]))
		list = list[perLine:]
	}
	g.printf("%s,\n", join(list))
}

// join prints numbers in decimal with commas between them.
func join[T constraints.Unsigned](list []T) string {
	var b strings.Builder
	for i, v := range list {
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprint(&b, v)
	}
	return b.String()
}
