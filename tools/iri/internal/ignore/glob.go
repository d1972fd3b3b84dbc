package ignore

import "strings"

// isComplete reports whether all sets of a pattern are closed and no backslash is at its end. Other patterns match
// nothing.
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

// A matcher matches a complete pattern against a path. On a mismatch, it backtracks only to the last asterisk and to
// the last pair of asterisks, since the shortest match of an earlier one is always sufficient.
type matcher struct {
	glob, name string
	star, deep retry
	steps      *int
}

// A retry is a position to backtrack to, where asterisks match one more byte or folder.
type retry struct {
	glob, name int // offset after the asterisks, and offset in the name
	is         bool
}

// matches reports whether a pattern matches a path. It subtracts its work from steps, and returns false if none are
// left.
func matches(glob, name string, steps *int) bool {
	m := matcher{glob: glob, name: name, steps: steps}
	for g, n := 0, 0; *steps >= 0; {
		*steps--
		if next, alone := stars(glob, g); next > g {
			if alone && next == len(glob) {
				return true // matches everything below
			}
			*steps -= next - g
			if next-g > 1 && g > 0 && glob[g-1] != '/' {
				*steps -= g // stars has scanned the preceding bytes
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

func (m *matcher) again() (g, n int, ok bool) {
	if r := &m.star; r.is && r.name < len(m.name) && m.name[r.name] != '/' {
		r.name++
		return r.glob, r.name, true
	}
	r := &m.deep
	if !r.is || r.name >= len(m.name) {
		return 0, 0, false
	}
	if m.glob[r.glob-1] == '/' { // match whole folders
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

// stars returns the offset after the asterisks at an offset. It reports whether they are two or more between slashes or
// ends, which match folders, including the next slash unless escaped. As in git, literal bytes at the start of a
// pattern do not count: a**/b matches ab.
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

// one reports whether the pattern element at an offset matches a byte, and returns its size.
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

// class reports whether a byte is in the set at the start of a pattern, and returns its size. It reports known false if
// the set is not closed or contains an unknown class.
func class(glob string, b byte) (in bool, size int, known bool) {
	i := 1
	negated := i < len(glob) && (glob[i] == '!' || glob[i] == '^')
	if negated {
		i++
	}
	end := 0 // of the next class
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
				break // an ordinary bracket
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

// names are the POSIX classes, in ASCII.
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
