package abnf

import (
	"fmt"
	"strings"
)

// Rules are printed up to width columns wide, if alternatives can be broken into lines. A name longer than maxAlign is
// not considered for the alignment of "=".
const (
	width    = 80
	maxAlign = 24
)

// Precedence of the operators, from loose to tight (RFC 5234, 3.10). A node is printed in parentheses if its context
// requires a tighter one. So an alternation in an alternation keeps its parentheses: it is another tree.
const (
	loose = iota
	asAlternative
	asElem
	asElement
)

// printed is a node as ABNF, with its precedence.
type printed struct {
	text  string
	binds int
}

// in returns the text, in parentheses if its precedence is less than wanted.
func (p printed) in(wanted int) string {
	if p.binds < wanted {
		return "( " + p.text + " )"
	}
	return p.text
}

func printNode(n Node) printed {
	switch n := n.(type) {
	case *Alternation:
		return printed{join(n.Alts, " / ", asAlternative), loose}
	case *Concatenation:
		return printed{join(n.Elems, " ", asElem), asAlternative}
	case *Repetition:
		return n.print()
	case *CharVal:
		return n.print()
	case *NumVal:
		return n.print()
	case *RuleRef:
		return printed{n.Name, asElement}
	}
	return printed{"<" + n.(*ProseVal).Text + ">", asElement}
}

func join(list []Node, separator string, wanted int) string {
	texts := make([]string, len(list))
	for i, n := range list {
		texts[i] = printNode(n).in(wanted)
	}
	return strings.Join(texts, separator)
}

// String returns the grammar as ABNF, a rule on each line, with "=" aligned. [Parse] parses it to the same grammar,
// except for positions.
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

// String returns the rule as ABNF, without a final line end. A long alternation is broken into lines.
func (r *Rule) String() string {
	var b strings.Builder
	r.print(&b, 0)
	return b.String()
}

// print writes a rule with its name padded to align columns. If it does not fit on one line, each alternative has a
// line of its own, as in RFCs; if all of them are single elements, they fill the lines.
func (r *Rule) print(b *strings.Builder, align int) {
	name := fmt.Sprintf("%-*s", align, r.Name)
	b.WriteString(name + " = ")
	var alts []string
	total, fill := len(name)+len(" = "), true
	for _, n := range alternatives(r.Body) {
		alt := printNode(n)
		alts = append(alts, alt.in(asAlternative))
		total += len(alts[len(alts)-1]) + len(" / ")
		fill = fill && alt.binds != asAlternative
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
func (n *Alternation) String() string { return printNode(n).text }

// String returns the elements, separated by spaces.
func (n *Concatenation) String() string { return printNode(n).text }

// String returns the element after its repeat, or in brackets if it is optional.
func (n *Repetition) String() string { return printNode(n).text }

// String returns the text in quotes, after %s if it is case-sensitive.
func (n *CharVal) String() string { return printNode(n).text }

// String returns the numbers in their base. Hexadecimal numbers have at least two digits.
func (n *NumVal) String() string { return printNode(n).text }

// String returns the name.
func (n *RuleRef) String() string { return printNode(n).text }

// String returns the text in angle brackets.
func (n *ProseVal) String() string { return printNode(n).text }

// print prints x from 0 to 1 in brackets, because the tree does not distinguish [ x ] and *1x.
func (n *Repetition) print() printed {
	elem := printNode(n.Elem)
	times := ""
	switch {
	case n.Min == 0 && n.Max == 1:
		return printed{"[ " + elem.text + " ]", asElement}
	case n.Min == n.Max:
		times = fmt.Sprint(n.Min)
	case n.Min == 0 && n.Max == Unbounded:
		times = "*"
	case n.Min == 0:
		times = fmt.Sprintf("*%d", n.Max)
	case n.Max == Unbounded:
		times = fmt.Sprintf("%d*", n.Min)
	default:
		times = fmt.Sprintf("%d*%d", n.Min, n.Max)
	}
	return printed{times + elem.in(asElement), asElem}
}

func (n *CharVal) print() printed {
	text := `"` + n.Text + `"`
	if n.CaseSensitive {
		text = "%s" + text
	}
	return printed{text, asElement}
}

func (n *NumVal) print() printed {
	format := map[byte]string{'x': "%02X", 'd': "%d", 'b': "%b"}[n.Base]
	values := make([]string, len(n.Values))
	for i, v := range n.Values {
		values[i] = fmt.Sprintf(format, v)
	}
	separator := "."
	if n.Range {
		separator = "-"
	}
	return printed{"%" + string(n.Base) + strings.Join(values, separator), asElement}
}
