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

// MaxSpans is how many rules are located at once.
const MaxSpans = 4

// Location is where each of some rules occurs in a string.
type Location [MaxSpans]Occurrences

// Occurrences are the places of a rule: where each begins and ends, in four bytes each.
type Occurrences string

// Spans returns the places in the order of their starts.
func (o Occurrences) Spans() (list []dfa.Span) {
	offset := func(at int) int { return int(int32(binary.BigEndian.Uint32([]byte(o[at:])))) }
	for i := 0; i < len(o); i += 8 {
		list = append(list, dfa.Span{Start: offset(i), End: offset(i + 4)})
	}
	return list
}

// OccurrencesAt is the inverse of Spans.
func OccurrencesAt(spans ...dfa.Span) (o Occurrences) {
	for _, s := range spans {
		o = o.with(s.Start).with(s.End)
	}
	return o
}

func (o Occurrences) String() string { return fmt.Sprint(o.Spans()) }

// with returns o with the beginning or the end of a place.
func (o Occurrences) with(offset int) Occurrences {
	return o + Occurrences(binary.BigEndian.AppendUint32(nil, uint32(offset)))
}

// Reading is one way to read a string, or its beginning.
type Reading struct {
	Text  string
	Spans Location // where each of Reader.Spans has begun, and ended
	Stack string   // the rules of Reader.Parts that it is in, as /NAME@OFFSET
	Held  string   // the stack of each byte, each after a space
}

// Offset returns how much was read.
func (x Reading) Offset() int { return len(x.Text) }

// Group is what a reading has but the places, of which there may be very many; of these it is only which
// spans there are.
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

// Last returns the stack in which the last byte was read.
func (x Reading) Last() string { return x.Held[strings.LastIndexByte(x.Held, ' ')+1:] }

// Reader lists readings, all of them: the reference for parts and spans.
type Reader struct {
	Grammar  *abnf.Grammar
	Spans    []string // at most MaxSpans, each RULE, A.B for rule B below rule A, or NAME=A.B
	Parts    []string // rules, or NAME=RULE
	Alphabet string   // the characters of the strings, or octets
	Longest  int      // string, in bytes
	Prefix   string   // strings begin so, or are the beginning of that

	// If set, Read is called for each reading that reads a character, also for those that lead
	// nowhere.
	Read func(before, after Reading)

	walk  Walk[Reading]
	once  *once          // for Places
	want  *Occurrences   // for Has: readings that have the first of Spans elsewhere are dropped
	paths [][]*abnf.Rule // of Spans
	in    []*abnf.Rule   // that are being read, the outermost first
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

// strays reports whether a reading does not lead to what is wanted.
func (r *Reader) strays(x Reading) bool {
	return r.want != nil && !strings.HasPrefix(string(*r.want), string(x.Spans[0]))
}

// isSpan reports whether a span is of a rule that is met here. Another rule of this name, which an
// imported grammar may have, is not meant.
func (r *Reader) isSpan(path []*abnf.Rule, rule *abnf.Rule) bool {
	below, last := path[:len(path)-1], path[len(path)-1]
	for _, outer := range r.in {
		if len(below) > 0 && outer == below[0] {
			below = below[1:]
		}
	}
	return len(below) == 0 && rule == last
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

// next returns the characters that a reading may go on with.
func (r *Reader) next(x Reading) (list []rune) {
	rest, most := r.Alphabet, len(r.Alphabet)
	if len(x.Text) < len(r.Prefix) {
		rest, most = r.Prefix[len(x.Text):], 1
	}
	for len(list) < most {
		c, size := values.Decode(r.Grammar.Encoding, rest)
		if size == 0 {
			break // the end, or no character
		}
		list, rest = append(list, c), rest[size:]
	}
	return list
}
