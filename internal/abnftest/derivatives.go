package abnftest

import (
	"strings"
	"unicode/utf8"

	"example.org/iri/compile/abnf"
)

// Derivatives is a reference that works the other way round: the other matchers move
// positions along the grammar, this one rewrites the grammar at each character (Janusz
// Brzozowski, Derivatives of Regular Expressions, 1964). What is left of it in the end says
// whether the text may end.
type Derivatives struct {
	exprs exprs
	start *expr
}

// NewDerivatives translates a rule that does not refer to itself.
func NewDerivatives(g *abnf.Grammar, rule string) *Derivatives {
	x := make(exprs)
	return &Derivatives{x, x.of(g, &abnf.RuleRef{Name: rule})}
}

// Read returns whether a text matches the rule, the length of its longest prefix that
// does, -1 if none, and where the character stands that nothing can mend: from begin, to end.
func (d *Derivatives) Read(text string) (valid bool, longest, begin, end int) {
	e := d.start
	longest = -1
	for {
		if e.nullable {
			longest = begin
		}
		c, size := utf8.DecodeRuneInString(text[begin:])
		end = begin + size
		if size == 0 || c == utf8.RuneError && size == 1 {
			return size == 0 && e.nullable, longest, begin, max(end, min(begin+utf8.UTFMax, len(text)))
		}
		if e = d.exprs.derivative(e, c); e.kind == never {
			return false, longest, begin, end
		}
		begin = end
	}
}

// expr is a regular expression over code points. Equal ones are the same pointer.
type expr struct {
	kind     exprKind
	a, b     *expr
	lo, hi   rune
	nullable bool // matches the empty text
}

type exprKind uint8

const (
	never  exprKind = iota // matches nothing
	empty                  // the empty text
	char                   // a character from lo to hi
	then                   // a, then b
	either                 // a or b; a is not an either
	many                   // any number of a
)

// exprs is all expressions made so far.
type exprs map[expr]*expr

func (x exprs) get(e expr) *expr {
	if x[e] == nil {
		x[e] = &e
	}
	return x[e]
}

func (x exprs) never() *expr           { return x.get(expr{kind: never}) }
func (x exprs) empty() *expr           { return x.get(expr{kind: empty, nullable: true}) }
func (x exprs) char(lo, hi rune) *expr { return x.get(expr{kind: char, lo: lo, hi: hi}) }
func (x exprs) many(a *expr) *expr     { return x.get(expr{kind: many, a: a, nullable: true}) }

func (x exprs) then(a, b *expr) *expr {
	switch {
	case a.kind == never || b.kind == empty:
		return a
	case b.kind == never || a.kind == empty:
		return b
	}
	return x.get(expr{kind: then, a: a, b: b, nullable: a.nullable && b.nullable})
}

// either makes a list in which nothing stands twice, or expressions would grow
// with the text.
func (x exprs) either(a, b *expr) *expr {
	switch {
	case a.kind == never:
		return b
	case b.kind == never:
		return a
	case a.kind == either:
		return x.either(a.a, x.either(a.b, b))
	}
	for rest := b; ; rest = rest.b {
		if rest == a || rest.kind == either && rest.a == a {
			return b
		}
		if rest.kind != either {
			return x.get(expr{kind: either, a: a, b: b, nullable: a.nullable || b.nullable})
		}
	}
}

// of translates a node of a grammar.
func (x exprs) of(g *abnf.Grammar, n abnf.Node) *expr {
	switch n := n.(type) {
	case *abnf.Alternation:
		e := x.never()
		for _, alt := range n.Alts {
			e = x.either(x.of(g, alt), e)
		}
		return e
	case *abnf.Concatenation:
		e := x.empty()
		for i := range n.Elems {
			e = x.then(x.of(g, n.Elems[len(n.Elems)-1-i]), e)
		}
		return e
	case *abnf.Repetition:
		return x.repetition(g, n)
	case *abnf.CharVal:
		e := x.empty()
		for i := range n.Text {
			e = x.then(e, x.letter(n.Text[i:i+1], n.CaseSensitive))
		}
		return e
	case *abnf.NumVal:
		if n.Range {
			return x.char(rune(n.Values[0]), rune(n.Values[1]))
		}
		e := x.empty()
		for _, v := range n.Values {
			e = x.then(e, x.char(rune(v), rune(v)))
		}
		return e
	case *abnf.RuleRef:
		return x.of(g, g.Lookup(n.Name).Body)
	}
	panic("no derivatives of " + n.String())
}

func (x exprs) repetition(g *abnf.Grammar, n *abnf.Repetition) *expr {
	if n.Max == 0 {
		return x.empty() // whatever Elem is: 0<ipchar>
	}
	one, e := x.of(g, n.Elem), x.empty()
	if n.Max == abnf.Unbounded {
		e = x.many(one)
	}
	for range n.Max - n.Min {
		e = x.either(x.empty(), x.then(one, e))
	}
	for range n.Min {
		e = x.then(one, e)
	}
	return e
}

func (x exprs) letter(c string, exact bool) *expr {
	upper, lower := rune(strings.ToUpper(c)[0]), rune(strings.ToLower(c)[0])
	if exact {
		return x.char(rune(c[0]), rune(c[0]))
	}
	return x.either(x.char(upper, upper), x.char(lower, lower))
}

// derivative returns what may follow c in texts of e.
func (x exprs) derivative(e *expr, c rune) *expr {
	switch e.kind {
	case char:
		if e.lo <= c && c <= e.hi {
			return x.empty()
		}
	case then:
		d := x.then(x.derivative(e.a, c), e.b)
		if e.a.nullable {
			d = x.either(d, x.derivative(e.b, c))
		}
		return d
	case either:
		return x.either(x.derivative(e.a, c), x.derivative(e.b, c))
	case many:
		return x.then(x.derivative(e.a, c), e)
	}
	return x.never()
}
