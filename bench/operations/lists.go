package main

import (
	"math/rand/v2"
	"strings"

	"example.org/iri"
	"example.org/iri/internal/testkit/corpus"
)

// A list is inputs under a name, the same in every run.
type list struct {
	name   string
	inputs []input
}

// perBase is how many references are resolved against a base before the next one.
const perBase = 16

// links returns a list of references for each list of texts: those that a document at the place of
// one text may have to others, and as many of each form.
func links() (all []list) {
	all = append(all, examples())
	for _, l := range corpus.Generated() {
		r := rand.New(rand.NewPCG(3986, 5))
		links := list{name: l.Name}
		for i := range l.Texts {
			base := l.Texts[i/perBase]
			target, _ := iri.Parse(l.Texts[r.IntN(len(l.Texts))])
			links.inputs = append(links.inputs, input{base, link(target, i%6)})
		}
		all = append(all, links)
	}
	return all
}

// targets returns the lists of links with the targets in place of the references.
func targets() (all []list) {
	for _, l := range links() {
		for i, x := range l.inputs {
			l.inputs[i].text = resolved(x.base, x.text)
		}
		all = append(all, l)
	}
	return all
}

// link returns a reference of one of six forms, made of what a target has.
func link(target iri.IRI, form int) string {
	text, parts := target.String(), target.Parts()
	last := target.Path()[strings.LastIndexByte(target.Path(), '/')+1:]
	switch form {
	case 0:
		return text
	case 1:
		return text[len(target.Scheme())+1:] // from // on
	case 2:
		return "/" + strings.TrimPrefix(text[parts.Path().Start:], "/")
	case 3:
		return "../" + last
	case 4:
		return "./" + last + "#top"
	}
	return "?page=2"
}

// examples returns the references of RFC 3986, section 5.4, with its base.
func examples() list {
	l := list{name: "RFC 3986, 5.4"}
	for text := range strings.FieldsSeq("g:h g ./g g/ /g //g ?y g?y #s g#s g?y#s ;x g;x g;x?y#s . ./ .. ../ ../g ../.. ../../ ../../g " +
		"../../../g ../../../../g /./g /../g g. .g g.. ..g ./../g ./g/. g/./h g/../h g;x=1/./y g;x=1/../y g?y/./x g?y/../x g#s/./x g#s/../x http:g") {
		l.inputs = append(l.inputs, input{"http://a/b/c/d;p?q", text})
	}
	l.inputs = append(l.inputs, input{"http://a/b/c/d;p?q", ""})
	return l
}

// texts returns the generated lists.
func texts() (all []list) {
	for _, l := range corpus.Generated() {
		all = append(all, list{l.Name, inputsOf(l.Texts)})
	}
	return all
}
