package main

import (
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"example.org/iri/bench/internal/race"
)

// A report is all that came out.
type report struct {
	tables  []*table // with a clock
	exam    []*row   // verdicts on the conformance suites, contestants in the same order
	rounds  int
	machine string
	golang  string
	date    string
}

func newReport(rounds int) *report {
	return &report{
		rounds:  rounds,
		machine: race.Machine(),
		golang:  race.Golang(),
		date:    time.Now().Format("2 January 2006"),
	}
}

func (r *report) add(t *table) { r.tables = append(r.tables, t) }

// exact reports whether all contestants that should be exact were.
func (r *report) exact() bool {
	rows := slices.Clone(r.exam)
	for _, t := range r.tables {
		rows = append(rows, t.rows...)
	}
	return !slices.ContainsFunc(rows, func(r *row) bool { return r.kind.exact() && r.wrong() > 0 })
}

// write prints the tables and makes the files that were asked for.
func (r *report) write(o *options, stdout io.Writer) error {
	if _, err := io.WriteString(stdout, r.text()); err != nil {
		return fmt.Errorf("standard output: %w", err)
	}
	for _, x := range []struct {
		file string
		make func() (string, error)
	}{
		{o.markdown, r.readme},
		{o.tiers, r.tierTable},
		{o.svg, r.chart},
	} {
		if x.file == "" {
			continue
		}
		text, err := x.make()
		if err != nil {
			return err
		}
		if err := os.WriteFile(x.file, []byte(text), 0o666); err != nil {
			return err
		}
	}
	return nil
}

// text returns the tables for a terminal.
func (r *report) text() string {
	var b strings.Builder
	for _, t := range r.tables {
		fmt.Fprintf(&b, "%s: %d texts, %.1f bytes each\n\n", t.list.name, len(t.list.texts), t.list.mean())
		t.print(&b)
	}
	b.WriteString("verdicts on the UTF-8 part of the conformance suite of the rule\n\n")
	printExam(&b, r.exam)
	fmt.Fprintf(&b, "%s; %s; %s; medians of %d rounds\n", r.machine, r.golang, r.date, r.rounds)
	return b.String()
}

func (t *table) print(w io.Writer) {
	tab := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	width := nameWidth(t.rows)
	fmt.Fprintf(tab, "%-*s\tjudged as\tns/text\tMB/s\t/utf8\tallocs\taccepted\ttoo many\ttoo few\t\n", width, "")
	for _, r := range t.rows {
		fmt.Fprintf(tab, "%-*s\t%s\t", width, r.name, r.judgedAs())
		fmt.Fprintf(tab, "%.1f\t%.0f\t%.2f\t%s\t", r.ns, t.list.mean()/r.ns*1000, r.ratio, count(r.allocs))
		fmt.Fprintf(tab, "%d\t%s\t\n", r.accepted, r.mistakes())
	}
	tab.Flush()
	fmt.Fprintln(w)
}

func printExam(w io.Writer, rows []*row) {
	tab := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	width := nameWidth(rows)
	fmt.Fprintf(tab, "%-*s\tjudged as\ttexts\taccepted\ttoo many\ttoo few\t\n", width, "")
	for _, r := range rows {
		if r.rule != nil {
			fmt.Fprintf(tab, "%-*s\t%s\t%d\t%d\t%s\t\n", width, r.name, r.judgedAs(), r.texts, r.accepted, r.mistakes())
		}
	}
	tab.Flush()
	fmt.Fprintln(w)
}

func nameWidth(rows []*row) int {
	width := 0
	for _, r := range rows {
		width = max(width, len(r.name))
	}
	return width
}

// judgedAs names the rule, in parentheses if c is no validator of it.
func (c *contestant) judgedAs() string {
	switch {
	case c.rule == nil:
		return "(" + c.claim + ")"
	case c.kind == yardstick:
		return "(" + c.rule.Name + ")"
	}
	return c.rule.Name
}

// mistakes fills two columns, with nothing if there is nothing to compare with.
func (r *row) mistakes() string {
	if r.rule == nil {
		return "\t"
	}
	return fmt.Sprintf("%d\t%d", r.tooMany, r.tooFew)
}

// count formats an average with a decimal if it needs one.
func count(x float64) string {
	if rounded := math.Round(x); math.Abs(x-rounded) < 0.05 {
		return fmt.Sprintf("%.0f", rounded)
	}
	return fmt.Sprintf("%.1f", x)
}
