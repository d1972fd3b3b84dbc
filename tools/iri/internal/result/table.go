package result

import (
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"text/tabwriter"
	"unicode/utf8"

	"example.org/iri/tools/internal/cli/show"
)

type SummaryOptions struct {
	Unit     string // name of a string: line, record, value
	Column   string // value of --column
	Groups   bool   // print groups even if they are few
	Findings bool   // also print the number of findings, some of which are in valid strings
}

const (
	fewFindings = 10 // groups are printed for more findings than that
	maxRows     = 25 // of groups; JSON has all
	maxString   = 40 // width of a string
)

// Print prints a summary for people.
func (s *Summary) Print(w io.Writer, o SummaryOptions) error {
	if _, err := io.WriteString(w, s.line(o)); err != nil {
		return err
	}
	if len(s.Extensions) > 0 {
		if _, err := fmt.Fprintf(w, "without the column or of unknown format: %s\n", show.Safe(s.Extensions.String())); err != nil {
			return err
		}
	}
	if len(s.Formats) > 0 {
		if err := s.printFormats(w); err != nil {
			return err
		}
	}
	if groups := s.Groups(); len(groups) > 0 && (o.Groups || s.findings() > fewFindings) {
		return printGroups(w, groups)
	}
	return nil
}

func (s *Summary) found() string {
	if s.Invert {
		return "valid"
	}
	return "invalid"
}

func (s *Summary) printFormats(w io.Writer) error {
	rows := [][]string{{"format", "files", "strings", s.found()}}
	for _, c := range s.Formats {
		rows = append(rows, []string{c.Format, strconv.FormatInt(c.Files, 10), strconv.FormatInt(c.Strings, 10), strconv.FormatInt(c.Found, 10)})
	}
	return printTable(w, rows)
}

func (s *Summary) findings() (n int64) {
	for _, g := range s.groups {
		n += g.Count
	}
	return n
}

// line returns the summary in one line: "43 lines, 6 invalid".
func (s *Summary) line(o SummaryOptions) string {
	line := fmt.Sprintf("%s, %d %s", Count(s.Strings, o.Unit), s.Found, s.found())
	if o.Findings {
		line += ", " + Count(s.findings(), "finding")
	}
	if n := s.Skipped + s.LeftOut; n > 0 {
		line += fmt.Sprintf(", %d skipped", n)
	}
	if s.Templates > 0 {
		line += ", " + Count(s.Templates, "template") + " left out"
	}
	if s.Unread > 0 {
		line += ", " + Count(s.Unread, "file") + " not read to the end"
	}
	if s.Tables > 0 && o.Column == "" {
		line += ", " + Count(s.Tables, "table") + " not read without --column"
	} else if s.Tables > 0 {
		line += fmt.Sprintf(", %s without column %q not read", Count(s.Tables, "table"), show.Safe(o.Column))
	}
	if s.TemplateFiles > 0 {
		line += ", " + Count(s.TemplateFiles, "template file") + " not read"
	}
	if s.Unknown > 0 {
		line += ", " + Count(s.Unknown, "file") + " of unknown format not read"
	}
	if s.Ignored > 0 {
		line += fmt.Sprintf(", %d ignored by .gitignore", s.Ignored)
	}
	if s.Folders > 0 {
		line += ", " + Count(s.Folders, "folder") + " such as vendor and testdata not read"
	}
	if s.Interrupted {
		line += "; interrupted"
	}
	return line + "\n"
}

// Count returns a number with a unit, in the plural unless it is 1.
func Count(n int64, unit string) string {
	if n != 1 {
		unit += "s"
	}
	return fmt.Sprintf("%d %s", n, unit)
}

func printGroups(w io.Writer, groups []Group) error {
	several := false // rules
	for i := range groups {
		several = several || groups[i].Rule != groups[0].Rule
	}
	header := []string{"count", "reason", "component", "scheme", "first in", "string"}
	if several {
		header = append(header, "rule")
	}
	rows := [][]string{header}
	for i := range groups[:min(len(groups), maxRows)] {
		g := &groups[i]
		row := []string{strconv.FormatInt(g.Count, 10), g.Name(), g.Component, g.Scheme, g.Example.Where(), g.Example.Picture.Within(maxString)}
		if several {
			row = append(row, g.Rule)
		}
		rows = append(rows, row)
	}
	if err := printTable(w, rows); err != nil || len(groups) <= maxRows {
		return err
	}
	_, err := fmt.Fprintf(w, "and %s; --json has all\n", Count(int64(len(groups)-maxRows), "more group"))
	return err
}

func printTable(w io.Writer, rows [][]string) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.StripEscape)
	for _, row := range rows {
		for i, cell := range row {
			if cell = show.Safe(cell); i < len(row)-1 {
				cell += "\t"
			}
			io.WriteString(t, cell)
		}
		io.WriteString(t, "\n")
	}
	return t.Flush()
}

// A jsonText is printed like strings in records, with invisible characters escaped.
type jsonText string

func (t jsonText) MarshalJSON() ([]byte, error) { return show.AppendJSON(nil, string(t)), nil }

// orBase64 returns s as JSON text, or as bytes for Base64 if it is not UTF-8.
func orBase64(s string) (*jsonText, []byte) {
	if utf8.ValidString(s) {
		return (*jsonText)(&s), nil
	}
	return nil, []byte(s)
}

// MarshalJSON returns the summary as an object. Its examples have members of records.
func (s *Summary) MarshalJSON() ([]byte, error) {
	type example struct {
		String     *jsonText `json:"string,omitempty"`
		Base64     []byte    `json:"base64,omitempty"`
		File       *jsonText `json:"file,omitempty"`
		FileBase64 []byte    `json:"file_base64,omitempty"`
		Line       int64     `json:"line"`
		Column     int64     `json:"column"`
		Message    jsonText  `json:"message"`
	}
	type group struct {
		Count     int64   `json:"count"`
		Rule      string  `json:"rule"`
		Reason    string  `json:"reason,omitempty"`
		Component string  `json:"component,omitempty"`
		Code      string  `json:"code,omitempty"`
		Scheme    string  `json:"scheme,omitempty"`
		Example   example `json:"example"`
	}
	groups := []group{}
	for _, g := range s.Groups() {
		x := g.Example
		e := example{Line: x.Place.Line, Column: x.Column, Message: jsonText(x.Message)}
		e.String, e.Base64 = orBase64(x.Text)
		e.File, e.FileBase64 = orBase64(x.File)
		groups = append(groups, group{g.Count, g.Rule, g.Reason, g.Component, g.Code, g.Scheme, e})
	}
	object := struct {
		Strings       int64      `json:"strings"`
		Valid         *int64     `json:"valid,omitempty"`
		Invalid       *int64     `json:"invalid,omitempty"`
		Findings      int64      `json:"findings"`
		Skipped       int64      `json:"skipped"`
		Templates     int64      `json:"templates"`
		Unread        int64      `json:"unread"`
		Interrupted   bool       `json:"interrupted"`
		Lost          string     `json:"error,omitempty"`
		Unknown       int64      `json:"unknown,omitempty"`
		Tables        int64      `json:"tables,omitempty"`
		Extensions    Extensions `json:"extensions,omitempty"`
		TemplateFiles int64      `json:"template_files,omitempty"`
		Folders       int64      `json:"folders,omitempty"`
		Ignored       int64      `json:"ignored,omitempty"`
		Formats       []counts   `json:"formats,omitempty"`
		Groups        []group    `json:"groups"`
	}{s.Strings, nil, &s.Found, s.findings(), s.Skipped + s.LeftOut, s.Templates, s.Unread, s.Interrupted, s.Lost, s.Unknown, s.Tables, s.Extensions, s.TemplateFiles, s.Folders, s.Ignored, s.formats(), groups}
	if s.Invert {
		object.Valid, object.Invalid = object.Invalid, nil
	}
	return json.Marshal(object)
}

type counts struct {
	Format  string `json:"format"`
	Files   int64  `json:"files"`
	Strings int64  `json:"strings"`
	Valid   *int64 `json:"valid,omitempty"`
	Invalid *int64 `json:"invalid,omitempty"`
}

func (s *Summary) formats() (list []counts) {
	for i := range s.Formats {
		c := &s.Formats[i]
		if x := (counts{c.Format, c.Files, c.Strings, nil, &c.Found}); s.Invert {
			list = append(list, counts{c.Format, c.Files, c.Strings, &c.Found, nil})
		} else {
			list = append(list, x)
		}
	}
	return list
}
