package wild

import (
	"fmt"
	"html"
	"regexp"
	"strings"
)

// markedText returns a source with only the parts of a page that are marked as ABNF. Fences of
// Markdown come before elements.
func markedText(s *source) *source {
	c := &marker{collector{source: s}, make(map[int]bool)}
	if c.fences(); len(c.parts) == 0 {
		c.elements()
	}
	marked := c.collected()
	marked.parts = c.parts
	return marked
}

// marker collects the marked parts of a page.
type marker struct {
	collector
	parts map[int]bool // where they begin
}

// begin begins a part, on a line of its own.
func (c *marker) begin() {
	c.endLine()
	c.parts[c.out.Len()] = true
}

// endLine ends a line that has text.
func (c *marker) endLine() {
	if text := c.out.String(); text != "" && text[len(text)-1] != '\n' {
		c.out.WriteByte('\n')
	}
}

// fence matches the first and the last line of a block in Markdown, and its language.
var fence = regexp.MustCompile("^[ \\t]*(`{3,}|~{3,})[ \\t]*(\\S*)")

// fences collects the blocks between fences that are called abnf.
func (c *marker) fences() {
	open, isABNF := "", false
	for _, l := range c.lines {
		text := c.in(l)
		m := fence.FindStringSubmatch(text)
		switch {
		case open == "" && m != nil:
			open, isABNF = m[1], strings.Contains(strings.ToLower(m[2]), "abnf")
			if isABNF {
				c.begin()
			}
		case m != nil && strings.HasPrefix(m[1], open) && m[2] == "":
			open, isABNF = "", false
		case isABNF:
			c.add(l.start, text+"\n")
		}
	}
}

// element matches the first tag of an element that has ABNF, as in the XML and the HTML of RFCs, and
// in the pages that Bikeshed reads.
var element = regexp.MustCompile(`<(sourcecode|artwork|pre|code)\s(?:[^<>]*\s)?(?:(?:type|class)=(?:"[^"<>]*|[^"'<>\s]*)(?i:abnf)|dfn-type="grammar")[^<>]*>`)

// elements collects the texts of these elements.
func (c *marker) elements() {
	end := 0
	for _, m := range element.FindAllStringSubmatchIndex(c.text, -1) {
		if m[0] < end {
			continue // within another one
		}
		end = len(c.text)
		if n := strings.Index(c.text[m[1]:], "</"+c.text[m[2]:m[3]]); n >= 0 {
			end = m[1] + n
		}
		c.begin()
		c.element(m[1], end)
	}
}

// The tags of a preformatted element.
var (
	preElement = regexp.MustCompile(`(?i)<pre(?:\s[^<>]*)?>`)
	preEnd     = regexp.MustCompile(`(?i)</pre(?:\s*>)?`)
)

// preformatted returns a source with its <pre> elements on lines of their own and without the markup in them, as in an RFC
// saved as HTML, and a repair for it if that changes something.
func preformatted(s *source) (*source, []Repair) {
	c := &marker{collector{source: s}, nil}
	at, changed := 0, 0
	ends := preEnd.FindAllStringIndex(s.text, -1)
	for _, m := range preElement.FindAllStringIndex(s.text, -1) {
		for len(ends) > 0 && ends[0][0] < m[1] {
			ends = ends[1:]
		}
		if m[0] < at || len(ends) == 0 {
			continue
		}
		c.add(at, s.text[at:m[0]])
		c.endLine()
		was, inner := c.out.Len(), s.in(extent{m[1], ends[0][0]})
		c.element(m[1], ends[0][0])
		if c.out.String()[was:] != inner || !strings.HasPrefix(inner, "\n") || !strings.HasSuffix(inner, "\n") {
			changed++
		}
		c.endLine()
		at = ends[0][1]
	}
	if changed == 0 {
		return s, nil
	}
	c.add(at, s.text[at:])
	return c.collected(), []Repair{{Pos: s.pos(0), Msg: fmt.Sprintf("tags and character references in %d <pre> elements read as HTML", changed)}}
}

// markup matches the beginning of markup in an element.
var markup = regexp.MustCompile(`<!\[CDATA\[|<!--|<[^<>]*>|&#?\w+;`)

// tag matches a tag, with its name and what is after it.
var tag = regexp.MustCompile(`<(/?)([A-Za-z][\w:-]*)([^<>]*?)(/?)>`)

// pairedTags returns the names that tags at the beginning and at the end of something in a text have, in lower case.
func pairedTags(text string) map[string]bool {
	seen, paired := make(map[string]bool), make(map[string]bool)
	for _, m := range tag.FindAllStringSubmatch(text, -1) {
		name, other := strings.ToLower(m[2]), "/"
		if m[1] != "" {
			other = ""
		}
		seen[m[1]+name] = true
		paired[name] = paired[name] || seen[other+name]
	}
	return paired
}

// isTag reports whether something in angle brackets is a tag, and not prose: it has an attribute in quotes, or closes
// itself, or there are both tags of its name, or it has no other tag in HTML.
func isTag(found string, paired map[string]bool) bool {
	m := tag.FindStringSubmatch(found)
	if m == nil {
		return found[1] == '!' || found[1] == '?'
	}
	switch name := strings.ToLower(m[2]); name {
	case "br", "hr", "wbr", "img":
		return true
	default:
		return m[4] != "" || strings.Contains(m[3], `="`) || paired[name] && (strings.TrimSpace(m[3]) == "" || strings.Contains(m[3], "="))
	}
}

// reference matches the tag of a reference, which stands for the name of its target unless it has
// words of its own.
var reference = regexp.MustCompile(`^<(?:x|e|rel)ref\s(?:[^<>]*\s)?target="([^"<>]*)"`)

// element adds the characters of an element.
func (c *marker) element(at, end int) {
	paired := pairedTags(c.text[at:end])
	for at < end {
		text := c.text[at:end]
		m := markup.FindStringIndex(text)
		if m == nil {
			c.add(at, text)
			return
		}
		c.add(at, text[:m[0]])
		rest := text[m[1]:]
		switch found := text[m[0]:m[1]]; found {
		case "<![CDATA[":
			chars, _, _ := strings.Cut(rest, "]]>")
			c.add(at+m[1], chars)
			at += m[1] + len(chars) + len("]]>")
		case "<!--":
			comment, _, _ := strings.Cut(rest, "-->")
			at += m[1] + len(comment) + len("-->")
		default:
			if found[0] == '&' {
				c.add(at+m[0], html.UnescapeString(found))
			} else if !isTag(found, paired) {
				c.add(at+m[0], found)
			} else if ref := reference.FindStringSubmatch(found); ref != nil && (found[len(found)-2] == '/' || strings.HasPrefix(rest, "</")) {
				c.add(at+m[0], ref[1])
			}
			at += m[1]
		}
	}
}
