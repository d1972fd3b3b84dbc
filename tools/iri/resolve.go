package main

import (
	"bytes"
	"errors"

	"github.com/spf13/pflag"

	"example.org/iri"
)

const resolveHelp = `Resolve resolves references against a base IRI (RFC 3986, section 5.2, strict). A line
is a reference; without --base, it is a base IRI, a tab and a reference.

    $ echo ../g | iri resolve --base http://a/b/c/d
    http://a/b/g

Each line gives one line, an empty one if it is invalid. Errors go to standard error.
`

const resolveExamples = `  iri resolve --base https://example.org/docs/ links.txt
  paste bases.txt links.txt | iri resolve
`

// resolve is the command that resolves references.
func resolve(flags *pflag.FlagSet) func() (transform, error) {
	base := flags.String("base", "", "resolve against `IRI`")
	return func() (transform, error) {
		var resolver iri.Resolver
		return against(&resolver, flags, *base, func(dst, reference []byte) ([]byte, error) {
			target, _, err := resolver.AppendResolve(dst, reference)
			return target, err
		})
	}
}

// against returns the transform of lines that are for one base, if flag --base is given, or begin
// with a base each. The resolver gets the base before the transform given sees the rest.
func against(resolver *iri.Resolver, flags *pflag.FlagSet, base string, rest transform) (transform, error) {
	if !flags.Changed("base") {
		return withBase(resolver, rest), nil
	}
	var err error
	if resolver.Base, err = iri.Parse(base); err != nil {
		return nil, wrongBase(err)
	}
	return rest, nil
}

// withBase is a transform of lines with two columns. The first is the base that the resolver gets
// before the other transform sees the second.
func withBase(resolver *iri.Resolver, second transform) transform {
	return func(dst, line []byte) ([]byte, error) {
		base, rest, ok := bytes.Cut(line, tab)
		if !ok {
			return dst, errors.New("no tab after a base IRI")
		}
		if resolver.Base.IsZero() || string(base) != resolver.Base.String() { // neighbours often have the same
			x, err := iri.Parse(string(base))
			if err != nil {
				return dst, &columnError{iri.Span{End: len(base)}, err}
			}
			resolver.Base = x
		}
		dst, err := second(dst, rest)
		if err != nil {
			return dst, &columnError{iri.Span{Start: len(base) + len(tab), End: len(line)}, err}
		}
		return dst, nil
	}
}

var tab = []byte{'\t'}

const relativizeHelp = `Relativize prints the shortest reference from a base IRI to a target IRI. iri resolve
is the inverse. A line is a target; without --base, it is a base IRI, a tab and a target.

    $ echo http://a/b/g | iri relativize --base http://a/b/c/d
    ../g

Each line gives one line, an empty one if it is invalid or has no reference: resolving
removes dot segments, so no reference resolves to a target with dot segments. Errors go
to standard error. If the target is the base, the reference is empty, which is not an
error.
`

const relativizeExamples = `  iri relativize --base https://example.org/docs/ links.txt
  paste bases.txt targets.txt | iri relativize
`

// relativize is the command that finds references.
func relativize(flags *pflag.FlagSet) func() (transform, error) {
	base := flags.String("base", "", "make references relative to `IRI`")
	return func() (transform, error) {
		var resolver iri.Resolver
		return against(&resolver, flags, *base, func(dst, target []byte) ([]byte, error) {
			reference, _, err := resolver.AppendRelativize(dst, target, iri.AnyForm)
			return reference, err
		})
	}
}
