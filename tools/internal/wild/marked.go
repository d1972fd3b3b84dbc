package wild

import (
	"fmt"
	"html"
	"regexp"
	"strings"
)

// markedText returns a source with only the parts that are marked as ABNF: by fences of Markdown, or else by elements.
func markedText(s *source) *source {
	c := &marker{collector{source: s}, make(map[int]bool)}
	if c.fences(); len(c.parts) == 0 {
		c.elements()
	}
	marked := c.collected()
	marked.parts = c.parts
	return marked
}

type marker struct {
	collector
	parts map[int]bool // start offsets
}

// begin begins a part on a new line.
func (c *marker) begin() {
	c.endLine()
	c.parts[c.out.Len()] = true
}

func (c *marker) endLine() {
	if text := c.out.String(); text != "" && text[len(text)-1] != '\n' {
		c.out.WriteByte('\n')
	}
}

// fence matches the first or last line of a fenced block, with its language.
var fence = regexp.MustCompile("^[ \\t]*(`{3,}|~{3,})[ \\t]*(\\S*)")

// fences collects fenced blocks with language abnf.
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

// element matches the start tag of an element with ABNF in the XML and HTML of RFCs and in Bikeshed sources.
var element = regexp.MustCompile(`<(sourcecode|artwork|pre|code)\s(?:[^<>]*\s)?(?:(?:type|class)=(?:"[^"<>]*|[^"'<>\s]*)(?i:abnf)|dfn-type="grammar")[^<>]*>`)

func (c *marker) elements() {
	end := 0
	for _, m := range element.FindAllStringSubmatchIndex(c.text, -1) {
		if m[0] < end {
			continue // nested in another one
		}
		end = len(c.text)
		if n := strings.Index(c.text[m[1]:], "</"+c.text[m[2]:m[3]]); n >= 0 {
			end = m[1] + n
		}
		c.begin()
		c.element(m[1], end)
	}
}

var (
	preElement = regexp.MustCompile(`(?i)<pre(?:\s[^<>]*)?>`)
	preEnd     = regexp.MustCompile(`(?i)</pre(?:\s*>)?`)
)

// preformatted returns a source with its <pre> elements on separate lines and without markup in them, as in an RFC
// saved as HTML, and a repair if that changes something.
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

var markup = regexp.MustCompile(`<!\[CDATA\[|<!--|<[^<>]*>|&#?\w+;`)

var tag = regexp.MustCompile(`<(/?)([A-Za-z][\w:-]*)([^<>]*?)(/?)>`)

// pairedTags returns the lower-case names that occur in both start and end tags.
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

// isTag reports whether text in angle brackets is a tag, and not prose: it has a quoted attribute, is self-closing, is
// paired, or is an HTML element without an end tag.
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

// reference matches the tag of a reference, which is replaced by its target unless it has text.
var reference = regexp.MustCompile(`^<(?:x|e|rel)ref\s(?:[^<>]*\s)?target="([^"<>]*)"`)

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
