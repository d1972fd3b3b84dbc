package result

import (
	"fmt"
	"io"
	"strconv"

	"example.org/iri/tools/internal/cli"
	"example.org/iri/tools/internal/cli/show"
)

const (
	maxRows = 25 // of groups; JSON has all
	minText = 30 // columns that a string should have on a terminal
)

// printGroups prints groups as a table.
func printGroups(w io.Writer, groups []Group) error {
	header, rows := tableOf(groups[:min(len(groups), maxRows)], cli.Columns(w))
	if err := cli.Table(w, header, rows); err != nil || len(groups) <= maxRows {
		return err
	}
	_, err := fmt.Fprintf(w, "and %s; --output jsonl tells all\n", count(int64(len(groups)-maxRows), "more kind"))
	return err
}

// tableOf returns the cells of a table as wide as a terminal, 0 if there is none. If it is too narrow
// for all, places are left out, and strings are truncated around the error.
func tableOf(groups []Group, terminal int) (header []string, rows [][]string) {
	columns := columnsOf(groups)
	texts := make([]string, len(groups))
	room := terminal - widthOf(columns)
	if places := len(columns) - 1; terminal > 0 && room < minText {
		room += columns[places].width()
		columns = columns[:places]
	}
	for i := range groups {
		p := &groups[i].Example.Picture
		if texts[i] = p.Text; terminal > 0 {
			texts[i] = p.Within(max(room, minText))
		}
	}
	columns = append(columns, column{"text", texts})
	rows = make([][]string, len(groups))
	for _, c := range columns {
		header = append(header, c.header)
		for i, cell := range c.cells {
			rows[i] = append(rows[i], cell)
		}
	}
	return header, rows
}

// A column is one of a table.
type column struct {
	header string
	cells  []string
}

// columnsOf returns the columns that come before the strings: places last, and rules if there are
// several.
func columnsOf(groups []Group) []column {
	counts, rules, reasons := column{header: "count"}, column{header: "rule"}, column{header: "reason"}
	components, schemes, places := column{header: "component"}, column{header: "scheme"}, column{header: "first in"}
	several := false
	for i := range groups {
		g := &groups[i]
		several = several || g.Rule != groups[0].Rule
		counts.cells = append(counts.cells, strconv.FormatInt(g.Count, 10))
		rules.cells = append(rules.cells, g.Rule)
		reasons.cells = append(reasons.cells, NameOf(g.Reason))
		components.cells = append(components.cells, g.Component.String())
		schemes.cells = append(schemes.cells, g.Scheme)
		places.cells = append(places.cells, g.Example.Where())
	}
	if several {
		return []column{counts, rules, reasons, components, schemes, places}
	}
	return []column{counts, reasons, components, schemes, places}
}

// width returns how many columns of a terminal a column takes, with a blank on each side.
func (c *column) width() int {
	width := show.Columns(c.header)
	for _, cell := range c.cells {
		width = max(width, show.Columns(cell))
	}
	return width + 2
}

// widthOf returns how much of a terminal columns take, with the blanks around the next one.
func widthOf(columns []column) int {
	width := 2
	for i := range columns {
		width += columns[i].width()
	}
	return width
}
