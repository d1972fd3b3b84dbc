// Package abnf parses ABNF grammars (RFC 5234, and the case-sensitive strings of RFC 7405):
//
//	g, err := abnf.Parse([]byte("date = 4DIGIT \"-\" 2DIGIT\n"))
//
// A [Grammar] has its rules as trees with positions; String prints them as ABNF. [Grammar.Verify] reports undefined
// names. [Grammar.Import] and [Grammar.Override] combine grammars. Package compile compiles rules. [Parse] and
// [ParseFile] are strict.
//
// Rule names are case-insensitive. [Grammar.Lookup] knows the core rules of appendix B.1, which [Core] returns. A
// grammar may redefine a core rule. Then its own rules use the new one, but the other core rules do not: with another
// DIGIT, HEXDIG still has the digits 0 to 9.
//
// Limits: a grammar has at most 1 MiB; groups, options and repetitions are nested at most 1000 deep; counts of
// repetitions are at most 2147483647, and values at most %x10FFFF. At most 1000 errors are reported.
package abnf

import (
	_ "embed"
	"fmt"
	"iter"
	"slices"
	"strings"
	"sync"
)

// Unbounded is the Max of a [Repetition] without an upper limit.
const Unbounded = -1

// Pos is a position in a grammar. Offset counts bytes from 0; Line and Col count from 1, Col in bytes. File is the name
// given to [ParseFile]. The zero Pos is no position.
type Pos struct {
	File   string
	Offset int
	Line   int
	Col    int
}

// Position returns p. All nodes and errors embed a Pos, and so have this method.
func (p Pos) Position() Pos { return p }

// Node is an element of the right-hand side of a rule: *Alternation, *Concatenation, *Repetition, *CharVal, *NumVal,
// *RuleRef or *ProseVal. A group is the node within its parentheses; an option [ x ] is the Repetition of x from 0 to
// 1. String returns ABNF that parses to the same tree.
type Node interface {
	Position() Pos
	String() string
}

// Alternation matches what one of its two or more Alts matches (RFC 5234, 3.2).
type Alternation struct {
	Pos
	Alts []Node
}

// Concatenation matches its two or more Elems in sequence (RFC 5234, 3.1).
type Concatenation struct {
	Pos
	Elems []Node
}

// Repetition matches Min to Max times Elem (RFC 5234, 3.6 to 3.8). Max may be [Unbounded]. If Max is 0, it matches only
// the empty string.
type Repetition struct {
	Pos
	Min, Max int
	Elem     Node
}

// CharVal is a quoted string. ASCII letters match in either case, unless it is CaseSensitive (RFC 7405, %s"..."). Text
// may be empty.
type CharVal struct {
	Pos
	Text          string
	CaseSensitive bool
}

// NumVal is one or more numbers in base 'x', 'd' or 'b' (RFC 5234, 2.3). With Range it matches a value from Values[0]
// to Values[1], else the sequence of all values.
type NumVal struct {
	Pos
	Base   byte
	Range  bool
	Values []uint32
}

// RuleRef is a reference to a rule. [Grammar.Target] returns the rule.
type RuleRef struct {
	Pos
	Name string

	home *Grammar // the grammar that has it in its text, or nil
}

// ProseVal is a description in prose, <Text>, which cannot be compiled.
type ProseVal struct {
	Pos
	Text string
}

// Rule is a named production.
type Rule struct {
	Pos
	Name string // as written in the first definition
	Body Node

	more    []Pos // positions of "=/" definitions
	extends bool  // all definitions are "=/": they extend a rule of another grammar
}

// Grammar is a list of rules in the order of their definition. It may use rules of other grammars: see [Grammar.Import]
// and [Grammar.Override].
type Grammar struct {
	// Encoding is the meaning of numeric values, also in rules of other grammars.
	Encoding Encoding

	rules   []*Rule
	index   map[string]*Rule // by fold(Name)
	below   []*Grammar       // grammars that it overrides, nearest first
	above   *Grammar         // grammar that overrides it
	imports []view
}

// Rules yields the rules in the order of their definition. It yields core rules only if the grammar defines them.
func (g *Grammar) Rules() iter.Seq[*Rule] { return slices.Values(g.rules) }

func (g *Grammar) add(r *Rule) {
	if g.index == nil {
		g.index = make(map[string]*Rule)
	}
	g.rules = append(g.rules, r)
	g.index[fold(r.Name)] = r
}

// fold converts ASCII letters to lower case, and no others: U+212A, the Kelvin sign, is not a k.
func fold(name string) string {
	return strings.Map(func(r rune) rune {
		if 'A' <= r && r <= 'Z' {
			return r - 'A' + 'a'
		}
		return r
	}, name)
}

//go:embed core.abnf
var coreText []byte

var core struct {
	once    sync.Once
	grammar *Grammar
}

// Core returns the core rules of RFC 5234, appendix B.1, which grammars use without defining them. All callers share
// the Grammar, which must not be modified.
func Core() *Grammar {
	core.once.Do(func() {
		g, err := ParseFile("core rules", coreText)
		if err != nil {
			panic(err)
		}
		core.grammar = g
	})
	return core.grammar
}

// Encoding is the encoding of numeric values as bytes, which ABNF leaves open (RFC 5234, section 2.4). It is a property
// of a grammar: %x80-FF means octets in RFC 9110, and %xA0-D7FF means characters in RFC 3987. Quoted strings are ASCII,
// so their encoding does not differ.
type Encoding uint8

const (
	// UTF8 interprets values as code points, which strings have in UTF-8. Surrogates match nothing.
	UTF8 Encoding = iota

	// Octets interprets values as bytes, up to %xFF.
	Octets
)

// Limits of a grammar. Repetition counts are limited to math.MaxInt32, values to the last code point.
const (
	// maxSize limits the bytes of a text, and so the memory for its tree or its errors.
	maxSize = 1 << 20

	// maxDepth limits the nesting of groups, options and repetitions, and so the stack of recursive functions over
	// trees.
	maxDepth = 1000

	// maxFaults limits the number of errors that are reported.
	maxFaults = 1000
)

func checkSize(name string, src []byte) error {
	if len(src) <= maxSize {
		return nil
	}
	return ErrorList{{
		Pos: Pos{File: name},
		Msg: fmt.Sprintf("the grammar has more than %d bytes", maxSize),
	}}
}
