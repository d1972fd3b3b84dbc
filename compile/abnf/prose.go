package abnf

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// naming is what prose says of a rule.
type naming struct {
	name      string // of a rule, or "" for the rule that is defined by the prose
	elsewhere bool   // the rule is in another document
}

// prosePatterns are the ways in which RFCs name a rule in prose, in the order in which they
// are tried. The name is the first group, if there is one.
var prosePatterns = []struct {
	*regexp.Regexp
	elsewhere bool
}{
	{regexp.MustCompile(`^(` + proseName + `)$`), false},
	{regexp.MustCompile(`^(?i:as )?(?i:defined|specified|described) (?i:in|by) ` + document), true},
	{regexp.MustCompile(`^(?i:see) ` + document), true},
	{regexp.MustCompile(`^(` + proseName + `),? (?:as |is )?(?:see|from|per|(?:defined|specified|described|given|imported) (?:in|by|from)) `), true},
	{regexp.MustCompile(`^(?i:an?|any) (?:string|text|value|sequence of characters) (?:that|which) (?:matches|conforms to) (?:the )?(?:(?:ABNF )?(?:rule|production) )?["']?(` + proseName + `)["']?$`), false},
	{regexp.MustCompile(`^(?i:an?|any) (?:string|text|value|sequence of characters) (?:that|which) (?:matches|conforms to) (?:the )?(?:(?:ABNF )?(?:rule|production) )?["']?(` + proseName + `)["']?(?: (?:rule|production))?,? (?:as |is )?(?:in|of|see|from|(?:defined|specified|described|given) (?:in|by)) `), true},
}

const (
	proseName = `[A-Za-z][\w-]*`
	document  = `(?i:RFC|\[|Section|Appendix|STD|BCP)`
)

// exception matches prose that takes something away from what it names.
var exception = regexp.MustCompile(`\b(?:except|excluding|exclusive|but|not|without|other|unless|only|followed|preceded|with)\b`)

// namingOf returns which rule prose names; ok is false if it says more, or none.
func namingOf(prose string) (m naming, ok bool) {
	for _, p := range prosePatterns {
		groups := p.FindStringSubmatchIndex(prose)
		if groups == nil {
			continue
		}
		rest := prose
		if len(groups) > 2 {
			m.name = strings.ReplaceAll(prose[groups[2]:groups[3]], "_", "-")
			rest = prose[:groups[2]] + prose[groups[3]:]
		}
		m.elsewhere = p.elsewhere
		return m, !exception.MatchString(rest)
	}
	return naming{}, false
}

// nameProse makes references of the prose that names a rule of g, of library or of the core. A
// rule that is nothing but prose with its own name leaves g if library or the core have one of
// that name.
func (g *Grammar) nameProse(library *Grammar) (repairs []Repair) {
	var left []*Rule
	for _, r := range g.rules {
		if prose, is := r.Body.(*ProseVal); is && namesItself(r, prose) && library.Lookup(r.Name) != nil {
			repairs = append(repairs, Repair{Pos: r.Pos, Msg: fmt.Sprintf("rule %q is not defined by %v: left out", r.Name, prose)})
			left = append(left, r)
			continue
		}
		r.Body = replace(r.Body, func(prose *ProseVal) Node {
			m, ok := namingOf(prose.Text)
			home := g.homeOf(m, library)
			if !ok || home == nil || home == g && fold(m.name) == fold(r.Name) {
				return prose
			}
			repairs = append(repairs, Repair{Pos: prose.Pos, Msg: fmt.Sprintf("%v read as rule %q", prose, m.name)})
			return &RuleRef{Pos: prose.Pos, Name: m.name, home: home}
		})
	}
	for _, r := range left {
		delete(g.index, fold(r.Name))
	}
	g.rules = slices.DeleteFunc(g.rules, func(r *Rule) bool { return g.index[fold(r.Name)] == nil })
	return repairs
}

// namesItself reports whether the prose that a rule consists of is about a rule of that name.
func namesItself(r *Rule, prose *ProseVal) bool {
	m, ok := namingOf(prose.Text)
	return ok && (m.name == "" || fold(m.name) == fold(r.Name))
}

// homeOf returns the grammar that has the rule that prose names, or nil. The rule of another
// document is never one of the text, however alike their names are: Host of RFC 9110 is more than
//
//	<host, see [URI], Section 3.2.2>
func (g *Grammar) homeOf(m naming, library *Grammar) *Grammar {
	switch {
	case m.name == "":
		return nil
	case !m.elsewhere && (g.Lookup(m.name) != nil || g.unread[fold(m.name)] != nil || library.Lookup(m.name) != nil):
		return g
	case m.elsewhere && library.Lookup(m.name) != nil:
		return library
	}
	return nil
}

// replace changes the prose in a tree, but for what is repeated at most 0 times,
// which needs no meaning, and returns the tree.
func replace(n Node, by func(*ProseVal) Node) Node {
	switch n := n.(type) {
	case *ProseVal:
		return by(n)
	case *Repetition:
		if n.Max != 0 {
			n.Elem = replace(n.Elem, by)
		}
	default:
		for i, list := 0, Children(n); i < len(list); i++ {
			list[i] = replace(list[i], by)
		}
	}
	return n
}
