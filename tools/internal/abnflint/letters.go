package abnflint

import (
	"slices"
	"strings"

	"example.org/iri/compile/abnf"
)

// checkLetterCase reports case-insensitive strings (RFC 5234, section 2.3) next to letters in one case.
func (l *linter) checkLetterCase() {
	for n := range abnf.All(l.rule.Body) {
		switch n := n.(type) {
		case *abnf.Alternation:
			l.reportMixed(n.Alts, oneCase(n.Alts))
		case *abnf.Concatenation:
			l.reportMixed(n.Elems, slices.IndexFunc(n.Elems, writesLetters))
		}
	}
}

func (l *linter) reportMixed(list []abnf.Node, cased int) {
	if cased < 0 {
		return
	}
	for _, n := range list {
		if s, ok := n.(*abnf.CharVal); ok && !s.CaseSensitive && strings.ContainsFunc(s.Text, isLetter) {
			l.report(letterCase, s.Pos, nil, "%s matches in either case, but %s beside it does not", shorten(s), shorten(list[cased]))
			return
		}
	}
}

// writesLetters reports whether a node has letters as numbers, which match in one case.
func writesLetters(n abnf.Node) bool {
	v, ok := n.(*abnf.NumVal)
	return ok && !v.Range && slices.ContainsFunc(v.Values, func(v uint32) bool { return isLetter(rune(v)) })
}

// oneCase returns the index of the first alternative that matches letters in one case while no other alternative
// matches the other case, or -1.
func oneCase(alts []abnf.Node) int {
	var all [128]bool // single characters among alternatives
	for _, n := range alts {
		lo, hi := characters(n)
		for c := lo; c <= min(hi, 127); c++ {
			all[c] = true
		}
	}
	return slices.IndexFunc(alts, func(n abnf.Node) bool {
		lo, hi := characters(n)
		for c := lo; c <= min(hi, 127); c++ {
			if isLetter(c) && !all[c^0x20] {
				return true
			}
		}
		s, ok := n.(*abnf.CharVal)
		return lo > hi && (writesLetters(n) || ok && s.CaseSensitive && strings.ContainsFunc(s.Text, isLetter))
	})
}

// characters returns the range of single characters that a node matches with case, or an empty range.
func characters(n abnf.Node) (lo, hi rune) {
	switch n := n.(type) {
	case *abnf.CharVal:
		if n.CaseSensitive && len(n.Text) == 1 {
			return rune(n.Text[0]), rune(n.Text[0])
		}
	case *abnf.NumVal:
		if n.Range || len(n.Values) == 1 {
			return rune(n.Values[0]), rune(n.Values[len(n.Values)-1])
		}
	}
	return 1, 0
}

func isLetter(r rune) bool { return 'a' <= r|0x20 && r|0x20 <= 'z' }
