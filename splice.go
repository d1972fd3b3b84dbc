package iri

import (
	"example.org/iri/internal/uri/find"
	"example.org/iri/internal/uri/ref"
)

// A splicer copies a string to the end of a buffer and replaces parts of it, in order. Its methods take and return the
// buffer, so that it can stay on the stack.
type splicer struct {
	start  int    // offset of the result in the buffer
	text   string // the original string
	copied int    // length of its prefix that has been copied or replaced
}

// skip copies s.text[s.copied:from] to buf, and leaves out s.text[from:to].
func (s *splicer) skip(buf []byte, from, to int) []byte {
	buf = append(buf, s.text[s.copied:from]...)
	s.copied = to
	return buf
}

func (s *splicer) here(buf []byte) uint32 { return uint32(len(buf) - s.start) }

// at returns the offset in the result of the byte at offset in the text, which has not been copied yet.
func (s *splicer) at(buf []byte, offset int) uint32 { return s.here(buf) + uint32(offset-s.copied) }

// moved is like at, but returns 0 for 0, the offset of an absent component.
func (s *splicer) moved(buf []byte, offset uint32) uint32 {
	if offset == 0 {
		return 0
	}
	return s.at(buf, int(offset))
}

// before appends a delimiter and a changed component, and returns the offset of the component, 0 if it is absent.
func (s *splicer) before(buf []byte, delimiter byte, b *Builder, c Component) (_ []byte, at uint32) {
	if b.present.has(c) {
		buf = append(buf, delimiter)
		at = s.here(buf)
		buf = append(buf, b.texts[slot(c)]...)
	}
	return buf, at
}

// after appends a changed component and a delimiter, and returns the offset after both, 0 if the component is absent.
func (s *splicer) after(buf []byte, delimiter byte, b *Builder, c Component) (_ []byte, at uint32) {
	if b.present.has(c) {
		buf = append(append(buf, b.texts[slot(c)]...), delimiter)
		at = s.here(buf)
	}
	return buf, at
}

// splice appends the components as a reference (RFC 3986, section 5.3), and returns their offsets. Unchanged components
// keep their bytes; their offsets move.
func (b *Builder) splice(buf []byte) ([]byte, find.Cut) {
	old := b.oldCut()
	s := splicer{start: len(buf), text: b.old.text}
	o := find.Offsets{Hier: old.Hier()}
	if b.changed.has(ComponentScheme) {
		buf = s.skip(buf, 0, int(old.Hier()))
		buf, o.Hier = s.after(buf, ':', b, ComponentScheme)
	}
	const authority = 1<<ComponentUserinfo | 1<<ComponentHost | 1<<ComponentPort
	if b.changed&authority != 0 {
		buf = b.spliceAuthority(buf, &s, &o)
	} else if old.Authority() != 0 {
		o.Authority, o.Host = s.moved(buf, old.Authority()), s.moved(buf, old.Host())
		o.Port, o.Path = s.moved(buf, old.Port()), s.moved(buf, old.Path())
	}
	path := ref.Path(old)
	if b.changed.has(ComponentPath) {
		buf = s.skip(buf, path.Start, path.End)
		buf = append(buf, b.texts[slot(ComponentPath)]...)
	}
	query, fragment := path.End, len(s.text) // offsets of their ends
	if old.Fragment() != 0 {
		query = int(old.Fragment()) - 1
	} else if old.Query() != 0 {
		query = fragment
	}
	o.Query = s.moved(buf, old.Query())
	if b.changed.has(ComponentQuery) {
		buf = s.skip(buf, path.End, query)
		buf, o.Query = s.before(buf, '?', b, ComponentQuery)
	}
	o.Fragment = s.moved(buf, old.Fragment())
	if b.changed.has(ComponentFragment) {
		buf = s.skip(buf, query, fragment)
		buf, o.Fragment = s.before(buf, '#', b, ComponentFragment)
	}
	buf = s.skip(buf, fragment, fragment)
	o.End = s.here(buf)
	return buf, o.Pack()
}

func (b *Builder) spliceAuthority(buf []byte, s *splicer, o *find.Offsets) []byte {
	old := b.oldCut()
	path := ref.Path(old).Start
	authority, host, port := path, path, path // offsets of their beginnings
	if old.Authority() != 0 {
		authority, host = int(old.Authority()), int(old.Host())
		if port = path; old.Port() != 0 {
			port = int(old.Port()) - 1
		}
	}
	switch isThere := b.present.has(ComponentHost); {
	case isThere && old.Authority() == 0:
		buf = s.skip(buf, path, path)
		buf = append(buf, "//"...)
	case !isThere && old.Authority() != 0:
		buf = s.skip(buf, authority-len("//"), path)
		return buf
	case !isThere:
		return buf
	}
	o.Authority = s.at(buf, authority)
	if b.changed.has(ComponentUserinfo) {
		buf = s.skip(buf, authority, host)
		buf, _ = s.after(buf, '@', b, ComponentUserinfo)
	}
	o.Host = s.at(buf, host)
	if b.changed.has(ComponentHost) {
		buf = s.skip(buf, host, port)
		buf = append(buf, b.texts[slot(ComponentHost)]...)
	}
	o.Port = s.moved(buf, old.Port())
	if b.changed.has(ComponentPort) {
		buf = s.skip(buf, port, path)
		buf, o.Port = s.before(buf, ':', b, ComponentPort)
	}
	o.Path = s.at(buf, path)
	return buf
}
