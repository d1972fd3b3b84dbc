package abnf

import (
	"fmt"
	"html"
	"regexp"
	"strings"
)

// markedText returns a source with nothing but the parts of a page that are marked as ABNF, and a
// repair for all that is left out. If there are none, it returns the source as it is.
func markedText(s *source) (*source, []Repair) {
	c := &collector{source: s}
	c.fences()
	if len(c.parts) == 0 {
		c.elements()
	}
	if len(c.parts) == 0 {
		return s, nil
	}
	marked := newSource(s.file, c.text.String())
	marked.origin, marked.moved, marked.parts = s, c.moved, c.parts
	other := len(s.lines) - len(marked.lines)
	return marked, []Repair{{Pos: s.pos(0), Msg: fmt.Sprintf("only the %d parts marked as ABNF are read, %d other lines left out", len(c.parts), other)}}
}

// collector puts together the parts of a page that are marked.
type collector struct {
	*source
	text  strings.Builder
	parts map[int]bool // where they begin in text
	moved []move
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
	open, reads := "", false
	for _, l := range c.lines {
		text := c.source.in(l)
		m := fence.FindStringSubmatch(text)
		switch {
		case open == "" && m != nil:
			open = m[1]
			if reads = strings.Contains(strings.ToLower(m[2]), "abnf"); reads {
				c.begin()
			}
		case m != nil && strings.HasPrefix(m[1], open) && m[2] == "":
			open = ""
		case open != "" && reads:
			c.add(l.start, text+"\n")
		}
	}
}

// element matches the first tag of an element that is said to hold ABNF, as in the XML and the HTML
// of RFCs.
var element = regexp.MustCompile(`<(sourcecode|artwork|pre|code)\s(?:[^<>]*\s)?(?:type|class)="[^"<>]*(?i:abnf)[^"<>]*"[^<>]*>`)

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
	}
}

// markup matches the beginning of what is not a character itself in an element.
var markup = regexp.MustCompile(`<!\[CDATA\[|<!--|<[^<>]*>|&#?\w+;`)

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
			}
			at += m[1]
		}
	}
}
