package railroad_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"html"
	"regexp"
	"strings"
	"testing"

	"example.org/iri/compile/abnf"
	"example.org/iri/internal/testkit"
	"example.org/iri/internal/testkit/matcher"
	"example.org/iri/tools/internal/railroad"
)

func rulesOf(g *abnf.Grammar) (names []string) {
	for r := range g.Rules() {
		names = append(names, r.Name)
	}
	return names
}

var (
	ids   = regexp.MustCompile(` id="([^"]*)"`)
	links = regexp.MustCompile(` href="([^"]*)"`)
	loads = regexp.MustCompile(`<(script|link|img|iframe|object|image|use)\b| src=`)
)

// checkPage makes a page and checks that it is well-formed, that its links have unique targets, and that it loads
// nothing.
func checkPage(t testing.TB, g *abnf.Grammar, own []string) string {
	t.Helper()
	page, err := railroad.Page(`<"title"> & more`, g, own)
	if err != nil {
		t.Fatal(err)
	}
	if again, _ := railroad.Page(`<"title"> & more`, g, own); !bytes.Equal(page, again) {
		t.Error("the page differs from call to call")
	}
	if err := xml.Unmarshal(page, new(struct{})); err != nil {
		t.Fatalf("%v in\n%s", err, page)
	}
	places := make(map[string]bool)
	for _, m := range ids.FindAllSubmatch(page, -1) {
		if id := string(m[1]); places[id] {
			t.Errorf("id %s is there twice", id)
		} else {
			places[id] = true
		}
	}
	for _, m := range links.FindAllSubmatch(page, -1) {
		if place, found := strings.CutPrefix(string(m[1]), "#"); !found || !places[place] {
			t.Errorf("link %s leads nowhere", m[1])
		}
	}
	if found := loads.Find(page); found != nil {
		t.Errorf("the page loads something: %s", found)
	}
	return string(page)
}

func TestPage(t *testing.T) {
	for _, name := range append(grammarFiles, "../../../grammars/uri-template.abnf") {
		g := matcher.ParseFile(t, name)
		page := html.UnescapeString(checkPage(t, g, rulesOf(g)))
		for r := range g.Rules() {
			if !strings.Contains(page, r.String()) {
				t.Errorf("%s: no\n%v", name, r)
			}
		}
	}
}

// TestGoldenPages compares pages that were checked by hand, with all forms of diagrams and groups of rules.
func TestGoldenPages(t *testing.T) {
	forms := matcher.ParseFile(t, "testdata/small.abnf")
	testkit.Golden(t, "testdata/forms.html", checkPage(t, forms, rulesOf(forms)))
	sorts := matcher.Parse(t, "Ab = aB / ALPHA / c\nc = AB hexdig <&lt; \"quoted\"> 0nowhere missing\na = DIGIT b \"<b>\" \"&amp;\" \"]]>\" %x3C \"<!--\"\n")
	sorts.Import(matcher.Parse(t, "unused = \"x\" d\nb = d e\nd = \"d\"\ne = DQUOTE\nDIGIT = \"1\"\n"))
	testkit.Golden(t, "testdata/sorts.html", checkPage(t, sorts, []string{"AB", "c", "a", "A", "none"}))
	if page := checkPage(t, sorts, nil); ids.MatchString(page) {
		t.Errorf("no rules, but ids in\n%s", page)
	}
}

// TestSize checks that large rules are drawn, and larger ones give an error with a position.
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

// TestSizeOfPage checks that the limit applies to all rules of a page together.
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

func TestWidth(t *testing.T) {
	long := strings.Repeat(" element", 60)
	bodies := []string{long, "*(" + long + " )", "[ \"x\" / 1*3(" + long + " / \"y\"" + long + " ) ]" + long}
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
		if err != nil || len(text) > 1000 { // the checks are slow for large pictures
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

// TestInline checks that an inline diagram equals the picture without heading and style, and that expected boxes and
// rows have a class.
func TestInline(t *testing.T) {
	g := matcher.Parse(t, "r = \"x\" / a / ( \"b\" / \"c\" / %x64 / \"x\" ) a *( a \"x\" )\na = \"y\"\n")
	marked := func(n abnf.Node) bool {
		switch n := n.(type) {
		case *abnf.RuleRef:
			return n.Name == "a"
		case *abnf.CharVal:
			return n.Text == "x"
		}
		return false
	}
	svg, err := railroad.Inline(g.Lookup("r"), g.Encoding, marked)
	if err != nil {
		t.Fatal(err)
	}
	for class, want := range map[string]int{`<g class="rule expected">`: 3, `<g class="terminal expected">`: 2, `<g class="expected">`: 1, "expected": 6, "<style": 0} {
		if got := bytes.Count(svg, []byte(class)); got != want {
			t.Errorf("%d times %s, not %d, in\n%s", got, class, want, svg)
		}
	}
	plain, err := railroad.Inline(g.Lookup("r"), g.Encoding, nil)
	if err != nil {
		t.Fatal(err)
	}
	unmarked := strings.NewReplacer(" expected", "").Replace(string(svg))
	row := `<g class="expected">`
	i := strings.Index(unmarked, row)
	end := i + strings.Index(unmarked[i:], "</g>")
	if unmarked[:i]+unmarked[i+len(row):end]+unmarked[end+len("</g>"):] != string(plain) {
		t.Error("marks change more than classes")
	}
}
