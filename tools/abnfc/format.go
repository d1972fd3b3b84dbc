package main

import (
	"bytes"
	"fmt"

	"example.org/iri/tools/internal/abnflint"
	"example.org/iri/tools/internal/cli"
	"example.org/iri/tools/internal/sarif"
)

func formatted(format string, findings []abnflint.Finding, unread []error) []byte {
	var out bytes.Buffer
	lines := newLines(&out)
	switch format {
	case "text":
		for _, x := range findings {
			fmt.Fprintln(&out, x)
		}
	case "jsonl":
		for _, x := range findings {
			lines.Encode(findingRecord(x))
		}
		for _, err := range unread {
			lines.Encode(unreadRecord(err))
		}
		var last summaryRecord
		last.Summary.Findings, last.Summary.Unread = len(findings), len(unread)
		lines.Encode(last)
	case "sarif":
		lines.Encode(newSARIF(findings, unread))
	}
	return out.Bytes()
}

// newSARIF returns a SARIF document. Its columns are those of the other formats, in bytes, since ABNF is ASCII except
// for comments.
func newSARIF(findings []abnflint.Finding, unread []error) sarif.Log {
	run := sarif.Run{
		Tool:    sarif.Tool{Driver: sarif.Driver{Name: "abnfc", Version: cli.Version()}},
		Columns: "unicodeCodePoints",
		Results: []sarif.Result{},
	}
	end := sarif.Invocation{Successful: len(unread) == 0}
	for _, err := range unread {
		problem := sarif.Notification{Level: "error", Message: sarif.Message{Text: message(err)}}
		if name := fileOf(err); name != "" {
			problem.Locations = sarif.In(name, nil)
		}
		end.Problems = append(end.Problems, problem)
	}
	run.Invocations = []sarif.Invocation{end}
	for _, c := range abnflint.Codes {
		run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, sarif.Rule{ID: c.Name, Short: sarif.Message{Text: c.Text}})
	}
	for _, f := range findings {
		result := sarif.Result{RuleID: f.Code, Level: f.Severity(), Message: sarif.Message{Text: f.Text()}}
		if f.File != "" {
			result.Locations = sarif.At(f.File, int64(f.Line), int64(f.Col))
		}
		run.Results = append(run.Results, result)
	}
	return sarif.NewLog(run)
}
