package ref

// A relative path is the path of a reference without a scheme and an authority that does not begin with
// a slash. RFC 3986, section 5.2.4, is for paths of absolute bases, and removes the dot segments that such
// a path begins with. Here they stay, because they lead somewhere once there is an absolute base.

// isRelative reports whether the path of a reference is a relative path.
func isRelative[B Bytes](r *Ref[B]) bool {
	return !r.HasScheme() && !r.HasAuthority() && !Rooted(r.Path())
}

// reduce removes dot segments of the relative path that lies in a buffer from start to end, in place:
// each "." and each ".." with the segment before it. A ".." without a segment before it stays. If
// nothing stays, the path becomes "./".
func reduce(buf []byte, start, end int) []byte {
	if !HasDots(buf[start:end]) {
		return buf
	}
	if endsInDots(buf[start:end]) { // a directory
		buf = append(buf, '/')
		copy(buf[end+1:], buf[end:])
		buf[end] = '/'
		end++
	}
	to := start + keep(buf[start:end])
	if needsDot(buf[start:to]) { // there is room: a dot segment with its slash has gone
		copy(buf[start+len(dotSlash):], buf[start:to])
		to += copy(buf[start:], dotSlash)
	}
	return append(buf[:to], buf[end:]...)
}

const (
	dotSlash    = "./"
	dotDotSlash = "../"
)

// keep moves the segments that stay to the beginning of a relative path, and returns their length. Each
// dot segment has a slash after it.
func keep(path []byte) (to int) {
	names := 0 // how many of the segments so far are not ".."
	for from := 0; from < len(path); {
		next := from
		for next < len(path) && path[next] != '/' {
			next++
		}
		next = min(next+1, len(path))
		switch dots := dotSegment(path[from:], false); {
		case dots == 1:
		case dots == 2 && names > 0:
			to = LastSlash(path[:to-1]) + 1
			names--
		default:
			to += copy(path[to:], path[from:next])
			names += 1 - dots/2
		}
		from = next
	}
	return to
}

// needsDot reports whether a relative path, in which no dot segments are left to remove, has to have "./"
// before it, because it would be empty, begin with a slash or seem to have a scheme.
func needsDot[B Bytes](path B) bool { return len(path) == 0 || Rooted(path) || colonFirst(path) }

// appendAnyDirectory is appendDirectory for a base that may have no scheme: then a last dot segment is a directory.
func appendAnyDirectory[B Bytes](buf []byte, base *Ref[B]) []byte {
	if !base.HasScheme() && endsInDots(base.Path()) {
		return append(append(buf, base.Text[:pathEnd(base.Cut)]...), '/')
	}
	return appendDirectory(buf, base)
}

// endsInDots reports whether the last segment of a path is a dot segment.
func endsInDots[B Bytes](path B) bool { return dotSegment(path[LastSlash(path)+1:], false) > 0 }

// climb returns the length of the segments ".." that a path begins with, with their slashes.
func climb[B Bytes](path B) (n int) {
	for len(path)-n >= len(dotDotSlash) && string(path[n:n+len(dotDotSlash)]) == dotDotSlash {
		n += len(dotDotSlash)
	}
	return n
}

// isClean reports whether resolution can lead to the path of a reference: whether cleanPath has nothing to
// remove from it.
func isClean[B Bytes](r *Ref[B]) bool {
	path := Unguarded(r)
	if !isRelative(r) {
		return !HasDots(path)
	}
	return len(r.Path()) > 0 && !HasDots(path[climb(path):])
}
