package source

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"iter"
	"regexp"
	"slices"
	"strings"
	"sync"

	"golang.org/x/net/html"

	"example.org/iri"
	"example.org/iri/tools/iri/source/internal/block"
)

const (
	maxToken = 2 << 20 // of a tag or a comment
	maxBase  = block.MaxBase
)

// A page reads the URLs in attributes of HTML. It resolves them against the first base element before them or, without
// one, against the base IRI of Options. It leaves a URL unchanged if there is no base IRI, or if it is no IRI reference.
type page struct {
	r       io.Reader
	tokens  *html.Tokenizer
	element string // name of the last start tag, which determines how its text ends
	tag     []byte
	values  []attribute
	found   []link
	given   int // number of found links in blocks

	position // in the tag, or of the next token

	links linker
	based bool // a base element was read
}

// A link is a URL in an attribute. It is small, since a tag may have many.
type link struct {
	value      int32 // index in page.values
	start, end int32 // in its value
	base       bool
}

func newHTML(r io.Reader, base iri.IRI) Reader {
	p := &page{r: r, position: position{line: 1, column: 1}, links: newLinker(base)}
	p.tokenize(r)
	return p
}

// tokenize starts a tokenizer. To continue in the text of an element such as script, it first feeds the start tag
// again, because html.NewTokenizerFragment would not find the end of a script.
func (p *page) tokenize(r io.Reader) {
	if p.element != "" {
		r = io.MultiReader(strings.NewReader("<"+p.element+">"), r)
	}
	p.tokens = html.NewTokenizer(r)
	p.tokens.SetMaxBuf(maxToken)
	if p.element != "" {
		p.tokens.Next()
	}
}

func (p *page) Read(b *Block) error {
	b.Reset()
	for !b.Full() {
		if p.given < len(p.found) {
			p.give(b, p.found[p.given])
			if p.given++; p.given == len(p.found) {
				p.advance(p.tag[p.done:])
			}
			continue
		}
		if b.Len() > 0 && bytes.IndexByte(p.tokens.Buffered(), '>') < 0 {
			return nil // the next tag may not have arrived
		}
		switch p.tokens.Next() {
		case html.ErrorToken:
			return p.fail(p.tokens.Err())
		case html.StartTagToken, html.SelfClosingTagToken:
			p.startTag()
		case html.TextToken:
			p.text()
		default:
			p.element = ""
			p.advance(p.tokens.Raw())
		}
	}
	return nil
}

func (p *page) give(b *Block, l link) {
	a := p.values[l.value]
	at := a.at
	if a.verbatim {
		at += int(l.start)
	}
	p.advance(p.tag[p.done:at])
	p.done = at
	place := p.place(a.verbatim)
	text := p.links.addTo(b, a.value[l.start:l.end], place, true)
	if l.base && !p.based {
		p.based = true
		if base, err := iri.Parse(string(text)); err == nil && len(text) <= maxBase {
			p.links.resolver.Base = base
		}
	}
}

func (p *page) fail(err error) error {
	if err == html.ErrBufferExceeded {
		return &Error{Line: p.line, Column: p.column, Err: fmt.Errorf("more than %d MiB without the end of a tag", maxToken>>20)}
	}
	return block.FailedAt(p.line, err)
}

// text skips text, such as a script. If it exceeds the tokenizer's buffer, a new tokenizer continues a few bytes before
// the cut, where the end tag may begin.
func (p *page) text() {
	const back = len("</plaintext")
	text := p.tokens.Raw()
	if len(text) < maxToken {
		p.element = ""
		p.advance(text)
		return
	}
	cut := len(text) - back
	rest := slices.Concat(text[cut:], p.tokens.Buffered())
	p.advance(text[:cut])
	p.tokenize(io.MultiReader(bytes.NewReader(rest), p.r))
}

func (p *page) startTag() {
	p.tag, p.done, p.values, p.found, p.given = append(p.tag[:0], p.tokens.Raw()...), 0, p.values[:0], p.found[:0], 0
	name, more := p.tokens.TagName()
	p.element = string(name)
	refresh := -1 // index in found of the URL in content
	pragma := false
	raw := newRawAttributes(p.tag)
	for more {
		var key, value []byte
		key, value, more = p.tokens.TagAttr()
		kind := valueKindOf(name, key)
		if kind == noURL {
			continue
		}
		a := raw.find(key, value)
		switch kind {
		case oneURL:
			p.add(a, a.trim(), string(name) == "base")
		case urlList:
			for piece := range a.fields() {
				p.add(a, piece, false)
			}
		case imageList:
			for piece := range a.images() {
				p.add(a, piece, false)
			}
		case refreshURL:
			if piece, is := a.refresh(); is {
				refresh = len(p.found)
				p.add(a, piece, false)
			}
		case pragmaName:
			pragma = pragma || bytes.EqualFold(value, []byte("refresh"))
		}
	}
	if refresh >= 0 && !pragma {
		p.found = append(p.found[:refresh], p.found[refresh+1:]...)
	}
	if len(p.found) == 0 {
		p.advance(p.tag)
	}
}

// add appends a substring of an attribute to found. Values come in the order of the tag.
func (p *page) add(a attribute, s span, base bool) {
	if n := len(p.values); n == 0 || p.values[n-1].at != a.at {
		p.values = append(p.values, a)
	}
	p.found = append(p.found, link{int32(len(p.values) - 1), int32(s.start), int32(s.end), base})
}

func htmlLinks(piece []byte) iter.Seq[found] {
	return func(yield func(found) bool) {
		page, at := newHTML(bytes.NewReader(piece), iri.IRI{}), position{line: 1, column: 1}
		var b Block
		for err := error(nil); err == nil; {
			err = page.Read(&b)
			for place, text := range b.All() {
				for at.line < place.Line {
					at.done += bytes.IndexByte(piece[at.done:], '\n') + 1
					at.line++
				}
				start := at.done + int(place.Column) - 1
				f := found{span: span{start, start}, text: text, resolved: true}
				if place.Verbatim {
					f.end, f.text = start+len(text), nil
				}
				f.text = bytes.Clone(f.text)
				if !yield(f) {
					return
				}
			}
		}
	}
}

type markupFormat struct {
	format Format
	name   string
	begin  *regexp.Regexp
}

// markups match the beginning of HTML and XML files that are given as RDF by mistake. No RDF begins like this, because
// an IRI contains no white space; <html> alone would be possible, but does not occur.
var markups = sync.OnceValue(func() []markupFormat {
	return []markupFormat{
		{HTML, "HTML", regexp.MustCompile(`(?is)^\s*(?:<\?xml\s[^>]*>\s*)?(?:<!--\s.*?-->\s*)?(?:<!DOCTYPE\s+html|<html\s|<html>.*</(?:title|head|body|html)>)`)},
		{XML, "XML", regexp.MustCompile(`^\s*(?:<\?xml\s|<!DOCTYPE\s|<!--\s|<[\w.:-]+\s+xmlns\b)`)},
	}
})

// refuseMarkup returns an error if the buffered bytes of a stream that is given as RDF are HTML or XML. It does not
// wait for input.
func refuseMarkup(r *bufio.Reader, format Format) error {
	switch format {
	case NTriples, NQuads, Turtle, TriG:
	default:
		return nil
	}
	head, _ := r.Peek(r.Buffered())
	for _, m := range markups() {
		if m.begin.Match(head) {
			return &Error{Line: 1, Column: 1, Err: fmt.Errorf("the file is %s, not %s; --from %s reads it", m.name, format, m.format)}
		}
	}
	return nil
}
