package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"example.org/iri/bench/internal/race"
	"example.org/iri/internal/docs"
)

// The table in README.md stands between these lines.
const (
	markBegin = "<!-- figures -->\n"
	markEnd   = "<!-- /figures -->\n"
)

// A page is figures.md, and what goes elsewhere.
type page struct {
	text    strings.Builder
	readme  string
	machine string
}

func newPage(o *options) *page {
	p := &page{machine: fmt.Sprintf("%s, %s, %s", race.Machine(), race.Golang(), time.Now().Format("2 January 2006"))}
	flags := ""
	if o.folder != "" {
		flags = " -folder FOLDER"
	}
	p.text.WriteString("# Figures\n\n" +
		docs.Fill("All times that this documentation quotes are on this page. One command measured them, in one go: "+p.machine+".") +
		"\n```sh\ngo -C tools/compare run ./figures" + flags + "\n```\n\n" + docs.Fill(introduction))
	if o.folder != "" {
		p.text.WriteString("\n" + docs.Fill(moreLists))
	}
	return p
}

// add writes a section with its tables.
func (p *page) add(s *section, tables []string) {
	fmt.Fprintf(&p.text, "\n## %s\n\n%s", s.title, docs.Fill(s.text))
	for i, table := range tables {
		c := &s.commands[i]
		fmt.Fprintf(&p.text, "\n%s\n```sh\n%s\n```\n", table, c.shown())
		if c.readme != nil {
			p.readme = c.readme(parse(table))
		}
	}
}

// write writes the files.
func (p *page) write(o *options, r *runner) error {
	if o.out != "" {
		return p.writeTo(r, filepath.Join(o.out, "figures.md"), filepath.Join(o.out, "compare.svg"), filepath.Join(o.out, "readme.md"))
	}
	docs := filepath.Join(o.root, "docs")
	return p.writeTo(r, filepath.Join(docs, "reference", "figures.md"), filepath.Join(docs, "pictures", "compare.svg"), filepath.Join(o.root, "README.md"))
}

func (p *page) writeTo(r *runner, figures, chart, readme string) error {
	if err := os.WriteFile(figures, []byte(p.text.String()), 0o666); err != nil {
		return err
	}
	if svg, err := os.ReadFile(r.path("{chart}")); err == nil {
		if err := os.WriteFile(chart, svg, 0o666); err != nil {
			return err
		}
	}
	if p.readme == "" {
		return fmt.Errorf("no table for %s", readme)
	}
	old, err := os.ReadFile(readme)
	if os.IsNotExist(err) {
		old, err = []byte(markBegin+markEnd), nil
	}
	if err != nil {
		return err
	}
	text, err := between(string(old), p.readme)
	if err != nil {
		return fmt.Errorf("%s: %w", readme, err)
	}
	return os.WriteFile(readme, []byte(text), 0o666)
}

// between puts a text between the marks.
func between(old, text string) (string, error) {
	head, rest, ok := strings.Cut(old, markBegin)
	_, tail, okay := strings.Cut(rest, markEnd)
	if !ok || !okay {
		return "", fmt.Errorf("no lines %q and %q", strings.TrimSpace(markBegin), strings.TrimSpace(markEnd))
	}
	return head + markBegin + text + markEnd + tail, nil
}
