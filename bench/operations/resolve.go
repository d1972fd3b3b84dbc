package main

import (
	"net/url"

	"example.org/iri"
)

// resolve returns the contestants of this process that resolve the texts against the bases. Bases
// are parsed before the clock starts, as by somebody who resolves many references against each.
func resolve(inputs []input) []*contestant {
	bases, texts := parsedBases(inputs), bytesOf(inputs)
	urls := make([]*url.URL, len(inputs))
	for i, x := range inputs {
		urls[i], _ = url.Parse(x.base)
	}
	n := len(inputs)
	return []*contestant{
		own("iri.Resolver.AppendResolve", n, func(dst []byte, i int) []byte {
			dst, _, _ = bases[i].AppendResolve(dst, texts[i])
			return dst
		}),
		own("iri.ParseReference, Resolve", n, func(dst []byte, i int) []byte {
			r, err := iri.ParseReference(inputs[i].text)
			if err != nil {
				return dst
			}
			return append(dst, bases[i].Base.Resolve(r).String()...)
		}),
		inProcess("net/url Parse, ResolveReference, String", n, func(dst []byte, i int) []byte {
			r, err := url.Parse(inputs[i].text)
			if err != nil || urls[i] == nil {
				return dst
			}
			return append(dst, urls[i].ResolveReference(r).String()...)
		}),
	}
}

// relativize returns the contestants of this process that make references to the texts.
func relativize(inputs []input) []*contestant {
	bases, texts := parsedBases(inputs), bytesOf(inputs)
	return []*contestant{
		own("iri.Resolver.AppendRelativize", len(inputs), func(dst []byte, i int) []byte {
			dst, _, _ = bases[i].AppendRelativize(dst, texts[i], iri.AnyForm)
			return dst
		}),
	}
}

func parsedBases(inputs []input) []iri.Resolver {
	all := make([]iri.Resolver, len(inputs))
	for i, x := range inputs {
		all[i].Base, _ = iri.Parse(x.base)
	}
	return all
}

func bytesOf(inputs []input) [][]byte {
	all := make([][]byte, len(inputs))
	for i, x := range inputs {
		all[i] = []byte(x.text)
	}
	return all
}
