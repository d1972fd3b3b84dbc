package main

import (
	"strings"
	"testing"

	"example.org/iri/compile/abnf"
	"example.org/iri/internal/railroad"
)

func TestRailroadCommand(t *testing.T) {
	t.Chdir(folder(t, "dates.abnf", oldDates, "part.abnf", "day = month / wkday\n"))
	g, err := abnf.Parse([]byte(oldDates))
	if err != nil {
		t.Fatal(err)
	}
	picture, err := railroad.SVG(g.Lookup("year"), abnf.UTF8)
	if err != nil {
		t.Fatal(err)
	}
	for _, rule := range []string{"year", "YEAR"} {
		if r := abnfc("railroad", "--rule", rule, "./dates.abnf"); r != (result{0, string(picture), ""}) {
			t.Errorf("%s: %+v", rule, r)
		}
	}
	if r := abnfc("railroad", "--rule", "year", "-o", "year.svg", "dates.abnf"); r != (result{}) || read(t, "year.svg") != string(picture) {
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
	r = abnfc("railroad", "--import", "dates.abnf", "--rename", "wkday=year", "part.abnf")
	if r.code != 0 || r.stderr != "part.abnf:1:15: repaired: wkday renamed to year\n" || strings.Count(r.stdout, `<g class="open">`) != 1 ||
		!strings.Contains(r.stdout, "<h2>Imported rules</h2>") || strings.Contains(r.stdout, `id="rule-date"`) {
		t.Errorf("with flags: %+v", r)
	}
	r = abnfc("railroad", "--wild", "--import", "dates.abnf", "--rule", "year", "part.abnf")
	if r.code != 0 || !strings.Contains(r.stdout, "<title>year</title>") || !strings.Contains(r.stderr, "rule year comes from dates.abnf:") {
		t.Errorf("an imported rule: %+v", r)
	}
}
