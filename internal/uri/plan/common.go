package plan

import (
	"strings"

	"example.org/iri/dfa"
	"example.org/iri/internal/uri"
)

// beginnings makes the list of frequent beginnings. Whether they are is another claim.
func (c *check) beginnings(common []string) (list [2]uri.Beginning, err error) {
	if c.at[hier] == dfa.Dead {
		return list, nil
	}
	if len(common) > len(list) {
		return list, c.refuse("common", nil, "%d beginnings, at most %d have a place", len(common), len(list))
	}
	for i, text := range common {
		if len(text) == 0 || len(text) > 8 {
			return list, c.refuse("common", []byte(text), "a beginning has one byte to eight")
		}
		b := &list[i]
		for k := range len(text) {
			b.Word |= uint64(text[k]) << (8 * k)
			b.Mask |= 0xff << (8 * k)
		}
		b.Len = uint8(len(text))
		b.Hier = uint8(strings.IndexByte(text, c.plan.Delims[uri.DelimColon][0]) + 1)
	}
	return list, nil
}

// common proves that a frequent beginning leads from the start to where an authority begins, and
// past the delimiter of a scheme at Hier. So a fast path that finds this beginning by comparing
// bytes may go on there.
func (c *check) common() error {
	for _, b := range c.plan.Common {
		if b == (uri.Beginning{}) {
			continue
		}
		if b.Len > 8 || b.Mask != 1<<(8*b.Len)-1 || b.Word&^b.Mask != 0 || b.Hier == 0 {
			return c.refute(nil, "length %d, %d of them a scheme, mask %#x and word %#x do not agree", b.Len, b.Hier, b.Mask, b.Word)
		}
		at, text := start, []byte{}
		for i := range b.Len {
			text = append(text, byte(b.Word>>(8*i)))
			at = next(c.plan, at, c.plan.Class[text[i]])
			if (at == hier) != (i+1 == b.Hier) {
				return c.refute(text, "Hier is %d, but here it is %t that a scheme ends", b.Hier, at == hier)
			}
		}
		if at != authority {
			return c.refute(text, "it leads to %s, not to where an authority begins", at.name())
		}
	}
	return nil
}
