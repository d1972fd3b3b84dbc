package normal

import (
	"example.org/iri/internal/language"
	"example.org/iri/internal/uri/ref"
)

// firstSegment returns the length of the segment that a path begins with.
func firstSegment[B ref.Bytes](path B) int {
	for i := range len(path) {
		if path[i] == language.Slash {
			return i
		}
	}
	return len(path)
}

// dotSegment returns the length of the normal form of a dot segment, 0 for any other segment.
func (c component[B]) dotSegment() int {
	n := 0
	for ; len(c.text) > 0; n++ {
		char, _, width := c.next()
		if n == 2 || char[0] != language.Dot {
			return 0
		}
		c.text = c.text[width:]
	}
	return n
}

// A climber yields the segments of a path that are left without its dot segments, the last one
// first: from there it can tell at once which segments go, and has nothing to remember but how many.
type climber[B ref.Bytes] struct {
	path component[B] // what is left to the left
	up   int          // so many of its segments go
	last bool         // the segment to come is the last of the path
}

// climb returns a climber from the end of a path.
func climb[B ref.Bytes](path component[B]) climber[B] {
	path.text = path.text[leadingDots(path):]
	return climber[B]{path: path, last: true}
}

// leadingDots returns the length of the dot segments that a path begins with, if it does not begin
// with a slash. They go with the slashes behind them.
func leadingDots[B ref.Bytes](path component[B]) int {
	n := 0
	for n < len(path.text) {
		s := path
		s.text = path.text[n:]
		s.text = s.text[:firstSegment(s.text)]
		if s.dotSegment() == 0 {
			break
		}
		n = min(n+len(s.text)+1, len(path.text))
	}
	return n
}

// next returns a segment with the slash in front of it, if it has one, and whether there was any.
func (c *climber[B]) next() (segment component[B], ok bool) {
	for len(c.path.text) > 0 {
		segment, last := c.cut(), c.last
		c.last = false
		n := 0
		if len(segment.text) > 0 && segment.text[0] == language.Slash {
			name := segment
			name.text = segment.text[1:]
			n = name.dotSegment()
		}
		switch {
		case n > 0:
			c.up += n - 1
			if last { // which leaves a slash
				segment.text = segment.text[:1]
				return segment, true
			}
		case c.up > 0:
			c.up--
		default:
			return segment, true
		}
	}
	return segment, false
}

// cut takes the last segment off the path, with the slash in front of it.
func (c *climber[B]) cut() component[B] {
	segment := c.path
	begin := max(ref.LastSlash(c.path.text), 0)
	segment.text, c.path.text = segment.text[begin:], segment.text[:begin]
	return segment
}
