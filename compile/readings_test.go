package compile_test

import (
	"maps"
	"slices"
	"strings"

	"example.org/iri/compile/abnf"
)

// readings follows all readings of a text at once: what is common to them is
// followed once, as a set of configurations.
type readings struct {
	grammar *abnf.Grammar
	marks   []string
	parts   bool // keep the stacks
	text    string
	all     configs

	fires uint            // marks whose rule begins behind the text
	held  map[string]bool // stacks in which the last byte is read
	open  map[string]bool // rules that hold the last byte and can go on
}

// config is where a reading stands, and what matters of its past.
type config struct {
	at    int    // how much it has read
	begun [2]int // where it last began each marked rule
	stack string // rules that it is in, each behind a slash
	held  string // stack when the last byte of the text was read
	low   int    // lowest depth of the stack since then
}

type configs map[config]bool

func depth(stack string) int { return strings.Count(stack, "/") }

// read returns the configurations behind n of those before it.
func (r *readings) read(n abnf.Node, from configs) configs {
	switch n := n.(type) {
	case *abnf.Alternation:
		all := make(configs)
		for _, alt := range n.Alts {
			maps.Copy(all, r.read(alt, from))
		}
		return all
	case *abnf.Concatenation:
		for _, elem := range n.Elems {
			from = r.read(elem, from)
		}
		return from
	case *abnf.Repetition:
		for range n.Min {
			from = r.read(n.Elem, from)
		}
		all := maps.Clone(from)
		for i := n.Min; i != n.Max; i++ {
			size := len(all)
			from = r.read(n.Elem, from)
			if maps.Copy(all, from); len(all) == size {
				break
			}
		}
		return all
	case *abnf.RuleRef:
		return r.rule(r.grammar.Lookup(n.Name), from)
	}
	for _, fits := range units(n) {
		from = r.eat(fits, from)
	}
	return from
}

func (r *readings) rule(rule *abnf.Rule, from configs) configs {
	in, out := make(configs), make(configs)
	k := slices.Index(r.marks, rule.Name)
	for c := range from {
		if k >= 0 {
			c.begun[k] = c.at
			if c.at == len(r.text) {
				r.fires |= 1 << k
			}
		}
		if r.parts {
			c.stack += "/" + rule.Name
		}
		in[c] = true
	}
	for c := range r.read(rule.Body, in) {
		if r.parts {
			c.stack = c.stack[:strings.LastIndexByte(c.stack, '/')]
			c.low = min(c.low, depth(c.stack))
		}
		out[c] = true
	}
	return out
}

// eat reads a byte that fits.
func (r *readings) eat(fits func(byte) bool, from configs) configs {
	to := make(configs)
	for c := range from {
		if c.at == len(r.text) {
			for i, rule := range strings.Split(c.held, "/") {
				if 0 < i && i <= c.low {
					r.open[rule] = true
				}
			}
			continue
		}
		if !fits(r.text[c.at]) {
			continue
		}
		c.at++
		if r.parts && c.at == len(r.text) {
			c.held, c.low = c.stack, depth(c.stack)
			r.held[c.held] = true
		}
		to[c] = true
	}
	return to
}
