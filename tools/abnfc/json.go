package main

import (
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"unicode/utf8"

	"github.com/spf13/pflag"

	"example.org/iri/internal/explain"
	"example.org/iri/tools/internal/abnflint"
)

func jsonFlag(flags *pflag.FlagSet, lines *bool) {
	flags.BoolVar(lines, "json", false, "print JSON Lines; see above")
}

func newLines(w io.Writer) *json.Encoder {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return e
}

// record is a JSON line about a string that matches a rule or not, or that shows a finding. Its members have the names
// of iri's.
type record struct {
	String   *string       `json:"string,omitempty"`
	Base64   []byte        `json:"base64,omitempty"` // instead of a string that is not UTF-8
	File     string        `json:"file,omitempty"`
	FileRaw  []byte        `json:"file_base64,omitempty"` // instead of a name that is not UTF-8
	Line     int           `json:"line,omitempty"`        // from 1
	Column   int           `json:"column,omitempty"`      // in bytes, from 1
	Rule     string        `json:"rule,omitempty"`
	Valid    *bool         `json:"valid,omitempty"`
	Message  string        `json:"message,omitempty"`
	Reason   string        `json:"reason,omitempty"`
	Byte     *int          `json:"byte,omitempty"` // from 0
	End      *int          `json:"end,omitempty"`
	Code     string        `json:"code,omitempty"`
	Severity string        `json:"severity,omitempty"`
	Depth    *int          `json:"depth,omitempty"`
	Expected []expectation `json:"expected,omitempty"`
}

type expectation struct {
	What  string   `json:"what"`
	Rules []string `json:"rules"` // the innermost first
}

func newRecord(s, rule string, valid bool) (x record) {
	x.Rule, x.Valid = rule, &valid
	x.setString(s)
	return x
}

func (x *record) setString(s string) {
	if utf8.ValidString(s) {
		x.String = &s
	} else {
		x.Base64 = []byte(s)
	}
}

func (x *record) setFile(name string) {
	if utf8.ValidString(name) {
		x.File = name
	} else {
		x.FileRaw = []byte(name)
	}
}

func partRecord(d *explain.Derivation, depth int) record {
	x := newRecord(d.Text, d.Rule.Name, true)
	x.Byte, x.End, x.Depth = &d.Start, &d.End, &depth
	return x
}

func mismatchRecord(text string, m *explain.MismatchError) record {
	x := newRecord(text, m.Rule, false)
	x.Message, x.Byte = message(m), &m.Offset
	for _, e := range m.Expected {
		x.Expected = append(x.Expected, expectation{e.What, e.Rules()})
	}
	return x
}

func unreadRecord(err error) record {
	x := record{Message: message(err), Reason: "cannot be read"}
	x.setFile(fileOf(err))
	return x
}

func fileOf(err error) string {
	if path := new(fs.PathError); errors.As(err, &path) {
		return path.Path
	}
	return ""
}

// summaryRecord is the last line of findings.
type summaryRecord struct {
	Summary struct {
		Findings int `json:"findings"`
		Unread   int `json:"unread"` // files
	} `json:"summary"`
}

func findingRecord(f abnflint.Finding) record {
	x := record{Line: f.Line, Column: f.Col, Rule: f.Rule, Message: f.Msg, Code: f.Code, Severity: f.Severity()}
	x.setFile(f.File)
	if f.Witness != nil {
		x.setString(string(f.Witness))
	}
	return x
}
