package main

import (
	"fmt"
	"slices"
	"strings"

	"example.org/iri/compile/abnf"
	"example.org/iri/internal/unicodeclass"
)

// syntax is how a tool writes regular expressions over bytes.
type syntax struct {
	bytes  func(lo, hi byte) string
	empty  string
	then   string                          // between two expressions, one behind the other
	tagged func(k int, body string) string // notes where the k-th span lies
}

var re2cSyntax = syntax{
	bytes: func(lo, hi byte) string {
		return fmt.Sprintf(`[\x%02x-\x%02x]`, lo, hi)
	},
	empty:  `""`,
	then:   " ",
	tagged: func(k int, body string) string { return fmt.Sprintf("@b%d %s @e%d", k, body, k) },
}

var ragelSyntax = syntax{
	bytes: func(lo, hi byte) string {
		return fmt.Sprintf("0x%02x..0x%02x", lo, hi)
	},
	empty:  `""`,
	then:   " . ",
	tagged: func(_ int, body string) string { return body },
}

// exporter writes rules as definitions, each behind those that it needs.
type exporter struct {
	syntax
	grammar     *abnf.Grammar
	spans       []*abnf.Rule // to be tagged
	names       map[*abnf.Rule]string
	definitions strings.Builder
	err         error // the first
}

// export returns the definitions that a rule needs, and its name among them.
func export(g *abnf.Grammar, rule string, s syntax, spans []string) (definitions, name string, err error) {
	if err := g.Verify(rule); err != nil {
		return "", "", err
	}
	x := &exporter{syntax: s, grammar: g, names: make(map[*abnf.Rule]string)}
	for _, span := range spans {
		x.spans = append(x.spans, g.Lookup(span))
	}
	name = x.rule(g.Lookup(rule))
	return x.definitions.String(), name, x.err
}

// rule defines a rule, if that has not been done, and returns its name.
func (x *exporter) rule(r *abnf.Rule) string {
	if name, known := x.names[r]; known {
		if name == "" && x.err == nil {
			x.err = fmt.Errorf("%v: rule %s refers to itself", r.Pos, r.Name)
		}
		return name
	}
	x.names[r] = ""
	body := x.node(r.Body)
	name := fmt.Sprintf("r%d_%s", len(x.names), strings.ReplaceAll(r.Name, "-", "_"))
	if k := slices.Index(x.spans, r); k >= 0 {
		body = x.tagged(k, body)
	}
	x.names[r] = name
	fmt.Fprintf(&x.definitions, "\t%s = %s;\n", name, body)
	return name
}

// node returns an expression that can stand anywhere.
func (x *exporter) node(n abnf.Node) string {
	switch n := n.(type) {
	case *abnf.Alternation:
		return alternatives(x.nodes(n.Alts))
	case *abnf.Concatenation:
		return x.sequence(x.nodes(n.Elems))
	case *abnf.Repetition:
		return x.repetition(n)
	case *abnf.RuleRef:
		return x.rule(x.grammar.Target(n))
	case *abnf.CharVal:
		return x.charVal(n)
	case *abnf.NumVal:
		return x.numVal(n)
	}
	if x.err == nil {
		x.err = fmt.Errorf("%v: %v is no regular expression", n.Position(), n)
	}
	return x.empty
}

func (x *exporter) nodes(list []abnf.Node) []string {
	texts := make([]string, len(list))
	for i, n := range list {
		texts[i] = x.node(n)
	}
	return texts
}

func alternatives(list []string) string {
	if len(list) == 1 {
		return list[0]
	}
	return "(" + strings.Join(list, " | ") + ")"
}

func (x *exporter) sequence(list []string) string {
	switch len(list) {
	case 0:
		return x.empty
	case 1:
		return list[0]
	}
	return "(" + strings.Join(list, x.then) + ")"
}

func (x *exporter) repetition(n *abnf.Repetition) string {
	if n.Max == 0 {
		return x.empty
	}
	elem := x.node(n.Elem)
	switch {
	case n.Max == abnf.Unbounded && n.Min == 0:
		return "((" + elem + ")*)"
	case n.Max == abnf.Unbounded:
		return fmt.Sprintf("((%s){%d,})", elem, n.Min)
	}
	return fmt.Sprintf("((%s){%d,%d})", elem, n.Min, n.Max)
}

func (x *exporter) charVal(n *abnf.CharVal) string {
	var list []string
	for _, c := range []byte(n.Text) {
		lower, upper := strings.ToLower(string(c))[0], strings.ToUpper(string(c))[0]
		if text := x.bytes(c, c); n.CaseSensitive || lower == upper {
			list = append(list, text)
		} else {
			list = append(list, "("+x.bytes(lower, lower)+" | "+x.bytes(upper, upper)+")")
		}
	}
	return x.sequence(list)
}

func (x *exporter) numVal(n *abnf.NumVal) string {
	if n.Range {
		return x.values(rune(n.Values[0]), rune(n.Values[1]))
	}
	var list []string
	for _, v := range n.Values {
		list = append(list, x.values(rune(v), rune(v)))
	}
	return x.sequence(list)
}

// values returns an expression for a range of values, in the encoding of the grammar.
func (x *exporter) values(lo, hi rune) string {
	if x.grammar.Encoding == abnf.Octets {
		return x.bytes(byte(lo), byte(hi))
	}
	var all []string
	for _, sequence := range unicodeclass.New(unicodeclass.Range{Lo: lo, Hi: hi}).Sequences() {
		var list []string
		for _, r := range sequence {
			list = append(list, x.bytes(r.Lo, r.Hi))
		}
		all = append(all, x.sequence(list))
	}
	return alternatives(all)
}
