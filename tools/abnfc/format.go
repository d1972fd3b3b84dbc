package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"example.org/iri/tools/internal/abnflint"
	"example.org/iri/tools/internal/sarif"
)

// format is the value of --format: how findings are printed.
type format string

func (f *format) String() string { return string(*f) }

// Type is the name of the value in help.
func (f *format) Type() string { return "FORMAT" }

func (f *format) Set(value string) error {
	switch value {
	case "text", "jsonl", "sarif":
		*f = format(value)
		return nil
	}
	return errors.New("want text, jsonl or sarif")
}

// register adds --format, and --json for one of its values.
func (f *format) register(cmd *cobra.Command) {
	cmd.Flags().Var(f, "format", "print findings as `FORMAT`: text, jsonl or sarif")
	cmd.Flags().BoolFunc("json", "the same as --format jsonl", func(string) error { return f.Set("jsonl") })
	cmd.MarkFlagsMutuallyExclusive("format", "json")
}

// print prints findings.
func (f format) print(w io.Writer, findings []abnflint.Finding, version string) error {
	out := bufio.NewWriter(w)
	lines := newLines(out) // an error stays in out
	switch f {
	case "text":
		for _, x := range findings {
			fmt.Fprintln(out, x)
		}
	case "jsonl":
		for _, x := range findings {
			lines.Encode(findingRecord(x))
		}
	case "sarif":
		lines.Encode(newSARIF(findings, version))
	}
	return out.Flush()
}

// newSARIF returns a document of SARIF. Its columns are those of the other formats, in bytes: ABNF is ASCII, apart from
// comments.
func newSARIF(findings []abnflint.Finding, version string) sarif.Log {
	run := sarif.Run{
		Tool:    sarif.Tool{Driver: sarif.Driver{Name: "abnfc", Version: version}},
		Columns: "unicodeCodePoints",
		Results: []sarif.Result{},
	}
	for _, c := range abnflint.Codes {
		run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, sarif.Rule{ID: c.Name, Short: sarif.Message{Text: c.Text}})
	}
	for _, f := range findings {
		result := sarif.Result{RuleID: f.Code, Level: f.Severity(), Message: sarif.Message{Text: f.Text()}}
		if f.File != "" {
			result.Locations = sarif.At(f.File, f.Line, f.Col)
		}
		run.Results = append(run.Results, result)
	}
	return sarif.NewLog(run)
}
