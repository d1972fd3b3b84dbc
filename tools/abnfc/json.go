package main

import (
	"encoding/json"
	"io"
	"unicode/utf8"

	"github.com/spf13/pflag"

	"example.org/iri/internal/explain"
	"example.org/iri/tools/internal/abnflint"
)

// jsonFlag adds the flag --json.
func jsonFlag(flags *pflag.FlagSet, lines *bool) {
	flags.BoolVar(lines, "json", false, "print JSON Lines; see above")
}

// newLines returns an encoder that writes a value a line.
func newLines(w io.Writer) *json.Encoder {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return e
}

// stringJSON is any string: one that JSON has no characters for is in base64.
type stringJSON struct {
	Text   *string `json:"text,omitempty"`
	Base64 []byte  `json:"base64,omitempty"`
}

func newStringJSON(s string) stringJSON {
	if utf8.ValidString(s) {
		return stringJSON{Text: &s}
	}
	return stringJSON{Base64: []byte(s)}
}

// derivationJSON is a line of abnfc explain.
type derivationJSON struct {
	Rule  string `json:"rule"`
	Depth int    `json:"depth"`
	Byte  int    `json:"byte"`
	End   int    `json:"end"`
	stringJSON
}

func newDerivationJSON(d *explain.Derivation, depth int) derivationJSON {
	return derivationJSON{d.Rule.Name, depth, d.Start, d.End, newStringJSON(d.Text)}
}

// mismatchJSON is the only line of abnfc explain for a string that does not match.
type mismatchJSON struct {
	Rule     string            `json:"rule"`
	Byte     int               `json:"byte"`
	Message  string            `json:"message"`
	Expected []expectationJSON `json:"expected"`
}

type expectationJSON struct {
	What  string   `json:"what"`
	Rules []string `json:"rules"`
}

func newMismatchJSON(m *explain.MismatchError) mismatchJSON {
	line := mismatchJSON{m.Rule, m.Offset, message(m), []expectationJSON{}}
	for _, e := range m.Expected {
		line.Expected = append(line.Expected, expectationJSON{e.What, e.Rules()})
	}
	return line
}

// findingJSON is a line of abnfc lint.
type findingJSON struct {
	File    string `json:"file"`
	Line    int    `json:"line"`   // from 1
	Column  int    `json:"column"` // from 1
	Byte    int    `json:"byte"`   // of the file, from 0
	Rule    string `json:"rule,omitempty"`
	Message string `json:"message"`
	stringJSON
}

func newFindingJSON(f abnflint.Finding) findingJSON {
	line := findingJSON{f.File, f.Line, f.Col, f.Offset, f.Rule, f.Msg, stringJSON{}}
	if f.Witness != nil {
		line.stringJSON = newStringJSON(string(f.Witness))
	}
	return line
}
