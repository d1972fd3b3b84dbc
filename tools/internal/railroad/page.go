package railroad

import (
	"bytes"
	"cmp"
	_ "embed"
	"fmt"
	"iter"
	"slices"
	"strings"

	"example.org/iri/compile/abnf"
	"example.org/iri/tools/internal/svg"
)

// Page returns a self-contained page of well-formed HTML: the rules of g named by own, then the other rules that they
// need, each with its diagram, its ABNF and links to the rules that refer to it. In a diagram, the box of a rule is a link
// to the rule. If the rules are too large, the error is an [*abnf.Error].
func Page(title string, g *abnf.Grammar, own []string) ([]byte, error) {
	p := newPage(g, own)
	if err := checkSize(p.rules()); err != nil {
		return nil, err
	}
	title = svg.Escape(title)
	p.print("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n")
	p.print("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n")
	p.print("<meta name=\"generator\" content=\"abnfc draw\"/>\n")
	p.print("<title>", title, "</title>\n<style>\n", pageStyle, Style, "</style>\n</head>\n")
	p.print("<body>\n<h1>", title, "</h1>\n", introduction)
	p.contents()
	p.print("<main>\n")
	for _, group := range p.groups {
		p.print("<h2>", group.title, "</h2>\n")
		for _, r := range group.rules {
			p.rule(r)
		}
	}
	p.print("</main>\n</body>\n</html>\n")
	return p.out.Bytes(), nil
}

const introduction = `<p>Read each diagram from the open circle to the filled one. Rounded boxes are characters, in quotes or by
number, with a small Aa where letters match in either case. Square boxes are rules, and links to them. Dashed boxes are parts that
the grammar describes in prose. Where tracks part, take one of them. A track with an arrow leads back: repeat what lies on it.</p>
`

type page struct {
	out      bytes.Buffer
	groups   []group
	target   func(*abnf.RuleRef) *abnf.Rule
	encoding abnf.Encoding
	ids      map[*abnf.Rule]string       // of the rules on the page
	taken    map[string]bool             // used ids
	users    map[*abnf.Rule][]*abnf.Rule // rules that refer to a rule
}

// group is a set of rules with a common heading.
type group struct {
	title string
	rules []*abnf.Rule
}

func newPage(g *abnf.Grammar, own []string) *page {
	p := &page{target: g.Target, encoding: g.Encoding, ids: make(map[*abnf.Rule]string), taken: make(map[string]bool),
		users: make(map[*abnf.Rule][]*abnf.Rule)}
	var first, imported, core []*abnf.Rule
	met := make(map[*abnf.Rule]bool)
	for _, name := range own {
		if r := g.Lookup(name); r != nil && !met[r] {
			met[r] = true
			first = append(first, r)
		}
	}
	for _, r := range g.References(own...) {
		switch {
		case r == nil || met[r]:
		case abnf.Core().Lookup(r.Name) == r:
			core = append(core, r)
		default:
			imported = append(imported, r)
		}
		met[r] = true
	}
	p.add("Rules", first)
	p.add("Imported rules", inOrder(imported))
	p.add("Core rules", inOrder(core))
	for r := range p.rules() {
		p.findReferences(r)
	}
	return p
}

// inOrder sorts rules by file, in the order in which files occur first, and by position.
func inOrder(rules []*abnf.Rule) []*abnf.Rule {
	rank := make(map[string]int)
	for _, r := range rules {
		if _, met := rank[r.File]; !met {
			rank[r.File] = len(rank)
		}
	}
	slices.SortStableFunc(rules, func(a, b *abnf.Rule) int {
		return cmp.Or(cmp.Compare(rank[a.File], rank[b.File]), cmp.Compare(a.Offset, b.Offset))
	})
	return rules
}

// add adds a group of rules and assigns ids: names in lower case, numbered if rules differ only in case or file.
func (p *page) add(title string, rules []*abnf.Rule) {
	for _, r := range rules {
		id := "rule-" + strings.ToLower(r.Name)
		for n := 2; p.taken[id]; n++ {
			id = fmt.Sprintf("rule-%s-%d", strings.ToLower(r.Name), n)
		}
		p.ids[r], p.taken[id] = id, true
	}
	if len(rules) > 0 {
		p.groups = append(p.groups, group{title, rules})
	}
}

func (p *page) rules() iter.Seq[*abnf.Rule] {
	return func(yield func(*abnf.Rule) bool) {
		for _, group := range p.groups {
			for _, r := range group.rules {
				if !yield(r) {
					return
				}
			}
		}
	}
}

// findReferences adds user to the users of each rule that it refers to.
func (p *page) findReferences(user *abnf.Rule) {
	seen := make(map[*abnf.Rule]bool)
	for n := range abnf.All(user.Body) {
		ref, is := n.(*abnf.RuleRef)
		if !is {
			continue
		}
		if r := p.target(ref); r != nil && !seen[r] {
			seen[r] = true
			p.users[r] = append(p.users[r], user)
		}
	}
}

func (p *page) print(texts ...string) {
	for _, text := range texts {
		p.out.WriteString(text)
	}
}

func (p *page) contents() {
	p.print("<nav aria-label=\"Contents\">\n")
	for _, group := range p.groups {
		if len(p.groups) > 1 {
			p.print("<div>", group.title, "</div>\n")
		}
		p.print("<ul>\n")
		for _, r := range group.rules {
			p.print("<li>", p.link(r), "</li>\n")
		}
		p.print("</ul>\n")
	}
	p.print("</nav>\n")
}

func (p *page) link(r *abnf.Rule) string {
	return `<a href="#` + p.ids[r] + `">` + svg.Escape(r.Name) + "</a>"
}

// href returns the link to the rule of a reference, or "".
func (p *page) href(ref *abnf.RuleRef) string {
	if id := p.ids[p.target(ref)]; id != "" {
		return "#" + id
	}
	return ""
}

func (p *page) rule(r *abnf.Rule) {
	p.print("<section id=\"", p.ids[r], "\">\n<h3>", p.link(r), "</h3>\n<div class=\"diagram\">\n")
	d := newDiagram(r, p.encoding)
	p.print("<svg class=\"railroad\" role=\"group\" aria-label=\"Diagram of ", svg.Escape(r.Name), "\" ", d.frame(), ">\n")
	d.draw(&p.out, &canvas{link: p.href})
	p.print("</svg>\n</div>\n<pre>", svg.Escape(r.String()), "</pre>\n")
	if users := p.users[r]; len(users) > 0 {
		var links []string
		for _, user := range users {
			links = append(links, p.link(user))
		}
		p.print("<p>used by ", strings.Join(links, ", "), "</p>\n")
	}
	p.print("</section>\n")
}

// Style is the style sheet of diagrams. Lines and captions are readable on white and on black; boxes have a background.
//
//go:embed diagram.css
var Style string

//go:embed page.css
var pageStyle string
