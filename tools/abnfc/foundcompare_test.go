package main

import (
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"testing"

	"example.org/iri/compile"
	"example.org/iri/compile/abnf"
	"example.org/iri/dfa"
	"example.org/iri/dfa/table"
	"example.org/iri/internal/sample"
	"example.org/iri/internal/testkit/matcher"
)

// comparison holds what was compiled of a rule against a matcher that walks the grammar.
type comparison struct {
	t       *testing.T
	grammar *abnf.Grammar
	rule    string
	cache   *compile.Cache
	outcome *outcome
	valid   []string // texts made from the rule
}

// textsPerRule is how many texts each automaton is compared on.
const textsPerRule = 100

// longest is how long, in bytes, texts are at most that are compared.
const longest = 255

// results compares the results of an automaton on texts of the rule, on these texts with some
// places changed, and on random ones.
func (c *comparison) results(a *dfa.Automaton) {
	rng := c.rng()
	c.valid = c.samples(rng)
	texts := slices.Clone(c.valid)
	for len(texts) < textsPerRule {
		text := ""
		if len(c.valid) > 0 && len(texts)%4 > 0 {
			text = mutant(rng, c.valid)
		} else {
			text = randomText(rng, c.valid)
		}
		texts = append(texts, text[:min(len(text), longest)])
	}
	for _, text := range texts {
		want := matcher.Matches(c.grammar, c.rule, text)
		if got := dfa.Match(a, text); got != want {
			c.t.Errorf("rule %s: %+q: %t, want %t", c.rule, text, got, want)
		}
	}
	c.outcome.texts += len(texts)
	if c.grammar.Encoding == abnf.Octets {
		c.outcome.octets += len(texts)
	}
}

// rng returns a source that depends on the rule alone.
func (c *comparison) rng() *rand.Rand {
	h := fnv.New64a()
	h.Write([]byte(c.rule))
	return rand.New(rand.NewPCG(h.Sum64(), 0))
}

// samples returns texts of the rule, up to half of those that are wanted: some that cover it and
// some random ones.
func (c *comparison) samples(rng *rand.Rand) (list []string) {
	s, err := sample.New(c.grammar, c.rule, rng.Uint64())
	if err != nil {
		return nil // too long, or there is none
	}
	cover := s.Cover()
	rng.Shuffle(len(cover), func(i, j int) { cover[i], cover[j] = cover[j], cover[i] })
	cover = cover[:min(len(cover), textsPerRule*3/10)]
	for range textsPerRule/2 - len(cover) {
		cover = append(cover, s.Random())
	}
	for _, text := range cover {
		if len(text) <= longest {
			list = append(list, text)
		}
	}
	return list
}

// mutant returns one of some texts with one to three places changed: bytes left out, doubled,
// replaced by others, or by a part of another text.
func mutant(rng *rand.Rand, texts []string) string {
	text := texts[rng.IntN(len(texts))]
	for range 1 + rng.IntN(3) {
		begin := rng.IntN(len(text) + 1)
		end := min(len(text), begin+rng.IntN(3))
		other := texts[rng.IntN(len(texts))]
		from := rng.IntN(len(other) + 1)
		insert := [...]string{
			"", text[begin:end] + text[begin:end], string([]byte{byte(rng.IntN(256))}), string([]byte{byte(rng.IntN(128))}),
			other[from:min(len(other), from+rng.IntN(4))],
		}
		text = text[:begin] + insert[rng.IntN(len(insert))] + text[end:]
	}
	return text
}

// randomText returns a short text of any bytes, most of them from texts.
func randomText(rng *rand.Rand, texts []string) string {
	text := make([]byte, rng.IntN(12))
	for i := range text {
		text[i] = byte(rng.IntN(256))
		if len(texts) > 0 && rng.IntN(4) > 0 {
			if from := texts[rng.IntN(len(texts))]; from != "" {
				text[i] = from[rng.IntN(len(from))]
			}
		}
	}
	return string(text)
}

// places compares the spans of rules that the rule refers to, a few, with where the parses of
// valid texts have them. Where they are ambiguous, it looks at the witness, and expects the spans
// of the parse that is preferred.
func (c *comparison) places() {
	const most = 2
	for _, name := range c.references(most) {
		ambiguous := false
		tagged, err := compile.Spans(c.grammar, c.rule, []string{name}, &compile.Options{
			Cache:   c.cache,
			MaxWork: 1 << 17, // what takes more is left out: it may take seconds
			PreferFirst: func(e *compile.AmbiguousError) {
				ambiguous = true
				c.witness(e)
			},
		})
		switch {
		case err == nil:
			c.spans(tagged, name, ambiguous)
		case reasonOf(err) != reasonLimit:
			c.t.Errorf("rule %s, span %s: %v", c.rule, name, err)
		}
	}
}

// references lists rules that the rule refers to itself and that do not come back to themselves. A name
// may mean another rule for spans than here: rfc7230.abnf has a rule Host, and its uri-host is host of
// RFC 3986.
func (c *comparison) references(most int) (list []string) {
	for n := range abnf.All(c.grammar.Lookup(c.rule).Body) {
		ref, is := n.(*abnf.RuleRef)
		if !is || c.grammar.Lookup(ref.Name) == nil {
			continue
		}
		if len(list) == most || slices.Contains(list, ref.Name) || c.recursive(ref.Name) || c.recursive(c.rule) {
			continue
		}
		list = append(list, ref.Name)
	}
	return list
}

// recursive reports whether a rule reaches itself.
func (c *comparison) recursive(rule string) bool {
	for _, r := range c.grammar.References(rule) {
		if r == c.grammar.Lookup(rule) {
			return true
		}
	}
	return false
}

// spans compares the span of a rule in valid texts with those of all parses or, if it is ambiguous,
// of the first.
func (c *comparison) spans(tagged *table.Tagged, name string, ambiguous bool) {
	const most = 20
	for _, text := range c.valid[:min(len(c.valid), most)] {
		got, ok, err := matcher.Find(tagged, text)
		places, finite := matcher.Places(c.grammar, c.rule, []string{name}, text)
		if !finite {
			continue
		}
		if !ok || err != nil || len(places) == 0 || got[0] != places[0][0] || len(places) > 1 && !ambiguous {
			c.t.Errorf("rule %s, span %s: %+q: %v, %v, %v, want %v", c.rule, name, text, got, ok, err, places)
		}
		c.outcome.spans++
	}
}

// witness expects parses of the text of an error that put the rule into both of its places.
func (c *comparison) witness(e *compile.AmbiguousError) {
	if len(e.Text) > longest {
		return
	}
	for _, places := range e.Places {
		has, finite := matcher.Has(c.grammar, c.rule, e.Name, string(e.Text), matcher.OccurrencesAt(places...))
		if !finite {
			return
		}
		if !has {
			c.t.Errorf("%v: no parse has it at %v", e, places)
		}
	}
	if slices.Equal(e.Places[0], e.Places[1]) {
		c.t.Errorf("%v: the places are the same", e)
	}
	c.outcome.ambiguous++
}
