package ref

import (
	"bytes"

	"example.org/iri/internal/char"
	"example.org/iri/internal/uri"
	"example.org/iri/internal/uri/find"
)

// Forms is a set of forms of references.
type Forms uint8

// The forms. Of two references that are equally long, Relativize takes that of the earlier form.
const (
	FragmentOnly Forms = 1 << iota // a fragment, or nothing
	QueryOnly                      // a query, maybe with a fragment
	RelativePath                   // begins with a path, and that not with a slash
	AbsolutePath                   // begins with a path, and that with a slash
	NetworkPath                    // begins with an authority
	Absolute                       // begins with a scheme
)

// Relativize appends to a buffer the shortest reference of which Resolve makes the target, of those
// that have one of the forms, and returns where its components lie. It reports whether there is
// one.
//
// Such a reference is an end of the target's string, with dot segments before it or without: it has to
// have what the base does not have.
func Relativize[B, T Bytes](buf []byte, base *Ref[B], target *Ref[T], verbatim bool, forms Forms) ([]byte, find.Cut, bool) {
	s := shortest{forms: forms}
	clean := isClean(target)
	if equal(base.Text[:base.Cut.Hier()], target.Text[:target.Cut.Hier()]) {
		buf = sameScheme(&s, buf, base, target, clean)
	}
	if target.HasScheme() && (verbatim || clean) {
		s.add(Absolute, way{head: true})
	}
	if !s.found {
		return buf, find.Cut{}, false
	}
	buf, cut := write(buf, target, s.way)
	return buf, cut, true
}

// sameScheme adds the references without a scheme. Base and target have the same, or none. If the target is
// not clean, only a reference without a path leads there.
func sameScheme[B, T Bytes](s *shortest, buf []byte, base *Ref[B], target *Ref[T], clean bool) []byte {
	authority, ok := target.Get(uri.ComponentAuthority)
	if baseAuthority, is := base.Get(uri.ComponentAuthority); is == ok && equal(baseAuthority, authority) {
		if equal(base.Path(), target.Path()) {
			samePath(s, base, target)
		}
		if clean {
			buf = paths(s, buf, base, target)
		}
	}
	if ok && clean {
		s.add(NetworkPath, way{head: true, from: int(target.Cut.Hier())})
	}
	return buf
}

// samePath adds the references without a path. The base has the path of the target.
func samePath[B, T Bytes](s *shortest, base *Ref[B], target *Ref[T]) {
	wanted, ok := target.Get(uri.ComponentQuery)
	if query, is := base.Get(uri.ComponentQuery); is == ok && equal(query, wanted) {
		s.add(FragmentOnly, way{from: int(queryEnd(target.Cut))})
	}
	if ok {
		s.add(QueryOnly, way{from: int(pathEnd(target.Cut))})
	}
}

// paths adds the references that begin with a path. The target is clean. The buffer comes back with more
// room, maybe.
func paths[B, T Bytes](s *shortest, buf []byte, base *Ref[B], target *Ref[T]) []byte {
	path, end := Unguarded(target), int(pathEnd(target.Cut))
	relative := isRelative(target)
	if relative == isRelative(base) {
		scratch := appendCleanDirectory(buf, base, relative)
		dir := scratch[len(buf)+int(pathStart(base.Cut)):]
		if y, ok := fromDirectory(dir, path, relative); ok {
			y.from += end - len(path)
			s.add(RelativePath, y)
		}
		buf = scratch[:len(buf)]
	}
	if Rooted(path) && !relative {
		two := Rooted(path[1:])
		s.add(AbsolutePath, way{rooted: two, self: two, open: two, from: end - len(path)})
	}
	return buf
}

// appendCleanDirectory is appendAnyDirectory with dot segments removed. It guards relative paths only.
func appendCleanDirectory[B Bytes](buf []byte, base *Ref[B], relative bool) []byte {
	dir := len(buf) + int(pathStart(base.Cut))
	buf = appendAnyDirectory(buf, base)
	if relative {
		return reduce(buf, dir, len(buf))
	}
	buf, _ = removeDots(buf, dir, len(buf))
	return buf
}

// fromDirectory returns the way that leads from a directory to a path, and whether there is one. It
// climbs no further than it has to. The directory is empty or ends with a slash.
func fromDirectory[B Bytes](dir []byte, path B, relative bool) (way, bool) {
	if relative {
		return fromRelative(dir[Guard(dir, false):], path)
	}
	n := common(dir, path)
	up := bytes.Count(dir[n:], []byte(char.Slash))
	switch {
	case n > 0, len(dir) == 0:
	case Rooted(path): // and the directory is not
		n = 1 // removing every segment of a rootless path leaves a slash
	default:
		return way{}, false
	}
	return descend(up, path, n), true
}

// fromRelative is fromDirectory for relative paths, without the dot segments that guard them.
func fromRelative[B Bytes](dir []byte, path B) (way, bool) {
	n := common(dir, path)
	if climb(dir[n:]) > 0 {
		return way{}, false // it is not known which segment leads down again
	}
	up := bytes.Count(dir[n:], []byte(char.Slash))
	if above := climb(path[n:]); above == len(path)-n { // the last slash can go
		up, n = up+above/len(dotDotSlash), len(path)
	}
	return descend(up, path, n), true
}

// descend returns the way that climbs some directories, and then follows a path from an offset on.
func descend[B Bytes](up int, path B, from int) way {
	rest := path[from:]
	open := len(rest) == 0
	self := up == 0 && (open || Rooted(rest) || colonFirst(rest))
	return way{self: self, up: up, open: open, from: from}
}

// Unguarded returns the path without the dot segment that cleanPath puts before it.
func Unguarded[B Bytes](r *Ref[B]) B {
	path := r.Path()
	if r.HasAuthority() {
		return path
	}
	return path[Guard(path, r.HasScheme()):]
}

// common returns the length of the longest common prefix that ends with a slash.
func common[B Bytes](dir []byte, path B) int {
	n := 0
	for i := 0; i < min(len(dir), len(path)) && dir[i] == path[i]; i++ {
		if dir[i] == '/' {
			n = i + 1
		}
	}
	return n
}

// colonFirst reports whether a path has a colon in its first segment, where it would be the delimiter of
// a scheme.
func colonFirst[B Bytes](path B) bool {
	for i := 0; i < len(path) && path[i] != '/'; i++ {
		if path[i] == ':' {
			return true
		}
	}
	return false
}

// HasDots reports whether a path has dot segments.
func HasDots[B Bytes](path B) bool { return firstDot(path) < len(path) }

// Rooted reports whether a path begins with a slash.
func Rooted[B Bytes](path B) bool { return len(path) > 0 && path[0] == '/' }

func equal[A, B Bytes](a A, b B) bool { return string(a) == string(b) }
