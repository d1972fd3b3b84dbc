package testkit

import (
	"example.org/iri/internal/uri"
	"example.org/iri/internal/uri/find"
)

// Find returns the offsets of the components of a valid string. It reads the string byte by byte with a [find.Finder].
func Find[Bytes ~[]byte | ~string](l *uri.Language, s Bytes) find.Offsets {
	f := find.Finder{State: find.Begin(l.Shape)}
	for i := range len(s) {
		f.Read(l.Roles()[s[i]], uint32(i)+1)
	}
	return f.Offsets(uint32(len(s)))
}
