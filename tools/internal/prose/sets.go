package prose

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"example.org/iri/compile/abnf"
	"example.org/iri/internal/unicodeclass"
)

// class is the set of characters in the strings of a node. It is pure if every string is one character.
type class struct {
	chars unicodeclass.Set
	pure  bool
}

// setReader computes sets of characters that prose describes. RFC 822 and its successors, up to RFC 3501, write
//
//	<any CHAR except CTLs or specials>
//	<any TEXT, excluding "(" and ")", and including LWS>
type setReader struct {
	scope
	known map[*abnf.Rule]classOf
}

// classOf is the class of a rule. ok is false if it has none, and during its computation.
type classOf struct {
	class
	ok bool
}

// Parts of the description of a set. Here, a quotation mark is written """.
var (
	setBegin   = regexp.MustCompile(`^(?i:any|all|the)\s+`)
	setExcept  = regexp.MustCompile(`^(.+?),?\s+(?i:but\s+not(?:\s+including)?|except(?:ing)?(?:\s+for)?|excluding|other\s+than),?\s+(.+)$`)
	setPlus    = regexp.MustCompile(`^(.*?)(?:,|\s+&|\s+(?i:and|but))*\s+(?i:including)\s+(.+)$`)
	setAnd     = regexp.MustCompile(`^(?:,|&|(?i:and|or|nor)\b|\s)+`)
	setMember  = regexp.MustCompile(`^(?:"(.)"|([A-Za-z][\w-]*))`)
	setNumber  = regexp.MustCompile(`^(.+) \((\d{1,3})\)$`)
	setNumbers = regexp.MustCompile(`^octets? with (?:a )?decimal values? (?:of )?(\d{1,3}) through (\d{1,3})(?: inclusive)?(?:,? and (\d{1,3}) through (\d{1,3}))?$`)
)

// setNames are character names of RFC 822, 2616 and others, in lower case, with "ASCII" instead of "US-ASCII".
var setNames = map[string][]unicodeclass.Range{
	`"`:                                {{Lo: '"', Hi: '"'}},
	"ascii quote mark":                 {{Lo: '"', Hi: '"'}},
	"ascii double-quote mark":          {{Lo: '"', Hi: '"'}},
	"ascii del":                        {{Lo: 0x7F, Hi: 0x7F}},
	"ascii cr, carriage return":        {{Lo: '\r', Hi: '\r'}},
	"ascii lf, linefeed":               {{Lo: '\n', Hi: '\n'}},
	"ascii sp, space":                  {{Lo: ' ', Hi: ' '}},
	"ascii ht, horizontal-tab":         {{Lo: '\t', Hi: '\t'}},
	"ascii character":                  {{Lo: 0, Hi: 0x7F}},
	"ascii alphabetic character":       {{Lo: 'A', Hi: 'Z'}, {Lo: 'a', Hi: 'z'}},
	"ascii decimal digit":              {{Lo: '0', Hi: '9'}},
	`ascii digit "0".."9"`:             {{Lo: '0', Hi: '9'}},
	`ascii uppercase letter "a".."z"`:  {{Lo: 'A', Hi: 'Z'}},
	`ascii lowercase letter "a".."z"`:  {{Lo: 'a', Hi: 'z'}},
	"ascii control character and del":  {{Lo: 0, Hi: 0x1F}, {Lo: 0x7F, Hi: 0x7F}},
	"ascii character (octets 0 - 127)": {{Lo: 0, Hi: 0x7F}},
	"ascii control character (octets 0 - 31) and del (127)": {{Lo: 0, Hi: 0x1F}, {Lo: 0x7F, Hi: 0x7F}},
	"8-bit sequence of data":                                {{Lo: 0, Hi: 0xFF}},
}

// compute returns alternatives for the set that prose describes: one for each range of characters, and rules with
// longer strings. It returns nil for other prose.
func (s *setReader) compute(prose *abnf.ProseVal) []abnf.Node {
	whole := strings.Join(strings.Fields(prose.Text), " ")
	text := setBegin.ReplaceAllString(whole, "")
	var plus string
	if m := setPlus.FindStringSubmatch(text); m != nil && !strings.HasSuffix(m[1], " not") {
		text, plus = m[1], m[2]
	}
	var minus class
	if m := setExcept.FindStringSubmatch(text); m != nil {
		text = m[1]
		list, ok := s.members(m[2], prose.Pos)
		if minus, _ = s.join(list, true); !ok || !minus.pure {
			return nil
		}
	}
	more, ok := s.members(plus, prose.Pos)
	_, isRule := s.members(text, prose.Pos)
	if !ok || text == whole && isRule { // a name alone is not a set
		return nil
	}
	return s.alternatives(s.named(text), more, minus.chars, prose.Pos)
}

// named returns the elements for the text before an exception.
func (s *setReader) named(text string) []abnf.Node {
	key := strings.NewReplacer("(us-ascii) ", "", "us-ascii", "ascii").Replace(strings.ToLower(text))
	if ranges := setNames[key]; ranges != nil {
		return rangeNodes(unicodeclass.New(ranges...), abnf.Pos{})
	}
	if m := setNumber.FindStringSubmatch(key); m != nil {
		if set := decimals(m[2], m[2]); set.String() == unicodeclass.New(setNames[m[1]]...).String() {
			return rangeNodes(set, abnf.Pos{})
		}
		return nil
	}
	if m := setNumbers.FindStringSubmatch(text); m != nil {
		first, second := decimals(m[1], m[2]), decimals(m[3], m[4])
		if m[3] != "" && second.Len() == 0 {
			return nil
		}
		return rangeNodes(first.Union(second), abnf.Pos{})
	}
	list, ok := s.members(strings.TrimPrefix(text, "(US-ASCII) "), abnf.Pos{})
	if !ok || len(list) != 1 {
		return nil
	}
	ref, is := list[0].(*abnf.RuleRef)
	if _, ok := s.class(list[0]); !is || !ok {
		return nil
	}
	switch body := s.target(ref).Body.(type) {
	case *abnf.Alternation:
		return body.Alts
	case *abnf.ProseVal:
		return s.compute(body)
	default:
		return []abnf.Node{body}
	}
}

// decimals returns the octets from one number to another, or an empty set.
func decimals(from, to string) unicodeclass.Set {
	lo, err := strconv.Atoi(from)
	hi, fault := strconv.Atoi(to)
	if err != nil || fault != nil || hi > 0xFF {
		return unicodeclass.Set{}
	}
	return unicodeclass.New(unicodeclass.Range{Lo: rune(lo), Hi: rune(hi)})
}

// members returns the elements of a list such as
//
//	"(", ")" & CR
//
// Names may be plurals.
func (s *setReader) members(text string, pos abnf.Pos) (list []abnf.Node, ok bool) {
	for text != "" {
		m := setMember.FindStringSubmatch(text)
		switch {
		case m == nil || m[1] != "" && isLetter(m[1][0]): // in unknown case
			return nil, false
		case m[2] == "":
			list = append(list, &abnf.CharVal{Pos: pos, Text: m[1]})
		default:
			name := m[2]
			if s.lookup(name) == nil {
				name = strings.TrimSuffix(name, "s")
			}
			if s.lookup(name) == nil {
				return nil, false
			}
			list = append(list, s.refer(name, true, s.libraries, pos))
		}
		rest := text[len(m[0]):]
		text = rest[len(setAnd.FindString(rest)):]
		if rest != "" && len(text) == len(rest) {
			return nil, false
		}
	}
	return list, true
}

// alternatives returns a node for each range of characters in base and more without those of minus, and the elements
// with longer strings. Those of base must not contain characters of minus.
func (s *setReader) alternatives(base, more []abnf.Node, minus unicodeclass.Set, pos abnf.Pos) (alts []abnf.Node) {
	var chars unicodeclass.Set
	for i, n := range slices.Concat(base, more) {
		c, ok := s.class(n)
		switch {
		case !ok || i < len(base) && !c.pure && c.chars.Minus(minus).Len() < c.chars.Len():
			return nil
		case c.pure:
			chars = chars.Union(c.chars)
			if i < len(base) {
				chars = chars.Minus(minus)
			}
		default:
			alts = append(alts, n)
		}
	}
	if chars.Len() == 0 {
		return nil
	}
	return append(rangeNodes(chars, pos), alts...)
}

func rangeNodes(set unicodeclass.Set, pos abnf.Pos) (list []abnf.Node) {
	for r := range set.Ranges() {
		n := &abnf.NumVal{Pos: pos, Base: 'x', Values: []uint32{uint32(r.Lo)}}
		if r.Lo < r.Hi {
			n.Range, n.Values = true, append(n.Values, uint32(r.Hi))
		}
		list = append(list, n)
	}
	return list
}

// class returns the class of an element. It returns false for prose, missing rules and recursive rules.
func (s *setReader) class(n abnf.Node) (c class, ok bool) {
	switch n := n.(type) {
	case *abnf.CharVal:
		for _, b := range []byte(n.Text) {
			c.add(rune(b), rune(b))
			if !n.CaseSensitive && isLetter(b) {
				c.add(rune(b^0x20), rune(b^0x20))
			}
		}
		c.pure = len(n.Text) == 1
		return c, true
	case *abnf.NumVal:
		for i, v := range n.Values {
			c.add(rune(v), rune(v))
			if n.Range && i == 0 {
				c.add(rune(v), rune(n.Values[1]))
			}
		}
		c.pure = n.Range || len(n.Values) == 1
		return c, true
	case *abnf.RuleRef:
		return s.ofRule(s.target(n))
	case *abnf.ProseVal:
		if alts := s.compute(n); alts != nil {
			return s.join(alts, true)
		}
		return c, false
	case *abnf.Alternation:
		return s.join(n.Alts, true)
	case *abnf.Repetition:
		return s.join([]abnf.Node{n.Elem}, n.Min == 1 && n.Max == 1)
	}
	return s.join(abnf.Children(n), false)
}

func isLetter(b byte) bool { return 'a' <= b|0x20 && b|0x20 <= 'z' }

func (c *class) add(lo, hi rune) {
	c.chars = c.chars.Union(unicodeclass.New(unicodeclass.Range{Lo: lo, Hi: hi}))
}

// join returns the class of several elements. It may be pure only for alternatives.
func (s *setReader) join(list []abnf.Node, pure bool) (c class, ok bool) {
	c.pure = pure
	for _, n := range list {
		x, ok := s.class(n)
		if !ok {
			return class{}, false
		}
		c = class{c.chars.Union(x.chars), c.pure && x.pure}
	}
	return c, true
}

func (s *setReader) ofRule(r *abnf.Rule) (class, bool) {
	if r == nil {
		return class{}, false
	}
	if _, met := s.known[r]; !met {
		s.known[r] = classOf{}
		c, ok := s.class(r.Body)
		s.known[r] = classOf{c, ok}
	}
	return s.known[r].class, s.known[r].ok
}
