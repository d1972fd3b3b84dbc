package wild

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"example.org/iri/compile/abnf"
)

// slip is a correction that keeps the length of the text.
type slip struct {
	extent
	msg  string
	once bool // report one repair for all with the same message
}

// plainText corrects slips in place: spaces unknown to ABNF, curly quotes, names with "_" or in angle brackets, ":="
// and "::=" instead of "=", "|" instead of "/".
func plainText(s *source, library *abnf.Grammar) (*source, []slip) {
	c := corrector{text: []byte(s.text), names: plainNames(s, library), assigns: assigns(s)}
	for _, l := range s.lines {
		if line := c.text[l.start:l.end]; hasSlip(line) {
			c.start, c.end = l.start, l.end
			c.head()
			c.line()
		}
	}
	return s.with(c.text), c.slips
}

// corrector corrects the lines of a text, outside of strings, prose and comments.
type corrector struct {
	text    []byte
	names   map[string]bool // names with "_" that may be spelled with "-"
	assigns bool            // ":=" defines rules

	start, end int // of the line
	slips      []slip
}

func (c *corrector) slip(start, end int, format string, args ...any) *slip {
	c.slips = append(c.slips, slip{extent: extent{start, end}, msg: fmt.Sprintf(format, args...)})
	return &c.slips[len(c.slips)-1]
}

func hasSlip(line []byte) bool {
	return bytes.ContainsAny(line, "_|>`\u201c\u201d") || bytes.Contains(line, []byte(":=")) || bytes.IndexFunc(line, isOddSpace) >= 0
}

// headSlip matches the definition of a rule, even in another notation.
var headSlip = regexp.MustCompile(`^[ \t]*(?:<([A-Za-z][\w-]*)>|[A-Za-z][\w-]*)[ \t]*(::?)?=`)

// head corrects a rule name in angle brackets, and its definition sign.
func (c *corrector) head() {
	m := headSlip.FindSubmatchIndex(c.text[c.start:c.end])
	if m == nil {
		return
	}
	if m[2] >= 0 {
		start, end := c.start+m[2]-1, c.start+m[3]+1
		c.slip(start, end, "%s read as %s", c.text[start:end], c.text[start+1:end-1])
		c.text[start], c.text[end-1] = ' ', ' '
	}
	if m[4] >= 0 && (c.assigns || m[5]-m[4] == len("::")) {
		start, end := c.start+m[4], c.start+m[5]
		c.slip(start, end+1, `"%s=" read as "="`, c.text[start:end])
		fill(c.text[start:end])
	}
}

// assigns reports whether ":=" defines rules, since at least as many lines have it as "=". Fewer are assignments of a
// program.
func assigns(s *source) bool {
	signs := make(map[string]int)
	for _, l := range s.lines {
		if m := headSlip.FindStringSubmatch(s.in(l)); m != nil {
			signs[m[2]]++
		}
	}
	return signs[":"] >= signs[""]
}

// line corrects the rest of the line. Control characters are corrected even in comments, and <"> in prose becomes
// valid. In comments without an end, only spaces are corrected, since strings cannot be recognized.
func (c *corrector) line() {
	var comment, endless, prose bool
	line := c.text[c.start:c.end]
	lastAngle := c.start + bytes.LastIndexByte(line, '>')
	isRow := len(row.Find(line)) > 0
	for i := c.start; i < c.end; {
		rest := c.text[i:c.end]
		r, size := utf8.DecodeRune(rest)
		switch {
		case isOddSpace(r) && (!comment || unicode.IsControl(r)):
			c.slip(i, i+size, "%U read as a space", r)
			fill(rest[:size])
		case prose && !comment && bytes.HasPrefix(rest, []byte(`<">`)):
			size = len(`<">`)
			c.slip(i, i+size, `<"> in prose read as """`)
			copy(rest, `"""`)
		case comment || prose && r != '>':
		case r == '<' || r == '>':
			prose = r == '<' && i < lastAngle
		case r == '"' || r == '\'':
			size = closing(rest)
		case r == '`' && stringEnd.Match(rest):
			size = len(rest)
			c.slip(i, i+size, "%s read as the end of a string of a program", rest)
			fill(rest)
		case r == '|' && len(rest) > 1 && (rest[1] == '|' || rest[1] == '='):
			size = 2
		case r == '|' && !isRow && !endless:
			c.slip(i, i+size, `"|" read as "/", here and elsewhere`).once = true
			rest[0] = '/'
		case isCurly(r) && !endless:
			size = c.curly(i, size)
		case isAlpha(rest[0]) && !endless:
			size = c.word(i)
		case r == ';' && !endless:
			endless = countDefinitions(string(c.text[c.start:i])) >= severalRules
			comment = !endless
		}
		i += size
	}
}

// stringEnd matches the end of a line after a grammar in a raw string of Go or JavaScript.
var stringEnd = regexp.MustCompile("^`[ \\t]*[;,)]*[ \\t]*$")

var row = regexp.MustCompile(`^[ \t]*\|.*\|[ \t]*$`)

// closing returns the size of the string at the start of text, or 1 if it is not closed.
func closing(text []byte) int { return bytes.IndexByte(text[1:], text[0]) + 2 }

func isCurly(r rune) bool { return r == '\u201c' || r == '\u201d' }

// curly replaces the quotes of a string, and returns its size.
func (c *corrector) curly(at, size int) int {
	text := c.text[at+size : c.end]
	end := bytes.IndexFunc(text, isCurly)
	if end < 0 || bytes.IndexByte(text[:end], '"') >= 0 {
		return size
	}
	c.slip(at, at+size+end+size, "%s read as \"%s\"", c.text[at:at+size+end+size], text[:end])
	fill(c.text[at : at+size])
	c.text[at+size-1] = '"'
	fill(text[end : end+size])
	text[end] = '"'
	return size + end + size
}

// word replaces a name with "_", and returns the size of the word.
func (c *corrector) word(at int) int {
	word := c.text[at : at+len(nameRun.Find(c.text[at:c.end]))]
	if c.names[string(word)] {
		plain := bytes.ReplaceAll(word, []byte("_"), []byte("-"))
		c.slip(at, at+len(word), "%s read as %s, here and elsewhere", word, plain).once = true
		copy(word, plain)
	}
	return len(word)
}

var (
	nameRun     = regexp.MustCompile(`^[\w-]+`)
	definedWord = regexp.MustCompile(`(?m)^[ \t]*<?([A-Za-z][\w-]*)>?[ \t]*(?:=|:=|::=)`)
	underscored = regexp.MustCompile(`[A-Za-z][A-Za-z0-9-]*(?:_[A-Za-z0-9-]*)+`)
)

// plainNames returns the words with "_" whose spelling with "-" is not the name of another rule.
func plainNames(s *source, library *abnf.Grammar) map[string]bool {
	defined := make(map[string]string) // spelling of a name, or "" for several
	for _, m := range definedWord.FindAllStringSubmatch(s.text, -1) {
		key, name := plainName(m[1]), fold(m[1])
		if other, known := defined[key]; known && other != name {
			name = ""
		}
		defined[key] = name
	}
	names := make(map[string]bool)
	for _, word := range underscored.FindAllString(s.text, -1) {
		if spelling, known := defined[plainName(word)]; !known && library.Lookup(plainName(word)) == nil || spelling == fold(word) {
			names[word] = true
		}
	}
	return names
}

func plainName(word string) string { return strings.ReplaceAll(fold(word), "_", "-") }

func countDefinitions(line string) (n int) {
	eachDefinition(line, 0, len(line), func(int) { n++ }, func(int) int { return len(line) })
	return n
}

// isOddSpace reports whether r is a space that ABNF does not allow.
func isOddSpace(r rune) bool {
	return r == '\f' || r == '\v' || isZeroWidth(r) || r != ' ' && unicode.Is(unicode.Zs, r)
}

func isZeroWidth(r rune) bool { return r == '\uFEFF' || r == '\u200B' }

func fill(text []byte) {
	for i := range text {
		text[i] = ' '
	}
}

// reportSlips reports the corrections in text that was not left out. It omits a repair that repeats the previous one
// or, with once, any previous one.
func (f *finder) reportSlips() {
	left := f.left
	told := make(map[string]bool)
	var last slip
	for _, s := range f.slips {
		for len(left) > 0 && left[0].end <= s.start {
			left = left[1:]
		}
		again := s.msg == last.msg && s.start == last.end || told[s.msg]
		last = s
		if again || len(left) > 0 && s.start >= left[0].start {
			continue
		}
		f.repair(s.start, s.msg)
		told[s.msg] = s.once
	}
}
