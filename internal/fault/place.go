package fault

import (
	"example.org/iri/dfa"
	"example.org/iri/internal/char"
	"example.org/iri/internal/language"
	"example.org/iri/internal/uri"
	"example.org/iri/internal/uri/scan"
)

// A place is what lies before a character: the state there, and the offsets at which
// things began that the mistake may lie in, -1 if they did not.
type place struct {
	state               dfa.State
	hier                int // behind the delimiter of the scheme
	authority           int
	port, literal, zone int
}

// locate walks through the part of a text before a character.
func locate[Bytes ~[]byte | ~string](l *uri.Language, text Bytes) place {
	p := place{state: l.Start, authority: -1, port: -1, literal: -1, zone: -1}
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
	around, _ := c.InTriple()
	switch around {
	case uri.ContextAuthority:
		once(&p.authority, at)
	case uri.ContextPort:
		if before != uri.ContextPort {
			p.port = at
		}
	case uri.ContextFuture:
		once(&p.literal, at-1)
	case uri.ContextZone:
		once(&p.zone, at-1)
	}
	if before == uri.ContextScheme && around != uri.ContextScheme {
		p.hier = at
	}
}

func once(offset *int, at int) {
	if *offset < 0 {
		*offset = at
	}
}

// liesBefore reports whether the mistake begins where only a walk can tell.
func (r Reason) liesBefore() bool {
	return r == InPort || Unclosed <= r && r <= InZone
}

// span returns where the mistake lies that c shows behind a text: what message and caret name. The
// place is that behind the text.
func span[Bytes ~[]byte | ~string](r Reason, p *place, text Bytes, c *char.Char) dfa.Span {
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
		for from = begin - 1; text[from] != language.Percent; {
			from--
		}
	}
	if from >= 0 {
		s.Start = from
	}
	return s
}

// ahead is how far behind a mistake the text is searched for the delimiter of a userinfo.
const ahead = 1 << 16

// secretEnd returns where what may be a userinfo, or a part of one, would end; 0 if there is none.
// It is at the last delimiter of a userinfo, since a password that somebody forgot to percent-encode
// may hold any character. If the text is too long to be searched, the secret goes on to its end.
func secretEnd[Bytes ~[]byte | ~string](l *uri.Language, text Bytes, mistake int) int {
	if l.Context(l.Start) == uri.ContextUserinfo || len(text)-mistake > ahead {
		return len(text)
	}
	end := len(text)
	for end >= 8 && !hasAt(scan.Load(text[end-8:])) {
		end -= 8
	}
	if end < 8 && len(text) >= 8 && !hasAt(scan.Load(text)) {
		return 0
	}
	for end > 0 && text[end-1] != language.At {
		end--
	}
	return max(end-1, 0)
}

// hasAt reports whether a word has the delimiter of a userinfo.
func hasAt(word uint64) bool {
	return scan.Zeros(word^scan.Lanes*language.At)&(scan.Lanes<<7) != 0
}

// secret returns what must not be told. It begins where an authority does, or else behind the scheme,
// or else at the beginning of the text.
func (p *place) secret(end int) dfa.Span {
	if from := max(p.authority, p.hier); from < end {
		return dfa.Span{Start: from, End: end}
	}
	return dfa.Span{}
}
