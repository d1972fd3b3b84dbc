package abnf

import (
	"cmp"
	"fmt"
	"slices"
)

// Parse is [ParseFile] without a file name.
func Parse(src []byte) (*Grammar, error) { return ParseFile("", src) }

// ParseFile parses a grammar by RFC 5234, with erratum 2968, and RFC 7405. The name becomes the File of all positions.
// It is strict, with these exceptions:
//
//   - Lines end in LF or CRLF. The last line may lack its end.
//   - All rules may be indented, to the same column. More indented lines continue a rule, also after a blank line or a
//     comment.
//   - Comments may contain any UTF-8, except control characters.
//
// The error is an [ErrorList] of all errors in the grammar, at most one for each rule; then the grammar is nil.
func ParseFile(name string, src []byte) (*Grammar, error) {
	if err := checkSize(name, src); err != nil {
		return nil, err
	}
	p := newParser(newSource(name, string(src)))
	g, err := p.parse(p.sections())
	if err == nil {
		g.extendCore()
	}
	return g, err
}

// parse parses the sections of a grammar, whose rules should be indented by base.
func (p *parser) parse(sections []section, base int) (*Grammar, error) {
	p.base, p.indent = base, base
	lost := false // within text that is not a rule, which is reported once
	for _, s := range sections {
		if lost && !s.defines {
			continue
		}
		if len(p.errs) > maxFaults {
			break
		}
		lost = !p.section(s)
	}
	if len(p.errs) > 0 {
		slices.SortStableFunc(p.errs, func(a, b *Error) int { return a.Pos.compare(b.Pos) })
		return nil, p.errs
	}
	return p.grammar, nil
}

// A parser parses a section by recursive descent. Its methods are named after the productions of RFC 5234, section 4.
// They leave the cursor after what they read; alternation and concatenation also skip the white space after it.
//
// The first error of a section moves the cursor to its end, which ends all loops, and suppresses further errors. So
// methods need not return errors; the nodes they return after an error may be nil, and are ignored.
type parser struct {
	*source
	cursor, end int // what is left of the section is text[cursor:end]
	solid       int // end of the text before the white space skipped last
	skipped     int // end of that white space
	depth       int
	failed      bool

	base   int // indentation that all rules should have
	indent int // indentation of the last rule

	grammar *Grammar // its rules have no body as long as that is not read, or if it has a fault
	errs    ErrorList
}

func newParser(s *source) *parser { return &parser{source: s, grammar: new(Grammar)} }

// section parses a rule and adds it to the grammar. It reports whether it found a rule, perhaps with an invalid body.
func (p *parser) section(s section) bool {
	p.open(s)
	if p.cursor == p.end {
		return true
	}
	start := p.cursor
	name, incremental := p.head()
	if p.failed {
		return false
	}
	if s.indent != p.base && s.indent != p.indent { // one error for a block of rules
		p.report(start, fmt.Sprintf("rule %q is indented by %d, the first rule by %d", name, s.indent, p.base),
			"start all rules in the same column")
	}
	p.indent = s.indent
	r := p.define(name, p.pos(start), incremental)
	if body := p.body(); !p.failed {
		r.extend(body)
	}
	return true
}

// open moves the cursor to the rule name of a section, or to its end.
func (p *parser) open(s section) {
	p.cursor, p.end, p.skipped, p.depth, p.failed = s.start, s.end, -1, 0, false
	p.skip()
}

func (p *parser) body() Node {
	n := p.alternation()
	if p.cursor < p.end {
		p.unexpected(strayHint(p.peek()), "element", `"/"`, "end of rule")
	}
	return n
}

// head parses a rule name and defined-as. After an error, it still returns the name, if there is one.
func (p *parser) head() (name string, incremental bool) {
	if !isAlpha(p.peek()) {
		p.unexpected(nameHint(p.peek()), "rule name")
		return "", false
	}
	name = p.rulename()
	p.skip()
	adds := p.at("|=")
	if p.at("==") || !p.accept('=') {
		p.unexpected(definedAsHint(name, p.peek()), `"="`, `"=/"`)
		return name, adds
	}
	incremental = p.accept('/')
	p.skip()
	return name, incremental
}

// define returns the rule to be defined at pos. It reports an error if the rule is defined already, or if "=" follows
// "=/". If all definitions are "=/", the rule extends a core rule or a rule of another grammar.
func (p *parser) define(name string, pos Pos, incremental bool) *Rule {
	r := p.grammar.index[fold(name)]
	switch {
	case r == nil:
		r = &Rule{Pos: pos, Name: name, extends: incremental}
		p.grammar.add(r)
	case incremental:
		r.more = append(r.more, pos)
	case r.extends:
		p.list(notDefinedYet(r.Pos, name))
		r.Pos, r.extends = pos, false
	default:
		p.list(definedTwice(pos, name, r.Pos))
	}
	return r
}

func notDefinedYet(pos Pos, name string) *Error {
	return &Error{Pos: pos, Msg: fmt.Sprintf("rule %q is not defined yet", name),
		Hint: `"=/" adds alternatives to an earlier definition, which takes "=", or to an imported rule`}
}

func definedTwice(pos Pos, name string, first Pos) *Error {
	return &Error{Pos: pos, Msg: fmt.Sprintf("rule %q is already defined at %v", name, first), Hint: `use "=/" to add alternatives`}
}

func (r *Rule) extend(body Node) {
	if r.Body == nil {
		r.Body = body
		return
	}
	r.Body = &Alternation{Pos: r.Body.Position(), Alts: append(alternatives(r.Body), alternatives(body)...)}
}

func alternatives(n Node) []Node {
	if a, ok := n.(*Alternation); ok {
		return a.Alts
	}
	return []Node{n}
}

func (p *parser) alternation() Node {
	start := p.cursor
	first := p.concatenation()
	if p.peek() != '/' {
		return first
	}
	alts := []Node{first}
	for p.accept('/') {
		p.skip()
		alts = append(alts, p.concatenation())
	}
	return &Alternation{Pos: p.pos(start), Alts: alts}
}

func (p *parser) concatenation() Node {
	start := p.cursor
	elems := []Node{p.repetition()}
	for {
		spaced := p.skip()
		if !p.atRepetition() {
			break
		}
		if !spaced {
			p.unexpected(gluedHint(p.peek()), "white space")
			break
		}
		elems = append(elems, p.repetition())
	}
	if len(elems) == 1 {
		return elems[0]
	}
	return &Concatenation{Pos: p.pos(start), Elems: elems}
}

func (p *parser) repetition() Node {
	start := p.cursor
	lo, hi, ok := p.repeat()
	switch {
	case !ok:
		return p.element()
	case !p.atElement():
		p.unexpected(p.repeatHint(p.text[start:p.cursor], hi), "element right after the repetition")
		return nil
	}
	// Nesting counts here, too: *1x is printed as [ x ], which is one level deeper and must still parse.
	p.enter(start)
	elem := p.element()
	p.leave()
	return &Repetition{Pos: p.pos(start), Min: lo, Max: hi, Elem: elem}
}

// element parses an element. A group has no node of its own; it shapes the tree.
func (p *parser) element() Node {
	start := p.cursor
	switch c := p.peek(); {
	case isAlpha(c):
		return &RuleRef{Pos: p.pos(start), Name: p.rulename(), home: p.grammar}
	case c == '(':
		return p.bracketed("group", ')')
	case c == '[':
		return &Repetition{Pos: p.pos(start), Min: 0, Max: 1, Elem: p.bracketed("option", ']')}
	case c == '"':
		return &CharVal{Pos: p.pos(start), Text: p.delimited("string", '"')}
	case c == '<':
		return &ProseVal{Pos: p.pos(start), Text: p.delimited("prose", '>')}
	case c == '%':
		return p.percent()
	}
	p.unexpected(p.emptyHint(), "element")
	return nil
}

func (p *parser) bracketed(what string, closing byte) Node {
	start := p.cursor
	p.cursor++
	p.enter(start)
	p.skip()
	n := p.alternation()
	if !p.accept(closing) {
		hint := cmp.Or(p.foreignHint(), fmt.Sprintf(`the %s opened at %s ends in "%c"`, what, p.place(start), closing))
		p.unexpected(hint, "element", `"/"`, fmt.Sprintf(`"%c"`, closing))
	}
	p.leave()
	return n
}

func (p *parser) enter(start int) {
	if p.depth++; p.depth > maxDepth {
		p.fail(start, fmt.Sprintf("nesting is deeper than %d levels", maxDepth), "give inner groups a rule of their own")
	}
}

func (p *parser) leave() { p.depth-- }
