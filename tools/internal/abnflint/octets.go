package abnflint

import (
	"slices"
	"strings"

	"example.org/iri/compile/abnf"
	"example.org/iri/internal/values"
)

// checkOctets reports values that look like octets in a grammar of characters, the first in each rule. Grammars of
// non-ASCII characters seldom end at U+00FF, so ranges that end between %x80 and %xFF look like octets, unless the
// grammar has a value above %xFF or ranges of Latin letters. Ranges up to %x9F, the last control character, do not
// count. Sequences and ranges of UTF-8 look like octets in any case.
func (l *linter) checkOctets() {
	if l.grammar.Encoding == abnf.Octets {
		return
	}
	looksLikeOctets := l.isUTF8
	if !l.hasCharacters() {
		looksLikeOctets = func(n *abnf.NumVal) bool { return endsLikeOctets(n) || l.isUTF8(n) }
	}
	for _, r := range l.all {
		if isOctet(r) {
			continue // references to it are reported
		}
		for n := range abnf.All(r.Body) {
			if v := l.value(n); v != nil && looksLikeOctets(v) {
				l.rule = r
				l.report(octets, n.Position(), nil, "%v looks like octets, and is read as U+%04X to U+%04X: --octets reads all values as octets",
					n, slices.Min(v.Values), slices.Max(v.Values))
				break
			}
		}
	}
}

// value returns n if it is a value, or the range of OCTET, or nil.
func (l *linter) value(n abnf.Node) *abnf.NumVal {
	if ref, is := n.(*abnf.RuleRef); is {
		if r := l.target(ref); r != nil && isOctet(r) {
			n = r.Body
		}
	}
	v, _ := n.(*abnf.NumVal)
	return v
}

func isOctet(r *abnf.Rule) bool { return strings.EqualFold(r.Name, "OCTET") }

func (l *linter) hasValue(f func(*abnf.NumVal) bool) bool {
	for _, r := range l.all {
		for n := range abnf.All(r.Body) {
			if v := l.value(n); v != nil && f(v) {
				return true
			}
		}
	}
	return false
}

const lastOctet = 0xFF

// endsLikeOctets reports whether a range ends like a range of octets.
func endsLikeOctets(v *abnf.NumVal) bool {
	const ascii, lastControl = 0x7F, 0x9F
	return v.Range && v.Values[1] > ascii && v.Values[1] <= lastOctet && v.Values[1] != lastControl
}

// hasCharacters reports whether some value is, almost certainly, not an octet.
func (l *linter) hasCharacters() bool {
	return l.hasValue(func(v *abnf.NumVal) bool {
		return slices.Max(v.Values) > lastOctet || isRange(v, 0xC0, 0xD6) || isRange(v, 0xD8, 0xF6)
	})
}

// isUTF8 reports whether a value is the UTF-8 encoding of a non-ASCII character, such as %xEF.BB.BF, or one of the
// ranges %xC2-DF and %x80-BF in a grammar that has both.
func (l *linter) isUTF8(v *abnf.NumVal) bool {
	if v.Range {
		return (isRange(v, 0x80, 0xBF) || isLead(v)) && l.hasValue(isLead) && l.hasValue(func(v *abnf.NumVal) bool { return isRange(v, 0x80, 0xBF) })
	}
	var text []byte
	for _, x := range v.Values {
		text = values.Append(abnf.Octets, text, rune(x))
	}
	c, size := values.Decode(abnf.UTF8, string(text))
	return c > 0x7F && size > 1 && len(text) == len(v.Values)
}

// isLead reports whether a range is that of first octets of two-octet characters. In older RFCs, it begins earlier.
func isLead(v *abnf.NumVal) bool { return isRange(v, 0xC2, 0xDF) || isRange(v, 0xC0, 0xDF) }

func isRange(v *abnf.NumVal, lo, hi uint32) bool {
	return v.Range && v.Values[0] == lo && v.Values[1] == hi
}
