package scan

import (
	"math"

	"example.org/iri/dfa"
	"example.org/iri/internal/uri"
	"example.org/iri/internal/uri/find"
)

// Match reports whether text is in the language a, which has no fast-path table.
func Match[Bytes ~[]byte | ~string](a *uri.Language, text Bytes) bool {
	if a.Like != nil && len(text) >= short {
		if _, ok := matchLike(a, text); ok {
			return true
		}
	}
	return dfa.Match(a.Automaton, text)
}

// matchLike reports whether text is in a because it is in a.Like, which must not be nil, and returns its Cut. The result
// false leaves text to the automaton.
func matchLike[Bytes ~[]byte | ~string](a *uri.Language, text Bytes) (c find.Cut, ok bool) {
	if len(text) == 0 || uint64(len(text)) > math.MaxUint32 {
		return find.Cut{}, false
	}
	if a.Shape == uri.Authority {
		return matchLikeAuthority(a, text)
	}
	c, v := Kernel(a.Like, text)
	if v > Valid {
		c, v = Portable(a.Like, text)
	}
	if v != Valid || !belongs(a, c) {
		return find.Cut{}, false
	}
	return c, dfa.Run(a.Automaton, a.Start, text[:max(c.Hier(), 1)]) != dfa.Dead
}

// matchLikeAuthority is matchLike for an authority. If the empty string is not in a, every string of a has a port.
func matchLikeAuthority[Bytes ~[]byte | ~string](a *uri.Language, text Bytes) (c find.Cut, ok bool) {
	c, v := portableAuthority(a.Like, text)
	return c, v == Valid && c.Host() == 0 && c.Path() == c.End() && (c.Port() != 0 || a.Accepts(a.Start))
}

// belongs reports whether a string of a.Like with the Cut c is in a, assuming that it begins like a string of a.
func belongs(a *uri.Language, c find.Cut) bool {
	switch {
	case c.Fragment() != 0:
		return false
	case a.WithHost:
		return c.HasHost()
	}
	return c.Authority() == 0
}

// Kernel is [Bytes] or [String].
func Kernel[Text ~[]byte | ~string](a *uri.Language, text Text) (find.Cut, Result) {
	switch text := any(text).(type) {
	case []byte:
		return Bytes(a, text)
	case string:
		return String(a, text)
	}
	return find.Cut{}, NoKernel
}
