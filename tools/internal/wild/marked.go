package wild

import (
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
	if text := c.out.String(); text != "" && text[len(text)-1] != '\n' {
		c.out.WriteByte('\n')
	}
	c.parts[c.out.Len()] = true
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

// markup matches the beginning of markup in an element.
var markup = regexp.MustCompile(`<!\[CDATA\[|<!--|<[^<>]*>|&#?\w+;`)

// reference matches the tag of a reference, which stands for the name of its target unless it has
// words of its own.
var reference = regexp.MustCompile(`^<(?:x|e|rel)ref\s(?:[^<>]*\s)?target="([^"<>]*)"`)

// element adds the characters of an element.
func (c *marker) element(at, end int) {
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
			} else if ref := reference.FindStringSubmatch(found); ref != nil && (found[len(found)-2] == '/' || strings.HasPrefix(rest, "</")) {
				c.add(at+m[0], ref[1])
			}
			at += m[1]
		}
	}
}
