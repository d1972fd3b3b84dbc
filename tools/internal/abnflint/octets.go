package abnflint

import (
	"slices"
	"strings"

	"example.org/iri/compile/abnf"
	"example.org/iri/internal/values"
)

// octets reports values that look like octets in a grammar whose values are characters, the first
// in each rule. A grammar of non-ASCII characters seldom stops at U+00FF. So ranges that end
// between %x80 and %xFF look like octets, unless something says that characters are meant: a value
// above %xFF, or ranges that only an alphabet of Latin letters has. Ranges that end with the
// control characters, %x9F, say nothing. What spells UTF-8 looks like octets in any case.
func (l *linter) octets() {
	if l.grammar.Encoding == abnf.Octets {
		return
	}
	looks := l.spellUTF8
	if !l.meanCharacters() {
		looks = func(n *abnf.NumVal) bool { return likeOctets(n) || l.spellUTF8(n) }
	}
	for _, r := range l.all {
		if isOctet(r) {
			continue // what refers to it is reported
		}
		for n := range abnf.All(r.Body) {
			if v := l.number(n); v != nil && looks(v) {
				l.rule = r
				l.report(octets, n.Position(), nil, "%v looks like octets, and is read as U+%04X to U+%04X: --octets reads all values as octets",
					n, slices.Min(v.Values), slices.Max(v.Values))
				break
			}
		}
	}
}

// number returns n if it is a value, or the range that OCTET stands for, else nil.
func (l *linter) number(n abnf.Node) *abnf.NumVal {
	if ref, is := n.(*abnf.RuleRef); is {
		if r := l.target(ref); r != nil && isOctet(r) {
			n = r.Body
		}
	}
	v, _ := n.(*abnf.NumVal)
	return v
}

// isOctet reports whether a rule is the core rule OCTET, or one in its place.
func isOctet(r *abnf.Rule) bool { return strings.EqualFold(r.Name, "OCTET") }

// numbers calls f for each value until it returns true, and reports whether it did.
func (l *linter) numbers(f func(*abnf.NumVal) bool) bool {
	for _, r := range l.all {
		for n := range abnf.All(r.Body) {
			if v := l.number(n); v != nil && f(v) {
				return true
			}
		}
	}
	return false
}

const lastOctet = 0xFF

// likeOctets reports whether a range ends where ranges of octets do.
func likeOctets(v *abnf.NumVal) bool {
	const ascii, lastControl = 0x7F, 0x9F
	return v.Range && v.Values[1] > ascii && v.Values[1] <= lastOctet && v.Values[1] != lastControl
}

// meanCharacters reports whether some value cannot be an octet, or is hardly one.
func (l *linter) meanCharacters() bool {
	return l.numbers(func(v *abnf.NumVal) bool {
		return slices.Max(v.Values) > lastOctet || isRange(v, 0xC0, 0xD6) || isRange(v, 0xD8, 0xF6)
	})
}

// spellUTF8 reports whether a value is a sequence of octets that UTF-8 writes for one character or
// more outside ASCII, such as %xEF.BB.BF, or one of the ranges that all grammars of UTF-8 have, by
// which it is known: %xC2-DF and its kin stand beside %x80-BF.
func (l *linter) spellUTF8(v *abnf.NumVal) bool {
	if v.Range {
		return (isRange(v, 0x80, 0xBF) || isLead(v)) && l.numbers(isLead) && l.numbers(func(v *abnf.NumVal) bool { return isRange(v, 0x80, 0xBF) })
	}
	var text []byte
	for _, x := range v.Values {
		text = values.Append(abnf.Octets, text, rune(x))
	}
	c, size := values.Decode(abnf.UTF8, string(text))
	return c > 0x7F && size > 1 && len(text) == len(v.Values)
}

// isLead reports whether a range is that of first octets of characters of two octets; older RFCs
// begin it sooner.
func isLead(v *abnf.NumVal) bool { return isRange(v, 0xC2, 0xDF) || isRange(v, 0xC0, 0xDF) }

func isRange(v *abnf.NumVal, lo, hi uint32) bool {
	return v.Range && v.Values[0] == lo && v.Values[1] == hi
}
