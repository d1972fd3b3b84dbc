package main

import (
	"github.com/spf13/pflag"

	"example.org/iri"
)

const relativizeHelp = `Relativize prints the shortest references that lead to targets: iri resolve turns
them back. A line is a base IRI, a tab, and a target IRI; with --base, a target.

  $ echo http://a/b/g | iri relativize --base http://a/b/c/d
  ../g

Each line gives one line. If it is wrong or no reference leads to the target, as
to one with dot segments, the line is empty; standard error says why:

  list.txt:3:9: no reference resolves to the target

A target that is the base gives an empty line as well, and no diagnostic: the
empty reference leads there.
`

const relativizeExamples = `  iri relativize --base https://example.org/docs/ links.txt
  paste bases.txt targets.txt | iri relativize
`

// relativize is the command that finds references.
func relativize(flags *pflag.FlagSet) func() (transform, error) {
	base := flags.String("base", "", "look at all targets from this `IRI`")
	return func() (transform, error) {
		var resolver iri.Resolver
		return against(&resolver, flags, *base, func(dst, target []byte) ([]byte, error) {
			reference, _, err := resolver.AppendRelativize(dst, target, iri.AnyForm)
			return reference, err
		})
	}
}
