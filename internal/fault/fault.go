// Package fault has what the errors of package rule share with other packages: components of mistakes, and words for
// the bytes that are expected.
package fault

import (
	"example.org/iri/dfa"
	"example.org/iri/internal/char"
	"example.org/iri/internal/uri"
)

// TooLong is the type of rule.ErrTooLong and iri.ErrTooLong, which are equal without work at
// start-up.
type TooLong struct{}

func (TooLong) Error() string { return "iri: 4 GiB or more: offsets of components do not fit" }

// Component returns the component of a mistake in a string. The run from the start has come to state s at offset n,
// as that of table.Last does.
func Component[Bytes ~[]byte | ~string](l *uri.Language, text Bytes, s dfa.State, n int) uri.Component {
	begin := n - char.Unfinished(text[:n])
	if begin < n {
		s = dfa.Run(l.Automaton, l.Start, text[:begin])
	}
	if EndsPort(l, s, char.First(text[begin:]).Rune) {
		return uri.ComponentPort
	}
	context, _ := l.Context(s).InPctEncoded()
	return context.Component()
}

// EndsPort reports whether r ends in state s what was meant as a port: a userinfo could go on there, but the
// authority ends.
func EndsPort(l *uri.Language, s dfa.State, r rune) bool {
	return EndsAuthority(r) && l.Context(s) == uri.ContextUserinfo && l.Next(s, '@') != dfa.Dead
}

// EndsAuthority reports whether an authority ends before r.
func EndsAuthority(r rune) bool { return r == char.End || r == '/' || r == '?' || r == '#' }
