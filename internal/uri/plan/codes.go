package plan

import "example.org/iri/internal/uri"

// codeOf has the code of bytes with a role. Roles that are not here have none.
var codeOf = map[uint8]uint8{
	0:            uri.CodeNever,
	uri.Rare:     uri.CodeRare,
	percent:      uri.CodePercent,
	uri.Colon:    uri.CodeColon,
	uri.Slash:    uri.CodeSlash,
	uri.At:       uri.CodeAt,
	uri.Query:    uri.CodeQuery,
	uri.Fragment: uri.CodeFragment,
	ordinary:     uri.CodeText,

	uri.Text | uri.Scheme:                       uri.CodeScheme,
	uri.Text | uri.Scheme | uri.Hex | uri.Digit: uri.CodeDigit,
	uri.Text | uri.Scheme | uri.First:           uri.CodeFirst,
	uri.Text | uri.Scheme | uri.First | uri.Hex: uri.CodeHex,

	// without schemes
	uri.Text | uri.Hex:             uri.CodeHex,
	uri.Text | uri.Hex | uri.Digit: uri.CodeDigit,
}

// codesOf returns the codes of bytes with given roles. It reports false if one has none.
func codesOf(class *[256]uint8) (codes [0x80]uint8, ok bool) {
	for b := range codes {
		if codes[b], ok = codeOf[class[b]]; !ok {
			return [0x80]uint8{}, false
		}
	}
	return codes, true
}

// hasSchemes reports whether some byte begins a scheme.
func hasSchemes(class *[256]uint8) bool {
	for _, role := range class {
		if role != uri.Rare && role&uri.First != 0 {
			return true
		}
	}
	return false
}

// codes proves that the codes agree with the roles. So a batch finds the roles in streams of their
// bits. A code may say too much of schemes, where there are none.
func (c *check) codes() error {
	p := c.plan
	want, ok := codesOf(&p.Class)
	switch {
	case p.Schemes != hasSchemes(&p.Class):
		return c.refute(nil, "that there are schemes is %t", p.Schemes)
	case !p.Batch && p.Codes != [0x80]uint8{}:
		return c.refute(nil, "there are codes, but they are not for batches")
	case p.Batch && !ok:
		return c.refute(nil, "some byte has a role without a code")
	case p.Batch && p.Codes != want:
		return c.refute(nil, "Codes are not those of Class")
	}
	return nil
}
