package matcher

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"example.org/iri/compile/abnf"
	"example.org/iri/dfa"
	"example.org/iri/internal/naming"
	"example.org/iri/internal/values"
)

const MaxSpans = 4

// Location is the places of several rules in a string.
type Location [MaxSpans]Occurrences

// Occurrences is the places of a rule: beginnings and ends of four bytes each, in a string because that is comparable.
type Occurrences string

func (o Occurrences) Spans() (list []dfa.Span) {
	offset := func(at int) int { return int(int32(binary.BigEndian.Uint32([]byte(o[at:])))) }
	for i := 0; i < len(o); i += 8 {
		list = append(list, dfa.Span{Start: offset(i), End: offset(i + 4)})
	}
	return list
}

func OccurrencesAt(spans ...dfa.Span) (o Occurrences) {
	for _, s := range spans {
		o = o.with(s.Start).with(s.End)
	}
	return o
}

func (o Occurrences) String() string { return fmt.Sprint(o.Spans()) }

// with appends the beginning or end of a place.
func (o Occurrences) with(offset int) Occurrences {
	return o + Occurrences(binary.BigEndian.AppendUint32(nil, uint32(offset)))
}

// Reading is one way to parse a string, or a prefix of it.
type Reading struct {
	Text  string
	Spans Location // offsets at which each of Reader.Spans has begun and ended
	Stack string   // rules of Reader.Parts that have begun and not ended, as /NAME@OFFSET
	Held  string   // for each byte of Text, a space and the Stack when it was read
}

func (x Reading) Offset() int { return len(x.Text) }

// Group returns the reading without the offsets of its spans, only with the set of spans that are present.
func (x Reading) Group() any {
	type group struct {
		text, stack, held string
		present           [MaxSpans]bool
	}
	g := group{text: x.Text, stack: x.Stack, held: x.Held}
	for k, places := range x.Spans {
		g.present[k] = places != ""
	}
	return g
}

func (x Reading) Last() string { return x.Held[strings.LastIndexByte(x.Held, ' ')+1:] }

// Reader lists all readings of strings. It is the oracle for parts and spans.
type Reader struct {
	Grammar  *abnf.Grammar
	Spans    []string // at most MaxSpans, each RULE, A.B for rule B below rule A, or NAME=A.B
	Parts    []string // rules, or NAME=RULE
	Alphabet string   // characters or octets of the strings
	Longest  int      // maximum length in bytes
	Prefix   string   // strings are prefixes of it, or begin with it

	// If set, Read is called for each reading that reads a character, even if it does not lead to the end.
	Read func(before, after Reading)

	walk  Walk[Reading]
	once  *once          // for Places
	want  *Occurrences   // for Has: readings with the first of Spans elsewhere are dropped
	paths [][]*abnf.Rule // of Spans
	in    []*abnf.Rule   // rules being read, the outermost first
}

func ReadText(g *abnf.Grammar, text string) *Reader {
	return &Reader{Grammar: g, Alphabet: text, Longest: len(text), Prefix: text}
}

// All returns the readings of all strings of a rule without duplicates.
func (r *Reader) All(rule string) []Reading {
	r.walk = Walk[Reading]{Grammar: r.Grammar, Character: r.character, Rule: r.rule, Idle: true}
	if r.once != nil {
		r.walk.Rule = r.ruleOnce
	}
	r.paths = nil
	for _, entry := range r.Spans {
		var path []*abnf.Rule
		for _, name := range naming.SpanPath(entry) {
			path = append(path, r.Grammar.Lookup(name))
		}
		r.paths = append(r.paths, path)
	}
	return r.walk.Node(&abnf.RuleRef{Name: rule}, Reading{})
}

func (r *Reader) rule(rule *abnf.Rule, x Reading) []Reading {
	var spans []int
	for k, path := range r.paths {
		if r.isSpan(path, rule) {
			spans = append(spans, k)
		}
	}
	part, name := index(r.Parts, rule.Name)
	for _, k := range spans {
		x.Spans[k] = x.Spans[k].with(len(x.Text))
	}
	outside := x.Stack
	if part >= 0 {
		x.Stack += "/" + name + "@" + strconv.Itoa(len(x.Text))
	}
	r.in = append(r.in, rule)
	list := slices.Clone(r.walk.Node(rule.Body, x))
	r.in = r.in[:len(r.in)-1]
	for i := range list {
		for _, k := range spans {
			list[i].Spans[k] = list[i].Spans[k].with(len(list[i].Text))
		}
		list[i].Stack = outside
	}
	return slices.DeleteFunc(list, r.strays)
}

func (r *Reader) strays(x Reading) bool {
	return r.want != nil && !strings.HasPrefix(string(*r.want), string(x.Spans[0]))
}

// isSpan reports whether rule is the span with a path here. An imported grammar may have other rules of its name.
func (r *Reader) isSpan(path []*abnf.Rule, rule *abnf.Rule) bool {
	below, last := path[:len(path)-1], path[len(path)-1]
	for _, outer := range r.in {
		if len(below) > 0 && outer == below[0] {
			below = below[1:]
		}
	}
	return len(below) == 0 && rule == last
}

// index returns the index of a rule in a list of RULE or NAME=RULE, and its name there, or -1.
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
		bytes := values.Append(r.Grammar.Encoding, nil, c)
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

func (r *Reader) next(x Reading) (list []rune) {
	rest, most := r.Alphabet, len(r.Alphabet)
	if len(x.Text) < len(r.Prefix) {
		rest, most = r.Prefix[len(x.Text):], 1
	}
	for len(list) < most {
		c, size := values.Decode(r.Grammar.Encoding, rest)
		if size == 0 {
			break // at the end, or at an invalid character
		}
		list, rest = append(list, c), rest[size:]
	}
	return list
}
