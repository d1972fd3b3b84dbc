package rdf

import (
	"bytes"
	"fmt"
	"strconv"
	"unicode/utf8"

	"example.org/iri"
	"example.org/iri/dfa"
	"example.org/iri/tools/iri/source/internal/block"
)

// act runs the action of a terminal, which is an alternative of rule.
func (r *Reader) act(rule symbol, t *token, b *block.Block) error {
	switch {
	case rule == declared && t.cut:
		r.declares = "" // not the label of any name
		return t.tooLong()
	case rule == declared:
		r.declares = string(t.text)
	case t.symbol == prefixedName || t.symbol == prefixLabel:
		return r.addName(t, b)
	case t.symbol == iriRef:
		begin := len(b.Data)
		err := r.addReference(t, b)
		text := b.Data[begin:]
		if (rule == newBase || rule == namespace) && len(text) > block.MaxBase {
			return t.error(errLongBase)
		}
		switch rule {
		case newBase:
			r.resolver.Base, _ = iri.Parse(string(text)) // an invalid base is ignored
		case namespace:
			r.forget()
			if err == nil && !r.declare(text) {
				return t.error(errTooMany)
			}
		}
		return err
	}
	return nil
}

func (r *Reader) addReference(t *token, b *block.Block) error {
	if t.cut || len(t.text)-2 > block.MaxText {
		return t.tooLong()
	}
	text := t.text[1 : len(t.text)-1]
	place := block.Place{Line: t.line, Column: t.column + 1, Verbatim: true}
	if bytes.IndexByte(text, escape) >= 0 {
		r.decoded = decode(r.decoded[:0], text)
		place.Verbatim = len(r.decoded) == len(text) // an escape is longer than its character
		text = r.decoded
	}
	if r.keeps {
		b.Spans = append(b.Spans, block.Span{Start: r.inRaw(r.begin - len(t.text)), End: r.inRaw(r.begin)})
	}
	if r.lines || r.resolver.Base.IsZero() {
		b.Add(text, place)
		return nil
	}
	begin := len(b.Data)
	data, _, err := r.resolver.AppendResolve(b.Data, text)
	switch {
	case err != nil:
		b.Add(text, place)
		return nil
	case len(data)-begin > block.MaxText:
		return t.tooLong()
	}
	b.Data = data
	if !bytes.Equal(data[begin:], text) {
		b.Resolved(text)
		place.Verbatim = false
	}
	b.End(place)
	return nil
}

func decode(dst, text []byte) []byte {
	for {
		n := bytes.IndexByte(text, escape)
		if n < 0 {
			return append(dst, text...)
		}
		dst = append(dst, text[:n]...)
		text = text[n:]
		n = dfa.Prefix(&uchar, text)
		if n < 0 {
			dst, text = append(dst, escape), text[1:]
			continue
		}
		number, _ := strconv.ParseUint(string(text[2:n]), 16, 32)
		dst, text = utf8.AppendRune(dst, rune(number)), text[n:]
	}
}

func (r *Reader) addName(t *token, b *block.Block) error {
	if t.cut {
		return t.tooLong()
	}
	label := t.text[:bytes.IndexByte(t.text, ':')+1]
	space, ok := r.namespaces[string(label)]
	if !ok {
		err := t.error(fmt.Errorf("prefix %q is not declared", label))
		err.GoesOn = true
		return err
	}
	local := t.text[len(label):]
	if len(space)+len(local) > block.MaxText {
		return t.tooLong()
	}
	b.Data = append(b.Data, space...)
	for {
		n := bytes.IndexByte(local, escape)
		if n < 0 {
			break
		}
		b.Data = append(append(b.Data, local[:n]...), local[n+1])
		local = local[n+2:]
	}
	b.Data = append(b.Data, local...)
	b.End(block.Place{Line: t.line, Column: t.column})
	return nil
}

// declare stores the IRI of a prefix, and reports whether the limit allows it.
func (r *Reader) declare(text []byte) bool {
	r.held += len(r.declares) + len(text) + overhead
	r.namespaces[r.declares] = bytes.Clone(text)
	return r.held <= maxHeld
}

func (r *Reader) forget() {
	if old, ok := r.namespaces[r.declares]; ok {
		r.held -= len(r.declares) + len(old) + overhead
		delete(r.namespaces, r.declares)
	}
}

func (t *token) tooLong() error {
	err := t.error(errTooLong)
	err.GoesOn = true
	return err
}
