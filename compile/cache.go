package compile

import (
	"example.org/iri/compile/abnf"
	"example.org/iri/internal/compiler/subset"
	"example.org/iri/internal/nfa"
)

// Cache keeps the reduced NFAs of rules between calls of [Compile] and [Spans], so that each rule is reduced only once
// when many rules of a grammar are compiled. The zero value is empty and ready to use. The rules of the grammars must
// not change, and all grammars must have the same encoding. A Cache must not be used by several goroutines at once.
type Cache struct {
	encoding abnf.Encoding
	limits   subset.Limits
	reducer  nfa.Reducer
	refused  map[*abnf.Rule]error // result of compiling a rule by itself: the limit exceeded, or nil
}

// cache returns the cache of the options. It discards entries for another encoding or other limits.
func (p *program) cache() *Cache {
	c := p.opts.Cache
	if c == nil {
		c = new(Cache)
	}
	if c.reducer.Smaller == nil || c.encoding != p.grammar.Encoding {
		*c = Cache{encoding: p.grammar.Encoding, reducer: nfa.Reducer{Smaller: subset.Smaller}}
	}
	if c.limits != p.limits() {
		c.limits, c.refused = p.limits(), make(map[*abnf.Rule]error)
	}
	return c
}
