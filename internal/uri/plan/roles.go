package plan

import "example.org/iri/internal/uri"

const (
	kindMask   = uri.Text | uri.Delim // bits that determine the transitions of the template, except special ones
	detailMask = uri.Scheme | uri.Hex | uri.Digit | uri.First
	ordinary   = uri.Text // the role of a byte of host names that is nothing else
	percent    = uri.Hex  // the role of the byte that begins percent-encoded octets
)

// roles proves that each byte has a possible role, and that each delimiter, except perhaps that of fragments, is one
// byte. So a fast path may test a bit for a set and compare for a delimiter; and the bytes of schemes, percent-encoded
// octets and ports are bytes of host names. Byte 0 may only be rare, so that the zeros that vectors have after a string
// are in no set but RowAlive, which fast paths look up for bytes of the string only.
func (c *check) roles() error {
	var count [256]int
	for b, role := range c.plan.Class {
		if why := roleFault(b, role); why != "" {
			return c.refute([]byte{byte(b)}, "the byte has role %#x: %s", role, why)
		}
		count[role]++
	}
	for _, x := range []struct {
		name     string
		role     int
		min, max int
	}{
		{"byte that is ordinary and nothing else", ordinary, 1, 256},
		{"delimiter of schemes and ports", uri.Colon, 1, 1},
		{"delimiter of authorities and segments", uri.Slash, 1, 1},
		{"delimiter of userinfos", uri.At, 1, 1},
		{"delimiter of queries", uri.Query, 1, 1},
		{"delimiter of fragments", uri.Fragment, 0, 1},
		{"byte that begins percent-encoded octets", percent, 1, 1},
	} {
		if n := count[x.role]; n < x.min || n > x.max {
			return c.refute(nil, "there are %d of: %s", n, x.name)
		}
	}
	return nil
}

func roleFault(b int, role uint8) string {
	switch kind := role & kindMask; {
	case role == 0:
		return ""
	case b >= 0x80:
		return "only ASCII has roles"
	case role == uri.Rare:
		return ""
	case b == 0:
		return "byte 0 can only be rare"
	case role == percent:
		return ""
	case kind == uri.Text:
		if role&uri.First != 0 && role&uri.Scheme == 0 {
			return "it begins schemes, but does not continue them"
		}
		return ""
	case role&detailMask != 0:
		return "it is in schemes, percent-encoded octets or ports, but not in host names"
	case !isDelim(kind):
		return "there is none such"
	}
	return ""
}

func isDelim(kind uint8) bool {
	switch kind {
	case uri.Colon, uri.Slash, uri.At, uri.Query, uri.Fragment:
		return true
	}
	return false
}

func (c *check) byteOf(role uint8) (b byte, ok bool) {
	for b, r := range c.plan.Class {
		if r == role {
			return byte(b), true
		}
	}
	return 0, false
}

// rows proves that Rows are the sets of Class, which vector lookups rely on.
func (c *check) rows() error {
	if c.plan.Rows != rowsOf(&c.plan.Class) {
		return c.refute(nil, "Rows are not the sets of Class")
	}
	return nil
}

func rowsOf(class *[256]uint8) (rows [uri.NumRows][16]uint8) {
	for b := range 0x80 {
		role := class[b]
		for k, in := range [uri.NumRows]bool{
			uri.RowText:   role&uri.Text != 0 || role == uri.Fragment,
			uri.RowScheme: role&uri.Scheme != 0,
			uri.RowHex:    role&uri.Hex != 0,
			uri.RowAlive:  role != 0,
		} {
			if in {
				rows[k][b&15] |= 1 << (b >> 4)
			}
		}
	}
	return rows
}

// delimiters proves that comparisons with Delims find the delimiters of Class. The byte in place of a missing delimiter
// is in no string of the language, so that finding it does not matter.
func (c *check) delimiters() error {
	absent := c.plan.Delims[uri.DelimFragment][0]
	if c.plan.Delims != delimsOf(&c.plan.Class, absent) {
		return c.refute(nil, "Delims are not the delimiters of Class")
	}
	if _, ok := c.byteOf(uri.Fragment); !ok && (absent < 0x80 || !c.neverOccurs(absent)) {
		return c.refute([]byte{absent}, "the stand-in for a delimiter is ASCII or in strings of the language")
	}
	return nil
}

func delimsOf(class *[256]uint8, absent byte) (delims [uri.NumDelims][32]uint8) {
	for k, role := range [uri.NumDelims]uint8{
		uri.DelimColon: uri.Colon, uri.DelimSlash: uri.Slash, uri.DelimAt: uri.At,
		uri.DelimQuery: uri.Query, uri.DelimFragment: uri.Fragment,
	} {
		delim := absent
		for b, r := range class {
			if r == role {
				delim = byte(b)
			}
		}
		for i := range delims[k] {
			delims[k][i] = delim
		}
	}
	return delims
}
