// Package report draws what a list of IRIs is like, as a page to look at.
package report

import (
	"cmp"
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
	d := data{Title: show.Safe(p.Title), Unit: p.Unit, Summary: p.Summary, Facts: p.facts(), Charts: p.charts(), Groups: p.Summary.Groups()}
	if more := len(d.Groups) - topGroups; more > 0 {
		d.Groups, d.More = d.Groups[:topGroups], more
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
	Ordered       bool
	Bars          []bar
	Highest       string
}

// A bar is as long as its share of the highest count.
type bar struct{ Name, Count, Percent string }

// First and Last return the names at the ends of the axis of an ordered chart.
func (c chart) First() string { return c.Bars[0].Name }
func (c chart) Last() string  { return c.Bars[len(c.Bars)-1].Name }

// facts returns the numbers.
func (p *Page) facts() []fact {
	s, t := p.Summary, p.Statistics
	list := []fact{
		{p.Unit + "s", statistics.Grouped(float64(s.Records))},
		{"bad", statistics.Grouped(float64(s.Bad))},
		{"skipped", statistics.Grouped(float64(s.Skipped))},
		{"hosts", statistics.Grouped(float64(t.Hosts.Len()))},
	}
	if t.Hosts.Lost > 0 {
		list[3].Value = "more than " + list[3].Value
	}
	if s.Records > 0 {
		list[1].Value += fmt.Sprintf(" (%.2g %%)", 100*float64(s.Bad)/float64(s.Records))
	}
	if t.Texts > 0 {
		list = append(list,
			fact{"bytes each, on average", fmt.Sprintf("%.1f", float64(t.Bytes)/float64(t.Texts))},
			fact{"bytes, the longest", statistics.Grouped(float64(t.Longest))})
	}
	return list
}

// charts returns the charts that have bars.
func (p *Page) charts() (list []chart) {
	all := p.Statistics.Charts(p.Unit)
	if reasons := p.reasons(); len(reasons) > 0 {
		all = slices.Insert(all, 0, statistics.Chart{Heading: "What is wrong", Note: "Findings by reason.", Bars: reasons})
	}
	for _, c := range all {
		list = append(list, newChart(c))
	}
	return list
}

func newChart(from statistics.Chart) chart {
	c := chart{Heading: from.Heading, Note: from.Note, Ordered: from.Ordered}
	highest := slices.MaxFunc(from.Bars, func(a, b statistics.Count) int { return cmp.Compare(a.Count, b.Count) }).Count
	c.Highest = statistics.Grouped(float64(highest))
	for _, x := range from.Bars {
		percent := fmt.Sprintf("%.1f", 100*float64(x.Count)/float64(highest))
		c.Bars = append(c.Bars, bar{label(x.Name), statistics.Grouped(float64(x.Count)), percent})
	}
	return c
}

const maxLabel = 40 // characters

// label returns a name as it is shown beside a bar.
func label(name string) string {
	name = show.Safe(name)
	if runes := []rune(name); len(runes) > maxLabel {
		name = string(runes[:maxLabel-1]) + "…"
	}
	return name
}

// reasons counts findings by reason.
func (p *Page) reasons() []statistics.Count {
	f := statistics.NewFrequent(topGroups)
	for _, g := range p.Summary.Groups() {
		f.Add([]byte(result.NameOf(g.Reason)), g.Count)
	}
	return f.Top(topGroups)
}
