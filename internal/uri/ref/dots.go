package ref

import (
	"example.org/iri/internal/char"
)

// removeDots removes the dot segments of the path buf[start:end] in place (RFC 3986, section 5.2.4). It returns the
// buffer and the new end of the path.
func removeDots(buf []byte, start, end int) ([]byte, int) {
	path := buf[start:end]
	first := firstDot(path)
	if first == len(path) {
		return buf, end
	}
	c, kept := Climb(path, false), len(path) // the segments that remain are collected at the end of path, in path[kept:]
	for c.last || c.up > 0 || len(c.Rest) > first {
		segment, _ := c.Next()
		kept -= len(segment)
		if len(c.Rest) < kept { // otherwise it is there already
			copy(path[kept:], segment)
		}
		if len(c.Rest) == 0 {
			break
		}
	}
	at := start + len(c.Rest)
	return buf[:at+copy(buf[at:], buf[start+kept:])], at + len(path) - kept
}

// cleanPath removes the dot segments of the path buf[start:end] of a reference with or without scheme and authority,
// and inserts a dot segment if the rest would be parsed otherwise.
func cleanPath(buf []byte, start, end int, scheme, authority bool) []byte {
	if !scheme && !authority && start < end && buf[start] != '/' {
		return reduce(buf, start, end)
	}
	buf, end = removeDots(buf, start, end)
	if authority {
		return buf
	}
	return guardPath(buf, start, end)
}

// guardPath inserts "/." before the path buf[start:end] if it begins with two slashes, as an authority does.
func guardPath(buf []byte, start, end int) []byte {
	if !Rooted(buf[start:end]) || !Rooted(buf[start+1:end]) {
		return buf
	}
	guard := [...]byte{'/', '.'}
	buf = append(buf, guard[:]...)
	copy(buf[start+len(guard):], buf[start:])
	copy(buf[start:], guard[:])
	return buf
}

// Guard returns the length of the guard, "/." or "./", that cleanPath inserted before a path, or 0 if there is none.
// The reference has no authority; scheme reports whether it has a scheme.
func Guard[B Bytes](path B, scheme bool) int {
	const n = 2
	if len(path) < n {
		return 0
	}
	rest := path[n:]
	slashes := Rooted(path) && path[1] == '.' && Rooted(rest) && Rooted(rest[1:])
	if slashes || !scheme && path[0] == '.' && Rooted(path[1:]) && needsDot(rest) {
		return n
	}
	return 0
}

// LastSlash returns the offset of the last slash of path, or -1.
func LastSlash[B Bytes](path B) int {
	for i := len(path) - 1; i >= 0; i-- {
		if path[i] == '/' {
			return i
		}
	}
	return -1
}

// A Climber yields the segments of a path without its dot segments, from the last to the first. In this order, a ".."
// precedes the segment that it removes, so that a count is all the memory needed.
type Climber[B Bytes] struct {
	Rest    B    // the path before the segments that were yielded
	encoded bool // "%2E" is a dot
	up      int  // the number of segments of Rest to remove
	last    bool // the next segment is the last of the path
}

// Climb returns a Climber at the end of path. It ignores LeadingDots.
func Climb[B Bytes](path B, encoded bool) Climber[B] {
	return Climber[B]{Rest: path[LeadingDots(path, encoded):], encoded: encoded, last: true}
}

// LeadingDots returns the length of the dot segments that path begins with, and of the slashes after them. It is 0 if
// path begins with a slash.
func LeadingDots[B Bytes](path B, encoded bool) (n int) {
	for dotSegment(path[n:], encoded) > 0 {
		for n < len(path) && path[n] != '/' {
			n++
		}
		n = min(n+1, len(path))
	}
	return n
}

// Next returns the next segment, including the slash before it if there is one, and reports whether there is a segment.
func (c *Climber[B]) Next() (segment B, ok bool) {
	for len(c.Rest) > 0 {
		begin := max(LastSlash(c.Rest), 0)
		last := c.last
		segment, c.Rest, c.last = c.Rest[begin:], c.Rest[:begin], false
		dots := 0
		if Rooted(segment) && len(segment) > 1 && segment[1] <= '.' { // "%" < '.'; avoids most calls
			dots = dotSegment(segment[1:], c.encoded)
		}
		switch {
		case dots > 0:
			c.up += dots - 1
			if last { // a last dot segment leaves its slash
				return segment[:1], true
			}
		case c.up > 0:
			c.up--
		default:
			return segment, true
		}
	}
	return c.Rest, false
}

// firstDot returns the offset of the first dot segment, including the slash before it, or the length of path.
func firstDot[B Bytes](path B) int {
	if dotSegment(path, false) > 0 {
		return 0
	}
	for i := 0; i < len(path); i++ {
		for i+9 <= len(path) && !slashDot(path[i:i+9]) {
			i += 8
		}
		if path[i] == '/' && i+1 < len(path) && path[i+1] == '.' && dotSegment(path[i+1:], false) > 0 {
			return i
		}
	}
	return len(path)
}

// slashDot reports whether one of the first eight of nine bytes is a slash followed by a dot.
func slashDot[B Bytes](nine B) bool {
	pairs := (char.Load(nine) ^ char.Lanes*'/') | (char.Load(nine[1:]) ^ char.Lanes*'.')
	return char.Zeros(pairs)&(char.Lanes<<7) != 0
}

// dotSegment returns the number of dots of the first segment of path, or 0 if it is not a dot segment.
func dotSegment[B Bytes](path B, encoded bool) int {
	for i, dots := 0, 0; dots < 3; dots++ {
		switch {
		case i == len(path) || path[i] == '/':
			return dots
		case path[i] == '.':
			i++
		case encoded && beginsWithEncodedDot(path[i:]):
			i += len(encodedDot)
		default:
			return 0
		}
	}
	return 0
}

const encodedDot = "%2E"

func beginsWithEncodedDot[B Bytes](path B) bool {
	return len(path) >= len(encodedDot) && char.EqualFold(path[:len(encodedDot)], encodedDot)
}
