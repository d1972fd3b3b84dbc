package iri_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"example.org/iri"
	"example.org/iri/compile/abnf"
	"example.org/iri/rule"
)

// A second slow reference, which works the other way round: the first moves
// positions along the grammar, this one rewrites the grammar at each character
// (Janusz Brzozowski, Derivatives of Regular Expressions, 1964). What is left of
// it in the end says whether the text may end.

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

// read returns whether a text matches e, the length of its longest prefix that
// does, and where the character stands that nothing can mend: from begin, to end.
func (x exprs) read(e *expr, text string) (valid bool, longest, begin, end int) {
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
		if e = x.derivative(e, c); e.kind == never {
			return false, longest, begin, end
		}
		begin = end
	}
}

// derivedRule compares a rule with its derivatives.
type derivedRule struct {
	rule  rule.Rule
	exprs exprs
	start *expr
}

func derivedRules() []derivedRule {
	var list []derivedRule
	for _, x := range []struct {
		rule    rule.Rule
		grammar *abnf.Grammar
	}{{rule.IRIReference.Rule, rfc3987()}, {rule.URIReference.Rule, rfc3986()}, {rule.IRI.Rule, rfc3987()}, {rule.URI.Rule, rfc3986()}} {
		exprs := make(exprs)
		body := x.grammar.Lookup(x.rule.String()).Body
		list = append(list, derivedRule{x.rule, exprs, exprs.of(x.grammar, body)})
	}
	return list
}

// judge returns an error that tells the first difference.
func (d derivedRule) judge(text string) error {
	valid, longest, begin, end := d.exprs.read(d.start, text)
	if got := d.rule.ValidString(text); got != valid {
		return fmt.Errorf("%v, %+q: Valid is %v, derivatives say %v", d.rule, text, got, valid)
	}
	if got := d.rule.Prefix([]byte(text)); got != longest {
		return fmt.Errorf("%v, %+q: Prefix is %d, derivatives say %d", d.rule, text, got, longest)
	}
	err := d.rule.CheckString(text)
	if valid != (err == nil) {
		return fmt.Errorf("%v, %+q: Check returns %v, derivatives say %v", d.rule, text, err, valid)
	}
	var e *iri.SyntaxError
	if errors.As(err, &e) && (e.Offset < int64(begin) || e.Offset > int64(end)) {
		return fmt.Errorf("%v, %+q: Check stops at %d, derivatives between %d and %d", d.rule, text, e.Offset, begin, end)
	}
	return nil
}

// FuzzDerivative compares verdicts, prefixes and places of mistakes.
func FuzzDerivative(f *testing.F) {
	for _, text := range seeds {
		f.Add(text)
	}
	for _, text := range []string{
		"//[1:2:3:4:5:6:7:8]", "//[1::8", "//[::1.2.3.4]", "//[1:2:3:4:5:6:7::]", "//[1:2:3:4:5:6:7:8:9]", // all forms end alike
		"//[v1.]", "//[V1.:]", "//[v.a]", // a letter in either case; one that must be there
		"//255.255.255.256", "//00.1.2.3", // address or name, both texts of ihost
		"//@@", "//u:p@h:8:0", "//a:8@", // the colon's two meanings
		"", "/", "//", "///", "/:", ":", "a", "a:", "a:/", "a://", // each form of path
		"\u00a0", "\u009f", "\ufdcf", "\ufdd0", "\ufdf0", "\uffef", "\ufff0", // edges of ucschar
		"?\U000F0000\U0010FFFD", "?\U0010FFFE", "\U000E1000", "\U000E0FFF", // and of iprivate
		"\xc2", "\xe0\xa0", "\xf0\x90\x80", "\xef\xbf\xbd", // cut characters, and the one that stands for them
	} {
		f.Add(text)
	}
	rules := derivedRules()
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 1000 {
			return // no more to learn, and slow
		}
		for _, d := range rules {
			if err := d.judge(text); err != nil {
				t.Error(err)
			}
		}
	})
}

// TestExprs: the derivatives themselves, where the answers are plain.
func TestExprs(t *testing.T) {
	g, err := abnf.Parse([]byte(`
anycase = "aB1"
exact   = %s"aB"
range   = %xD7FF-E000
counted = 2*3"a"
star    = *("a" / "ab") "b"
option  = "a" ["b"] "c"
none    = 0<any text> "!"
`))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		rule, text          string
		valid               bool
		longest, begin, end int
	}{
		{"anycase", "Ab1", true, 3, 3, 3},
		{"anycase", "aB", false, -1, 2, 2},
		{"exact", "aB", true, 2, 2, 2},
		{"exact", "ab", false, -1, 1, 2},
		{"range", "\ud7ff", true, 3, 3, 3},
		{"range", "\ud7fe", false, -1, 0, 3},
		{"range", "\xed\xa0\x80", false, -1, 0, 3},
		{"counted", "aaaa", false, 3, 3, 4},
		{"counted", "a", false, -1, 1, 1},
		{"star", "aabb", true, 4, 4, 4},
		{"star", "abab", true, 4, 4, 4},
		{"star", "aba", false, 2, 3, 3},
		{"option", "ac", true, 2, 2, 2},
		{"option", "abb", false, -1, 2, 3},
		{"none", "!", true, 1, 1, 1},
	} {
		x := make(exprs)
		valid, longest, begin, end := x.read(x.of(g, g.Lookup(c.rule).Body), c.text)
		if valid != c.valid || longest != c.longest || begin != c.begin || end != c.end {
			t.Errorf("%s, %+q: %v, %d, %d to %d", c.rule, c.text, valid, longest, begin, end)
		}
	}
}
