package railroad

import (
	"bytes"
	"iter"
	"slices"
	"strings"

	"example.org/iri/compile/abnf"
	"example.org/iri/tools/abnfc/internal/svg"
)

// Page returns an HTML page that needs no other file: those of g's rules that own
// names, each with its diagram, its ABNF and the rules that refer to it, and
// behind them the other rules that these need, those of g and the core rules.
// Boxes of rules are links to their places. The page is also well-formed XML. It is
// an [*abnf.Error] if the rules are too large.
func Page(title string, g *abnf.Grammar, own []string) ([]byte, error) {
	p := newPage(g, own)
	if err := checkSize(p.rules()); err != nil {
		return nil, err
	}
	title = svg.Escape(title)
	p.print("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n")
	p.print("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n")
	p.print("<meta name=\"generator\" content=\"abnfc railroad\"/>\n")
	p.print("<title>", title, "</title>\n<style>\n", pageStyle, diagramStyle, "</style>\n</head>\n")
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
number, with a small Aa where letters match in either case. Square boxes are rules, and links to them. Dashed boxes are what the
grammar leaves open. Where tracks part, take one of them. A track with an arrow runs back and repeats what lies on it.</p>
`

// page is the state of writing a page.
type page struct {
	out    bytes.Buffer
	groups []group
	ids    map[string]string       // of the rules on the page, by their names as rules and references have them
	users  map[*abnf.Rule][]string // by a rule: the names of those that refer to it
}

// group is rules with a heading in common.
type group struct {
	title string
	rules []*abnf.Rule
}

// newPage finds the rules of a page.
func newPage(g *abnf.Grammar, own []string) *page {
	p := &page{ids: make(map[string]string), users: make(map[*abnf.Rule][]string)}
	var first []*abnf.Rule
	missing := make(map[*abnf.Rule]bool)
	need := func(name string, r *abnf.Rule) {
		if r != nil {
			missing[r], p.ids[name], p.ids[r.Name] = true, id(r.Name), id(r.Name)
		}
	}
	for _, name := range own {
		r := g.Lookup(name)
		need(name, r)
		first = append(first, r)
	}
	for ref, r := range g.References(own...) {
		need(ref.Name, r)
	}
	p.add("Rules", slices.Values(first), missing)
	p.add("Imported rules", g.Rules(), missing)
	p.add("Core rules", abnf.Core().Rules(), missing)
	for r := range p.rules() {
		p.findReferences(g, r)
	}
	return p
}

// id returns the name of a rule's place on the page. Rules do not differ by case
// alone, and names are letters, digits and hyphens, which need no escapes.
func id(name string) string { return "rule-" + strings.ToLower(name) }

// add makes a group of those of the rules that are missing.
func (p *page) add(title string, rules iter.Seq[*abnf.Rule], missing map[*abnf.Rule]bool) {
	group := group{title: title}
	for r := range rules {
		if missing[r] {
			delete(missing, r)
			group.rules = append(group.rules, r)
		}
	}
	if len(group.rules) > 0 {
		p.groups = append(p.groups, group)
	}
}

// rules yields the rules of all groups.
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

// findReferences makes a rule a user of those that it refers to.
func (p *page) findReferences(g *abnf.Grammar, user *abnf.Rule) {
	seen := make(map[*abnf.Rule]bool)
	for n := range abnf.All(user.Body) {
		ref, is := n.(*abnf.RuleRef)
		if !is {
			continue
		}
		if r := g.Lookup(ref.Name); r != nil && !seen[r] {
			seen[r] = true
			p.users[r] = append(p.users[r], user.Name)
		}
	}
}

// print writes texts one after the other.
func (p *page) print(texts ...string) {
	for _, text := range texts {
		p.out.WriteString(text)
	}
}

// contents writes the list of all rules.
func (p *page) contents() {
	p.print("<nav aria-label=\"Contents\">\n")
	for _, group := range p.groups {
		if len(p.groups) > 1 {
			p.print("<div>", group.title, "</div>\n")
		}
		p.print("<ul>\n")
		for _, r := range group.rules {
			p.print("<li>", p.link(r.Name), "</li>\n")
		}
		p.print("</ul>\n")
	}
	p.print("</nav>\n")
}

// link returns the name of a rule as a link to it.
func (p *page) link(name string) string {
	return `<a href="` + p.href(name) + `">` + svg.Escape(name) + "</a>"
}

// href returns the address of a rule on the page; it is empty if there is none.
func (p *page) href(name string) string {
	if id := p.ids[name]; id != "" {
		return "#" + id
	}
	return ""
}

// rule writes what there is to say of a rule.
func (p *page) rule(r *abnf.Rule) {
	p.print("<section id=\"", id(r.Name), "\">\n<h3>", p.link(r.Name), "</h3>\n<div class=\"diagram\">\n")
	d := newDiagram(r)
	p.print("<svg class=\"railroad\" role=\"group\" aria-label=\"Diagram of ", svg.Escape(r.Name), "\" ", d.frame(), ">\n")
	d.draw(&p.out, p.href)
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
