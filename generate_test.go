package iri_test

import (
	"fmt"
	"math/rand"
	"strings"
	"unicode/utf8"

	"github.com/leanovate/gopter"

	"example.org/iri/compile/abnf"
	"example.org/iri/rule"
)

// Generators of texts: they walk the trees of the grammars and decide at every
// node, by lot or in favour of what was decided least often. So a few hundred
// texts reach every production, every alternative and every end of every range.

// A decision is what a walk does at a node: the alternative it takes, the
// numbers of repetitions it makes, the character of a range, the case of a letter.
type decision struct {
	node   abnf.Node
	choice int
}

// Choices at a repetition, a range and a quoted string.
const (
	fewest, some, most   = 0, 1, 2
	low, high, between   = 0, 1, 2
	lowerCase, upperCase = 0, 1
)

// choices lists what can be decided at a node itself.
func choices(n abnf.Node) []int {
	switch n := n.(type) {
	case *abnf.Alternation:
		list := make([]int, len(n.Alts))
		for i := range list {
			list[i] = i
		}
		return list
	case *abnf.Repetition:
		switch {
		case n.Max == n.Min:
			return []int{fewest}
		case n.Max == abnf.Unbounded:
			return []int{fewest, some}
		case n.Max == n.Min+1:
			return []int{fewest, most}
		}
		return []int{fewest, some, most}
	case *abnf.NumVal:
		switch {
		case !n.Range || n.Values[0] == n.Values[1]:
			return []int{low}
		case n.Values[0]+1 == n.Values[1]:
			return []int{low, high}
		}
		return []int{low, high, between}
	case *abnf.CharVal:
		if !n.CaseSensitive && strings.ToLower(n.Text) != strings.ToUpper(n.Text) {
			return []int{lowerCase, upperCase}
		}
	}
	return []int{0}
}

// inner returns the nodes right below n; a repetition of zero times has none.
func inner(n abnf.Node) []abnf.Node {
	switch n := n.(type) {
	case *abnf.Alternation:
		return n.Alts
	case *abnf.Concatenation:
		return n.Elems
	case *abnf.Repetition:
		if n.Max != 0 {
			return []abnf.Node{n.Elem}
		}
	}
	return nil
}

// decisions yields every decision that walks through a node can make, not
// following references.
func decisions(n abnf.Node, yield func(decision)) {
	for _, c := range choices(n) {
		yield(decision{n, c})
	}
	for _, m := range inner(n) {
		decisions(m, yield)
	}
}

// walker makes texts. It remembers how often it decided what.
type walker struct {
	made  map[decision]int
	rules map[rule.Rule]int
	rng   *rand.Rand
	names slowGrammar
	text  strings.Builder
}

func newWalker() *walker {
	return &walker{made: make(map[decision]int), rules: make(map[rule.Rule]int)}
}

// textOf makes a text that matches a rule.
func (w *walker) textOf(r rule.Rule, rng *rand.Rand) string {
	w.rng, w.names = rng, slowOf(r)
	w.text.Reset()
	w.walk(w.names[r.String()])
	return w.text.String()
}

func (w *walker) walk(n abnf.Node) {
	choice := w.decide(n)
	switch n := n.(type) {
	case *abnf.Alternation:
		w.walk(n.Alts[choice])
	case *abnf.Concatenation:
		for _, elem := range n.Elems {
			w.walk(elem)
		}
	case *abnf.Repetition:
		for range w.count(n, choice) {
			w.walk(n.Elem)
		}
	case *abnf.CharVal:
		w.text.WriteString(w.inCase(n, choice))
	case *abnf.NumVal:
		w.number(n, choice)
	case *abnf.RuleRef:
		w.walk(w.names[n.Name])
	default:
		panic("cannot make a text of " + n.String())
	}
}

// decide draws a choice, or takes the one made least often so far.
func (w *walker) decide(n abnf.Node) int {
	list := choices(n)
	choice := list[w.rng.Intn(len(list))]
	if w.rng.Intn(2) == 0 {
		for _, c := range list {
			if w.made[decision{n, c}] < w.made[decision{n, choice}] {
				choice = c
			}
		}
	}
	w.made[decision{n, choice}]++
	return choice
}

func (w *walker) count(n *abnf.Repetition, choice int) int {
	switch {
	case choice == fewest:
		return n.Min
	case n.Max == abnf.Unbounded:
		return n.Min + 1 + w.rng.Intn(4)
	case choice == most:
		return n.Max
	}
	return n.Min + 1 + w.rng.Intn(n.Max-n.Min-1)
}

// inCase writes a quoted string in one case, or as it is.
func (w *walker) inCase(n *abnf.CharVal, choice int) string {
	switch {
	case n.CaseSensitive:
		return n.Text
	case choice == lowerCase:
		return strings.ToLower(n.Text)
	}
	return strings.ToUpper(n.Text)
}

func (w *walker) number(n *abnf.NumVal, choice int) {
	if !n.Range {
		for _, v := range n.Values {
			w.text.WriteRune(rune(v))
		}
		return
	}
	v := n.Values[min(choice, high)]
	if choice == between {
		v = n.Values[0] + 1 + uint32(w.rng.Intn(int(n.Values[1]-n.Values[0]-1)))
	}
	w.text.WriteRune(rune(v))
}

// missing lists what no walk has decided yet in the grammars of the package, and
// the rules that no text was made for.
func (w *walker) missing() []string {
	var list []string
	for r := range rule.All() {
		if w.rules[r] == 0 {
			list = append(list, "rule "+r.String())
		}
	}
	for name, body := range grammarBodies() {
		decisions(body, func(d decision) {
			if w.made[d] == 0 {
				list = append(list, fmt.Sprintf("choice %d at %s in %s", d.choice, d.node, name))
			}
		})
	}
	return list
}

// grammarBodies yields the names and right-hand sides of the rules of the package
// and of the core rules they use.
func grammarBodies() func(func(string, abnf.Node) bool) {
	return func(yield func(string, abnf.Node) bool) {
		for r := range rule.All() {
			if !yield(r.String(), slowOf(r)[r.String()]) {
				return
			}
		}
		for _, name := range []string{"ALPHA", "DIGIT", "HEXDIG"} {
			if !yield(name, slow87()[name]) {
				return
			}
		}
	}
}

// A sample is a text to judge by a rule. It may match or not.
type sample struct {
	rule rule.Rule
	text string
}

func (s sample) String() string { return fmt.Sprintf("%v %+q", s.rule, s.text) }

// pickRule draws a rule: half of the time one of the two of Parse.
func (w *walker) pickRule(rng *rand.Rand) rule.Rule {
	least := []rule.Rule{rule.IRI.Rule, rule.IRIReference.Rule}[rng.Intn(2)]
	if rng.Intn(2) == 0 {
		for r := range rule.All() {
			if w.rules[r] < w.rules[least] {
				least = r
			}
		}
	}
	w.rules[least]++
	return least
}

// matching generates texts that match any rule, by the grammar.
func (w *walker) matching(params *gopter.GenParameters) *gopter.GenResult {
	rule := w.pickRule(params.Rng)
	return gopter.NewGenResult(sample{rule, w.textOf(rule, params.Rng)}, gopter.NoShrinker)
}

// matchingOf generates texts that match one rule.
func (w *walker) matchingOf(rule rule.Rule) gopter.Gen {
	return func(params *gopter.GenParameters) *gopter.GenResult {
		return gopter.NewGenResult(sample{rule, w.textOf(rule, params.Rng)}, gopter.NoShrinker)
	}
}

// any generates texts that match a rule or would if it were not for a change of
// up to three bytes.
func (w *walker) any(params *gopter.GenParameters) *gopter.GenResult {
	rule := w.pickRule(params.Rng)
	text := w.textOf(rule, params.Rng)
	for range params.Rng.Intn(4) {
		text = mutate(text, params.Rng)
	}
	return gopter.NewGenResult(sample{rule, text}, shrinkSample)
}

// mutant generates texts that one byte more, less or other tells from one that
// matches.
func (w *walker) mutant(params *gopter.GenParameters) *gopter.GenResult {
	rule := w.pickRule(params.Rng)
	return gopter.NewGenResult(sample{rule, mutate(w.textOf(rule, params.Rng), params.Rng)}, shrinkSample)
}

// mutate inserts, removes or replaces a byte. Half of the new bytes are
// delimiters and the like, where the grammar turns.
func mutate(text string, rng *rand.Rand) string {
	b := byte(rng.Intn(256))
	if rng.Intn(2) == 0 {
		const delimiters = ":/?#[]@%.v0 \x80\xbf\xc3\xed\xee\xf0"
		b = delimiters[rng.Intn(len(delimiters))]
	}
	if text == "" {
		return string([]byte{b})
	}
	i := rng.Intn(len(text) + 1)
	switch j := min(i, len(text)-1); rng.Intn(3) {
	case 0:
		return text[:i] + string([]byte{b}) + text[i:]
	case 1:
		return text[:j] + text[j+1:]
	default:
		return text[:j] + string([]byte{b}) + text[j+1:]
	}
}

// shrinkSample tries the text without each of its bytes, or each of its
// characters, the first ones first.
func shrinkSample(v any) gopter.Shrink {
	s := v.(sample)
	at := 0
	return func() (any, bool) {
		if at >= len(s.text) {
			return nil, false
		}
		_, size := utf8.DecodeRuneInString(s.text[at:])
		shorter := sample{s.rule, s.text[:at] + s.text[at+size:]}
		at += size
		return shorter, true
	}
}
