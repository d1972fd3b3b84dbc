package fault

import (
	"example.org/iri/dfa"
	"example.org/iri/internal/char"
	"example.org/iri/internal/uri"
)

// A place is what lies before a character: the state there, and the offsets at which
// things began that the mistake may lie in, -1 if they did not.
type place struct {
	state               dfa.State
	port, literal, zone int
}

// locate reads the part of a string before a character.
func locate[Bytes ~[]byte | ~string](l *uri.Language, text Bytes) place {
	p := place{state: l.Start, port: -1, literal: -1, zone: -1}
	before := l.Context(p.state)
	p.enter(before, uri.ContextNowhere, 0)
	for i := range len(text) {
		p.state = l.Next(p.state, text[i])
		if c := l.Context(p.state); c != uri.ContextNowhere && c != before {
			p.enter(c, before, i+1)
			before = c
		}
	}
	return p
}

// enter notes what begins where one context is followed by another.
func (p *place) enter(c, before uri.Context, at int) {
	switch around, _ := c.InPctEncoded(); {
	case around == uri.ContextPort && before != uri.ContextPort:
		p.port = at
	case around == uri.ContextFuture && p.literal < 0:
		p.literal = at - 1
	case around == uri.ContextZone && p.zone < 0:
		p.zone = at - 1
	}
}

// liesBefore reports whether only a run through the string finds where the mistake begins.
func (r Reason) liesBefore() bool {
	return r == InPort || Unclosed <= r && r <= InZone
}

// spanOf returns where a mistake lies that c shows after text, as messages and carets show it. The
// place is that after text.
func spanOf[Bytes ~[]byte | ~string](r Reason, p *place, text Bytes, c *char.Char) dfa.Span {
	begin := len(text)
	s := dfa.Span{Start: begin, End: begin + c.Len()}
	from := -1
	switch r {
	case NoScheme:
		if begin > 0 {
			return dfa.Span{Start: 0, End: begin}
		}
	case ColonInSegment:
		from = 0
	case InPort:
		from = p.port
		if endsAuthority(c.Rune) {
			s.End = begin
		}
	case Unclosed:
		from, s.End = p.literal, begin
	case InAddress:
		from = max(p.literal, 0)
	case InZone:
		from = p.zone
	case Percent:
		for from = begin - 1; text[from] != '%'; {
			from--
		}
	}
	if from >= 0 {
		s.Start = from
	}
	return s
}
