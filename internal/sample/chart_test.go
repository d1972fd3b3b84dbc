package sample_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"example.org/iri/compile/abnf"
	. "example.org/iri/internal/sample"
	"example.org/iri/internal/testkit"
	"example.org/iri/internal/testkit/matcher"
	"example.org/iri/internal/values"
)

// decision is a choice of a parse at a node: the index of an alternative, a number of repetitions, or a constant below.
type decision struct {
	node   abnf.Node
	choice int
}

// Choices at any node, at a range, and at a case-insensitive string.
const (
	visited = -1 - iota
	lowEnd
	highEnd
	insideRange
	inLower
	inUpper
)

// chart collects the decisions of all parses of a string. It is a slow oracle for covering sets.
type chart struct {
	grammar *abnf.Grammar
	text    string
	reading *matcher.Text
	marked  map[span]bool
	made    map[decision]bool
}

// span is a node and the part of the string that it matches.
type span struct {
	node       abnf.Node
	start, end int
}

// decisionsOf returns the decisions of all parses of the whole text, or nil if there is none.
func decisionsOf(g *abnf.Grammar, rule, text string) map[decision]bool {
	if !matcher.Matches(g, rule, text) {
		return nil
	}
	c := &chart{g, text, matcher.NewText(g, text), make(map[span]bool), make(map[decision]bool)}
	c.mark(g.Lookup(rule).Body, 0, len(text))
	return c.made
}

// after returns the offsets at which n can end if it begins at one of from, in increasing order.
func (c *chart) after(n abnf.Node, from []int) (ends []int) {
	for _, at := range from {
		ends = append(ends, c.reading.Ends(n, at)...)
	}
	slices.Sort(ends)
	return slices.Compact(ends)
}

// counts returns the numbers of repetitions with which n matches from start to end, up to the largest relevant one.
func (c *chart) counts(n *abnf.Repetition, start, end int) (list []int) {
	last := n.Max
	if last == abnf.Unbounded || last > n.Min+len(c.text)+1 && last > 1000 {
		last = n.Min + len(c.text) + 1
	}
	at := []int{start}
	for count := 0; ; count++ {
		if count >= n.Min && slices.Contains(at, end) {
			list = append(list, count)
		}
		if count == last || len(at) == 0 {
			return list
		}
		at = c.after(n.Elem, at)
	}
}

// mark collects the decisions of the parses of n from start to end.
func (c *chart) mark(n abnf.Node, start, end int) {
	at := span{n, start, end}
	if c.marked[at] {
		return
	}
	c.marked[at] = true
	c.made[decision{n, visited}] = true
	switch n := n.(type) {
	case *abnf.Alternation:
		for i, alt := range n.Alts {
			if slices.Contains(c.reading.Ends(alt, start), end) {
				c.made[decision{n, i}] = true
				c.mark(alt, start, end)
			}
		}
	case *abnf.Concatenation:
		c.markSequence(n.Elems, start, end)
	case *abnf.Repetition:
		for _, count := range c.counts(n, start, end) {
			c.made[decision{n, count}] = true
			c.markSequence(slices.Repeat([]abnf.Node{n.Elem}, count), start, end)
		}
	case *abnf.RuleRef:
		c.mark(c.grammar.Target(n).Body, start, end)
	case *abnf.CharVal:
		got := c.text[start:end]
		c.made[decision{n, inLower}] = c.made[decision{n, inLower}] || got == strings.ToLower(got)
		c.made[decision{n, inUpper}] = c.made[decision{n, inUpper}] || got == strings.ToUpper(got)
	case *abnf.NumVal:
		if n.Range {
			c.markRange(n, c.text[start:])
		}
	}
}

func (c *chart) markRange(n *abnf.NumVal, text string) {
	got, _ := values.Decode(c.grammar.Encoding, text)
	low, high := uint32(got) == n.Values[0], uint32(got) == n.Values[1]
	c.made[decision{n, lowEnd}] = c.made[decision{n, lowEnd}] || low
	c.made[decision{n, highEnd}] = c.made[decision{n, highEnd}] || high
	c.made[decision{n, insideRange}] = c.made[decision{n, insideRange}] || !low && !high
}

// markSequence collects the decisions of the parses of a sequence.
func (c *chart) markSequence(elems []abnf.Node, start, end int) {
	from := [][]int{{start}} // possible ends of the elements before
	for i, elem := range elems {
		from = append(from, c.after(elem, from[i]))
	}
	to := []int{end} // possible beginnings of the elements after
	for i, elem := range slices.Backward(elems) {
		var begins []int
		for _, p := range from[i] {
			for _, q := range c.reading.Ends(elem, p) {
				if slices.Contains(to, q) {
					begins = append(begins, p)
					c.mark(elem, p, q)
				}
			}
		}
		to = begins
	}
}

// randomGrammar returns a grammar of a few rules that refer to each other in any way.
func randomGrammar(rnd *rand.Rand) string {
	var body func(depth int) string
	body = func(depth int) string {
		if depth == 0 {
			leaves := []string{`"x"`, `"xY"`, `""`, "%x61-63", "%s\"z\"", "%xD800-DFFF", "%x62.63", "a", "b", "c", "a", "b", "c"}
			return leaves[rnd.IntN(len(leaves))]
		}
		switch rnd.IntN(4) {
		case 0:
			return []string{"*", "1*", "2*3", "*2", "0", "3"}[rnd.IntN(6)] + "( " + body(depth-1) + " )"
		case 1:
			return "( " + body(depth-1) + " / " + body(depth-1) + " )"
		case 2:
			return body(depth-1) + " " + body(depth-1)
		}
		return body(depth - 1)
	}
	return "a = " + body(3) + "\nb = " + body(2) + "\nc = " + body(2) + "\n"
}

// TestRandomGrammars checks that the sampler covers random grammars, or refuses those that match no short string.
func TestRandomGrammars(t *testing.T) {
	seed := uint64(testkit.Seed(5234))
	rnd := rand.New(rand.NewPCG(seed, 0))
	covered, refused := 0, 0
	for range 500 {
		text := randomGrammar(rnd)
		g := parse(t, text)
		s, err := New(g, "a", 1)
		if err != nil {
			refused++
			for _, short := range []string{"", "x", "a", "b", "c", "z", "xy", "xx", "bc"} {
				if matcher.Matches(g, "a", short) {
					t.Errorf("%s%v, but %q matches", text, err, short)
				}
			}
			continue
		}
		tooLong := func(text string) bool { return utf8.RuneCountInString(text) > 63 }
		if len(s.LeftOut()) == 0 && !slices.ContainsFunc(s.Cover(), tooLong) {
			covered++
			checkCover(t, g, "a", 1)
		}
		for _, sample := range append(s.Cover(), s.Random(), s.Random(), s.Random()) {
			if tooLong(sample) {
				continue
			}
			if !matcher.Matches(g, "a", sample) {
				t.Errorf("%s%q does not match", text, sample)
			}
		}
		if t.Failed() {
			t.Fatalf("with -seed=%d:\n%s", seed, text)
		}
	}
	if covered < 100 || refused < 10 {
		t.Errorf("%d covered, %d refused", covered, refused)
	}
}

func FuzzNew(f *testing.F) {
	for _, text := range grammars {
		f.Add(text, uint64(1))
	}
	f.Add("a = 999999999*b\nb = %xD800-E000 / *999999999( a / b )\n", uint64(2))
	f.Fuzz(func(t *testing.T, text string, seed uint64) {
		g, err := abnf.Parse([]byte(text))
		if err != nil || len(text) > 1000 {
			return
		}
		for r := range g.Rules() {
			s, err := New(g, r.Name, seed)
			if err != nil {
				continue
			}
			s.LeftOut()
			matches := matching(g, r.Name)
			for _, sample := range append(s.Cover(), s.Random()) {
				if !utf8.ValidString(sample) || len(sample) > MaxBytes+100 {
					t.Errorf("%s: %.100q", r.Name, sample)
				}
				if utf8.RuneCountInString(sample) < 32 && !matches(sample) {
					t.Errorf("%s: %q does not match", r.Name, sample)
				}
			}
			return
		}
	})
}
