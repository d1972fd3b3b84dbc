package main

import (
	"regexp"
	"strings"
	"testing"

	"example.org/iri/compile/abnf"
	"example.org/iri/tools/abnfc/internal/railroad"
)

func TestRailroadCommand(t *testing.T) {
	t.Chdir(folder(t, "dates.abnf", oldDates, "part.abnf", "day = month / wkday\n"))
	g, err := abnf.Parse([]byte(oldDates))
	if err != nil {
		t.Fatal(err)
	}
	picture, err := railroad.SVG(g.Lookup("year"))
	if err != nil {
		t.Fatal(err)
	}
	for _, rule := range []string{"year", "YEAR"} {
		if r := abnfc("railroad", "-rule", rule, "./dates.abnf"); r != (result{0, string(picture), ""}) {
			t.Errorf("%s: %+v", rule, r)
		}
	}
	if r := abnfc("railroad", "-rule", "year", "-o", "year.svg", "dates.abnf"); r != (result{}) || read(t, "year.svg") != string(picture) {
		t.Errorf("-o: %+v", r)
	}
	var own []string
	for r := range g.Rules() {
		own = append(own, r.Name)
	}
	page, err := railroad.Page("dates.abnf", g, own)
	if err != nil {
		t.Fatal(err)
	}
	if r := abnfc("railroad", "./dates.abnf"); r != (result{0, string(page), ""}) {
		t.Errorf("page: %+v", r)
	}
	if r := abnfc("railroad", "-o", "dates.html", "dates.abnf"); r != (result{}) || read(t, "dates.html") != string(page) {
		t.Errorf("page with -o: %+v", r)
	}
}

// Grammars are read as the flags say. What has no rule is drawn all the same.
func TestRailroadFlags(t *testing.T) {
	t.Chdir(folder(t, "dates.abnf", oldDates, "part.abnf", "day = month / wkday / <something else>\n"))
	r := abnfc("railroad", "part.abnf")
	if r.code != 0 || r.stderr != "" || strings.Count(r.stdout, `<g class="open">`) != 3 {
		t.Errorf("without flags: %+v", r)
	}
	r = abnfc("railroad", "-import", "dates.abnf", "-rename", "wkday=year", "part.abnf")
	if r.code != 0 || r.stderr != "part.abnf:1:15: repaired: wkday renamed to year\n" || strings.Count(r.stdout, `<g class="open">`) != 1 ||
		!strings.Contains(r.stdout, "<h2>Imported rules</h2>") || strings.Contains(r.stdout, `id="rule-date"`) {
		t.Errorf("with flags: %+v", r)
	}
	r = abnfc("railroad", "-wild", "-import", "dates.abnf", "-rule", "year", "part.abnf")
	if r.code != 0 || !strings.Contains(r.stdout, "<title>year</title>") || !strings.Contains(r.stderr, "rule year comes from dates.abnf:") {
		t.Errorf("an imported rule: %+v", r)
	}
}

func TestRailroadErrors(t *testing.T) {
	t.Chdir(folder(t, "a.abnf", oldDates, "b.abnf", "a = \"x\" | \"y\"\n", "large.abnf", "a = b"+strings.Repeat(" b", 100000)+"\n", "out", "old"))
	for _, x := range []struct {
		args string
		code int
		want string // a regular expression
	}{
		{"-o out b.abnf", 1, `^b\.abnf:1:9: `},
		{"-o out -rule yaer a.abnf", 1, `^abnfc: rule "yaer" is not defined \(did you mean "year"\?\)\n$`},
		{"-o out large.abnf", 1, `^large\.abnf:1:1: rule a: there are more than 50000 nodes to draw\n$`},
		{"-o out -rule a large.abnf", 1, `^large\.abnf:1:1: rule a: there are more than 50000 nodes to draw\n$`},
	} {
		r := abnfc(append([]string{"railroad"}, strings.Fields(x.args)...)...)
		if r.code != x.code || r.stdout != "" || !regexp.MustCompile(x.want).MatchString(r.stderr) {
			t.Errorf("%s: status %d, on stdout %q, on stderr\n%s\nwant %s", x.args, r.code, r.stdout, r.stderr, x.want)
		}
	}
	if read(t, "out") != "old" {
		t.Error("the old file was changed")
	}
	holds(t, ".", "a.abnf", "b.abnf", "large.abnf", "out")
}

// TestGrammarPage: the page and the pictures in docs are what the grammar says now.
func TestGrammarPage(t *testing.T) {
	for name, args := range map[string][]string{
		"grammar.html":      {"railroad"},
		"ipv6address.svg":   {"railroad", "-rule", "IPv6address"},
		"dec-octet.svg":     {"svg", "-rule", "dec-octet"},
		"iri-reference.svg": {"svg", "-rule", "IRI-reference"},
	} {
		r := abnfc(append(args, "../../tables/rfc3987.abnf")...)
		if r.code != 0 || r.stderr != "" {
			t.Fatalf("status %d, on stderr %s", r.code, r.stderr)
		}
		if read(t, "../../docs", name) != r.stdout {
			t.Errorf("docs/%s is not what tables/rfc3987.abnf says now: run go generate ./...", name)
		}
	}
}
