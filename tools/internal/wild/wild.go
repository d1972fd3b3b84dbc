// Package wild reads grammars that package abnf refuses: whole pages with prose and examples around the
// rules, and grammars with common mistakes. Its functions rewrite the text as strict ABNF and report each
// repair.
package wild

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"example.org/iri/compile/abnf"
	"example.org/iri/tools/internal/prose"
)

// Repair is a place where something was left out, or read as something else.
type Repair struct {
	abnf.Pos
	Msg  string
	Lost bool // a rule, or what may be one, was left out as it cannot be read; see [Page.Unread]
}

// String returns a line such as
//
//	page.txt:7:1: left out: "RFC 5234   ABNF   January 2008"
func (r Repair) String() string { return r.Pos.String() + ": " + r.Msg }

// Page is the grammar of a page.
type Page struct {
	*abnf.Grammar
	Repairs []Repair // in the order of their places

	unread map[string]abnf.ErrorList // why rules cannot be read, by folded name
}

// Parse reads a grammar. Known names are those of the rules of the text, of the core rules, and of the
// libraries; nothing of these is imported. A rule that cannot be read is left out. The error is that no
// rule can be read, or that the text is too large; the page then has only repairs.
//
//   - If parts of the page are marked as ABNF, only these are read. Marks are fences with "abnf" in
//     Markdown, or elements such as <sourcecode type="abnf"> and <pre class="abnf">.
//   - If rules are in comments of source code, only comments are read. In the <pre> elements of HTML, tags are left
//     out and references such as &lt; are characters.
//   - Lines that are not part of a rule are left out, and so are the lines around page breaks. If
//     most rules have the same characters at the beginning of their lines, such as "*", "//" or ">",
//     these are left out of all lines.
//   - A line right below a rule and deeper belongs to the rule. Any other line must be ABNF with known
//     names, and begin with "/", or follow a rule that cannot end before it.
//   - A line may have several rules. A comment on it ends before the next rule, or before " / " if ABNF
//     with known names follows.
//   - Unicode's spaces, byte order marks and form feeds are spaces outside strings, curly quotes are
//     quotes, "_" in names is "-" if no other rule has that name, "::=" is "=", and so is ":=" if it
//     defines at least as many rules as "=" does, "|" is "/", 'text' is %s"text". Names of rules may
//     stand in angle brackets. A repeat of at most 0 times without an element is the empty string.
//   - Lists such as 1#element are spelled out if there is a rule OWS or LWS.
//   - Prose may go over lines. If it consists of a known name, it stands for that rule. As
//     <NAME, see RFC> it stands for a rule of the libraries, and a rule that is only prose becomes the rule of its
//     name in the libraries. As <any X except Y, including Z> it stands for a set of characters.
//   - Definitions in the same words are one. One with errors, without known names, or written
//     NAME=VALUE without spaces gives way to another, and one with more unknown names to one with fewer. Otherwise
//     the first definition counts.
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

// maxSize is the limit of package abnf.
const maxSize = 1 << 20

// rewrite returns the rules of a page as strict ABNF.
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

// parse parses strict ABNF, and reads the prose in it.
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

// Verify is the function of that name for a page without imports.
func (p *Page) Verify(starts ...string) error {
	return Verify(p.Grammar, starts, func(string) bool { return false }, p)
}

// Faults returns the errors of a list, which may be nil, and those of Unread, each once.
func (p *Page) Faults(err error) (list abnf.ErrorList) {
	errors.As(err, &list)
	for _, e := range p.Unread() {
		if !slices.Contains(list, e) {
			list = append(list, e)
		}
	}
	return list
}

// Unread returns the errors of the rules that were left out, in the order of their places.
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

// noRule returns why no rule of a text can be read.
func (p *Page) noRule(file string) error {
	if errs := p.Unread(); len(errs) > 0 {
		return errs
	}
	return abnf.ErrorList{{Pos: abnf.Pos{File: file, Line: 1, Col: 1}, Msg: "no rule found"}}
}

// Verify returns the errors of g.Verify, where g is a grammar of pages, with those of the rules that
// could not be read in place of errors for their names. The grammar itself is the last of the pages. A
// core rule or an imported one does not replace a rule that could not be read, unless settled reports
// so for its name.
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

// verifier collects the errors of rules that could not be read.
type verifier struct {
	pages   []*Page
	settled func(name string) bool
	told    map[*abnf.Error]bool
	errs    abnf.ErrorList
}

// add adds why the page in a file has no rule of a name, and reports whether it lacks one.
func (v *verifier) add(file, name string) bool {
	p := Lacking(v.pages, file, name)
	if p != nil {
		v.addOf(p, name)
	}
	return p != nil
}

// Lacking returns the last of some pages that has a rule of a name in a file, or in any if that is empty, which cannot be
// read; nil if there is none.
func Lacking(pages []*Page, file, name string) *Page {
	for _, p := range slices.Backward(pages) {
		faults := p.unread[fold(name)]
		if faults != nil && (file == "" || faults[0].File == file) {
			return p
		}
	}
	return nil
}

// addOf adds why a page has no rule of a name, once.
func (v *verifier) addOf(p *Page, name string) {
	if faults := p.unread[fold(name)]; faults != nil && !v.told[faults[0]] {
		v.told[faults[0]] = true
		v.errs = append(v.errs, faults...)
	}
}
