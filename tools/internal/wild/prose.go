package wild

import (
	"fmt"
	"regexp"
	"strings"

	"example.org/iri/compile/abnf"
)

// naming describes which rule prose names.
type naming struct {
	name      string // of a rule, or "" for the rule that is defined by the prose
	elsewhere bool   // the rule is in another document
}

// The ways in which RFCs name a rule in prose. The name is the first group, if there is one.
var (
	ownName    = regexp.MustCompile(`^[A-Za-z][\w-]*$`)
	noName     = regexp.MustCompile(`^(?i:as )?(?i:defined|specified|described|see)(?i: in| by)? (?i:RFC|\[|Section|Appendix|STD|BCP)`)
	otherNames = regexp.MustCompile(`^([A-Za-z][\w-]*),? (?:as |is )?(?:see|from|per|(?:defined|specified|described|given|imported) (?:in|by|from)) `)
	exception  = regexp.MustCompile(`\b(?:except|excluding|exclusive|but|not|without|other|unless|only|followed|preceded|with)\b`)
)

// namingOf returns which rule prose names; ok is false if it says more, or names none.
func namingOf(prose string) (m naming, ok bool) {
	if ownName.MatchString(prose) {
		return naming{strings.ReplaceAll(prose, "_", "-"), false}, true
	}
	if noName.MatchString(prose) {
		return naming{"", true}, !exception.MatchString(prose)
	}
	if groups := otherNames.FindStringSubmatch(prose); groups != nil {
		name := groups[1]
		return naming{strings.ReplaceAll(name, "_", "-"), true}, !exception.MatchString(prose[len(name):])
	}
	return naming{}, false
}

// namesItself reports whether the prose that a rule consists of is about a rule of that name.
func namesItself(r *abnf.Rule, prose *abnf.ProseVal) bool {
	m, ok := namingOf(prose.Text)
	return ok && (m.name == "" || fold(m.name) == fold(r.Name))
}

// nameProse makes references of the prose that names a rule of the page or of the libraries. A rule of
// another document is never one of the page: Host of RFC 9110 is more than
//
//	<host, see [URI], Section 3.2.2>
func (p *Page) nameProse(library *abnf.Grammar, libraries []*abnf.Grammar) {
	for r := range p.Rules() {
		r.Body = replaceProse(r.Body, func(prose *abnf.ProseVal) abnf.Node {
			m, ok := namingOf(prose.Text)
			scope := libraries
			if !m.elsewhere {
				scope = append([]*abnf.Grammar{p.Grammar}, libraries...)
			}
			known := library.Lookup(m.name) != nil || !m.elsewhere && p.Lookup(m.name) != nil
			if !ok || !known || !m.elsewhere && fold(m.name) == fold(r.Name) {
				return prose
			}
			p.Repairs = append(p.Repairs, Repair{Pos: prose.Pos, Msg: fmt.Sprintf("%v read as rule %q", prose, m.name)})
			return referTo(m.name, prose.Pos, scope)
		})
	}
}

// referTo returns a reference to a rule of other grammars: one in a grammar that imports them.
func referTo(name string, pos abnf.Pos, scope []*abnf.Grammar) abnf.Node {
	g, err := abnf.Parse([]byte("prose-that-names-a-rule = " + name + "\n"))
	if err != nil {
		panic(err) // names are letters, digits and hyphens
	}
	for _, h := range scope {
		g.Import(h)
	}
	ref := g.Lookup("prose-that-names-a-rule").Body.(*abnf.RuleRef)
	ref.Pos = pos
	return ref
}

// replaceProse changes the prose in a tree, but for what is repeated at most 0 times, which needs no
// meaning, and returns the tree.
func replaceProse(n abnf.Node, by func(*abnf.ProseVal) abnf.Node) abnf.Node {
	switch n := n.(type) {
	case *abnf.ProseVal:
		return by(n)
	case *abnf.Repetition:
		if n.Max != 0 {
			n.Elem = replaceProse(n.Elem, by)
		}
	default:
		for i, list := 0, abnf.Children(n); i < len(list); i++ {
			list[i] = replaceProse(list[i], by)
		}
	}
	return n
}
