package abnf

import (
	"html"
	"regexp"
	"strings"
)

// markedText returns a source with nothing but the parts of a page that are marked as ABNF, and one
// with those that have no mark at all. If no part is marked as ABNF, both are nil.
func markedText(s *source) (marked, rest *source) {
	c := &collector{source: s}
	c.fences()
	if len(c.parts) == 0 {
		c.blocks = nil
		c.elements()
	}
	if len(c.parts) == 0 {
		return nil, nil
	}
	other := &collector{source: s}
	end := 0
	for _, b := range append(c.blocks, extent{len(s.text), len(s.text)}) {
		other.begin()
		other.add(end, s.text[end:b.start])
		end = b.end
	}
	return c.collected(), other.collected()
}

// collected returns the parts.
func (c *collector) collected() *source {
	s := newSource(c.source.file, c.text.String())
	s.origin, s.moved, s.parts = c.source, c.moved, c.parts
	return s
}

// collector puts together parts of a page.
type collector struct {
	*source
	text   strings.Builder
	parts  map[int]bool // where they begin in text
	moved  []move
	blocks []extent // what is marked as ABNF, or as something else
}

// move says that what is at an offset, up to the next move, was at another one before.
type move struct{ to, from int }

// begin begins a part, on a line of its own.
func (c *collector) begin() {
	if text := c.text.String(); text != "" && text[len(text)-1] != '\n' {
		c.text.WriteByte('\n')
	}
	if c.parts == nil {
		c.parts = make(map[int]bool)
	}
	c.parts[c.text.Len()] = true
}

// add adds what stands at an offset, perhaps written in another way.
func (c *collector) add(from int, text string) {
	c.moved = append(c.moved, move{c.text.Len(), from})
	c.text.WriteString(text)
}

// fence matches the first and the last line of a block in Markdown, and what it is said to hold.
var fence = regexp.MustCompile("^[ \\t]*(`{3,}|~{3,})[ \\t]*(\\S*)")

// fences collects the blocks between fences that are called abnf.
func (c *collector) fences() {
	open, kind := "", ""
	for _, l := range c.lines {
		text := c.source.in(l)
		m := fence.FindStringSubmatch(text)
		switch {
		case open == "" && m != nil:
			open, kind = m[1], strings.ToLower(m[2])
			if kind != "" {
				c.blocks = append(c.blocks, extent{l.start, len(c.source.text)})
			}
			if strings.Contains(kind, "abnf") {
				c.begin()
			}
		case m != nil && strings.HasPrefix(m[1], open) && m[2] == "":
			if kind != "" {
				c.blocks[len(c.blocks)-1].end = l.end
			}
			open, kind = "", ""
		case strings.Contains(kind, "abnf"):
			c.add(l.start, text+"\n")
		}
	}
}

// element matches the first tag of an element that is said to hold ABNF, as in the XML and the HTML
// of RFCs, and in the pages that Bikeshed reads.
var element = regexp.MustCompile(`<(sourcecode|artwork|pre|code)\s(?:[^<>]*\s)?(?:(?:type|class)=(?:"[^"<>]*|[^"'<>\s]*)(?i:abnf)|dfn-type="grammar")[^<>]*>`)

// elements collects the texts of these elements.
func (c *collector) elements() {
	end := 0
	for _, m := range element.FindAllStringSubmatchIndex(c.source.text, -1) {
		if m[0] < end {
			continue // within another one
		}
		end = len(c.source.text)
		if n := strings.Index(c.source.text[m[1]:], "</"+c.source.text[m[2]:m[3]]); n >= 0 {
			end = m[1] + n
		}
		c.begin()
		c.element(m[1], end)
		c.blocks = append(c.blocks, extent{m[0], end})
	}
}

// markup matches the beginning of what is not a character itself in an element.
var markup = regexp.MustCompile(`<!\[CDATA\[|<!--|<[^<>]*>|&#?\w+;`)

// reference matches the tag of a reference, which stands for the name of its target unless it has
// words of its own.
var reference = regexp.MustCompile(`^<(?:x|e|rel)ref\s(?:[^<>]*\s)?target="([^"<>]*)"`)

// element adds the characters of an element.
func (c *collector) element(at, end int) {
	for at < end {
		text := c.source.text[at:end]
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
