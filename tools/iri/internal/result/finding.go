// Package result prints what check finds in files, and sums it up.
package result

import (
	"encoding/base64"
	"strconv"
	"unicode/utf8"

	"example.org/iri"
	"example.org/iri/tools/internal/cli/show"
	"example.org/iri/tools/iri/source"
)

// A Finding is a string that check reports.
type Finding struct {
	File  string
	Place source.Place
	Text  []byte
	Rule  string           // the rule that the string was validated by
	Err   *iri.SyntaxError // nil if the string matches, with --invert
}

// span returns the bytes of the error.
func (f *Finding) span() iri.Span {
	if f.Err == nil {
		return iri.Span{}
	}
	return f.Err.Span
}

// picture shows the string around these bytes.
func (f *Finding) picture() show.Picture {
	s := f.span()
	return show.Around(f.Text, s.Start, s.End)
}

// message returns the error in words.
func (f *Finding) message() string {
	if f.Err == nil {
		return "matches rule " + f.Rule
	}
	return f.Err.Message()
}

// reason returns the name of the reason, "match" if nothing is wrong.
func (f *Finding) reason() string {
	if f.Err == nil {
		return NameOf(0)
	}
	return NameOf(f.Err.Reason)
}

// NameOf returns the name of a reason, "match" for that of a string that matches.
func NameOf(r iri.Reason) string {
	if r == 0 {
		return "match"
	}
	return r.String()
}

// component returns the component with the error, "" if there is none or the rule does not name one.
func (f *Finding) component() string {
	if f.Err == nil {
		return ""
	}
	return f.Err.Component().String()
}

// column returns the column of the error in its file, in bytes from 1. If the file does not have
// the string byte for byte, it is the column at which the string begins.
func (f *Finding) column() int64 {
	return f.Place.ColumnOf(f.span().Start)
}

// maxText is how many bytes of a string programs get. No program needs more, and the findings of a
// block, printed, are to fit into memory.
const maxText = 64 << 10

// A field is what programs get of a finding: a string or a number.
type field struct {
	name    string
	text    []byte
	number  int64
	numeric bool
	absent  bool // JSON leaves it out, TSV has an empty field
}

// fields returns the fields of a finding, in their order. This order and the names are stable.
//
//   - file, line, column: where; line and column count from 1, column in bytes.
//   - rule, reason, component: what is wrong. The component is absent if the rule does not name one.
//   - byte, end: the error, as offsets in the string; absent if the string matches.
//   - length: of the string, in bytes.
//   - message: in words, which may change.
//   - text: at most its first 64 KiB.
func fields(f *Finding) [11]field {
	span, component := f.span(), f.component()
	return [...]field{
		textual("file", []byte(f.File), true),
		numeric("line", f.Place.Line, true),
		numeric("column", f.column(), true),
		textual("rule", []byte(f.Rule), true),
		textual("reason", []byte(f.reason()), true),
		textual("component", []byte(component), component != ""),
		numeric("byte", int64(span.Start), f.Err != nil),
		numeric("end", int64(span.End), f.Err != nil),
		numeric("length", int64(len(f.Text)), true),
		textual("message", []byte(f.message()), true),
		textual("text", head(f.Text), true),
	}
}

func textual(name string, text []byte, present bool) field {
	return field{name: name, text: text, absent: !present}
}

func numeric(name string, n int64, present bool) field {
	return field{name: name, number: n, numeric: true, absent: !present}
}

// head returns the first maxText bytes of a string, or a few less so as not to split a character.
func head(text []byte) []byte {
	if len(text) <= maxText {
		return text
	}
	n := maxText
	for n > maxText-utf8.UTFMax && !utf8.RuneStart(text[n]) {
		n--
	}
	return text[:n]
}

// jsonl prints a finding as an object on a line. If a string is not UTF-8, base64 replaces it.
type jsonl struct{}

func (jsonl) frame(*Summary) (begin, between, end string) { return "", "", "" }

func (jsonl) Append(dst []byte, f *Finding) []byte {
	before := byte('{')
	for _, x := range fields(f) {
		if x.absent {
			continue
		}
		dst = append(dst, before)
		before = ','
		dst = x.appendMember(dst)
	}
	return append(dst, "}\n"...)
}

func (x *field) appendMember(dst []byte) []byte {
	name, encoded := x.name, false
	if name == "text" && !utf8.Valid(x.text) {
		name, encoded = "base64", true
	}
	dst = append(show.AppendJSON(dst, name), ':')
	switch {
	case x.numeric:
		return strconv.AppendInt(dst, x.number, 10)
	case encoded:
		dst = append(dst, '"')
		dst = base64.StdEncoding.AppendEncode(dst, x.text)
		return append(dst, '"')
	}
	return show.AppendJSON(dst, x.text)
}

// tsv prints a finding as a line of fields between tabs, with the escapes of [show.AppendTSV].
type tsv struct{}

func (tsv) frame(*Summary) (begin, between, end string) { return "", "", "" }

func (tsv) Append(dst []byte, f *Finding) []byte {
	for i, x := range fields(f) {
		if i > 0 {
			dst = append(dst, '\t')
		}
		switch {
		case x.absent:
		case x.numeric:
			dst = strconv.AppendInt(dst, x.number, 10)
		default:
			dst = show.AppendTSV(dst, x.text)
		}
	}
	return append(dst, '\n')
}
