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

func resolve(flags *pflag.FlagSet) func() (transform, error) {
	return based(flags, "resolve against `IRI`", func(r *iri.Resolver) transform {
		return appending(func(dst, reference []byte) ([]byte, iri.Parts, error) { return r.AppendResolve(dst, reference) })
	})
}

// based declares --base, and returns a constructor of transforms. The lines are for that base or, without the flag,
// begin with a base each. The resolver has the base before the transform gets the rest of a line.
func based(flags *pflag.FlagSet, usage string, rest func(*iri.Resolver) transform) func() (transform, error) {
	base := flags.String("base", "", usage)
	return func() (transform, error) {
		resolver := new(iri.Resolver)
		if !flags.Changed("base") {
			return withBase(resolver, rest(resolver)), nil
		}
		var err error
		if resolver.Base, err = iri.Parse(*base); err != nil {
			return nil, wrongBase(err)
		}
		return rest(resolver), nil
	}
}

// withBase returns a transform of lines with two columns. It sets the base of the resolver to the first, and applies
// the other transform to the second.
func withBase(resolver *iri.Resolver, second transform) transform {
	return func(dst, line []byte) ([]byte, error) {
		base, rest, ok := bytes.Cut(line, tab)
		if !ok {
			return dst, errors.New("no tab after a base IRI, and no --base")
		}
		if resolver.Base.IsZero() || string(base) != resolver.Base.String() { // adjacent lines often have the same base
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

func relativize(flags *pflag.FlagSet) func() (transform, error) {
	return based(flags, "make references relative to `IRI`", func(r *iri.Resolver) transform {
		return appending(func(dst, target []byte) ([]byte, iri.Parts, error) {
			return r.AppendRelativize(dst, target, iri.AnyForm)
		})
	})
}
