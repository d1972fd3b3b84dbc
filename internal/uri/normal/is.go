package normal

import (
	"example.org/iri/internal/char"
	"example.org/iri/internal/uri"
	"example.org/iri/internal/uri/percent"
	"example.org/iri/internal/uri/ref"
)

// Is reports whether r is in normal form, so that Append would append the same string. Since most references are, it
// first rules out whole steps by cheap tests.
func Is[B ref.Bytes](r *ref.Ref[B], steps Steps) bool {
	c := r.Cut
	if steps.has(Scheme) && c.Hier() != 0 && c.Authority() != 0 {
		if path := ref.Path(c); path.Start == path.End || c.Port() != 0 && isRedundantPort(r) {
			return false
		}
		if mayHaveDefaultHost(r) && (&normalForm[B]{*r, steps}).hasDefaultHost() {
			return false
		}
	}
	if steps.has(IPv6) && c.Authority() != 0 && !(&normalForm[B]{*r, steps}).hasNormalAddress() {
		return false
	}
	front := int(max(c.Path(), c.Hier())) // step Case does not change letters from here on
	pctEncoded, dots, capital := mayHave(r.Text, front)
	if (dots || beginsWithDot(r)) && removesDots(r, steps) && ref.HasDots(ref.Unguarded(r)) {
		return false // a percent-encoded dot is found below
	}
	if !pctEncoded && !capital {
		return true
	}
	f := normalForm[B]{*r, steps}
	return (!capital || !steps.has(Case) || f.isLower()) && (!pctEncoded || f.hasNormalPctEncoded())
}

func beginsWithDot[B ref.Bytes](r *ref.Ref[B]) bool {
	i := int(r.Cut.Hier())
	return i < len(r.Text) && r.Text[i] == '.'
}

// isLower reports whether step Case leaves the letters of scheme and host unchanged.
func (f *normalForm[B]) isLower() bool {
	scheme, _ := f.Get(uri.ComponentScheme)
	host, _ := f.Get(uri.ComponentHost)
	if hasUpper(scheme) {
		return false
	}
	if !hasUpper(host) {
		return true
	}
	c, _ := f.component(uri.ComponentHost)
	return !c.lower
}

// hasUpper reports whether text has upper-case letters outside percent-encoded octets.
func hasUpper[B ref.Bytes](text B) bool {
	for i := 0; i < len(text); i++ {
		if char.Lower(text[i]) != text[i] {
			return true
		}
		if text[i] == '%' {
			i += percent.Size - 1
		}
	}
	return false
}

func (f *normalForm[B]) hasNormalPctEncoded() bool {
	query, fragment := int(f.Cut.Query()), int(f.Cut.Fragment())
	for i := beforePctEncoded(f.Text); i < len(f.Text); i += beforePctEncoded(f.Text[i:]) {
		inQuery := query != 0 && i >= query && (fragment == 0 || i < fragment)
		c := component[B]{text: f.Text[i:], steps: f.steps, query: inQuery}
		if !c.keepsOctet() {
			return false
		}
		i += percent.Size
	}
	return true
}

// keepsOctet reports whether the percent-encoded octet at the start of c.text is in normal form.
func (c *component[B]) keepsOctet() bool {
	if c.steps.has(Case) && max(c.text[1], c.text[2]) >= 'a' {
		return false
	}
	_, n := c.decode()
	return n == 0
}
