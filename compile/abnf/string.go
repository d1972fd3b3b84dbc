package abnf

import (
	"fmt"
	"strings"
)

// Printed rules are at most width columns wide where alternatives can be moved
// to a line of their own, and a long name moves its own "=" only.
const (
	width    = 80
	maxAlign = 24
)

// Binding of the operators, loose to tight (RFC 5234, 3.10). A node stands in
// parentheses where its place wants it tighter than it is. Alternations in
// alternations thus keep theirs: they are another tree, if not another language.
const (
	loose = iota
	asAlternative
	asElem
	asElement
)

func binding(n Node) int {
	switch n := n.(type) {
	case *Alternation:
		return loose
	case *Concatenation:
		return asAlternative
	case *Repetition:
		if !n.isOption() {
			return asElem
		}
	}
	return asElement
}

// String returns the grammar as ABNF, one rule per line with the names and "=" aligned. [Parse]
// reads this text back as the same grammar, but for positions.
func (g *Grammar) String() string {
	align := 0
	for _, r := range g.rules {
		align = max(align, len(r.Name))
	}
	var b strings.Builder
	for _, r := range g.rules {
		r.print(&b, min(align, maxAlign))
		b.WriteByte('\n')
	}
	return b.String()
}

// String returns the rule as ABNF. A long alternation takes several lines; the
// last one has no line end.
func (r *Rule) String() string {
	var b strings.Builder
	r.print(&b, 0)
	return b.String()
}

// print writes a rule with its name padded to align columns. What fits on one
// line goes there. Otherwise alternatives stand one below the other, as in the
// RFCs, or fill the lines if none of them is more than an element.
func (r *Rule) print(b *strings.Builder, align int) {
	name := fmt.Sprintf("%-*s", align, r.Name)
	b.WriteString(name + " = ")
	var alts []string
	total, fill := len(name)+len(" = "), true
	for _, n := range alternatives(r.Body) {
		var alt strings.Builder
		print(&alt, n, asAlternative)
		alts = append(alts, alt.String())
		total += alt.Len() + len(" / ")
		fill = fill && binding(n) != asAlternative
	}
	fits := total-len(" / ") <= width
	column := 0
	for i, alt := range alts {
		switch {
		case i == 0:
			column = len(name) + len(" = ")
		case fits, fill && column+len(" / ")+len(alt) <= width:
			b.WriteString(" / ")
			column += len(" / ")
		default:
			b.WriteString("\n" + strings.Repeat(" ", len(name)) + " / ")
			column = len(name) + len(" / ")
		}
		b.WriteString(alt)
		column += len(alt)
	}
}

// String returns the alternatives, separated by slashes.
func (n *Alternation) String() string { return text(n) }

// String returns the elements, separated by spaces.
func (n *Concatenation) String() string { return text(n) }

// String returns the element behind its repeat, or in brackets if it is optional.
func (n *Repetition) String() string { return text(n) }

// String returns the text in quotes, behind %s if case matters.
func (n *CharVal) String() string { return text(n) }

// String returns the numbers in their base, hexadecimal ones with at least two digits.
func (n *NumVal) String() string { return text(n) }

// String returns the name.
func (n *RuleRef) String() string { return text(n) }

// String returns the text in angle brackets.
func (n *ProseVal) String() string { return text(n) }

func text(n Node) string {
	var b strings.Builder
	print(&b, n, loose)
	return b.String()
}

// print writes a node, in parentheses unless it binds at least as tightly as wanted.
func print(b *strings.Builder, n Node, wanted int) {
	if binding(n) < wanted {
		b.WriteString("( ")
		defer b.WriteString(" )")
	}
	switch n := n.(type) {
	case *Alternation:
		printList(b, n.Alts, " / ", asAlternative)
	case *Concatenation:
		printList(b, n.Elems, " ", asElem)
	case *Repetition:
		n.print(b)
	case *CharVal:
		if n.CaseSensitive {
			b.WriteString("%s")
		}
		b.WriteString(`"` + n.Text + `"`)
	case *NumVal:
		n.print(b)
	case *RuleRef:
		b.WriteString(n.Name)
	case *ProseVal:
		b.WriteString("<" + n.Text + ">")
	}
}

func printList(b *strings.Builder, list []Node, separator string, wanted int) {
	for i, n := range list {
		if i > 0 {
			b.WriteString(separator)
		}
		print(b, n, wanted)
	}
}

// isOption reports whether n is printed in brackets. The tree does not tell
// [ x ] from *1x, which means the same.
func (n *Repetition) isOption() bool { return n.Min == 0 && n.Max == 1 }

func (n *Repetition) print(b *strings.Builder) {
	if n.isOption() {
		b.WriteString("[ ")
		print(b, n.Elem, loose)
		b.WriteString(" ]")
		return
	}
	switch {
	case n.Min == n.Max:
		fmt.Fprintf(b, "%d", n.Min)
	case n.Min == 0 && n.Max == Unbounded:
		b.WriteString("*")
	case n.Min == 0:
		fmt.Fprintf(b, "*%d", n.Max)
	case n.Max == Unbounded:
		fmt.Fprintf(b, "%d*", n.Min)
	default:
		fmt.Fprintf(b, "%d*%d", n.Min, n.Max)
	}
	print(b, n.Elem, asElement)
}

func (n *NumVal) print(b *strings.Builder) {
	b.WriteString("%" + string(n.Base))
	separator := "."
	if n.Range {
		separator = "-"
	}
	for i, v := range n.Values {
		if i > 0 {
			b.WriteString(separator)
		}
		switch n.Base {
		case 'x':
			fmt.Fprintf(b, "%02X", v)
		case 'd':
			fmt.Fprintf(b, "%d", v)
		default:
			fmt.Fprintf(b, "%b", v)
		}
	}
}
