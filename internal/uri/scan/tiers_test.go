package scan

import "example.org/iri/internal/uri"

// A tier is an implementation for tests that compare it with the automaton, and for
// benchmarks. Those that run over lists call it directly: a call through a variable
// would cost a tenth of what they measure.
type tier struct {
	name string

	locateBytes  func(*uri.Language, []byte) (Cut, Verdict)
	locateString func(*uri.Language, string) (Cut, Verdict)
	locateAll    func(*uri.Language, []string) int // how many are in the language

	validBytes  func(*uri.Language, []byte) bool
	validString func(*uri.Language, string) bool
	validAll    func(*uri.Language, []string) int
}

var tiers = []tier{
	{
		"Portable",
		Portable[[]byte], Portable[string],
		func(a *uri.Language, texts []string) (n int) {
			for _, text := range texts {
				if c, v := Portable(a, text); v == Valid || v != Invalid && goesOn(a, text, c, v) {
					n++
				}
			}
			return n
		},
		PortableValid[[]byte], PortableValid[string],
		func(a *uri.Language, texts []string) (n int) {
			for _, text := range texts {
				if PortableValid(a, text) {
					n++
				}
			}
			return n
		},
	},
}

// goesOn does what a caller has to do when the automaton is to decide.
func goesOn(a *uri.Language, text string, c Cut, v Verdict) bool {
	_, _, _, ok := finish(a, text, c, v)
	return ok
}

// The other tests of paths are about the portable one as well.
func init() {
	portable = append(portable, path{
		name: "portable",
		locate: func(a *uri.Language, text []byte) (Cut, Verdict) {
			c, _, _, ok := Walk(a, text)
			return c, verdict(ok)
		},
		check: func(a *uri.Language, text []byte) Verdict { return verdict(PortableValid(a, text)) },
	})
}

func verdict(valid bool) Verdict {
	if valid {
		return Valid
	}
	return Invalid
}
