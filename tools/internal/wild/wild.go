// Package wild reads grammars that package abnf rejects: pages with prose and examples around the rules, and grammars
// with common mistakes. It rewrites the text as strict ABNF and reports each repair.
package wild

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"example.org/iri/compile/abnf"
	"example.org/iri/tools/internal/prose"
)

// Repair is a change to a page.
type Repair struct {
	abnf.Pos
	Msg  string
	Lost bool // a rule was left out because it cannot be parsed; see [Page.Unread]
}

// String returns a line such as
//
//	page.txt:7:1: left out: "RFC 5234   ABNF   January 2008"
func (r Repair) String() string { return r.Pos.String() + ": " + r.Msg }

type Page struct {
	*abnf.Grammar
	Repairs []Repair // in order

	unread map[string]abnf.ErrorList // faults of rules that cannot be parsed, by folded name
}

// Parse parses a page. Names are known if the page, the core rules or the libraries define them; Parse imports no
// rules. It leaves out rules that cannot be parsed. It returns an error if no rule is left, or the text is too large;
// then the page contains only repairs.
//
//   - If parts of the page are marked as ABNF, by a Markdown fence "abnf" or an element such as <sourcecode type="abnf">
//     or <pre class="abnf">, only these are read. If rules are in comments of source code, only comments are read. In
//     <pre> elements, tags are removed and references such as &lt; are decoded.
//   - Lines that do not belong to a rule are left out, including page headers and footers. If most rules have the same
//     margin, such as "*", "//" or ">", it is left out of all lines.
//   - A deeper line directly below a rule continues it. Any other line must be ABNF with known names, and either begin with
//     "/" or follow a rule that must continue.
//   - A line may have several rules. Then a comment ends before the next rule, or before " / " if ABNF with known names
//     follows.
//   - Unicode spaces and form feeds are spaces, curly quotes are quotes, "::=" is "=", and so is ":=" if at least as many
//     rules have it as "=", "|" is "/", and 'text' is %s"text". "_" in a name is "-", unless that is the name of another
//     rule. Rule names may be in angle brackets. A missing element that is repeated at most 0 times is "".
//   - Lists such as 1#element are expanded if there is a rule OWS or LWS.
//   - Prose may span lines. A known name in prose refers to the rule. <NAME, see RFC> refers to a rule of the libraries, as
//     does a rule that consists only of prose. <any X except Y, including Z> is a set of characters.
//   - Of several definitions, equal ones count as one. Those with errors, without known names, or written NAME=VALUE are
//     used only if there are no others. The rest are ranked by unknown names, and then by order.
func Parse(name string, src []byte, libraries ...*abnf.Grammar) (*Page, error) {
	library := new(abnf.Grammar)
	for _, h := range libraries {
		library.Import(h)
	}
	strict := newSource(name, string(src))
	p := &Page{unread: make(map[string]abnf.ErrorList)}
	if _, err := abnf.ParseFile(name, src); err != nil {
		if len(src) > maxSize {
			return p, err
		}
		strict = p.rewrite(newSource(name, string(src)), library)
	}
	if err := p.parse(strict, libraries); err != nil {
		return p, err
	}
	slices.SortStableFunc(p.Repairs, func(a, b Repair) int { return cmp.Compare(a.Offset, b.Offset) })
	for range p.Rules() {
		return p, nil
	}
	return p, p.noRule(name)
}

const maxSize = 1 << 20

func (p *Page) rewrite(s *source, library *abnf.Grammar) *source {
	marked := markedText(s)
	if len(marked.parts) == 0 {
		var repairs []Repair
		if s, repairs = commentsOnly(s); repairs == nil {
			s, repairs = preformatted(s)
		}
		p.Repairs = append(p.Repairs, repairs...)
		marked = markedText(s)
	}
	if len(marked.parts) > 0 {
		parts := "only the part marked as ABNF is"
		if n := len(marked.parts); n > 1 {
			parts = fmt.Sprintf("only the %d parts marked as ABNF are", n)
		}
		note := fmt.Sprintf("%s read, %d other lines left out", parts, len(s.lines)-len(marked.lines))
		p.Repairs = append(p.Repairs, Repair{Pos: s.pos(0), Msg: note})
		s = marked
	}
	f := findRules(s, library)
	p.Repairs = append(p.Repairs, f.repairs...)
	c := chooser{page: p, known: f.known, spaces: f.listSpaces(), out: collector{source: s}}
	c.choose(f)
	return c.out.collected()
}

func (p *Page) parse(s *source, libraries []*abnf.Grammar) (err error) {
	if p.Grammar, err = abnf.ParseFile(s.file, []byte(s.text)); err != nil {
		return s.place(err)
	}
	for r := range p.Rules() {
		r.Pos = s.pos(r.Offset)
		s.placeNode(r.Body)
	}
	prose.Read(p.Grammar, libraries, func(pos abnf.Pos, msg string) {
		p.Repairs = append(p.Repairs, Repair{Pos: pos, Msg: msg})
	})
	return nil
}

// Verify is [Verify] for a page without imports.
func (p *Page) Verify(starts ...string) error {
	return Verify(p.Grammar, starts, func(string) bool { return false }, p)
}

// Faults returns the errors in err and those of Unread, without duplicates.
func (p *Page) Faults(err error) (list abnf.ErrorList) {
	errors.As(err, &list)
	for _, e := range p.Unread() {
		if !slices.Contains(list, e) {
			list = append(list, e)
		}
	}
	return list
}

// Unread returns the errors of rules that were left out, in order.
func (p *Page) Unread() (errs abnf.ErrorList) {
	for _, faults := range p.unread {
		errs = append(errs, faults...)
	}
	slices.SortFunc(errs, func(a, b *abnf.Error) int {
		return cmp.Or(cmp.Compare(a.Offset, b.Offset), cmp.Compare(a.Msg, b.Msg))
	})
	const most = 1000
	if len(errs) > most {
		last := &abnf.Error{Pos: errs[most].Pos, Msg: fmt.Sprintf("more errors after this one; the limit is %d", most)}
		errs = append(errs[:most:most], last)
	}
	return errs
}

func (p *Page) noRule(file string) error {
	if errs := p.Unread(); len(errs) > 0 {
		return errs
	}
	return abnf.ErrorList{{Pos: abnf.Pos{File: file, Line: 1, Col: 1}, Msg: "no rule found"}}
}

// Verify returns the errors of g.Verify for a grammar of pages. For a name whose rule could not be parsed, it returns
// the errors of that rule instead. The last of pages is the grammar itself. A core rule or an imported rule does not
// replace an unparsed rule, unless settled returns true for its name.
func Verify(g *abnf.Grammar, starts []string, settled func(name string) bool, pages ...*Page) error {
	v := verifier{pages: pages, settled: settled, told: make(map[*abnf.Error]bool)}
	var list abnf.ErrorList
	errors.As(g.Verify(starts...), &list)
	for _, e := range list {
		if e.Undefined == "" || !v.add(e.File, e.Undefined) {
			v.errs = append(v.errs, e)
		}
	}
	for _, name := range starts {
		if own := pages[max(len(pages)-1, 0):]; len(own) > 0 && !settled(name) {
			v.addOf(own[0], name)
		}
	}
	for ref, to := range g.References(starts...) {
		if to != nil && !settled(ref.Name) {
			v.add(ref.File, ref.Name)
		}
	}
	if len(v.errs) == 0 {
		return nil
	}
	slices.SortStableFunc(v.errs, func(a, b *abnf.Error) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Offset, b.Offset))
	})
	return v.errs
}

type verifier struct {
	pages   []*Page
	settled func(name string) bool
	told    map[*abnf.Error]bool
	errs    abnf.ErrorList
}

// add adds the errors of a rule that a page lacks, and reports whether it lacks the rule.
func (v *verifier) add(file, name string) bool {
	p := Lacking(v.pages, file, name)
	if p != nil {
		v.addOf(p, name)
	}
	return p != nil
}

// Lacking returns the last page in a file, or in any file for "", with an unparsed rule of a name, or nil.
func Lacking(pages []*Page, file, name string) *Page {
	for _, p := range slices.Backward(pages) {
		faults := p.unread[fold(name)]
		if faults != nil && (file == "" || faults[0].File == file) {
			return p
		}
	}
	return nil
}

// addOf adds the errors of an unparsed rule once.
func (v *verifier) addOf(p *Page, name string) {
	if faults := p.unread[fold(name)]; faults != nil && !v.told[faults[0]] {
		v.told[faults[0]] = true
		v.errs = append(v.errs, faults...)
	}
}
