// Package expression converts rules of grammars to regular expressions.
package expression

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"example.org/iri/compile/abnf"
	"example.org/iri/internal/abnftree"
	"example.org/iri/internal/unicodeclass"
)

// MaxBytes limits the length of an expression.
const MaxBytes = 1 << 20

// Of returns a rule of a grammar as a regular expression with the same meaning in RE2, package regexp, PCRE and
// ECMAScript. It matches whole strings of characters; if the values of the grammar are octets, each octet is a
// character from U+0000 to U+00FF. ECMAScript needs flag u or v, and PCRE the options UTF and DOLLAR_ENDONLY. Unless it
// is built for more, PCRE refuses more than 250 levels of parentheses, and an expression of more than 64 KiB compiled.
// Package regexp treats each byte that is not UTF-8 as U+FFFD, so expressions are exact only for UTF-8.
//
// Errors are those of [abnf.Grammar.Verify], and an [*abnf.Error] for a recursive rule or one that needs more than
// MaxBytes.
func Of(g *abnf.Grammar, rule string) (string, error) {
	if err := g.Verify(rule); err != nil {
		return "", err
	}
	t := translator{grammar: g, rules: make(map[*abnf.Rule]*piece)}
	body := t.rule(&abnf.RuleRef{Name: rule})
	if t.err != nil {
		return "", t.err
	}
	return "^" + body.grouped(body.kind == alternation) + "$", nil
}

// piece is a part of an expression.
type piece struct {
	text    string
	kind    kind
	set     unicodeclass.Set // if it is a character
	repeats int              // the greatest product of nested repetition counts
}

// kind determines where a piece needs parentheses.
type kind int

const (
	character   kind = iota // or anything in parentheses
	sequence                // needs them before a quantifier
	alternation             // also needs them in a sequence
)

func (p *piece) grouped(needed bool) string {
	if needed {
		return "(?:" + p.text + ")"
	}
	return p.text
}

func empty() *piece { return &piece{kind: sequence, repeats: 1} }

// translator converts nodes. It keeps the first error.
type translator struct {
	grammar *abnf.Grammar
	rules   map[*abnf.Rule]*piece // nil during the translation of the rule
	err     error
}

func (t *translator) node(n abnf.Node) *piece {
	p := abnftree.Fold(n, t.alternation, t.concatenation, t.repetition, t.charVal, t.numVal, t.rule,
		func(n *abnf.ProseVal) *piece { return t.fail(n, "prose has no regular expression") })
	if len(p.text) > MaxBytes {
		return t.fail(n, fmt.Sprintf("the regular expression has more than %d bytes", MaxBytes))
	}
	return p
}

func (t *translator) fail(n abnf.Node, msg string) *piece {
	if t.err == nil {
		t.err = &abnf.Error{Pos: n.Position(), Msg: msg}
	}
	return empty()
}

// alternation merges the single characters among the alternatives into one class, which comes last.
func (t *translator) alternation(_ *abnf.Alternation, alts []*piece) *piece {
	var set unicodeclass.Set
	var others []*piece
	for _, alt := range alts {
		if alt.kind == character {
			set = set.Union(alt.set)
		} else {
			others = append(others, alt)
		}
	}
	if len(others) == 0 || set.Len() > 0 {
		others = append(others, single(set))
	}
	if len(others) == 1 {
		return others[0]
	}
	p := &piece{kind: alternation, repeats: 1}
	var texts []string
	for _, alt := range others {
		texts = append(texts, alt.text)
		p.repeats = max(p.repeats, alt.repeats)
	}
	p.text = join(texts, "|")
	return p
}

func (t *translator) concatenation(_ *abnf.Concatenation, elems []*piece) *piece {
	p := empty()
	var texts []string
	for _, elem := range elems {
		texts = append(texts, elem.grouped(elem.kind == alternation))
		p.repeats = max(p.repeats, elem.repeats)
	}
	p.text = join(texts, "")
	return p
}

// join joins texts, but stops when the result is too long.
func join(texts []string, separator string) string {
	var b strings.Builder
	for i, text := range texts {
		if i > 0 {
			b.WriteString(separator)
		}
		if b.WriteString(text); b.Len() > MaxBytes {
			break
		}
	}
	return b.String()
}

// mostRepeats is the limit of RE2 for the product of nested repetition counts.
const mostRepeats = 1000

// repetition splits large counts: x{2000} becomes x{1000}x{1000}.
func (t *translator) repetition(n *abnf.Repetition, elem func() *piece) *piece {
	if n.Max == 0 {
		return empty() // the element may be prose
	}
	x := elem()
	if n.Min == 1 && n.Max == 1 || x.text == "" {
		return x
	}
	p := empty()
	var b strings.Builder
	add := func(least, most int, unbounded bool) {
		b.WriteString(x.grouped(x.kind != character) + quantifier(least, most, unbounded))
		p.repeats = max(p.repeats, x.repeats*max(least, most, 1))
	}
	least, optional := n.Min, 0
	if n.Max != abnf.Unbounded {
		optional = n.Max - n.Min
	}
	for most := max(mostRepeats/x.repeats, 1); least+optional > most && b.Len() <= MaxBytes; {
		fixed := min(least, most)
		free := min(optional, most-fixed)
		add(fixed, fixed+free, false)
		least, optional = least-fixed, optional-free
	}
	if least+optional > 0 || n.Max == abnf.Unbounded {
		add(least, least+optional, n.Max == abnf.Unbounded)
	}
	p.text = b.String()
	return p
}

func quantifier(least, most int, unbounded bool) string {
	switch {
	case unbounded && least == 0:
		return "*"
	case unbounded && least == 1:
		return "+"
	case unbounded:
		return fmt.Sprintf("{%d,}", least)
	case least == most && most == 1:
		return ""
	case least == most:
		return fmt.Sprintf("{%d}", least)
	case least == 0 && most == 1:
		return "?"
	}
	return fmt.Sprintf("{%d,%d}", least, most)
}

// charVal does not use (?i), which would match U+212A for k.
func (t *translator) charVal(n *abnf.CharVal) *piece {
	var list []*piece
	for _, c := range []byte(n.Text) {
		set := unicodeclass.New(unicodeclass.Range{Lo: rune(c), Hi: rune(c)})
		if other := rune(c ^ 0x20); !n.CaseSensitive && 'a' <= c|0x20 && c|0x20 <= 'z' {
			set = set.Union(unicodeclass.New(unicodeclass.Range{Lo: other, Hi: other}))
		}
		list = append(list, single(set))
	}
	return t.sequence(list)
}

func (t *translator) numVal(n *abnf.NumVal) *piece {
	if n.Range {
		return single(unicodeclass.New(unicodeclass.Range{Lo: rune(n.Values[0]), Hi: rune(n.Values[1])}))
	}
	var list []*piece
	for _, c := range n.Values {
		list = append(list, single(unicodeclass.New(unicodeclass.Range{Lo: rune(c), Hi: rune(c)})))
	}
	return t.sequence(list)
}

func (t *translator) sequence(list []*piece) *piece {
	if len(list) == 1 {
		return list[0]
	}
	return t.concatenation(nil, list)
}

func (t *translator) rule(n *abnf.RuleRef) *piece {
	r := t.grammar.Target(n)
	p, met := t.rules[r]
	switch {
	case met && p == nil:
		return t.fail(n, fmt.Sprintf("rule %s refers to itself; regular expressions need a repetition", r.Name))
	case met:
		return p
	case t.err != nil:
		return empty()
	}
	t.rules[r] = nil
	p = t.node(r.Body)
	t.rules[r] = p
	return p
}

func single(set unicodeclass.Set) *piece {
	return &piece{text: class(set), kind: character, set: set, repeats: 1}
}

func class(set unicodeclass.Set) string {
	var b strings.Builder
	for r := range set.Ranges() {
		if set.Len() == 1 {
			return literal(r.Lo, `\.+*?()|[]{}^$`)
		}
		b.WriteString(inClass(r.Lo))
		if r.Hi > r.Lo+1 {
			b.WriteByte('-')
		}
		if r.Hi > r.Lo {
			b.WriteString(inClass(r.Hi))
		}
	}
	if set.Len() == 0 {
		return `[^\s\S]`
	}
	return "[" + b.String() + "]"
}

func inClass(c rune) string { return literal(c, `\[]^-(){}|/`) }

// literal writes a character, escaped if necessary. For characters from U+0100 on, there is no escape common to all
// engines.
func literal(c rune, escaped string) string {
	switch {
	case c < ' ' || 0x7F <= c && c <= 0xFF:
		return fmt.Sprintf(`\x%02X`, c)
	case c < utf8.RuneSelf && strings.ContainsRune(escaped, c):
		return `\` + string(c)
	}
	return string(c)
}
