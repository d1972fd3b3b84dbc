package main

import (
	"net/url"

	"example.org/iri"
)

// toURI returns the contestants of this process that convert to URIs.
func toURI(inputs []input) []*contestant {
	texts, n := bytesOf(inputs), len(inputs)
	return []*contestant{
		own("iri.AppendURI", n, func(dst []byte, i int) []byte {
			dst, _, _ = iri.AppendURI(dst, texts[i])
			return dst
		}),
		inProcess("net/url Parse, String", n, func(dst []byte, i int) []byte {
			return appendURL(dst, inputs[i].text)
		}),
	}
}

func appendURL(dst []byte, text string) []byte {
	u, err := url.Parse(text)
	if err != nil {
		return dst
	}
	return append(dst, u.String()...)
}

// toIRI returns the contestant of this process that converts to IRIs.
func toIRI(inputs []input) []*contestant {
	texts := bytesOf(inputs)
	return []*contestant{
		own("iri.AppendIRI", len(inputs), func(dst []byte, i int) []byte {
			dst, _, _ = iri.AppendIRI(dst, texts[i])
			return dst
		}),
	}
}
