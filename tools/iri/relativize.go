package main

import (
	"flag"

	"example.org/iri"
)

const relativizeHelp = `usage: iri relativize [-base IRI] [-0] [FILE...]

Relativize prints the shortest references that lead to targets: iri resolve turns
them back. A line is a base IRI, a tab, and a target IRI; with -base, a target.

  $ echo http://a/b/g | iri relativize -base http://a/b/c/d
  ../g

Each line gives one line. If it is wrong or no reference leads to the target, as
to one with dot segments, the line is empty; standard error says why:

  list.txt:3:9: no reference resolves to the target

A target that is the base gives an empty line as well, and no diagnostic: the
empty reference leads there.

  -base IRI    look at all targets from this IRI
  -0           lines end in NUL instead of LF

examples:
  iri relativize -base https://example.org/docs/ links.txt
  paste bases.txt targets.txt | iri relativize
`

// relativize is the command that finds references.
func relativize(flags *flag.FlagSet) func() (transform, error) {
	base := flags.String("base", "", "")
	return func() (transform, error) {
		var resolver iri.Resolver
		return against(&resolver, flags, *base, func(dst, target []byte) ([]byte, error) {
			reference, _, err := resolver.AppendRelativize(dst, target, iri.AnyForm)
			return reference, err
		})
	}
}
