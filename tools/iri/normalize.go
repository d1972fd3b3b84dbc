package main

import (
	"errors"
	"strings"

	"github.com/spf13/pflag"

	"example.org/iri"
)

const normalizeHelp = `Normalize prints references in normal form (RFC 3986, section 6.2; RFC 3987,
section 5.3). Relative references keep their dot segments: resolve them first.

  $ echo 'HTTP://Example.ORG:80/%7Eme/../caf%C3%A9' | iri normalize
  http://example.org:80/café

Each line gives one line, an empty one if it is wrong; standard error says why:

  list.txt:3:9: ' ' is not allowed in an authority

A level says how far to go. It is a rung of the RFCs, or rules separated by commas:

  rfc3986-6.2.2   case,percent,dots
  rfc3987-5.3.2   case,percent,dots,utf8
  rfc3986-6.2.3   case,percent,dots,scheme
  rfc3987-5.3.3   case,percent,dots,scheme,utf8

  case      small letters in schemes and hosts, capital ones in percent triples
  percent   no triples of unreserved characters: %7E is ~
  dots      no dot segments, if there is a scheme
  scheme    no default port, no empty path behind an authority, if there is a
            scheme
  utf8      characters for triples of their UTF-8: %C3%A9 is é
`

const normalizeExamples = `  iri normalize --level rfc3986-6.2.3 urls.txt | sort -u
  iri normalize urls.txt | cmp urls.txt -
`

// normalize is the command that prints normal forms.
func normalize(flags *pflag.FlagSet) func() (transform, error) {
	name := flags.String("level", iri.LevelIRISyntax.String(), "go as far as `LEVEL`")
	return func() (transform, error) {
		level, err := iri.ParseLevel(*name)
		if err != nil {
			return nil, errors.New("--level" + strings.TrimPrefix(err.Error(), "iri"))
		}
		return func(dst, reference []byte) ([]byte, error) {
			dst, _, err := iri.AppendNormal(dst, reference, level)
			return dst, err
		}, nil
	}
}
