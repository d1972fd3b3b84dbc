package fault

import (
	"example.org/iri/dfa"
	"example.org/iri/internal/char"
	"example.org/iri/internal/uri"
)

// spanOf returns the span of a mistake that c, the character after text, shows. It reads text only if it must.
func spanOf[Bytes []byte | string](l *uri.Language, r Reason, text Bytes, c *char.Char) dfa.Span {
	s := dfa.Span{Start: len(text), End: len(text) + c.Len()}
	switch r {
	case NoScheme:
		if len(text) > 0 {
			return dfa.Span{Start: 0, End: len(text)}
		}
	case ColonInSegment:
		s.Start = 0
	case InPort:
		if port := entered(l, text, uri.ContextPort); port >= 0 {
			s.Start = port
		}
		if endsAuthority(c.Rune) {
			s.End = len(text)
		}
	case Unclosed, InAddress:
		if inside := entered(l, text, uri.ContextFuture); inside > 0 {
			s.Start = inside - 1
		} else if r == InAddress {
			s.Start = 0
		}
		if r == Unclosed {
			s.End = len(text)
		}
	case InZone:
		if inside := entered(l, text, uri.ContextZone); inside > 0 {
			s.Start = inside - 1
		}
	case Percent:
		for s.Start--; text[s.Start] != '%'; {
			s.Start--
		}
	}
	return s
}

// entered returns the last offset in text at which the context begins, or -1.
func entered[Bytes []byte | string](l *uri.Language, text Bytes, context uri.Context) int {
	s, before, at := l.Start, uri.ContextNowhere, -1
	for i := 0; ; i++ {
		if c, _ := l.Context(s).InPctEncoded(); c != uri.ContextNowhere && c != before {
			if before = c; c == context {
				at = i
			}
		}
		if i == len(text) {
			return at
		}
		s = l.Next(s, text[i])
	}
}
