package ref

import (
	"example.org/iri/internal/language"
	"example.org/iri/internal/uri/scan"
)

// removeDots removes the dot segments of the path that lies in a buffer from start to end: RFC
// 3986, section 5.2.4, in one pass and in place. What the RFC calls the output buffer is the front
// of the path, since it never gets ahead of the input. It returns where the path ends then.
func removeDots(buf []byte, start, end int) ([]byte, int) {
	path := buf[start:end]
	r := firstDot(path)
	if r == len(path) {
		return buf, end
	}
	behind := start + removeFrom(path, r)
	return buf[:behind+copy(buf[behind:], buf[end:])], behind
}

// guardPath keeps the path that lies in a buffer from start to end, and that no authority is before,
// from being read otherwise: two slashes at its begin as those of an authority and, without a scheme, a
// first segment with a colon as a scheme. Then a dot segment is put before it, which resolution and the
// removal of dot segments remove.
func guardPath(buf []byte, start, end int, scheme bool) []byte {
	path := buf[start:end]
	guard := [2]byte{language.Slash, language.Dot}
	if !Rooted(path) && !scheme && colonFirst(path) {
		guard = [2]byte{language.Dot, language.Slash}
	} else if !Rooted(path) || !Rooted(path[1:]) {
		return buf
	}
	buf = append(buf, guard[:]...)
	copy(buf[start+len(guard):], buf[start:])
	copy(buf[start:], guard[:])
	return buf
}

// Guard returns the length of the dot segment that guardPath has put before a path, with a slash, 0 if
// there is none.
func Guard[B Bytes](path B, scheme bool) int {
	const n = 2
	if len(path) <= n {
		return 0
	}
	rest := path[n:]
	slashes := Rooted(path) && path[1] == language.Dot && Rooted(rest) && Rooted(rest[1:])
	colon := path[0] == language.Dot && Rooted(path[1:]) && !scheme && colonFirst(rest)
	if slashes || colon {
		return n
	}
	return 0
}

// LastSlash returns where the last slash of a path is, -1 if it has none.
func LastSlash[B Bytes](path B) int {
	for i := len(path) - 1; i >= 0; i-- {
		if path[i] == language.Slash {
			return i
		}
	}
	return -1
}

// removeFrom removes dot segments in place and returns how long the path is without them. The first
// begins at r, with the slash in front if there is one.
func removeFrom(path []byte, r int) int {
	w := r // path[:w] is the output, path[r:] the input
	if path[r] != language.Slash {
		r = behindLeading(path)
		w, r = keep(path, 0, r)
	}
	for r < len(path) { // here is a slash with a dot segment behind
		n := dotSegment(path, r+1)
		if n == 2 {
			w = max(LastSlash(path[:w]), 0)
		}
		r += 1 + n
		if r == len(path) {
			path[w] = language.Slash
			return w + 1
		}
		w, r = keep(path, w, r)
	}
	return w
}

// keep moves the input at r to the output at w, up to the next dot segment, and returns where both
// go on.
func keep(path []byte, w, r int) (int, int) {
	next := r + firstDot(path[r:])
	return w + copy(path[w:], path[r:next]), next
}

// behindLeading returns where a path goes on behind the dot segments that it begins with, if it
// does not begin with a slash.
func behindLeading(path []byte) (r int) {
	for {
		n := dotSegment(path, r)
		if n == 0 {
			return r
		}
		r = min(r+n+1, len(path)) // the slash behind goes as well
	}
}

// firstDot returns where the first dot segment begins, with the slash in front if there is one, or
// the length of the path if it has none.
func firstDot[B Bytes](path B) int {
	if dotSegment(path, 0) > 0 {
		return 0
	}
	for i := 0; i < len(path); i++ {
		for i+9 <= len(path) && !slashDot(path[i:i+9]) {
			i += 8
		}
		if path[i] == language.Slash && dotSegment(path, i+1) > 0 {
			return i
		}
	}
	return len(path)
}

// slashDot reports whether one of the first eight of nine bytes is a slash with a dot behind.
func slashDot[B Bytes](nine B) bool {
	pairs := (scan.Load(nine) ^ scan.Lanes*language.Slash) | (scan.Load(nine[1:]) ^ scan.Lanes*language.Dot)
	return scan.Zeros(pairs)&(scan.Lanes<<7) != 0
}

// dotSegment returns the length of the dot segment that begins at i, 0 if another segment does.
func dotSegment[B Bytes](path B, i int) int {
	for n := range 3 {
		switch {
		case i+n == len(path) || path[i+n] == language.Slash:
			return n
		case path[i+n] != language.Dot:
			return 0
		}
	}
	return 0
}
