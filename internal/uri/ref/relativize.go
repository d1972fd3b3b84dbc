package ref

import (
	"bytes"

	"example.org/iri/internal/char"
	"example.org/iri/internal/uri"
	"example.org/iri/internal/uri/find"
)

// Forms is a set of forms of references.
type Forms uint8

// The forms. Among the shortest references, Relativize prefers the earlier form.
const (
	FragmentOnly Forms = 1 << iota // a fragment, or nothing
	QueryOnly                      // a query, and perhaps a fragment
	RelativePath                   // begins with a path without a leading slash
	AbsolutePath                   // begins with a path with a leading slash
	NetworkPath                    // begins with an authority
	Absolute                       // begins with a scheme
)

// Relativize appends to buf the shortest reference, among those of the given forms, that Resolve resolves against base
// to target. It returns the offsets of its components, and reports whether there is such a reference.
//
// A reference must have everything in which target differs from base. So it is a suffix of target, perhaps with dot
// segments before it.
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

// sameScheme adds the references without a scheme; base and target have the same scheme, or none. If target is not
// clean, only a reference without a path can lead to it.
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

// samePath adds the references without a path; base and target have the same path.
func samePath[B, T Bytes](s *shortest, base *Ref[B], target *Ref[T]) {
	wanted, ok := target.Get(uri.ComponentQuery)
	if query, is := base.Get(uri.ComponentQuery); is == ok && equal(query, wanted) {
		s.add(FragmentOnly, way{from: int(queryEnd(target.Cut))})
	}
	if ok {
		s.add(QueryOnly, way{from: int(pathEnd(target.Cut))})
	}
}

// paths adds the references that begin with a path; target is clean. It returns buf, perhaps with more capacity.
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

// appendCleanDirectory is appendAnyDirectory without dot segments. It guards relative paths only.
func appendCleanDirectory[B Bytes](buf []byte, base *Ref[B], relative bool) []byte {
	dir := len(buf) + int(pathStart(base.Cut))
	buf = appendAnyDirectory(buf, base)
	if relative {
		return reduce(buf, dir, len(buf))
	}
	buf, _ = removeDots(buf, dir, len(buf))
	return buf
}

// fromDirectory returns the shortest way from a directory, which is empty or ends with a slash, to a path. It reports
// whether there is one.
func fromDirectory[B Bytes](dir []byte, path B, relative bool) (way, bool) {
	if relative {
		return fromRelative(dir[Guard(dir, false):], path)
	}
	n := common(dir, path)
	up := bytes.Count(dir[n:], []byte(char.Slash))
	switch {
	case n > 0, len(dir) == 0:
	case Rooted(path): // and the directory is not
		n = 1 // removing every segment of a rootless path leaves "/"
	default:
		return way{}, false
	}
	return descend(up, path, n), true
}

// fromRelative is fromDirectory for relative paths without guards.
func fromRelative[B Bytes](dir []byte, path B) (way, bool) {
	n := common(dir, path)
	if climb(dir[n:]) > 0 {
		return way{}, false // the name of the segment below ".." is unknown
	}
	up := bytes.Count(dir[n:], []byte(char.Slash))
	if above := climb(path[n:]); above == len(path)-n { // path is "../", perhaps repeated; the last slash is not needed
		up, n = up+above/len(dotDotSlash), len(path)
	}
	return descend(up, path, n), true
}

func descend[B Bytes](up int, path B, from int) way {
	rest := path[from:]
	open := len(rest) == 0
	self := up == 0 && (open || Rooted(rest) || colonFirst(rest))
	return way{self: self, up: up, open: open, from: from}
}

// Unguarded returns the path without the guard of cleanPath.
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

// colonFirst reports whether the first segment of path has a colon, which would delimit a scheme.
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
