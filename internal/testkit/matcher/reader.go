package matcher

import (
	"slices"
	"strconv"
	"strings"

	"example.org/iri/compile/abnf"
	"example.org/iri/dfa"
	"example.org/iri/internal/naming"
)

// MaxSpans is how many rules are located at once.
const MaxSpans = 4

// Location is where each of some rules lies that a string has, the last one of each; [Nowhere] if it
// has none.
type Location [MaxSpans]dfa.Span

// Nowhere is where a rule lies that a reading has not met.
var Nowhere = dfa.Span{Start: -1, End: -1}

var nowhere = Location{Nowhere, Nowhere, Nowhere, Nowhere}

// Reading is one way to read a string, or its beginning.
type Reading struct {
	Text  string
	Spans Location // where each rule of Reader.Spans began last, and ended last
	Stack string   // the rules of Reader.Parts that it is in, as /NAME@OFFSET
	Held  string   // the stack of each byte, each after a space
}

// Offset returns how much was read.
func (x Reading) Offset() int { return len(x.Text) }

// Last returns the stack in which the last byte was read.
func (x Reading) Last() string { return x.Held[strings.LastIndexByte(x.Held, ' ')+1:] }

// Reader lists readings, all of them: the reference for parts and spans.
type Reader struct {
	Grammar  *abnf.Grammar
	Spans    []string // at most MaxSpans rules
	Parts    []string // rules, or NAME=RULE
	Alphabet string   // the characters of the strings, or octets
	Longest  int      // string, in bytes
	Prefix   string   // strings begin so, or are the beginning of that

	// If set, Read is called for each reading that reads a character, also for those that lead
	// nowhere.
	Read func(before, after Reading)

	walk Walk[Reading]
	once *once // for Places
}

// ReadText returns a reader of one string alone.
func ReadText(g *abnf.Grammar, text string) *Reader {
	return &Reader{Grammar: g, Alphabet: text, Longest: len(text), Prefix: text}
}

// All returns the readings of the strings of a rule, each once.
func (r *Reader) All(rule string) []Reading {
	r.walk = Walk[Reading]{Grammar: r.Grammar, Character: r.character, Rule: r.rule, Idle: true}
	if r.once != nil {
		r.walk.Rule = r.ruleOnce
	}
	return r.walk.Node(&abnf.RuleRef{Name: rule}, Reading{Spans: nowhere})
}

func (r *Reader) rule(rule *abnf.Rule, x Reading) []Reading {
	span, _ := index(r.Spans, rule.Name)
	part, name := index(r.Parts, rule.Name)
	if span >= 0 {
		x.Spans[span].Start = len(x.Text)
	}
	outside := x.Stack
	if part >= 0 {
		x.Stack += "/" + name + "@" + strconv.Itoa(len(x.Text))
	}
	list := slices.Clone(r.walk.Node(rule.Body, x))
	for i := range list {
		if span >= 0 {
			list[i].Spans[span].End = len(list[i].Text)
		}
		list[i].Stack = outside
	}
	return list
}

// index returns the number of a rule in a list of RULE or NAME=RULE, and its name there;
// -1 if it is not there.
func index(list []string, rule string) (int, string) {
	for i, spec := range list {
		name, of, err := naming.Cut(spec)
		if err == nil && strings.EqualFold(of, rule) {
			return i, name
		}
	}
	return -1, ""
}

func (r *Reader) character(x Reading, set Characters) (list []Reading) {
	if r.once != nil && !r.once.step() {
		return nil
	}
	for _, c := range r.next(x) {
		if !set.Has(c) {
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
		list = append(list, y)
	}
	return list
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
