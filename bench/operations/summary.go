package main

import (
	"fmt"
	"io"
	"strings"

	"example.org/iri/bench/internal/race"
)

// A summary is what came out, an operation a table: a row a contestant, a column a list.
type summary struct{ tables []*summaryTable }

type summaryTable struct {
	operation string
	lists     []string
	first     []string // ns of the first contestant, a list each
	rows      []*summaryRow
}

type summaryRow struct {
	name   string
	ratios []string // to the first contestant
	others int      // results that are not those of the first one that has any
}

// add notes how contestant number i did on a list. Lists come one after the other.
func (s *summary) add(operation, list string, i int, name string, ns, ratio float64, others int) {
	if n := len(s.tables); n == 0 || s.tables[n-1].operation != operation {
		s.tables = append(s.tables, &summaryTable{operation: operation})
	}
	t := s.tables[len(s.tables)-1]
	if i == 0 {
		t.lists = append(t.lists, strings.TrimSuffix(list, ", normal"))
		t.first = append(t.first, fmt.Sprintf("%.0f", ns))
	}
	if i == len(t.rows) {
		t.rows = append(t.rows, &summaryRow{name: name})
	}
	r := t.rows[i]
	r.ratios = append(r.ratios, race.Figure(ratio))
	r.others += others
}

// print prints the tables in Markdown.
func (s *summary) print(w io.Writer) error {
	var b strings.Builder
	for _, t := range s.tables {
		fmt.Fprintf(&b, "Operation %s\n\n| | %s | other results |\n|---%s|\n", t.operation, strings.Join(t.lists, " | "), strings.Repeat("|--:", len(t.lists)+1))
		for i, r := range t.rows {
			cells := r.ratios
			if i == 0 {
				cells = nil
				for _, ns := range t.first {
					cells = append(cells, ns+" ns")
				}
			}
			fmt.Fprintf(&b, "| `%s` | %s | %d |\n", r.name, strings.Join(cells, " | "), r.others)
		}
		b.WriteByte('\n')
	}
	_, err := io.WriteString(w, b.String())
	return err
}
