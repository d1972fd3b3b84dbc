package result

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"example.org/iri"
	"example.org/iri/tools/iri/source"
)

// On a terminal that is wide enough, a table is no wider; on a narrow one it leaves out places, and
// the error is always to be seen.
func TestTableOf(t *testing.T) {
	var s Summary
	for i := range 12 {
		text := fmt.Sprintf("https%d://www.example.org/%s!日 本%s", i, strings.Repeat("path/", i), strings.Repeat("/more", i))
		f := Finding{File: "some/folder/list.txt", Place: source.Place{Line: 1000, Column: 1, Verbatim: true}, Text: []byte(text), Rule: "IRI"}
		_, err := iri.SplitString(text)
		errors.As(err, &f.Err)
		s.Add(&f)
	}
	groups := s.Groups()
	all := columnsOf(groups)
	needed := widthOf(all[:len(all)-1]) + minText // without places
	for terminal := range 300 {
		header, rows := tableOf(groups, terminal)
		places := terminal == 0 || terminal >= widthOf(all)+minText
		if want := 6; len(header) != want && places || len(header) != want-1 && !places {
			t.Fatalf("%d columns: %q", terminal, header)
		}
		width := 0
		for i := range header {
			c := column{header: header[i]}
			for _, row := range rows {
				c.cells = append(c.cells, row[i])
			}
			width += c.width()
		}
		if terminal >= needed && width > terminal {
			t.Errorf("%d columns: the table has %d", terminal, width)
		}
		for _, row := range rows {
			if text := row[len(row)-1]; !strings.Contains(text, "!日 ") {
				t.Errorf("%d columns: %q", terminal, text)
			}
		}
	}
}
