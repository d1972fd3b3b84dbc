package cli

import (
	"io"
	"strconv"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"

	"example.org/iri/tools/internal/cli/show"
)

// Table writes rows below a header, in columns that are as wide as a terminal shows them. A column
// of numbers stands to the right. The header is bold where colours may be. Non-printing characters are
// escaped.
func Table(w io.Writer, header []string, rows [][]string) error {
	t := table.NewWriter()
	t.SetStyle(table.StyleLight)
	t.Style().Options = table.OptionsNoBordersAndSeparators
	t.Style().Format.Header = text.FormatDefault
	if Color("auto").For(w) {
		t.Style().Color.Header = text.Colors{text.Bold}
	}
	t.Style().Size.WidthMax = Columns(w)
	t.AppendHeader(tableRow(header))
	for _, row := range rows {
		t.AppendRow(tableRow(row))
	}
	t.SetColumnConfigs(rightNumbers(header, rows))
	_, err := io.WriteString(w, t.Render()+"\n")
	return err
}

func tableRow(cells []string) table.Row {
	row := make(table.Row, len(cells))
	for i, cell := range cells {
		row[i] = show.Safe(cell)
	}
	return row
}

// rightNumbers aligns the columns in which all cells are numbers.
func rightNumbers(header []string, rows [][]string) (list []table.ColumnConfig) {
	for i := range header {
		numbers := len(rows) > 0
		for _, row := range rows {
			_, err := strconv.ParseFloat(row[i], 64)
			numbers = numbers && err == nil
		}
		if numbers {
			list = append(list, table.ColumnConfig{Number: i + 1, Align: text.AlignRight, AlignHeader: text.AlignRight})
		}
	}
	return list
}
