package ref

import (
	"bytes"

	"example.org/iri/internal/language"
)

// removeDots removes the dot segments of a path in place and returns how long the rest is: RFC 3986,
// section 5.2.4, in one pass. What the RFC calls the output buffer is the front of the path, since it
// never gets ahead of the input.
func removeDots(path []byte) int {
	r := firstDot(path)
	if r == len(path) {
		return r
	}
	w := r // path[:w] is the output, path[r:] the input
	if r == 0 && path[0] != language.Slash {
		r = skipLeading(path)
		if r == len(path) {
			return 0
		}
		if path[r] != language.Slash { // a segment without a slash in front
			n := segment(path[r:])
			w = copy(path, path[r:r+n])
			r += n
		}
	}
	for r < len(path) { // path[r] is a slash
		end := r + 1 + segment(path[r+1:])
		switch dots(path[r+1 : end]) {
		case 0:
			w += copy(path[w:], path[r:end])
			r = end
			continue
		case 2:
			w = max(bytes.LastIndexByte(path[:w], language.Slash), 0)
		}
		if end == len(path) {
			path[w] = language.Slash
			w++
		}
		r = end
	}
	return w
}

// segment returns the length of the segment that a path begins with.
func segment(path []byte) int {
	if n := bytes.IndexByte(path, language.Slash); n >= 0 {
		return n
	}
	return len(path)
}

// dots returns the length of a dot segment, 0 for any other segment.
func dots(segment []byte) int {
	switch {
	case len(segment) == 1 && segment[0] == language.Dot:
		return 1
	case len(segment) == 2 && segment[0] == language.Dot && segment[1] == language.Dot:
		return 2
	}
	return 0
}

// skipLeading returns where a path goes on behind the dot segments that it begins with, if it does
// not begin with a slash.
func skipLeading(path []byte) int {
	for r := 0; ; {
		n := dots(path[r : r+segment(path[r:])])
		if n == 0 {
			return r
		}
		r = min(r+n+1, len(path)) // the slash behind goes as well
	}
}

// firstDot returns where the first dot segment begins, with the slash in front if there is one, or
// the length of the path if it has none.
func firstDot(path []byte) int {
	for i := 0; ; i++ {
		n := bytes.IndexByte(path[i:], language.Dot)
		if n < 0 {
			return len(path)
		}
		i += n
		if i > 0 && path[i-1] != language.Slash {
			continue
		}
		if dots(path[i:i+segment(path[i:])]) > 0 {
			return max(i-1, 0)
		}
	}
}
