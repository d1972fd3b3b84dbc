package abnf

import (
	"cmp"
	"fmt"
	"strconv"
)

// maxLists bounds how deep lists with "#" nest, because their elements are written more than
// once.
const maxLists = 3

// listForm is a way to spell out lists such as 1#element.
type listForm int

const (
	noLists listForm = iota
	senders
	recipients
	spaced
)

// source returns where lists are spelt out so.
func (f listForm) source() string {
	return [...]string{senders: "RFC 9110, section 5.6.1.1", recipients: "RFC 7230, section 7", spaced: "RFC 2616, section 2.1"}[f]
}

// listForm returns how lists are read: as RFC 9110 has them sent if there is a rule OWS, or by
// RFC 2616 if there is a rule LWS. Texts that follow RFC 7230 often say twice what a list is,
// with "#" and spelt out as it is received; see [chooser].
func (p *parser) listForm() listForm {
	switch {
	case p.known("OWS") && p.received:
		return recipients
	case p.known("OWS"):
		return senders
	case p.known("LWS"):
		return spaced
	}
	return noLists
}

// hashList reads a list from its "#" on; start is where its least count lo stands, if there is
// one.
func (p *parser) hashList(start, lo int) Node {
	hint := cmp.Or(p.notationHint(), "a rule OWS has them read as in RFC 9110, a rule LWS as in RFC 2616")
	p.cursor++
	hi, bounded := p.count()
	if !bounded {
		hi = Unbounded
	}
	list := p.text[start:p.cursor]
	p.cursor = wordEnd(p.text, p.cursor, p.end, isBlank)
	form := p.listForm()
	switch {
	case !p.atElement():
		p.unexpected(p.foreignHint(), "element of the list")
	case form == noLists:
		p.fail(start, "lists with \"#\" are not part of ABNF", hint)
	case hi == 0, bounded && lo > hi, p.lists == maxLists:
		p.fail(start, fmt.Sprintf("list %s cannot be spelt out", list), "")
	}
	if p.failed {
		return nil
	}
	p.amend(start, fmt.Sprintf("list %s spelt out by %s", list, form.source()))
	from := p.cursor
	if p.listElement(start); p.failed {
		return nil
	}
	faults, repairs := len(p.errs), len(p.repairs)
	return p.graft(form.spellOut(lo, hi), p.pos(start), func() Node {
		p.cursor = from
		elem := p.listElement(start)
		p.errs, p.repairs = p.errs[:faults], p.repairs[:repairs] // it has the same ones each time
		return elem
	})
}

// listElement reads the element of a list, which will stand deeper.
func (p *parser) listElement(start int) Node {
	const levels = 5 // at most, of brackets and repetitions
	p.listed = true
	p.lists++
	p.depth += levels - 1
	p.enter(start)
	elem := p.element()
	p.leave()
	p.depth -= levels - 1
	p.lists--
	return elem
}

// spellOut returns the body of a rule for lists of lo to hi elements e.
func (f listForm) spellOut(lo, hi int) string {
	first, more := "e", `( OWS "," OWS e )`
	switch unlimited := hi == Unbounded; {
	case f == recipients && unlimited && lo == 0:
		return `[ ( "," / e ) *( OWS "," [ OWS e ] ) ]`
	case f == recipients && unlimited && lo == 1:
		return `*( "," OWS ) e *( OWS "," [ OWS e ] )`
	case f == spaced:
		first, more = "*LWS e", `( *LWS "," *LWS e )`
	}
	most := ""
	if hi != Unbounded {
		most = strconv.Itoa(hi - 1)
	}
	text := fmt.Sprintf("%s %d*%s%s", first, max(lo-1, 0), most, more)
	if lo == 0 {
		return "[ " + text + " ]"
	}
	return text
}

// graft returns what a text defines, as if it was read at pos, with elem in place of each e.
func (p *parser) graft(text string, pos Pos, elem func() Node) Node {
	q := parser{source: &source{text: text, only: &pos}, end: len(text), grammar: p.grammar, elem: elem}
	return q.alternation()
}
