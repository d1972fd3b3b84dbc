package ref

// A relative path is a path without a leading slash in a reference without scheme and authority. RFC 3986, section
// 5.2.4, which is for absolute bases, removes dot segments at its start. This package keeps them, because they matter
// once there is an absolute base.

func isRelative[B Bytes](r *Ref[B]) bool {
	return !r.HasScheme() && !r.HasAuthority() && !Rooted(r.Path())
}

// reduce removes dot segments of the relative path buf[start:end] in place: each "." and each ".." with the segment
// before it. It keeps ".." without a segment before it. An empty result becomes "./".
func reduce(buf []byte, start, end int) []byte {
	if !HasDots(buf[start:end]) {
		return buf
	}
	if endsInDots(buf[start:end]) { // the path is a directory
		buf = append(buf, '/')
		copy(buf[end+1:], buf[end:])
		buf[end] = '/'
		end++
	}
	to := start + keep(buf[start:end])
	if needsDot(buf[start:to]) { // a dot segment and its slash have been removed, so the guard fits
		copy(buf[start+len(dotSlash):], buf[start:to])
		to += copy(buf[start:], dotSlash)
	}
	return append(buf[:to], buf[end:]...)
}

const (
	dotSlash    = "./"
	dotDotSlash = "../"
)

// keep moves the remaining segments to the start of path, and returns their length. Dot segments end in a slash.
func keep(path []byte) (to int) {
	names := 0 // the number of remaining segments other than ".."
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

// needsDot reports whether a relative path, after removal of dot segments, needs "./" before it, because it is empty,
// begins with a slash or seems to have a scheme.
func needsDot[B Bytes](path B) bool { return len(path) == 0 || Rooted(path) || colonFirst(path) }

// appendAnyDirectory is like appendDirectory. If base has no scheme, a last dot segment is a directory.
func appendAnyDirectory[B Bytes](buf []byte, base *Ref[B]) []byte {
	if !base.HasScheme() && endsInDots(base.Path()) {
		return append(append(buf, base.Text[:pathEnd(base.Cut)]...), '/')
	}
	return appendDirectory(buf, base)
}

func endsInDots[B Bytes](path B) bool { return dotSegment(path[LastSlash(path)+1:], false) > 0 }

func climb[B Bytes](path B) (n int) {
	for len(path)-n >= len(dotDotSlash) && string(path[n:n+len(dotDotSlash)]) == dotDotSlash {
		n += len(dotDotSlash)
	}
	return n
}

// isClean reports whether r can be the result of a resolution: cleanPath would not change its path.
func isClean[B Bytes](r *Ref[B]) bool {
	path := Unguarded(r)
	if !isRelative(r) {
		return !HasDots(path)
	}
	return len(r.Path()) > 0 && !HasDots(path[climb(path):])
}

// Below returns the path of target relative to the directory of base, and reports whether target is in that directory
// or below it. Target must be Resolve(base, r), and base must have a scheme. The result is false if dot segments of r
// lead above the start of r, even if they come back.
func Below[B, R, T Bytes](base *Ref[B], r *Ref[R], target *Ref[T]) (rest T, ok bool) {
	var buf [256]byte
	directory, at := appendCleanDirectory(buf[:0], base, false), pathStart(base.Cut)
	path, root := Unguarded(target), directory[at:]
	switch {
	case climbsAbove(r.Path()), !equal(directory[:at], target.Text[:pathStart(target.Cut)]):
		return path, false
	case len(path) == 0 && target.HasAuthority():
		return path, string(root) == "/"
	case len(path) < len(root) || !equal(root, path[:len(root)]):
		return path, false
	}
	return path[len(root):], true
}

// climbsAbove reports whether dot segments lead above the start of path.
func climbsAbove[B Bytes](path B) bool {
	depth := 0
	for begin := len(path) - len(afterSlash(path)); begin <= len(path); {
		end := begin
		for end < len(path) && path[end] != '/' {
			end++
		}
		switch dotSegment(path[begin:], false) {
		case 0:
			depth++
		case 2:
			depth--
		}
		if depth < 0 {
			return true
		}
		begin = end + 1
	}
	return false
}

func afterSlash[B Bytes](path B) B {
	if Rooted(path) {
		return path[1:]
	}
	return path
}
