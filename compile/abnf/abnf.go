// Package abnf parses ABNF grammars (RFC 5234, and the case-sensitive strings of RFC 7405):
//
//	g, err := abnf.Parse([]byte("date = 4DIGIT \"-\" 2DIGIT\n"))
//
// A [Grammar] has the rules as trees with positions, which print themselves as ABNF. [Grammar.Verify]
// reports undefined names, [Grammar.Import] and [Grammar.Override] combine grammars. Package compile
// compiles rules. [Parse] and [ParseFile] are strict.
//
// The case of rule names does not matter. [Grammar.Lookup] always knows the core rules of appendix
// B.1, which are those of [Core]. A grammar may redefine one. Its own rules then use the new rule, but
// the other core rules do not: with another DIGIT, HEXDIG still has the digits 0 to 9.
//
// Limits: a grammar has at most 1 MiB; groups, options and repetitions nest at most 1000 deep; counts
// of repetitions are at most 2147483647, values at most %x10FFFF. At most 1000 errors are listed.
package abnf

import (
	"iter"
	"slices"
	"strings"
)

// Unbounded is the Max of a [Repetition] without an upper limit.
const Unbounded = -1

// Pos is a place in a grammar. Offset counts bytes from 0, Line and Col
// from 1; Col counts bytes. File is the name given to [ParseFile]. The zero Pos
// is no place at all.
type Pos struct {
	File   string
	Offset int
	Line   int
	Col    int
}

// Position returns p itself; every node and error embeds a Pos and so has it.
func (p Pos) Position() Pos { return p }

// Node is an element of a rule's right-hand side: one of *Alternation,
// *Concatenation, *Repetition, *CharVal, *NumVal, *RuleRef, *ProseVal.
// A group is the node inside its parentheses; an option [ x ] is the Repetition
// of x from 0 to 1. String prints a node as ABNF that reads back as the same tree.
type Node interface {
	Position() Pos
	String() string
}

// Alternation matches whatever one of its two or more Alts matches (RFC 5234, 3.2).
type Alternation struct {
	Pos
	Alts []Node
}

// Concatenation matches its two or more Elems one after the other (RFC 5234, 3.1).
type Concatenation struct {
	Pos
	Elems []Node
}

// Repetition matches Min to Max times Elem (RFC 5234, 3.6 to 3.8); Max may be
// [Unbounded]. With Max 0 it matches the empty string whatever Elem is.
type Repetition struct {
	Pos
	Min, Max int
	Elem     Node
}

// CharVal is a quoted string. Unless it is CaseSensitive (RFC 7405, %s"..."), ASCII letters match
// in either case. Text may be empty.
type CharVal struct {
	Pos
	Text          string
	CaseSensitive bool
}

// NumVal is one or more numbers in base 'x', 'd' or 'b' (RFC 5234, 2.3). With Range it matches any
// single value from Values[0] to Values[1], else the values in sequence.
type NumVal struct {
	Pos
	Base   byte
	Range  bool
	Values []uint32
}

// RuleRef is a reference to a rule, which [Grammar.Target] returns.
type RuleRef struct {
	Pos
	Name string

	home *Grammar // whose text it is in; nil if it was not parsed
}

// ProseVal is a description in prose, <Text>: for people, not for machines.
type ProseVal struct {
	Pos
	Text string
}

// Rule is a named production.
type Rule struct {
	Pos
	Name string // as written where it was first defined
	Body Node

	more    []Pos // where "=/" adds to it
	extends bool  // all of it stands behind "=/": what it adds to is in another grammar
}

// Grammar is a list of rules in the order of their definition. It may take further rules from
// other grammars: see [Grammar.Import] and [Grammar.Override].
type Grammar struct {
	// Encoding is what numeric values mean, also in the rules that come from other grammars.
	Encoding Encoding

	rules   []*Rule
	index   map[string]*Rule // by fold(Name)
	below   []*Grammar       // those that it overrides, the nearest first
	above   *Grammar         // that overrides it
	imports []view
}

// Rules yields the rules in the order of their definition, core rules only if
// the grammar itself defines them.
func (g *Grammar) Rules() iter.Seq[*Rule] { return slices.Values(g.rules) }

func (g *Grammar) add(r *Rule) {
	if g.index == nil {
		g.index = make(map[string]*Rule)
	}
	g.rules = append(g.rules, r)
	g.index[fold(r.Name)] = r
}

// fold maps the ASCII letters of a rule name to lower case, and no others:
// U+212A, the Kelvin sign, is not a k.
func fold(name string) string {
	return strings.Map(func(r rune) rune {
		if 'A' <= r && r <= 'Z' {
			return r - 'A' + 'a'
		}
		return r
	}, name)
}
