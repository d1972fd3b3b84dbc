package ignore

import "strings"

// isComplete reports whether each set of a pattern is closed, and each backslash precedes a byte. Other patterns
// match nothing.
func isComplete(glob string) bool {
	for glob != "" {
		n := 1
		switch glob[0] {
		case '\\':
			n = 2
		case '[':
			var known bool
			if _, n, known = class(glob, 0); !known {
				return false
			}
		}
		if n > len(glob) {
			return false
		}
		glob = glob[n:]
	}
	return true
}

// A matcher compares a complete pattern with a path. After a mismatch, it goes back only to the last asterisk, and to
// the last pair of them: the shortest match of an earlier one is always enough.
type matcher struct {
	glob, name string
	star, deep retry
	steps      *int
}

// A retry is a place to continue after a mismatch: asterisks then match one more byte, or one more folder.
type retry struct {
	glob, name int // offset after the asterisks, and the offset in the name that was tried
	is         bool
}

// matches reports whether a pattern matches a path. It counts steps down, and returns false when they are used up.
func matches(glob, name string, steps *int) bool {
	m := matcher{glob: glob, name: name, steps: steps}
	for g, n := 0, 0; *steps >= 0; {
		*steps--
		if next, alone := stars(glob, g); next > g {
			if alone && next == len(glob) {
				return true // everything below
			}
			*steps -= next - g
			if next-g > 1 && g > 0 && glob[g-1] != '/' {
				*steps -= g // stars has looked at what is before
			}
			m.star = retry{next, n, !alone}
			if alone {
				m.deep = retry{next, n, true}
			}
			g = next
			continue
		}
		if g == len(glob) && n == len(name) {
			return true
		}
		if g < len(glob) && n < len(name) {
			if size, is := m.one(g, name[n]); is {
				g, n = g+size, n+1
				continue
			}
		}
		var again bool
		if g, n, again = m.again(); !again {
			return false
		}
	}
	return false
}

// again returns where to continue after a mismatch.
func (m *matcher) again() (g, n int, ok bool) {
	if r := &m.star; r.is && r.name < len(m.name) && m.name[r.name] != '/' {
		r.name++
		return r.glob, r.name, true
	}
	r := &m.deep
	if !r.is || r.name >= len(m.name) {
		return 0, 0, false
	}
	if m.glob[r.glob-1] == '/' { // whole folders
		next := strings.IndexByte(m.name[r.name:], '/')
		if next < 0 {
			return 0, 0, false
		}
		r.name += next
	}
	r.name++
	m.star.is = false
	return r.glob, r.name, true
}

// stars returns the offset after the asterisks at an offset of a pattern. It reports whether they are two or more,
// alone between slashes or ends: then they match folders, and include the slash after them, unless it is escaped. As
// in git, literal bytes at the beginning of a pattern do not count: a**/b matches ab.
func stars(glob string, at int) (next int, alone bool) {
	next = at
	for next < len(glob) && glob[next] == '*' {
		next++
	}
	switch {
	case next < at+2 || at > 0 && glob[at-1] != '/' && strings.ContainsAny(glob[:at], `*?[\`):
		return next, false
	case next == len(glob) || strings.HasPrefix(glob[next:], `\/`):
		return next, true
	case glob[next] == '/':
		return next + 1, true
	}
	return next, false
}

// one reports whether the element at an offset of the pattern matches a byte, and returns the size of the element.
func (m *matcher) one(at int, b byte) (size int, is bool) {
	switch m.glob[at] {
	case '?':
		return 1, b != '/'
	case '\\':
		return 2, m.glob[at+1] == b
	case '[':
		is, size, _ = class(m.glob[at:], b)
		*m.steps -= size
		return size, is && b != '/'
	}
	return 1, m.glob[at] == b
}

// class reports whether a byte is in the set that a pattern begins with, and returns the size of the set. If the set
// is not closed or has an unknown name, known is false.
func class(glob string, b byte) (in bool, size int, known bool) {
	i := 1
	negated := i < len(glob) && (glob[i] == '!' || glob[i] == '^')
	if negated {
		i++
	}
	end := 0 // of the next name
	for first, before := true, -1; ; first = false {
		if i >= len(glob) {
			return false, i, false
		}
		c := glob[i]
		switch {
		case c == ']' && !first:
			return in != negated, i + 1, true
		case c == '[' && strings.HasPrefix(glob[i:], "[:"):
			if end <= i+2 {
				end = i + 2 + strings.IndexByte(glob[i+2:], ']')
			}
			if end <= i+2 || glob[end-1] != ':' {
				break // a bracket like any other byte
			}
			member, exists := names[glob[i+2:end-1]]
			if !exists {
				return false, i, false
			}
			in = in || member(b)
			i, before = end+1, -1
			continue
		case c == '-' && before >= 0 && i+1 < len(glob) && glob[i+1] != ']':
			i++
			if glob[i] == '\\' {
				i++
			}
			if i >= len(glob) {
				return false, i, false
			}
			in = in || before <= int(b) && b <= glob[i]
			i, before = i+1, -1
			continue
		case c == '\\':
			if i++; i >= len(glob) {
				return false, i, false
			}
			c = glob[i]
		}
		in = in || b == c
		i, before = i+1, int(c)
	}
}

// names are the classes of POSIX, in ASCII.
var names = map[string]func(byte) bool{
	"alnum":  func(b byte) bool { return isLetter(b) || isDigit(b) },
	"alpha":  isLetter,
	"blank":  func(b byte) bool { return b == ' ' || b == '\t' },
	"cntrl":  func(b byte) bool { return b < ' ' || b == 0x7f },
	"digit":  isDigit,
	"graph":  isGraphic,
	"lower":  func(b byte) bool { return 'a' <= b && b <= 'z' },
	"print":  func(b byte) bool { return b == ' ' || isGraphic(b) },
	"punct":  func(b byte) bool { return isGraphic(b) && !isLetter(b) && !isDigit(b) },
	"space":  func(b byte) bool { return b == ' ' || '\t' <= b && b <= '\r' },
	"upper":  func(b byte) bool { return 'A' <= b && b <= 'Z' },
	"xdigit": func(b byte) bool { return isDigit(b) || 'a' <= b|0x20 && b|0x20 <= 'f' },
}

func isLetter(b byte) bool  { return 'a' <= b|0x20 && b|0x20 <= 'z' }
func isDigit(b byte) bool   { return '0' <= b && b <= '9' }
func isGraphic(b byte) bool { return ' ' < b && b < 0x7f }
