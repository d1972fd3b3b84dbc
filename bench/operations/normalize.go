package main

import (
	"net/url"
	"strings"

	"example.org/iri"
	"example.org/iri/internal/testkit/corpus"
)

// raced is the level at which normalizing is raced, since it is what other implementations do.
const raced = iri.LevelIRISyntax

// normalize returns the contestants of this process that normalize. The first one sets the scale: it
// splits the texts, which normalizing bytes includes.
func normalize(level iri.Level, inputs []input) []*contestant {
	texts, n := bytesOf(inputs), len(inputs)
	parsed := make([]iri.Reference, n)
	for i, x := range inputs {
		parsed[i], _ = iri.ParseReference(x.text)
	}
	return []*contestant{
		yardstick("iri.SplitReference", n, func(i int) { iri.SplitReference(texts[i]) }),
		yardstick("iri.IsNormal", n, func(i int) { iri.IsNormal(texts[i], level) }),
		own("iri.AppendNormal", n, func(dst []byte, i int) []byte {
			dst, _, _ = iri.AppendNormal(dst, texts[i], level)
			return dst
		}),
		own("iri.Reference.Normalize, parsed before", n, func(dst []byte, i int) []byte {
			return append(dst, parsed[i].Normalize(level).String()...)
		}),
		inProcess("net/url Parse, String", n, func(dst []byte, i int) []byte {
			return appendURL(dst, inputs[i].text)
		}),
		inProcess("net/url Parse, JoinPath, String", n, func(dst []byte, i int) []byte {
			u, err := url.Parse(inputs[i].text)
			if err != nil {
				return dst
			}
			return append(dst, u.JoinPath().String()...)
		}),
	}
}

// normalLists returns the generated lists in normal form, and one of texts that are not.
func normalLists() (all []list) {
	other := list{name: "not normal"}
	for _, l := range corpus.Generated() {
		normal := list{name: l.Name + ", normal"}
		for i, text := range l.Texts {
			x, _ := iri.Parse(text)
			x = x.Normalize(raced)
			normal.inputs = append(normal.inputs, input{text: x.String()})
			if i%4 == 0 {
				other.inputs = append(other.inputs, input{text: spoil(x, i%3)})
			}
		}
		all = append(all, normal)
	}
	return append(all, other)
}

// spoil returns a text that is equivalent to x but not normal, in one of three forms.
func spoil(x iri.IRI, form int) string {
	text, path := x.String(), x.Parts().Path().Start
	switch {
	case form == 1 && strings.HasPrefix(x.Path(), "/"):
		return text[:path] + "/%7e/.." + text[path:]
	case form == 2 && strings.Contains(text, "e"):
		return strings.Replace(text, "e", "%65", 1)
	}
	return strings.ToUpper(x.Scheme()) + text[len(x.Scheme()):]
}
