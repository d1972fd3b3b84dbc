package compile

import (
	"example.org/iri/compile/abnf"
	"example.org/iri/internal/compiler/subset"
	"example.org/iri/internal/nfa"
)

// Cache keeps the reduced NFAs of rules from one call of [Compile] or [Spans] to the next. So if many
// rules of one grammar are compiled, each is reduced only once. The zero value is empty and ready to use.
// A Cache serves grammars whose rules do not change, with the same encoding, and one goroutine.
type Cache struct {
	encoding abnf.Encoding
	limits   subset.Limits
	reducer  nfa.Reducer
	refused  map[*abnf.Rule]error // what limit rules exceed by themselves, nil if none
}

// cache returns the cache among the options, without what it knows for another encoding or for other
// limits.
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
