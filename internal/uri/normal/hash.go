package normal

import (
	"hash/maphash"
	"unicode/utf8"

	"example.org/iri/internal/language"
	"example.org/iri/internal/uri/ref"
)

// Hash adds the normal form of a reference to a hash, without writing it. References that are equal
// add the same. Others add something else: the authority comes in brackets, which tell it from a
// path, and where dot segments are removed, the segments of the path come from the last to the
// first, each with the slash behind it that is in front of it.
func Hash(h *maphash.Hash, r ref.Ref[string], level Level) {
	f := normalForm[string]{r, level}
	if c, ok := f.scheme(); ok {
		c.hash(h)
		h.WriteByte(language.Colon)
	}
	if f.HasAuthority() {
		hashAuthority(h, &f)
	}
	hashPath(h, &f)
	if c, ok := f.queryPart(); ok {
		h.WriteByte(language.Question)
		c.hash(h)
	}
	if c, ok := f.fragment(); ok {
		h.WriteByte(language.Hash)
		c.hash(h)
	}
}

func hashAuthority(h *maphash.Hash, f *normalForm[string]) {
	h.WriteByte(language.Open)
	if c, ok := f.userinfo(); ok {
		c.hash(h)
		h.WriteByte(language.At)
	}
	host, _ := f.host()
	host.hash(h)
	if c, ok := f.port(); ok {
		h.WriteByte(language.Colon)
		c.hash(h)
	}
	h.WriteByte(language.Shut)
}

func hashPath(h *maphash.Hash, f *normalForm[string]) {
	path := f.path()
	if !f.withoutDots() {
		path.hash(h)
		return
	}
	for c := climb(path); ; {
		segment, ok := c.next()
		if !ok {
			return
		}
		if segment.text != "" && segment.text[0] == language.Slash {
			segment.text = segment.text[1:]
			segment.hash(h)
			h.WriteByte(language.Slash)
			continue
		}
		segment.hash(h)
	}
}

// hash adds the normal form of a component, dot segments aside.
func (c component[B]) hash(h *maphash.Hash) {
	var buf [64]byte
	for n := 0; ; n = 0 {
		for len(c.text) > 0 && n <= len(buf)-utf8.UTFMax {
			char, size, width := c.next()
			n += copy(buf[n:], char[:size])
			c.text = c.text[width:]
		}
		if n == 0 {
			return
		}
		h.Write(buf[:n])
	}
}
