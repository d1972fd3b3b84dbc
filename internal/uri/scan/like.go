package scan

import (
	"math"

	"example.org/iri/dfa"
	"example.org/iri/internal/uri"
	"example.org/iri/internal/uri/find"
)

// Match validates a string for a language without a fast-path table.
func Match[Bytes ~[]byte | ~string](a *uri.Language, text Bytes) bool {
	if a.Like != nil && len(text) >= short {
		if _, ok := alike(a, text); ok {
			return true
		}
	}
	return dfa.Match(a.Automaton, text)
}

// alike returns the Cut of a string that is in a because it is in a.Like, which must not be nil. It
// returns false for others, of which some are valid.
func alike[Bytes ~[]byte | ~string](a *uri.Language, text Bytes) (c find.Cut, ok bool) {
	if len(text) == 0 || uint64(len(text)) > math.MaxUint32 {
		return find.Cut{}, false
	}
	if a.Shape == uri.Authority {
		return alikeAuthority(a, text)
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

// alikeAuthority is alike for authorities. A language without the empty string is one in which every
// string has a port.
func alikeAuthority[Bytes ~[]byte | ~string](a *uri.Language, text Bytes) (c find.Cut, ok bool) {
	c, v := portableAuthority(a.Like, text)
	return c, v == Valid && c.Host() == 0 && c.Path() == c.End() && (c.Port() != 0 || a.Accepts(a.Start))
}

// belongs reports whether a string of a.Like with a Cut is in a, if strings of a can begin as it does.
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
