package railroad_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"example.org/iri/compile/abnf"
	"example.org/iri/internal/railroad"
	"example.org/iri/internal/testkit/matcher"
)

// html is what the tests want to know of a page.
type html struct {
	ids, headings []string
	links         []link
	abnf          map[string]string // by id of the section
	users         map[string][]string
}

// link is a link from a section, or from none, to a place.
type link struct{ section, href, text string }

// readPage reads a page, which must be well-formed XML, and load nothing.
func readPage(t testing.TB, text []byte) *html {
	t.Helper()
	h := &html{abnf: make(map[string]string), users: make(map[string][]string)}
	d := xml.NewDecoder(bytes.NewReader(text))
	var stack []xml.StartElement
	section := ""
	for {
		token, err := d.Token()
		if err == io.EOF {
			return h
		}
		if err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
		switch token := token.(type) {
		case xml.StartElement:
			e := token.Copy()
			stack = append(stack, e)
			if id := attribute(e, "id"); id != "" {
				h.ids = append(h.ids, id)
				section = id
			}
			if slices.Contains([]string{"script", "link", "img", "iframe", "object", "image", "use"}, e.Name.Local) || attribute(e, "src") != "" {
				t.Errorf("there is a <%s> on the page", e.Name.Local)
			}
		case xml.EndElement:
			stack = stack[:len(stack)-1]
			if token.Name.Local == "section" {
				section = ""
			}
		case xml.CharData:
			h.text(stack, section, string(token))
		}
	}
}

func (h *html) text(stack []xml.StartElement, section, text string) {
	in := func(name string) bool {
		return slices.ContainsFunc(stack, func(e xml.StartElement) bool { return e.Name.Local == name })
	}
	if len(stack) == 0 || strings.TrimSpace(text) == "" {
		return
	}
	top := stack[len(stack)-1]
	switch {
	case in("svg"):
		if i := slices.IndexFunc(stack, func(e xml.StartElement) bool { return e.Name.Local == "a" }); i >= 0 {
			h.links = append(h.links, link{section, attribute(stack[i], "href"), text})
		}
	case top.Name.Local == "a":
		h.links = append(h.links, link{section, attribute(top, "href"), text})
		if in("p") {
			h.users[section] = append(h.users[section], text)
		}
	case top.Name.Local == "pre":
		h.abnf[section] += text
	case top.Name.Local == "h1", top.Name.Local == "h2":
		h.headings = append(h.headings, text)
	}
}

// rulesOf returns the names of a grammar's own rules.
func rulesOf(g *abnf.Grammar) (names []string) {
	for r := range g.Rules() {
		names = append(names, r.Name)
	}
	return names
}

// checkPage makes a page and checks what holds for all of them.
func checkPage(t testing.TB, g *abnf.Grammar, own []string) *html {
	t.Helper()
	page, err := railroad.Page(`<"title"> & more`, g, own)
	if err != nil {
		t.Fatal(err)
	}
	if again, _ := railroad.Page(`<"title"> & more`, g, own); !bytes.Equal(page, again) {
		t.Error("not the same page again")
	}
	h := readPage(t, page)
	for i, id := range h.ids {
		if slices.Contains(h.ids[:i], id) {
			t.Errorf("two places are called %s", id)
		}
	}
	for _, l := range h.links {
		place, found := strings.CutPrefix(l.href, "#")
		if !found || !slices.Contains(h.ids, place) {
			t.Errorf("link %+v leads nowhere", l)
		}
		if place != "rule-"+strings.ToLower(l.text) {
			t.Errorf("link %+v leads to another rule", l)
		}
	}
	if h.headings[0] != `<"title"> & more` {
		t.Errorf("title %q", h.headings[0])
	}
	return h
}

func TestPage(t *testing.T) {
	for _, name := range grammarFiles {
		g := matcher.ParseFile(t, name)
		h := checkPage(t, g, rulesOf(g))
		for r := range g.Rules() {
			id := "rule-" + strings.ToLower(r.Name)
			if h.abnf[id] != r.String() {
				t.Errorf("%s, rule %s: ABNF is\n%s", name, r.Name, h.abnf[id])
			}
			var users []string
			for user := range g.Rules() {
				uses := false
				for n := range abnf.All(user.Body) {
					ref, is := n.(*abnf.RuleRef)
					uses = uses || is && strings.EqualFold(ref.Name, r.Name)
				}
				if uses {
					users = append(users, user.Name)
				}
			}
			if !slices.Equal(h.users[id], users) {
				t.Errorf("%s: %s is used by %v, want %v", name, r.Name, h.users[id], users)
			}
		}
	}
}

// Each reference in a diagram is a link, and each rule is in the contents.
func TestLinks(t *testing.T) {
	g := matcher.Parse(t, "Ab = aB / ALPHA / c\nc = AB hexdig <x> 0nowhere missing\n")
	h := checkPage(t, g, rulesOf(g))
	want := []link{
		{"", "#rule-ab", "Ab"}, {"", "#rule-c", "c"}, {"", "#rule-alpha", "ALPHA"}, {"", "#rule-digit", "DIGIT"}, {"", "#rule-hexdig", "HEXDIG"},
		{"rule-ab", "#rule-ab", "Ab"}, {"rule-ab", "#rule-ab", "aB"}, {"rule-ab", "#rule-alpha", "ALPHA"}, {"rule-ab", "#rule-c", "c"},
		{"rule-ab", "#rule-ab", "Ab"}, {"rule-ab", "#rule-c", "c"},
		{"rule-c", "#rule-c", "c"}, {"rule-c", "#rule-ab", "AB"}, {"rule-c", "#rule-hexdig", "hexdig"}, {"rule-c", "#rule-ab", "Ab"},
		{"rule-alpha", "#rule-alpha", "ALPHA"}, {"rule-alpha", "#rule-ab", "Ab"},
		{"rule-digit", "#rule-digit", "DIGIT"}, {"rule-digit", "#rule-hexdig", "HEXDIG"},
		{"rule-hexdig", "#rule-hexdig", "HEXDIG"}, {"rule-hexdig", "#rule-digit", "DIGIT"}, {"rule-hexdig", "#rule-c", "c"},
	}
	if !slices.Equal(h.links, want) {
		t.Errorf("links\n%v, want\n%v", h.links, want)
	}
}

// Own rules come first, imported ones and core rules behind them, if they are needed.
func TestGroups(t *testing.T) {
	g := matcher.Parse(t, "a = DIGIT b\n")
	g.Import(matcher.Parse(t, "unused = \"x\" c\nc = \"c\"\nb = c d\nd = DQUOTE\nDIGIT = \"1\"\n"))
	h := checkPage(t, g, []string{"A", "a", "none"})
	if want := []string{"rule-a", "rule-c", "rule-b", "rule-d", "rule-digit", "rule-dquote"}; !slices.Equal(h.ids, want) {
		t.Errorf("rules %v, want %v", h.ids, want)
	}
	if want := []string{"Rules", "Imported rules", "Core rules"}; !slices.Equal(h.headings[1:], want) {
		t.Errorf("headings %q, want %q", h.headings[1:], want)
	}
	core := checkPage(t, abnf.Core(), rulesOf(abnf.Core()))
	if len(core.ids) != 16 || !slices.Equal(core.headings[1:], []string{"Rules"}) {
		t.Errorf("the core rules have %d places under the headings %q", len(core.ids), core.headings)
	}
	if none := checkPage(t, g, nil); len(none.ids) != 0 || len(none.headings) != 1 {
		t.Errorf("no rules, but places %v", none.ids)
	}
}

// What looks like markup is text.
func TestEscapes(t *testing.T) {
	g := matcher.Parse(t, "a = \"<b>\" \"&amp;\" \"]]>\" \"'\" <&lt; \"quoted\"> %x3C \"<!--\"\n")
	h := checkPage(t, g, []string{"a"})
	if want := g.Lookup("a").String(); h.abnf["rule-a"] != want {
		t.Errorf("ABNF %q, want %q", h.abnf["rule-a"], want)
	}
	if err := check(t, g.Lookup("a")); err != nil {
		t.Error(err)
	}
	control := &abnf.Rule{Name: "a\x00<", Body: &abnf.CharVal{Text: "\x00\xff\r\n\u2028"}}
	readPicture(t, draw(t, control)) // no parser makes such a rule, but a program can
}

// Trees that no parser makes are drawn as well.
func TestOddTrees(t *testing.T) {
	for _, n := range []abnf.Node{
		nil, &abnf.Alternation{}, &abnf.Concatenation{}, &abnf.NumVal{Base: 'x'},
		&abnf.Alternation{Alts: []abnf.Node{&abnf.CharVal{Text: "x"}}},
		&abnf.Concatenation{Elems: []abnf.Node{&abnf.CharVal{Text: "x"}}},
		&abnf.Repetition{Min: 1, Max: 1, Elem: &abnf.CharVal{}},
	} {
		p := readPicture(t, draw(t, &abnf.Rule{Name: "odd", Body: n}))
		if err := checkPlaces(p, n); err != nil {
			t.Error(err)
		}
		if err := checkTracks(p, n); err != nil {
			t.Error(err)
		}
	}
}

// Large rules are drawn, too large ones are refused with their place.
func TestSize(t *testing.T) {
	nested := strings.Repeat("[ \"x\" (", 500) + "y" + strings.Repeat(") ]", 500)
	alternatives := "a b" + strings.Repeat(" / c \"d\"", 10000)
	terminals := "a" + strings.Repeat(" / \"d\"", 10000)
	sequence := "a" + strings.Repeat(" b", 10000)
	for _, body := range []string{nested, alternatives, terminals, sequence} {
		r := matcher.Parse(t, "r = "+body+"\n").Lookup("r")
		p := readPicture(t, draw(t, r))
		if err := checkLeaves(p, r.Body); err != nil {
			t.Errorf("%.20s...: %.1000v", body, err)
		}
	}
	most := "r = a" + strings.Repeat(" b", 49998)
	for _, x := range []struct{ text, want string }{
		{most + "\n", ""},
		{"q = a\n" + most + " b\n", `abnf: 2:1: rule r: there are more than 50000 nodes to draw`},
		{"r = a" + strings.Repeat("\n / b 1*c", 16667) + "\n", "abnf: 1:1: rule r: there are more than 50000 nodes to draw"},
	} {
		g := matcher.Parse(t, x.text)
		_, err := railroad.SVG(g.Lookup("r"), g.Encoding)
		if is := errors.As(err, new(*abnf.Error)); is != (x.want != "") || is && err.Error() != x.want {
			t.Errorf("%.20s...: error %v, want %s", x.text, err, x.want)
		}
		_, err = railroad.Page("", g, []string{"q", "r"})
		if (err != nil) != (x.want != "") || err != nil && err.Error() != x.want {
			t.Errorf("page of %.20s...: error %v, want %s", x.text, err, x.want)
		}
	}
}

// A page is as bounded as a picture: rules count together.
func TestSizeOfPage(t *testing.T) {
	var b strings.Builder
	for i := range 15 {
		fmt.Fprintf(&b, "r%d = a%s\n", i, strings.Repeat(" b", 4000))
	}
	g := matcher.Parse(t, b.String())
	_, err := railroad.Page("", g, rulesOf(g))
	if want := "abnf: 13:1: rule r12: there are more than 50000 nodes to draw"; err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
}

// Diagrams are as wide as a screen if their rules let them.
func TestWidth(t *testing.T) {
	long := strings.Repeat(" element", 60)
	bodies := []string{long, "*(" + long + " )", "[ \"x\" / 1*3(" + long + " / \"y\"" + long + " ) ]" + long}
	for _, name := range grammarFiles {
		for r := range matcher.ParseFile(t, name).Rules() {
			bodies = append(bodies, r.Body.String())
		}
	}
	for _, body := range bodies {
		r := matcher.Parse(t, "r = "+body+"\n").Lookup("r")
		if err := check(t, r); err != nil {
			t.Errorf("%.50s...: %v", body, err)
		}
		if p := readPicture(t, draw(t, r)); p.width > 1000 {
			t.Errorf("%.50s...: %d pixels wide", body, p.width)
		}
	}
}

func FuzzPage(f *testing.F) {
	for _, text := range []string{"a = b\n", "a = *( \"<\" / %x41-5A / 2b ) [ <x> ]\nB = A 3%s\"y  z\"\n", "a = \"\" / 0<x>\n"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		g, err := abnf.Parse([]byte(text))
		if err != nil || len(text) > 1000 { // the checks are slow where pictures are large
			return
		}
		checkPage(t, g, rulesOf(g))
		for r := range g.Rules() {
			if err := check(t, r); err != nil {
				t.Errorf("%v: %v", r, err)
			}
		}
	})
}
