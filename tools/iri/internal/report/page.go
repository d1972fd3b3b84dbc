package report

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"

	"example.org/iri/tools/cli/show"
	"example.org/iri/tools/iri/internal/result"
)

// A Page is what there is to look at.
type Page struct {
	Title      string // such as the files
	Unit       string // what a text is called: line, record, value
	Summary    *result.Summary
	Statistics *Statistics // of texts without findings
}

//go:embed page.html
var source string

const (
	topSchemes = 12
	topHosts   = 20
	topGroups  = 100
)

// Write writes a page of HTML that needs nothing else: no network, no program, no font. It holds
// examples of texts with findings, as they stand in the files.
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

// facts returns what there is to say in numbers.
func (p *Page) facts() []fact {
	s, t := p.Summary, p.Statistics
	list := []fact{
		{p.Unit + "s", grouped(float64(s.Records))},
		{"bad", grouped(float64(s.Bad))},
		{"skipped", grouped(float64(s.Skipped))},
		{"hosts", grouped(float64(len(t.hosts.names)))},
	}
	if t.hosts.lost > 0 {
		list[3].Value = "more than " + list[3].Value
	}
	if s.Records > 0 {
		list[1].Value += fmt.Sprintf(" (%.2g %%)", 100*float64(s.Bad)/float64(s.Records))
	}
	if t.texts > 0 {
		list = append(list,
			fact{"bytes each, on average", fmt.Sprintf("%.1f", float64(t.bytes)/float64(t.texts))},
			fact{"bytes, the longest", grouped(float64(t.longest))})
	}
	return list
}

// charts draws what there is to draw; of nothing there is no chart.
func (p *Page) charts() (list []chart, err error) {
	t := p.Statistics
	for _, c := range []struct {
		heading, note string
		bars          []named
		draw          func([]named) (template.HTML, error)
	}{
		{"What is wrong", "Findings by reason.", p.reasons(), lyingBars},
		{"Lengths", "Good " + p.Unit + "s by their length in bytes.", t.lengthBars(), standingBars},
		{"Components", "Good " + p.Unit + "s that have the component; a path that is empty does not count.", t.componentBars(), lyingBars},
		{"Schemes", "The most frequent schemes of good " + p.Unit + "s." + lossOf(&t.schemes), t.schemes.top(topSchemes), lyingBars},
		{"Hosts", "The most frequent hosts of good " + p.Unit + "s." + lossOf(&t.hosts), t.hosts.top(topHosts), lyingBars},
	} {
		if len(c.bars) == 0 {
			continue
		}
		svg, err := c.draw(c.bars)
		if err != nil {
			return nil, fmt.Errorf("chart %q: %w", c.heading, err)
		}
		list = append(list, chart{c.heading, c.note, svg})
	}
	return list, nil
}

// reasons counts findings by reason.
func (p *Page) reasons() []named {
	f := newFrequent(topGroups)
	for _, g := range p.Summary.Groups() {
		f.add([]byte(g.Reason), g.Count)
	}
	return f.top(topGroups)
}

func (s *Statistics) lengthBars() (list []named) {
	if s.texts == 0 {
		return nil
	}
	for _, b := range s.bins() {
		name := fmt.Sprint(b.from)
		switch {
		case b.to < 0:
			name += " and more"
		case b.to > b.from:
			name += fmt.Sprintf("–%d", b.to)
		}
		list = append(list, named{name, b.count})
	}
	return list
}

func (s *Statistics) componentBars() (list []named) {
	for i, n := range s.components {
		if n > 0 {
			list = append(list, named{components[i], n})
		}
	}
	return list
}

// lossOf tells how far counts may be off.
func lossOf(f *frequent) string {
	if f.lost == 0 {
		return ""
	}
	return fmt.Sprintf(" There are too many to keep all: each count may be too low by at most %s.", grouped(float64(f.lost)))
}
