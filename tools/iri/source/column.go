package source

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// A column is what Options.Column names.
type column struct {
	name  string
	index int // from 0; less than 0 if only the first row can tell
}

func newColumn(name string) column {
	if n, err := strconv.Atoi(name); err == nil && n > 0 {
		return column{name, n - 1}
	}
	return column{name, -1}
}

// find looks the column up in the first row. The error tells what there is.
func (c *column) find(row []string) error {
	i := slices.Index(row, c.name)
	switch {
	case c.name == "":
		return fmt.Errorf("a column must be named: %s, or a number from 1 to %d", list(row), len(row))
	case i < 0:
		return fmt.Errorf("no column %q; the first row has %s", c.name, list(row))
	case slices.Contains(row[i+1:], c.name):
		return fmt.Errorf("the first row has two columns %q; a number tells which", c.name)
	}
	c.index = i
	return nil
}

// missing is about a row that is too short.
func (c *column) missing(fields int) error {
	return fmt.Errorf("the row has no column %d: it ends after %d", c.index+1, fields)
}

// maxListed is how many names an error lists.
const maxListed = 20

func list(names []string) string {
	var quoted []string
	for _, name := range names[:min(len(names), maxListed)] {
		quoted = append(quoted, strconv.Quote(name))
	}
	if len(names) > maxListed {
		quoted = append(quoted, "...")
	}
	return strings.Join(quoted, ", ")
}
