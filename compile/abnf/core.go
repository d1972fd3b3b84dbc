package abnf

import (
	_ "embed"
	"sync"
)

//go:embed core.abnf
var coreText []byte

var core struct {
	once    sync.Once
	grammar *Grammar
}

// Core returns the core rules of RFC 5234, appendix B.1, which grammars use without defining them. All callers share
// the Grammar, which must not be modified.
func Core() *Grammar {
	core.once.Do(func() {
		g, err := ParseFile("core rules", coreText)
		if err != nil {
			panic(err)
		}
		core.grammar = g
	})
	return core.grammar
}
