package abnftest

import (
	"maps"
	"strconv"
	"strings"

	"example.org/iri/compile/abnf"
	"example.org/iri/dfa"
)

// Nowhere is where a rule lies that a reading has not met.
var Nowhere = dfa.Span{Start: -1, End: -1}

// Reading is one way to read a text, or its beginning.
type Reading struct {
	Text  string
	Spans [4]dfa.Span // where each rule of Reader.Spans began last, and ended last
	Stack string      // the rules of Reader.Parts that it is in, as /NAME@OFFSET
	Held  string      // the stack of each byte, each behind a space
}

// Last returns the stack in which the last byte was read.
func (x Reading) Last() string { return x.Held[strings.LastIndexByte(x.Held, ' ')+1:] }

// Reader lists readings, all of them: the judge of marks, parts and spans.
type Reader struct {
	Grammar  *abnf.Grammar
	Spans    []string // at most four rules
	Parts    []string // rules, or NAME=RULE
	Alphabet string   // the characters of the texts, or octets
	Longest  int      // text, in bytes
	Prefix   string   // texts begin so, or are the beginning of that

	// If set, Begin is told of each reading that comes to a rule of Spans, by number, and
	// Read of each that reads a character, also of those that lead nowhere.
	Begin func(x Reading, span int)
	Read  func(before, after Reading)
}

// ReadText returns a reader of a text alone.
func ReadText(g *abnf.Grammar, text string) *Reader {
	return &Reader{Grammar: g, Alphabet: text, Longest: len(text), Prefix: text}
}

// Readings is a set of readings.
type Readings map[Reading]bool

// All returns the readings of the texts of a rule.
func (r *Reader) All(rule string) Readings {
	return r.node(&abnf.RuleRef{Name: rule}, Readings{{Spans: [4]dfa.Span{Nowhere, Nowhere, Nowhere, Nowhere}}: true})
}

// node returns the readings that n makes of those before it.
func (r *Reader) node(n abnf.Node, from Readings) Readings {
	if len(from) == 0 {
		return from // recursion ends here
	}
	switch n := n.(type) {
	case *abnf.Alternation:
		all := make(Readings)
		for _, alt := range n.Alts {
			maps.Copy(all, r.node(alt, from))
		}
		return all
	case *abnf.Concatenation:
		for _, elem := range n.Elems {
			from = r.node(elem, from)
		}
		return from
	case *abnf.Repetition:
		return r.repetition(n, from)
	case *abnf.RuleRef:
		return r.rule(r.Grammar.Target(n), from)
	}
	for i := 0; ; i++ {
		if _, length := Reads(n, i, 0); i == length {
			return from
		}
		from = r.terminal(n, i, from)
	}
}

func (r *Reader) repetition(n *abnf.Repetition, from Readings) Readings {
	for range n.Min {
		from = r.node(n.Elem, from)
	}
	all := maps.Clone(from)
	for i := n.Min; i != n.Max; i++ {
		size := len(all)
		from = r.node(n.Elem, from)
		if maps.Copy(all, from); len(all) == size {
			break
		}
	}
	return all
}

func (r *Reader) rule(rule *abnf.Rule, from Readings) Readings {
	span, _ := index(r.Spans, rule.Name)
	part, name := index(r.Parts, rule.Name)
	if span < 0 && part < 0 {
		return r.node(rule.Body, from)
	}
	in, out := make(Readings), make(Readings)
	for x := range from {
		if span >= 0 {
			if r.Begin != nil {
				r.Begin(x, span)
			}
			x.Spans[span].Start = len(x.Text)
		}
		if part >= 0 {
			x.Stack += "/" + name + "@" + strconv.Itoa(len(x.Text))
		}
		in[x] = true
	}
	for x := range r.node(rule.Body, in) {
		if span >= 0 {
			x.Spans[span].End = len(x.Text)
		}
		if part >= 0 {
			x.Stack = x.Stack[:strings.LastIndexByte(x.Stack, '/')]
		}
		out[x] = true
	}
	return out
}

// terminal reads character i of a string or value.
func (r *Reader) terminal(n abnf.Node, i int, from Readings) Readings {
	to := make(Readings)
	for x := range from {
		for _, c := range r.next(x) {
			if fits, _ := Reads(n, i, c); !fits {
				continue
			}
			y := x
			bytes := r.Grammar.Encoding.Append(nil, c)
			y.Text += string(bytes)
			if len(r.Parts) > 0 {
				y.Held += strings.Repeat(" "+y.Stack, len(bytes))
			}
			if len(y.Text) > r.Longest {
				continue
			}
			if r.Read != nil {
				r.Read(x, y)
			}
			to[y] = true
		}
	}
	return to
}

// next returns the characters that a reading may go on with.
func (r *Reader) next(x Reading) (list []rune) {
	rest, most := r.Alphabet, len(r.Alphabet)
	if len(x.Text) < len(r.Prefix) {
		rest, most = r.Prefix[len(x.Text):], 1
	}
	for len(list) < most {
		c, size := r.Grammar.Encoding.Decode(rest)
		if size == 0 {
			break // the end, or no character
		}
		list, rest = append(list, c), rest[size:]
	}
	return list
}
