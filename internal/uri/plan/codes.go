package plan

import "example.org/iri/internal/uri"

// codeOf maps roles to codes. Other roles have no code.
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

	// in languages without schemes
	uri.Text | uri.Hex:             uri.CodeHex,
	uri.Text | uri.Hex | uri.Digit: uri.CodeDigit,
}

func codesOf(class *[256]uint8) (codes [0x80]uint8, ok bool) {
	for b := range codes {
		if codes[b], ok = codeOf[class[b]]; !ok {
			return [0x80]uint8{}, false
		}
	}
	return codes, true
}

func hasSchemes(class *[256]uint8) bool {
	for _, role := range class {
		if role != uri.Rare && role&uri.First != 0 {
			return true
		}
	}
	return false
}

// codes proves that the codes agree with the roles, so that package batch finds sets of bytes in the streams of codes.
// In languages without schemes, codes may imply roles of schemes.
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
