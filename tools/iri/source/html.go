package source

import (
	"bytes"
	"fmt"
	"io"
	"iter"
	"slices"

	"golang.org/x/net/html"

	"example.org/iri"
	"example.org/iri/tools/iri/source/internal/block"
)

const (
	maxToken = 2 << 20 // of a tag or a comment
	maxBase  = block.MaxBase
)

// page reads the attributes of HTML that hold URLs. They are resolved against the base IRI: that of
// the first base element before them, or else that of Options. Without any, or if one is no
// IRI reference, they are given as they stand.
type page struct {
	r      io.Reader
	tokens *html.Tokenizer
	raw    string // name of the start tag before, which decides what ends the text after it
	tag    []byte // the last start tag, as it stands in the file
	found  []link // in that tag
	given  int    // so many of these

	position // in the tag, or of the next token

	links linker
	based bool // there was a base element
}

// A link is a URL in a tag.
type link struct {
	text  []byte
	place Place
	base  bool // it is that of a base element
}

func newHTML(r io.Reader, base iri.IRI) Reader {
	p := &page{r: r, position: position{line: 1, column: 1}, links: newLinker(base)}
	p.tokenize(r)
	return p
}

// tokenize starts a tokenizer, in the text after a start tag if there was one.
func (p *page) tokenize(r io.Reader) {
	p.tokens = html.NewTokenizerFragment(r, p.raw)
	p.tokens.SetMaxBuf(maxToken)
}

func (p *page) Read(b *Block) error {
	b.Reset()
	for !b.Full() {
		if p.given < len(p.found) {
			p.give(b, p.found[p.given])
			p.given++
			continue
		}
		if b.Len() > 0 && bytes.IndexByte(p.tokens.Buffered(), '>') < 0 {
			return nil // for the next tag one may have to wait
		}
		switch p.tokens.Next() {
		case html.ErrorToken:
			return p.fail(p.tokens.Err())
		case html.StartTagToken, html.SelfClosingTagToken:
			p.startTag()
		case html.TextToken:
			p.text()
		default:
			p.raw = ""
			p.advance(p.tokens.Raw())
		}
	}
	return nil
}

// give adds a URL to a block.
func (p *page) give(b *Block, l link) {
	text := p.links.give(b, l.text, l.place, true)
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

// text passes over a text, such as a script. Where it is too long for the tokenizer, another one goes
// on with it, a little before that place: the end tag may be there.
func (p *page) text() {
	const back = len("</plaintext")
	text := p.tokens.Raw()
	if len(text) < maxToken {
		p.raw = ""
		p.advance(text)
		return
	}
	cut := len(text) - back
	rest := slices.Concat(text[cut:], p.tokens.Buffered())
	p.advance(text[:cut])
	p.tokenize(io.MultiReader(bytes.NewReader(rest), p.r))
}

// startTag finds the URLs in a start tag.
func (p *page) startTag() {
	raw := p.tokens.Raw()
	p.tag, p.done, p.found, p.given = append(p.tag[:0], raw...), 0, p.found[:0], 0
	name, more := p.tokens.TagName()
	p.raw = string(name)
	refresh := -1 // where the content of meta is
	pragma := false
	for more {
		var key, value []byte
		key, value, more = p.tokens.TagAttr()
		// Raw and value are parts of one buffer, of the same capacity at its end. TagAttr decodes
		// in place and returns no offset.
		a := attribute{value: value, at: cap(raw) - cap(value)}
		switch holds(name, key) {
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
	p.advance(p.tag[p.done:])
}

// add finds a URL: a piece of an attribute. Pieces come in their order.
func (p *page) add(a attribute, s span, base bool) {
	verbatim := bytes.HasPrefix(p.tag[a.at:], a.value)
	at := a.at
	if verbatim {
		at += s.start
	}
	p.advance(p.tag[p.done:at])
	p.done = at
	p.found = append(p.found, link{a.value[s.start:s.end], Place{Line: p.line, Column: p.column, Verbatim: verbatim}, base})
}

// htmlLinks yields the URLs of a piece of HTML.
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
