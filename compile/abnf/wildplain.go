package abnf

import (
	"fmt"
	"strings"
)

// plainWords writes a tree in one of the ways that plainly mean the same: "ab" is "a" "b",
// %s"ab" is %x61.62, 1x is x, and brackets that change nothing are left out. Two trees with the
// same plain words have the same language.
func plainWords(n Node) string {
	var b strings.Builder
	writePlain(&b, n)
	return b.String()
}

func writePlain(b *strings.Builder, n Node) {
	switch n := n.(type) {
	case *Alternation:
		b.WriteString("(")
		writeAlternatives(b, n)
		b.WriteString(" )")
	case *Concatenation:
		for _, elem := range n.Elems {
			writePlain(b, elem)
		}
	case *Repetition:
		if n.Min == 1 && n.Max == 1 {
			writePlain(b, n.Elem)
			return
		}
		fmt.Fprintf(b, " %d*%d(", n.Min, n.Max)
		writePlain(b, n.Elem)
		b.WriteString(" )")
	case *CharVal:
		for _, c := range []byte(n.Text) {
			if isAlpha(c) && !n.CaseSensitive {
				fmt.Fprintf(b, " %q", c|0x20)
			} else {
				fmt.Fprintf(b, " %02X", c)
			}
		}
	case *NumVal:
		writeNumbers(b, n)
	case *RuleRef:
		b.WriteString(" " + fold(n.Name))
	case *ProseVal:
		b.WriteString(" " + n.String())
	}
}

// writeAlternatives writes those of an alternative, too, that is an alternation itself.
func writeAlternatives(b *strings.Builder, a *Alternation) {
	for i, alt := range a.Alts {
		if i > 0 {
			b.WriteString(" /")
		}
		if inner, is := alt.(*Alternation); is {
			writeAlternatives(b, inner)
		} else {
			writePlain(b, alt)
		}
	}
}

func writeNumbers(b *strings.Builder, n *NumVal) {
	if n.Range && n.Values[0] != n.Values[1] {
		fmt.Fprintf(b, " %02X-%02X", n.Values[0], n.Values[1])
		return
	}
	for i, value := range n.Values {
		if i == 0 || !n.Range {
			fmt.Fprintf(b, " %02X", value)
		}
	}
}
