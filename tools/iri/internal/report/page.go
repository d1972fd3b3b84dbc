// Package report writes an HTML page about a list of IRIs.
package report

import (
	"bytes"
	_ "embed"
	"fmt"
	"html"
	"io"
	"slices"

	"example.org/iri/tools/internal/cli/show"
	"example.org/iri/tools/internal/statistics"
	"example.org/iri/tools/iri/internal/result"
)

type Page struct {
	Title      string // such as the file names
	Unit       string // name of a string: line, record, value
	Summary    *result.Summary
	Statistics *statistics.Statistics // of strings without findings
}

// head is the start of the page, before its title.
//
//go:embed head.html
var head string

const topGroups = 100

// Write writes a self-contained HTML page, without references to the network, scripts or fonts. It contains examples of
// strings with findings, as in the files.
//
// It does not use html/template, which calls methods by name, so that the linker would keep all exported methods, a
// quarter of the program.
func (p *Page) Write(w io.Writer) error {
	d := document{*bytes.NewBufferString(head)}
	title := show.Safe(p.Title)
	d.put("<title>iri check: %s</title>\n</head>\n<body>\n<h1>%s</h1>\n", title, title)
	if p.Summary.Interrupted {
		d.put("<p>Interrupted: the report covers only what was read before.</p>\n")
	}
	if p.Summary.Unread > 0 {
		d.put("<p>Files that could not be read to their end: %s.</p>\n", fmt.Sprint(p.Summary.Unread))
	}
	d.put("<dl class=\"facts\">\n")
	for _, f := range p.facts() {
		d.put("<div><dt>%s</dt><dd>%s</dd></div>\n", f.Name, f.Value)
	}
	d.put("</dl>\n<div class=\"charts\">\n")
	for _, c := range p.charts() {
		d.putChart(c)
	}
	d.put("</div>\n")
	d.putGroups(p.Summary.Groups())
	d.put("</body>\n</html>\n")
	_, err := d.WriteTo(w)
	return err
}

type document struct{ bytes.Buffer }

// put appends HTML. It escapes the arguments, one for each %s.
func (d *document) put(format string, args ...string) {
	escaped := make([]any, len(args))
	for i, x := range args {
		escaped[i] = html.EscapeString(x)
	}
	fmt.Fprintf(d, format, escaped...)
}

func (d *document) putGroups(groups []result.Group) {
	if len(groups) == 0 {
		return
	}
	d.put("<section class=\"groups\">\n<h2>Findings</h2>\n<p>Each kind with its first example")
	if more := len(groups) - topGroups; more > 0 {
		groups = groups[:topGroups]
		d.put("; %s rarer kinds are not shown", fmt.Sprint(more))
	}
	d.put(".</p>\n<table>\n<thead><tr><th class=\"count\">count</th><th>rule</th><th>reason</th><th>component</th><th>scheme</th><th>first</th></tr></thead>\n<tbody>\n")
	for _, g := range groups {
		d.put("<tr><td class=\"count\">%s</td><td>%s</td><td>%s</td><td>%s</td><td>%s</td>\n",
			fmt.Sprint(g.Count), g.Rule, g.Name(), g.Component, g.Scheme)
		d.put("<td>%s: %s<pre>%s</pre></td></tr>\n", g.Example.Where(), show.Safe(g.Example.Message), g.Example.Picture.String())
	}
	d.put("</tbody>\n</table>\n</section>\n")
}

// A fact is a number at the top of the page.
type fact struct{ Name, Value string }

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
	if s.Templates > 0 {
		list = append(list, fact{"templates left out", statistics.Grouped(float64(s.Templates))})
	}
	return list
}

func (p *Page) charts() []statistics.Chart {
	list := p.Statistics.Charts(p.Unit)
	if reasons := p.reasons(); len(reasons) > 0 {
		list = slices.Insert(list, 0, statistics.Chart{Heading: "What is wrong", Note: "Findings by reason.", Bars: reasons})
	}
	return list
}

func (p *Page) reasons() []statistics.Count {
	f := statistics.NewFrequent(topGroups)
	for _, g := range p.Summary.Groups() {
		f.Add([]byte(g.Name()), g.Count)
	}
	return f.Top(topGroups)
}
