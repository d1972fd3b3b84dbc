package main

import (
	"fmt"
	"strings"

	"example.org/iri/compile/abnf"
	"example.org/iri/internal/unicodeclass"
)

// A dialect is how an engine writes regular expressions. Expressions are those that a person would
// write, with one class for all alternatives that are single characters; internal/expression has
// them as the grammar does, which engines that try alternatives take longer for.
type dialect struct {
	begin, end string // of the text
	group      string // what begins a group
	class      func([]unicodeclass.Range) string
}

var (
	posix    = dialect{"^", "$", "(", bytesOf}
	pcre     = dialect{`\A`, `\z`, "(?:", escaped(`\x{%X}`)}
	advanced = dialect{`\A`, `\Z`, "(?:", escaped(`\U%08X`)} // of PostgreSQL
)

// expression returns a rule as an expression for whole texts.
func (d dialect) expression(g *abnf.Grammar, rule string) string {
	return d.begin + d.node(g, &abnf.RuleRef{Name: rule}) + d.end
}

func (d dialect) node(g *abnf.Grammar, n abnf.Node) string {
	if ranges, ok := characters(g, n); ok {
		return d.class(ranges)
	}
	switch n := n.(type) {
	case *abnf.Alternation:
		return d.alternation(g, n)
	case *abnf.Concatenation:
		var b strings.Builder
		for _, x := range n.Elems {
			b.WriteString(d.node(g, x))
		}
		return b.String()
	case *abnf.Repetition:
		return d.repetition(g, n)
	case *abnf.RuleRef:
		return d.node(g, g.Target(n).Body)
	case *abnf.CharVal:
		var b strings.Builder
		for _, c := range n.Text {
			ranges, _ := characters(g, &abnf.CharVal{Text: string(c), CaseSensitive: n.CaseSensitive})
			b.WriteString(d.class(ranges))
		}
		return b.String()
	}
	panic(fmt.Sprintf("no expression for %v", n)) // the grammar of RFC 3987 has no other node
}

// alternation puts the characters first.
func (d dialect) alternation(g *abnf.Grammar, n *abnf.Alternation) string {
	var all []unicodeclass.Range
	var others []string
	for _, x := range n.Alts {
		if ranges, ok := characters(g, x); ok {
			all = append(all, ranges...)
		} else {
			others = append(others, d.node(g, x))
		}
	}
	if len(all) > 0 {
		others = append([]string{d.class(all)}, others...)
	}
	return d.group + strings.Join(others, "|") + ")"
}

func (d dialect) repetition(g *abnf.Grammar, n *abnf.Repetition) string {
	if n.Max == 0 {
		return "" // whatever the element is, prose included
	}
	switch body := d.group + d.node(g, n.Elem) + ")"; {
	case n.Min == 0 && n.Max == abnf.Unbounded:
		return body + "*"
	case n.Min == 0 && n.Max == 1:
		return body + "?"
	case n.Max == abnf.Unbounded:
		return fmt.Sprintf("%s{%d,}", body, n.Min)
	default:
		return fmt.Sprintf("%s{%d,%d}", body, n.Min, n.Max)
	}
}

// escaped returns classes in which characters have numbers.
func escaped(number string) func([]unicodeclass.Range) string {
	return func(ranges []unicodeclass.Range) string {
		var b strings.Builder
		for _, r := range ranges {
			fmt.Fprintf(&b, number, r.Lo)
			if r.Hi > r.Lo {
				fmt.Fprintf(&b, "-"+number, r.Hi)
			}
		}
		return "[" + b.String() + "]"
	}
}

// bytesOf returns a class for the locale C, in which each byte is a character: the C library has no
// ranges beyond ASCII in C.UTF-8. In a class of POSIX, "]" stands first, "-" last and "^" not first.
func bytesOf(ranges []unicodeclass.Range) string {
	var first, middle, last string
	var alternatives []string
	for _, s := range unicodeclass.New(ranges...).Sequences() {
		if len(s) > 1 {
			var b []byte
			for _, r := range s {
				b = append(b, '[', r.Lo, '-', r.Hi, ']')
			}
			alternatives = append(alternatives, string(b))
			continue
		}
		for c := int(s[0].Lo); c <= int(s[0].Hi); c++ {
			switch c {
			case ']':
				first = "]"
			case '-', '^':
				last = string(rune(c)) + last // "^" comes behind "-" in ASCII
			default:
				middle += string(rune(c))
			}
		}
	}
	ascii := "[" + first + middle + last + "]"
	if ascii == "[^]" {
		ascii = `\^`
	}
	switch {
	case len(alternatives) == 0:
		return ascii
	case ascii != "[]":
		alternatives = append([]string{ascii}, alternatives...)
	}
	return "(" + strings.Join(alternatives, "|") + ")"
}

// characters returns the characters of a node whose texts are all single characters.
func characters(g *abnf.Grammar, n abnf.Node) (ranges []unicodeclass.Range, ok bool) {
	one := func(c rune) unicodeclass.Range { return unicodeclass.Range{Lo: c, Hi: c} }
	switch n := n.(type) {
	case *abnf.Alternation:
		for _, alternative := range n.Alts {
			more, ok := characters(g, alternative)
			if !ok {
				return nil, false
			}
			ranges = append(ranges, more...)
		}
		return ranges, true
	case *abnf.Concatenation:
		if len(n.Elems) == 1 {
			return characters(g, n.Elems[0])
		}
	case *abnf.RuleRef:
		return characters(g, g.Target(n).Body)
	case *abnf.CharVal:
		if len(n.Text) != 1 {
			return nil, false
		}
		c := rune(n.Text[0])
		if lower, upper := rune(strings.ToLower(n.Text)[0]), rune(strings.ToUpper(n.Text)[0]); lower != upper && !n.CaseSensitive {
			return []unicodeclass.Range{one(upper), one(lower)}, true
		}
		return []unicodeclass.Range{one(c)}, true
	case *abnf.NumVal:
		if n.Range {
			return []unicodeclass.Range{{Lo: rune(n.Values[0]), Hi: rune(n.Values[1])}}, true
		}
		if len(n.Values) == 1 {
			return []unicodeclass.Range{one(rune(n.Values[0]))}, true
		}
	}
	return nil, false
}
