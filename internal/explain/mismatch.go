package explain

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"example.org/iri/compile/abnf"
	"example.org/iri/dfa"
	"example.org/iri/internal/char"
	"example.org/iri/internal/nfa"
	"example.org/iri/internal/values"
	"example.org/iri/internal/walk"
)

// MismatchError reports where a string stops matching Rule, and what is expected there.
type MismatchError struct {
	Rule     string
	Offset   int           // of the first byte that does not match; the length of a string that ends too early
	Found    char.Char     // the character that contains this byte, the octet, or the end
	Expected []Expectation // in the order of preference; none if the language is empty
	End      bool          // the string could also end at Offset
}

// Expectation is what a string may continue with: characters, or a rule. It is a rule if the rule could begin there,
// with several characters.
type Expectation struct {
	What  string      // name of the rule or characters in the notation of ABNF
	Bytes dfa.ByteSet // with which it may begin

	expansions []nfa.Expansion
	in         int32    // the innermost expansion around it
	begins     int      // number of expansions that would begin with it, from in outward
	others     []within // further places where the same is expected
}

type within struct {
	in     int32
	begins int
}

// A Place is a place in the grammar at which something is expected.
type Place struct {
	Rules []string // the rules around it, the innermost first
	Open  int      // index in Rules of the innermost rule that has begun; the rules before it would begin here
}

// Rules lists the rules around the first place in the grammar, the innermost first.
func (e *Expectation) Rules() []string { return e.rules(e.in) }

func (e *Expectation) Places() []Place {
	list := []Place{{e.Rules(), e.begins}}
	for _, x := range e.others {
		list = append(list, Place{e.rules(x.in), x.begins})
	}
	return list
}

func (e *Expectation) rules(in int32) []string {
	var list []string
	for i := in; i >= 0 && int(i) < len(e.expansions); i = e.expansions[i].Outer {
		list = append(list, e.expansions[i].Rule.Name)
	}
	return list
}

// rule returns the innermost rule around the first place, or nil if there are no expansions.
func (e *Expectation) rule() *abnf.Rule {
	if len(e.expansions) == 0 {
		return nil
	}
	return e.expansions[e.in].Rule
}

// Error returns a line such as
//
//	abnf: '.' is not allowed (time, byte 1, expected DIGIT of hour or ":" of time)
func (e *MismatchError) Error() string {
	const most = 40
	var groups []string // expectations by rule
	number := make(map[*abnf.Rule]int)
	for _, x := range e.Expected[:min(len(e.Expected), most)] {
		if i, known := number[x.rule()]; known {
			groups[i] += ", " + x.What
			continue
		}
		number[x.rule()] = len(groups)
		groups = append(groups, x.What)
	}
	for r, i := range number {
		if r != nil {
			groups[i] += " of " + r.Name
		}
	}
	if more := len(e.Expected) - most; more > 0 {
		groups = append(groups, fmt.Sprintf("%d more", more))
	}
	if e.End {
		groups = append(groups, "end")
	}
	if len(groups) == 0 {
		groups = append(groups, "nothing, since no text matches the rule")
	}
	return fmt.Sprintf("abnf: %s (%s, byte %d, expected %s)", e.mistake(), e.Rule, e.Offset, strings.Join(groups, " or "))
}

func (e *MismatchError) mistake() string {
	switch {
	case e.Found.Rune != char.End:
		return e.Found.String() + " is not allowed"
	case e.Offset == 0:
		return "the string is empty"
	}
	return "the string ends too early"
}

func (s *pathSearch) mismatch() *MismatchError {
	at := s.round - 1
	_, end := s.accepted()
	return &MismatchError{Rule: s.rule.Name, Offset: at, Found: s.found(at), Expected: s.expected(), End: end}
}

func (s *pathSearch) found(at int) char.Char {
	if s.encoding == abnf.Octets {
		return char.First(s.text[at:min(at+1, len(s.text))])
	}
	return char.At(s.text, at)
}

// unfinished returns the bytes read so far of a character of which b is a continuation byte, or "".
func (s *pathSearch) unfinished(b byte) string {
	if s.encoding == abnf.Octets || b < utf8.RuneSelf || utf8.RuneStart(b) {
		return ""
	}
	text := s.text[:s.round-1]
	for i := len(text) - 1; i >= 0; i-- {
		if utf8.RuneStart(text[i]) {
			return text[i:]
		}
	}
	return ""
}

type expectation struct {
	Expectation
	several bool  // it is a range of characters
	at      int32 // state where it begins
	order   int   // of preference
}

// expected lists the expectations of the states in front. It works from inner expansions to outer ones, which have
// lower numbers. If an expansion could begin at the offset, the expectations with which it begins are merged.
func (s *pathSearch) expected() []Expectation {
	inside := make([][]expectation, len(s.nfa.Expansions)) // by the innermost expansion that is not merged yet
	for i, t := range s.front {
		if len(s.nfa.States[t.state].Edges) > 0 {
			x := s.characters(t.state)
			x.order = i
			inside[x.in] = append(inside[x.in], x)
		}
	}
	var all []expectation
	b := newBeginnings(s)
	for in, e := range slices.Backward(s.nfa.Expansions) {
		list := inside[in]
		if !b.recursive(int32(in)) {
			b.visit(int32(in))
			own, others := b.split(int32(in), list)
			if len(own) > 0 && e.Rule != s.rule { // naming the rule of the whole string would not help
				own = []expectation{merge(own, e)}
			}
			list, all = own, append(all, others...)
		}
		switch {
		case e.Outer < 0:
			all = append(all, list...)
		case len(list) > len(inside[e.Outer]): // append the shorter list, so that no element is copied often
			inside[e.Outer] = append(list, inside[e.Outer]...)
		default:
			inside[e.Outer] = append(inside[e.Outer], list...)
		}
	}
	return inOneList(all)
}

// merge merges the beginnings of an expansion: into one if they are equal, and not a range, otherwise into the rule.
func merge(list []expectation, e nfa.Expansion) expectation {
	all, several := list[0], false
	for _, x := range list {
		all.Bytes = walk.Union(all.Bytes, x.Bytes)
		all.order = min(all.order, x.order)
		several = several || x.several || x.What != all.What || x.rule() != all.rule()
	}
	all.begins++
	if several {
		all.What, all.in, all.several, all.begins = e.Rule.Name, e.Outer, false, 0
	}
	return all
}

// beginnings finds, for expansions that can begin at an offset, the states with which they begin. An expansion of a
// recursive rule counts as a part of the expansion around it.
type beginnings struct {
	*pathSearch
	entry, exit []int32 // states, by expansion
	empty       []bool  // by expansion: it begins at the offset and can be empty
	seen        []int32 // by state: 1 + the expansion whose visit met it last
}

func newBeginnings(s *pathSearch) *beginnings {
	n := len(s.nfa.Expansions)
	b := &beginnings{pathSearch: s, entry: make([]int32, n), exit: make([]int32, n), empty: make([]bool, n), seen: make([]int32, len(s.nfa.States))}
	for i := range s.nfa.States {
		if state := &s.nfa.States[i]; state.Begins() {
			b.entry[state.Expansion] = int32(i)
		} else if state.Ends() {
			b.exit[state.Expansion] = int32(i)
		}
	}
	return b
}

func (b *beginnings) recursive(expansion int32) bool {
	return b.graph.Recursive(b.nfa.Expansions[expansion].Rule)
}

// visit visits the states that are reachable from the entry of an expansion without reading a byte, if the expansion
// begins at this offset. It skips the inside of inner expansions, which were visited before.
func (b *beginnings) visit(expansion int32) {
	entry := b.entry[expansion]
	if b.met[entry] != b.round {
		return
	}
	b.seen[entry] = expansion + 1
	for stack := []int32{entry}; len(stack) > 0; {
		i := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		state := &b.nfa.States[i]
		if i == b.exit[expansion] {
			b.empty[expansion] = true
			continue
		}
		if i != entry && state.Begins() && !b.recursive(state.Expansion) {
			if !b.empty[state.Expansion] {
				continue
			}
			state = &b.nfa.States[b.exit[state.Expansion]]
		}
		for _, to := range state.Eps {
			if b.seen[to] != expansion+1 {
				b.seen[to] = expansion + 1
				stack = append(stack, to)
			}
		}
	}
}

func (b *beginnings) split(expansion int32, list []expectation) (own, others []expectation) {
	for _, x := range list {
		if b.seen[x.at] == expansion+1 {
			x.at = b.entry[expansion]
			own = append(own, x)
		} else {
			others = append(others, x)
		}
	}
	return own, others
}

func inOneList(list []expectation) []Expectation {
	slices.SortFunc(list, func(x, y expectation) int { return cmp.Compare(x.order, y.order) })
	type reading struct {
		what string
		rule *abnf.Rule
	}
	var all []Expectation
	known := make(map[reading]int)
	for _, x := range list {
		key := reading{x.What, x.rule()}
		i, twice := known[key]
		if twice {
			all[i].Bytes = walk.Union(all[i].Bytes, x.Bytes)
			all[i].others = append(all[i].others, within{x.in, x.begins})
			continue
		}
		known[key] = len(all)
		all = append(all, x.Expectation)
	}
	return all
}

// characters describes the characters that a state expects: the rest of a literal string, or a range of values.
func (s *pathSearch) characters(at int32) expectation {
	state := &s.nfa.States[at]
	x := expectation{Expectation: Expectation{expansions: s.nfa.Expansions, in: state.Expansion}, at: at}
	for _, e := range state.Edges {
		walk.AddRange(&x.Bytes, e.ByteRange)
	}
	if text := literal(s.nfa, at); text != "" {
		x.What = `"` + text + `"`
		return x
	}
	lo, hi := s.values(at, s.unfinished(state.Edges[0].Lo))
	x.What, x.several = Values(lo, hi), lo < hi
	return x
}

// literal returns the printable string that a state reads without a choice, other than of case, or "".
func literal(n *nfa.Automaton, at int32) string {
	var text []byte
	for s := &n.States[at]; len(s.Edges) > 0; s = &n.States[s.Edges[0].To] {
		first, last := s.Edges[0], s.Edges[len(s.Edges)-1]
		sameLetter := first.Lo|0x20 == last.Hi|0x20
		if !sameLetter || first.Lo != first.Hi || !quotable(first.Lo) {
			break
		}
		text = append(text, first.Lo)
	}
	return string(text)
}

func quotable(b byte) bool { return ' ' <= b && b <= '~' && b != '"' }

// values returns the least and greatest value that a state reads after the given bytes of a character.
func (s *pathSearch) values(at int32, before string) (lo, hi rune) {
	lo, hi = values.Max(s.encoding), 0
	var walk func(at int32, first, last []byte)
	walk = func(at int32, first, last []byte) {
		for _, e := range s.nfa.States[at].Edges {
			first, last := append(first, e.Lo), append(last, e.Hi)
			a, size := values.Decode(s.encoding, string(first))
			if size == 0 {
				walk(e.To, first, last)
				continue
			}
			b, _ := values.Decode(s.encoding, string(last))
			lo, hi = min(lo, a), max(hi, b)
		}
	}
	walk(at, []byte(before), []byte(before))
	return lo, hi
}

// Values formats a range of values as in ABNF, and printable ASCII in quotes.
func Values(lo, hi rune) string {
	name := func(r rune) string { return fmt.Sprintf("%02X", r) }
	prefix := "%x"
	if lo < utf8.RuneSelf && hi < utf8.RuneSelf && quotable(byte(lo)) && quotable(byte(hi)) {
		name = func(r rune) string { return `"` + string(r) + `"` }
		prefix = ""
	}
	if lo == hi {
		return prefix + name(lo)
	}
	return prefix + name(lo) + "-" + name(hi)
}
