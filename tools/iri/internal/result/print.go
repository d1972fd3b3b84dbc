package result

import (
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"

	"example.org/iri/tools/internal/cli"
	"example.org/iri/tools/internal/cli/show"
)

// SummaryOptions are how a summary is printed.
type SummaryOptions struct {
	Unit   string // what a string is called: line, record, value
	Output string // jsonl: one object on a line; all others: text for people
	Good   bool   // findings are strings that match
	Groups bool   // print the groups even if they are few
}

// fewFindings is how many findings people read one by one, rather than in groups.
const fewFindings = 10

// Print prints a summary.
func (s *Summary) Print(w io.Writer, o SummaryOptions) error {
	if o.Output == "jsonl" {
		return json.NewEncoder(w).Encode(s)
	}
	if _, err := io.WriteString(w, s.line(o)); err != nil {
		return err
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

// printFormats prints a row for each format.
func (s *Summary) printFormats(w io.Writer) error {
	var rows [][]string
	for _, c := range s.Formats {
		rows = append(rows, []string{c.Format, strconv.FormatInt(c.Files, 10), strconv.FormatInt(c.Records, 10), strconv.FormatInt(c.Bad, 10)})
	}
	return cli.Table(w, []string{"format", "files", "strings", "bad"}, rows)
}

// findings counts the findings, of which a string has several if it was validated by several rules.
func (s *Summary) findings() (n int64) {
	for _, g := range s.groups {
		n += g.Count
	}
	return n
}

// line returns the summary in one line: "43 lines, 6 bad".
func (s *Summary) line(o SummaryOptions) string {
	found := "bad"
	if o.Good {
		found = "good"
	}
	line := fmt.Sprintf("%s, %d %s", count(s.Records, o.Unit), s.Bad, found)
	if s.Skipped > 0 {
		line += fmt.Sprintf(", %d skipped", s.Skipped)
	}
	if s.Unread > 0 {
		line += ", " + count(s.Unread, "file") + " not read to the end"
	}
	if s.Unknown > 0 {
		line += ", " + count(s.Unknown, "file") + " of unknown format not read"
	}
	if s.Ignored > 0 {
		line += fmt.Sprintf(", %d ignored by .gitignore", s.Ignored)
	}
	if s.Interrupted {
		line += "; interrupted"
	}
	return line + "\n"
}

func count(n int64, unit string) string {
	if n != 1 {
		unit += "s"
	}
	return fmt.Sprintf("%d %s", n, unit)
}

// MarshalJSON returns the summary as an object. The text of an example is the part of the string around the error.
func (s *Summary) MarshalJSON() ([]byte, error) {
	type example struct {
		File    string `json:"file"`
		Line    int64  `json:"line"`
		Column  int64  `json:"column"`
		Message string `json:"message"`
		Text    string `json:"text"`
	}
	type group struct {
		Count     int64   `json:"count"`
		Rule      string  `json:"rule"`
		Reason    string  `json:"reason"`
		Component string  `json:"component,omitempty"`
		Scheme    string  `json:"scheme,omitempty"`
		Example   example `json:"example"`
	}
	groups := []group{}
	for _, g := range s.Groups() {
		x := g.Example
		groups = append(groups, group{g.Count, g.Rule, NameOf(g.Reason), g.Component.String(), g.Scheme,
			example{show.Safe(x.File), x.Place.Line, x.Column, show.Safe(x.Message), x.Picture.Text}})
	}
	return json.Marshal(struct {
		Records     int64    `json:"records"`
		Bad         int64    `json:"bad"`
		Skipped     int64    `json:"skipped"`
		Unread      int64    `json:"unread"`
		Interrupted bool     `json:"interrupted"`
		Unknown     int64    `json:"unknown,omitempty"`
		Ignored     int64    `json:"ignored,omitempty"`
		Formats     []Counts `json:"formats,omitempty"`
		Groups      []group  `json:"groups"`
	}{s.Records, s.Bad, s.Skipped, s.Unread, s.Interrupted, s.Unknown, s.Ignored, s.Formats, groups})
}

// text prints findings as compilers print errors, with a picture below each:
//
//	list.txt:3:9: ' ' is not allowed in an authority
//	    http://a b/
//	            ^
type text struct {
	rules              bool
	place, carets, end string // escape sequences for terminals
}

func newText(o Options) *text {
	x := &text{rules: o.Rules}
	if o.Color {
		x.place, x.carets, x.end = "\x1b[1m", "\x1b[1;31m", "\x1b[0m" // bold, bold and red
	}
	return x
}

func (*text) frame(*Summary) (begin, between, end string) { return "", "", "" }

func (x *text) Append(dst []byte, f *Finding) []byte {
	dst = append(dst, x.place...)
	dst = append(AppendWhere(dst, f.File, f.Place.Line, f.column()), ':')
	dst = append(dst, x.end...)
	dst = append(dst, ' ')
	dst = append(dst, show.Safe(f.message())...)
	if x.rules && f.Err != nil {
		dst = append(dst, " ["...)
		dst = append(dst, f.Rule...)
		dst = append(dst, ']')
	}
	dst = append(dst, '\n')
	picture := f.picture()
	if f.Err == nil {
		picture.Carets = 0
	}
	return picture.Append(dst, x.carets, x.end)
}

// Argument is how names of strings begin that are arguments, which have columns but no lines.
const Argument = "argument "

// AppendWhere appends a file, and line and column.
func AppendWhere(dst []byte, file string, line, column int64) []byte {
	dst = append(dst, show.Safe(file)...)
	if strings.HasPrefix(file, Argument) {
		return strconv.AppendInt(append(dst, ", column "...), column, 10)
	}
	dst = strconv.AppendInt(append(dst, ':'), line, 10)
	return strconv.AppendInt(append(dst, ':'), column, 10)
}
