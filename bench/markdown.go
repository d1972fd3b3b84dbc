package main

import (
	"fmt"
	"strings"

	"example.org/iri/bench/internal/race"
	"example.org/iri/internal/statistics"
)

// readme returns a table of all contestants: ratios, and what lies behind them.
func (r *report) readme() (string, error) {
	var b strings.Builder
	b.WriteString("| | judged as |")
	for _, t := range r.tables {
		b.WriteString(" " + t.list.name + " |")
	}
	b.WriteString(" mean | allocations | wrong verdicts |\n|---|---|" + strings.Repeat("--:|", len(r.tables)+3) + "\n")
	for _, s := range r.standings() {
		b.WriteString("| " + s.markdown() + " |\n")
	}
	b.WriteString("\n" + r.caption() + "\n")
	return b.String(), nil
}

// markdown returns the cells of a row.
func (s *standing) markdown() string {
	name := "`" + s.exam.name + "`"
	if s.exam.kind == ours {
		name = "**" + name + "**"
	}
	cells := []string{name, s.exam.judgedAs()}
	for _, ratio := range s.ratios {
		cells = append(cells, race.Figure(ratio))
	}
	return strings.Join(append(cells, race.Figure(s.mean), count(s.allocs), s.wrong()), " | ")
}

// wrong returns how many texts of the suite were misjudged.
func (s *standing) wrong() string {
	if s.exam.rule == nil {
		return ""
	}
	return statistics.Grouped(float64(s.exam.wrong())) + " of " + statistics.Grouped(float64(s.exam.texts))
}

// caption says what the figures mean.
func (r *report) caption() string {
	var lists, scale []string
	for _, t := range r.tables {
		lists = append(lists, fmt.Sprintf("%s (%s texts of %.0f bytes)", t.list.name, statistics.Grouped(float64(len(t.list.texts))), t.list.mean()))
		scale = append(scale, fmt.Sprintf("%.0f", t.rows[0].ns))
	}
	return fmt.Sprintf("Time for a text relative to `%s`, which takes %s ns, on the lists %s, and the geometric mean of these ratios.\n", yardstickName, series(scale), series(lists)) +
		"Wrong verdicts are those on the UTF-8 part of the conformance suite of the rule named.\n" +
		"What is named in parentheses is no validator of IRIs or URIs.\n" +
		fmt.Sprintf("Medians of %d interleaved rounds in one process; %s; %s; %s.", r.rounds, r.machine, r.golang, r.date)
}

// series joins texts as a sentence does.
func series(list []string) string {
	if len(list) < 2 {
		return strings.Join(list, "")
	}
	last := len(list) - 1
	return strings.Join(list[:last], ", ") + " and " + list[last]
}
