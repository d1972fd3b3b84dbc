// Package prose resolves prose in ABNF grammars: <name>, <name, see RFC 3986>, <any CHAR except "(" and ")">.
package prose

import (
	"cmp"
	"fmt"
	"regexp"
	"strings"

	"example.org/iri/compile/abnf"
)

// naming is the rule that prose names.
type naming struct {
	name      string // of a rule; "" for the rule that consists of the prose
	elsewhere bool   // in another document
}

// Phrases of RFCs that name a rule in prose. The first group, if any, is the name. After the names and sections of
// documents, no text may follow that restricts the rule.
const (
	documentName  = `(?i:RFC|STD|BCP|Sections?|Appendix)(?:[ -]?[0-9A-Z][0-9.]*)?|\[[^\[\]]*\]`
	documentWords = `[ ,;:.()]|(?i:and|of|in|the)\b|[A-Z]?[0-9.]+`
	documents     = `(?:the |in )?(?:` + documentName + `|[A-Z][\w.-]*)(?:` + documentName + `|` + documentWords + `)*$`
)

var (
	ownName    = regexp.MustCompile(`^[A-Za-z][\w-]*$`)
	noName     = regexp.MustCompile(`^(?i:as )?(?i:defined|specified|described|imported|taken|see)(?i: in| by| from)? ` + documents)
	otherNames = regexp.MustCompile(`^([A-Za-z][\w-]*),? (?:as |is )?(?:see|from|per|(?:defined|specified|described|given|imported) (?:in|by|from)) ` + documents)
)

// namingOf returns the rule that prose names. It returns false if prose names none or says more.
func namingOf(prose string) (m naming, ok bool) {
	if ownName.MatchString(prose) {
		return naming{strings.ReplaceAll(prose, "_", "-"), false}, true
	}
	prose = strings.TrimSpace(prose)
	if noName.MatchString(prose) {
		return naming{"", true}, true
	}
	if groups := otherNames.FindStringSubmatch(prose); groups != nil {
		return naming{strings.ReplaceAll(groups[1], "_", "-"), true}, true
	}
	return naming{}, false
}

// scope has the rules that prose may name: those of the page, the core rules, and those of libraries.
type scope struct {
	page      *abnf.Grammar
	libraries []*abnf.Grammar
	all       *abnf.Grammar // imports the libraries
}

var document = regexp.MustCompile(`(?i)\brfc[ -]?0*([1-9][0-9]*)`)

// meant returns the libraries that prose may refer to. If it names an RFC, they are the libraries named after it, or
// else those not named after another RFC, since a name such as date-time may differ between RFCs.
func (s *scope) meant(prose string) []*abnf.Grammar {
	wanted := document.FindStringSubmatch(prose)
	if wanted == nil {
		return s.libraries
	}
	var named, other []*abnf.Grammar
	for _, h := range s.libraries {
		is := document.FindStringSubmatch(fileOf(h))
		switch {
		case is == nil:
			other = append(other, h)
		case is[1] == wanted[1]:
			named = append(named, h)
		}
	}
	if named != nil {
		return named
	}
	return other
}

func importing(list []*abnf.Grammar) *abnf.Grammar {
	g := new(abnf.Grammar)
	for _, h := range list {
		g.Import(h)
	}
	return g
}

func fileOf(g *abnf.Grammar) string {
	for r := range g.Rules() {
		return r.File
	}
	return ""
}

func (s *scope) lookup(name string) *abnf.Rule {
	return cmp.Or(s.page.Lookup(name), s.all.Lookup(name))
}

func (s *scope) target(ref *abnf.RuleRef) *abnf.Rule {
	return cmp.Or(s.page.Target(ref), s.all.Lookup(ref.Name))
}

// refer returns a reference that resolves to a rule of the page, if ofPage is set, or else of libraries or the core
// rules.
func (s *scope) refer(name string, ofPage bool, libraries []*abnf.Grammar, pos abnf.Pos) abnf.Node {
	g, err := abnf.Parse([]byte("prose-that-names-a-rule = " + name + "\n"))
	if err != nil {
		panic(err) // names are letters, digits and hyphens
	}
	if ofPage {
		g.ImportRules(s.page, name) // an error means that the page lacks the rule
	}
	for _, h := range libraries {
		g.Import(h)
	}
	ref := g.Lookup("prose-that-names-a-rule").Body.(*abnf.RuleRef)
	ref.Pos = pos
	return ref
}

// Read replaces prose that names a rule by a reference, and prose that describes a set by its characters. A rule that
// consists only of other prose, or of its own name, becomes the rule of a library, if there is one. Read reports each
// change.
func Read(g *abnf.Grammar, libraries []*abnf.Grammar, report func(pos abnf.Pos, msg string)) {
	s := &setReader{scope{g, libraries, importing(libraries)}, make(map[*abnf.Rule]classOf)}
	for r := range g.Rules() {
		prose, isProse := r.Body.(*abnf.ProseVal)
		r.Body = replace(r.Body, func(prose *abnf.ProseVal) abnf.Node {
			switch n := s.read(r, prose).(type) {
			case nil:
				return prose
			case *abnf.RuleRef:
				report(prose.Pos, fmt.Sprintf("%v read as rule %q", prose, n.Name))
				return n
			default:
				report(prose.Pos, fmt.Sprintf("%v read as %v", prose, n))
				return n
			}
		})
		if !isProse || r.Body != abnf.Node(prose) {
			continue
		}
		if x := importing(s.meant(prose.Text)).Lookup(r.Name); x != nil {
			r.Body = x.Body
			report(r.Pos, fmt.Sprintf("rule %q is only prose, %v: %s is used", r.Name, prose, ruleAt(x)))
		}
	}
}

func ruleAt(r *abnf.Rule) string {
	if r == abnf.Core().Lookup(r.Name) {
		return "the core rule"
	}
	return fmt.Sprintf("the rule at %v", r.Pos)
}

// read returns the node for prose in a rule, or nil. Prose that names another document never refers to a rule of the
// page: Host of RFC 9110 is not
//
//	<host, see [URI], Section 3.2.2>
func (s *setReader) read(r *abnf.Rule, prose *abnf.ProseVal) abnf.Node {
	if m, ok := namingOf(prose.Text); ok && (!strings.EqualFold(m.name, r.Name) || m.elsewhere && r.Body != abnf.Node(prose)) {
		libraries := s.meant(prose.Text)
		ofPage := !m.elsewhere && s.page.Lookup(m.name) != nil
		if ofPage || importing(libraries).Lookup(m.name) != nil {
			return s.refer(m.name, ofPage, libraries, prose.Pos)
		}
	}
	switch alts := s.compute(prose); len(alts) {
	case 0:
		return nil
	case 1:
		return alts[0]
	default:
		return &abnf.Alternation{Pos: prose.Pos, Alts: alts}
	}
}

// replace replaces the prose in a tree and returns the tree. It skips elements that are repeated at most 0 times.
func replace(n abnf.Node, by func(*abnf.ProseVal) abnf.Node) abnf.Node {
	switch n := n.(type) {
	case *abnf.ProseVal:
		return by(n)
	case *abnf.Repetition:
		if n.Max != 0 {
			n.Elem = replace(n.Elem, by)
		}
	default:
		for i, list := 0, abnf.Children(n); i < len(list); i++ {
			list[i] = replace(list[i], by)
		}
	}
	return n
}
