package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/pflag"

	"example.org/iri"
	"example.org/iri/intl"
	"example.org/iri/rule"
	"example.org/iri/tools/internal/cli"
)

const normalizeHelp = `Normalize prints references in normal form, so that equivalent ones become equal (RFC
3986, section 6.2; RFC 3987, section 5.3). Relative references such as ../a keep their
dot segments: resolve them first.

    $ echo 'HTTP://Example.ORG:80/%7Eme/../caf%C3%A9' | iri normalize
    http://example.org:80/café

Each line gives one line, an empty one if it is invalid. Errors go to standard error.
A level is a section of an RFC, or steps separated by commas, or both (rfc3986-6.2.3,ipv6):

    rfc3986-6.2.2   case,percent,dots
    rfc3987-5.3.2   case,percent,dots,utf8
    rfc3986-6.2.3   case,percent,dots,scheme
    rfc3987-5.3.3   case,percent,dots,scheme,utf8

    case      lower case in schemes and hosts, upper case in percent-encoded octets
    percent   decode percent-encoded unreserved characters: %7E becomes ~
    dots      remove dot segments, if there is a scheme or the path begins with a slash
    scheme    remove a default or empty port, and localhost from file://localhost/; add
              the path / after an authority without a path; all that only with a scheme
    utf8      decode percent-encoded non-ASCII characters: %C3%A9 becomes é
    ipv6      write IPv6 addresses as in RFC 5952: [0:0::1] becomes [::1]
`

const normalizeExamples = `  iri normalize --level rfc3986-6.2.3 urls.txt | sort -u
  iri normalize urls.txt | cmp urls.txt -
`

// levels are the names that --level accepts, those of [iri.Normalization].
var levels = []string{"rfc3986-6.2.2", "rfc3987-5.3.2", "rfc3986-6.2.3", "rfc3987-5.3.3", "case", "percent", "dots", "scheme", "utf8", "ipv6"}

type level iri.Normalization

func (l *level) String() string  { return iri.Normalization(*l).String() }
func (l *level) Type() string    { return "string" }
func (l *level) Names() []string { return levels }

func (l *level) Set(text string) error {
	if err := (*iri.Normalization)(l).UnmarshalText([]byte(text)); err != nil {
		return errors.New("must be one or more of " + strings.Join(levels, ", "))
	}
	return nil
}

func normalize(j *job, flags *pflag.FlagSet) func() error {
	r := j.declareRewriting(flags)
	steps := iri.SyntaxBased | iri.DecodeUTF8
	flags.Var((*level)(&steps), "level", "normalize to `LEVEL`")
	return func() error {
		return r.run(pass{func() handler { return r.normalized(steps) }, rule.IRIReference, true})
	}
}

func (r *rewriting) normalized(steps iri.Normalization) handler {
	var result []byte
	return func(x *entry, p *printed) (ok bool) {
		if !x.valid {
			if !x.skipped {
				p.reject(x, x.wrong)
			}
			return r.printResult(x, p, nil, false)
		}
		result, _, _ = iri.AppendNormalParts(result[:0], x.text, x.parts, steps) // cannot fail: MaxText is far below 4 GiB
		return r.printResult(x, p, result, true)
	}
}

const convertHelp = `Convert converts IRIs to URIs and URIs to IRIs, relative references too (RFC 3987,
sections 3.1 and 3.2).

    $ echo http://résumé.example.org/é | iri convert --to uri
    http://r%C3%A9sum%C3%A9.example.org/%C3%A9

Each line gives one line, an empty one if it is invalid. Errors go to standard error.

To a URI, non-ASCII characters are percent-encoded. To an IRI, percent-encoded octets
are decoded, except those of reserved characters, of invalid UTF-8, and of characters
that are not allowed there.

With --host idna, the host is converted by UTS 46 (nontransitional): for a URI to
punycode, as in xn--rsum-bpad.example.org, for an IRI to Unicode. A host that cannot be
converted is an error.
`

const convertExamples = `  iri convert --to uri --host idna list.txt
  iri convert --to iri list.txt
`

func convert(flags *pflag.FlagSet) func() (transform, error) {
	to, host := "", "percent"
	flags.Var(cli.OneOf(&to, "uri", "iri"), "to", "convert to `uri|iri`")
	flags.Var(cli.OneOf(&host, "percent", "idna"), "host", "percent-encode hosts, or convert them by IDNA: `percent|idna`")
	return func() (transform, error) {
		switch to + " " + host {
		case " percent", " idna":
			return nil, cli.Usagef("--to is missing")
		case "uri percent":
			return appending(iri.AppendURI), nil
		case "iri percent":
			return appending(iri.AppendIRI), nil
		case "uri idna":
			return byIDNA(intl.UTS46.AppendURI), nil
		default:
			return byIDNA(intl.UTS46.AppendIRI), nil
		}
	}
}

// appending returns the transform of a function that also returns offsets.
func appending(f func(dst, reference []byte) ([]byte, iri.Parts, error)) transform {
	return func(dst, text []byte) ([]byte, error) {
		dst, _, err := f(dst, text)
		return dst, err
	}
}

// byIDNA returns the transform of a conversion by IDNA. Errors about the host have a span.
func byIDNA(f func(dst, reference []byte) ([]byte, iri.Parts, error)) transform {
	convert := appending(f)
	return func(dst, text []byte) ([]byte, error) {
		dst, err := convert(dst, text)
		if host, is := err.(*intl.HostError); is { // errors.As takes as long as a conversion
			parts, _ := iri.SplitReference(text)
			span, _ := parts.Host()
			reason := host.Err.Error()
			if e, is := asSyntaxError(host.Err); is {
				reason = e.Message()
			}
			return dst, &spanError{span, fmt.Errorf("cannot convert host %+q to ASCII: %s", host.Host, reason)}
		}
		return dst, err
	}
}
