package ref

import (
	"example.org/iri/internal/char"
)

// removeDots removes the dot segments of the path that lies in a buffer from start to end (RFC 3986,
// section 5.2.4), in place. It returns where the path ends then.
func removeDots(buf []byte, start, end int) ([]byte, int) {
	path := buf[start:end]
	first := firstDot(path)
	if first == len(path) {
		return buf, end
	}
	c, kept := Climb(path, false), len(path) // what is left gathers at the end, from kept on
	for c.last || c.up > 0 || len(c.Rest) > first {
		segment, _ := c.Next()
		kept -= len(segment)
		if len(c.Rest) < kept { // else it lies there already
			copy(path[kept:], segment)
		}
		if len(c.Rest) == 0 {
			break
		}
	}
	at := start + len(c.Rest)
	return buf[:at+copy(buf[at:], buf[start+kept:])], at + len(path) - kept
}

// cleanPath removes the dot segments of the path that lies in a buffer from start to end, and guards
// what is left against being parsed otherwise. The arguments report whether the reference has a scheme and
// whether it has an authority.
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

// guardPath puts "/." before the path that lies in a buffer from start to end, if it begins with two slashes, as
// an authority does.
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

// Guard returns the length of the dot segment that cleanPath has put before a path, with a slash, 0 if
// there is none. The reference has no authority; scheme reports whether it has a scheme.
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

// LastSlash returns where the last slash of a path is, -1 if it has none.
func LastSlash[B Bytes](path B) int {
	for i := len(path) - 1; i >= 0; i-- {
		if path[i] == '/' {
			return i
		}
	}
	return -1
}

// A Climber yields the segments of a path that are left when its dot segments are removed, from the
// last to the first. In that order it can decide at once which segments go, and it only has to
// remember how many.
type Climber[B Bytes] struct {
	Rest    B    // what lies before the segments that were yielded
	encoded bool // percent-encoded dots are dots
	up      int  // so many of the segments of Rest go
	last    bool // the next segment is the last of the path
}

// Climb returns a Climber at the end of a path. Dot segments that the path begins with, without a
// slash before them, go with the slashes after them.
func Climb[B Bytes](path B, encoded bool) Climber[B] {
	return Climber[B]{Rest: path[LeadingDots(path, encoded):], encoded: encoded, last: true}
}

// LeadingDots returns the length of the dot segments that a path begins with, with the slashes after
// them. It is 0 for a path that begins with a slash.
func LeadingDots[B Bytes](path B, encoded bool) (n int) {
	for dotSegment(path[n:], encoded) > 0 {
		for n < len(path) && path[n] != '/' {
			n++
		}
		n = min(n+1, len(path))
	}
	return n
}

// Next returns a segment with the slash before it, if it has one, and reports whether there is a segment.
func (c *Climber[B]) Next() (segment B, ok bool) {
	for len(c.Rest) > 0 {
		begin := max(LastSlash(c.Rest), 0)
		last := c.last
		segment, c.Rest, c.last = c.Rest[begin:], c.Rest[:begin], false
		dots := 0
		if Rooted(segment) && len(segment) > 1 && segment[1] <= '.' { // or a percent sign: others cost no call
			dots = dotSegment(segment[1:], c.encoded)
		}
		switch {
		case dots > 0:
			c.up += dots - 1
			if last { // which leaves a slash
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

// firstDot returns where the first dot segment begins, with the slash before it if there is one, or
// the length of the path if it has none.
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

// slashDot reports whether one of the first eight of nine bytes is a slash with a dot after it.
func slashDot[B Bytes](nine B) bool {
	pairs := (char.Load(nine) ^ char.Lanes*'/') | (char.Load(nine[1:]) ^ char.Lanes*'.')
	return char.Zeros(pairs)&(char.Lanes<<7) != 0
}

// dotSegment returns how many dots the dot segment has that a path begins with, 0 if the path begins
// with another segment.
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
