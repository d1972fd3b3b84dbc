// Package report draws what a list of IRIs is like, as a page to look at.
package report

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"slices"

	"example.org/iri/internal/statistics"
	"example.org/iri/tools/internal/cli/show"
	"example.org/iri/tools/iri/internal/result"
)

// A Page is what there is to look at.
type Page struct {
	Title      string // such as the files
	Unit       string // what a string is called: line, record, value
	Summary    *result.Summary
	Statistics *statistics.Statistics // of strings without findings
}

//go:embed page.html
var source string

const topGroups = 100

// Write writes a page of HTML that needs nothing else: no network, no program, no font. It holds
// examples of strings with findings, as they are in the files.
func (p *Page) Write(w io.Writer) error {
	page, err := template.New("page").Funcs(template.FuncMap{"safe": show.Safe}).Parse(source)
	if err != nil {
		return err
	}
	d := data{Title: show.Safe(p.Title), Unit: p.Unit, Summary: p.Summary, Facts: p.facts(), Groups: p.Summary.Groups()}
	if more := len(d.Groups) - topGroups; more > 0 {
		d.Groups, d.More = d.Groups[:topGroups], more
	}
	if d.Charts, err = p.charts(); err != nil {
		return err
	}
	return page.Execute(w, d)
}

// data is what the template takes.
type data struct {
	Title, Unit string
	Summary     *result.Summary
	Facts       []fact
	Charts      []chart
	Groups      []result.Group
	More        int // groups
}

// A fact is a number that stands at the top of the page.
type fact struct{ Name, Value string }

// A chart is a drawing with a heading above and a note below.
type chart struct {
	Heading, Note string
	SVG           template.HTML
}

// facts returns the numbers.
func (p *Page) facts() []fact {
	s, t := p.Summary, p.Statistics
	found := "invalid"
	if s.Invert {
		found = "valid"
	}
	list := []fact{
		{p.Unit + "s", statistics.Grouped(float64(s.Strings))},
		{found, statistics.Grouped(float64(s.Found))},
		{"skipped", statistics.Grouped(float64(s.Skipped))},
		{"hosts", statistics.Grouped(float64(t.Hosts.Len()))},
	}
	if t.Hosts.Lost > 0 {
		list[3].Value = "more than " + list[3].Value
	}
	if s.Strings > 0 {
		list[1].Value += fmt.Sprintf(" (%.2g %%)", 100*float64(s.Found)/float64(s.Strings))
	}
	if t.Texts > 0 {
		list = append(list,
			fact{"bytes each, on average", fmt.Sprintf("%.1f", float64(t.Bytes)/float64(t.Texts))},
			fact{"bytes, the longest", statistics.Grouped(float64(t.Longest))})
	}
	return list
}

// charts draws what there is to draw; of nothing there is no chart.
func (p *Page) charts() (list []chart, err error) {
	all := p.Statistics.Charts(p.Unit)
	if reasons := p.reasons(); len(reasons) > 0 {
		all = slices.Insert(all, 0, statistics.Chart{Heading: "What is wrong", Note: "Findings by reason.", Bars: reasons})
	}
	for _, c := range all {
		draw := lyingBars
		if c.Ordered {
			draw = standingBars
		}
		svg, err := draw(c.Bars)
		if err != nil {
			return nil, fmt.Errorf("chart %q: %w", c.Heading, err)
		}
		list = append(list, chart{c.Heading, c.Note, svg})
	}
	return list, nil
}

// reasons counts findings by reason.
func (p *Page) reasons() []statistics.Count {
	f := statistics.NewFrequent(topGroups)
	for _, g := range p.Summary.Groups() {
		f.Add([]byte(g.Name()), g.Count)
	}
	return f.Top(topGroups)
}
