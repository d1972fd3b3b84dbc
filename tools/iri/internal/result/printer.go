// Package result prints the findings of check and lint, and their summary.
package result

import (
	"io"

	"example.org/iri/tools/iri/record"
)

type Options struct {
	Format  string // one of Formats
	Color   bool   // of text
	Rules   bool   // text names the rule of each finding, since there are several
	Version string // of the program, for SARIF
}

// Formats are the output formats:
//
//   - text, for people: position, message, the string, and carets below the span.
//   - jsonl: one object a line, and the summary as the last one.
//   - tsv: one line for each finding, with the members of a record.
//   - sarif: one SARIF 2.1.0 document, for services that show findings in source code.
var Formats = []string{"text", "jsonl", "tsv", "sarif"}

// A Printer prints findings. Append may be called by several goroutines, the other methods by one.
type Printer struct {
	form
	w     io.Writer
	begun bool // something has been written
}

type form interface {
	// Append appends a finding. It is safe for concurrent use.
	Append(dst []byte, r *record.Record) []byte
	// problem records an unreadable part, and returns its output, if any.
	problem(r *record.Record) []byte
	// frame returns the text before, between and after findings. Append begins with the text between.
	frame(s *Summary) (begin, between, end string)
}

func NewPrinter(w io.Writer, o Options) *Printer {
	p := &Printer{w: w, form: newText(o)}
	switch o.Format {
	case "jsonl":
		p.form = lines{record.JSON, true}
	case "tsv":
		p.form = lines{record.TSV, false}
	case "sarif":
		p.form = &sarifForm{version: o.Version}
	}
	return p
}

// Write prints the output of Append for the next findings.
func (p *Printer) Write(findings []byte) (n int, err error) {
	if len(findings) == 0 {
		return 0, nil
	}
	rest := findings
	if !p.begun {
		p.begun = true
		begin, between, _ := p.frame(nil)
		if _, err := io.WriteString(p.w, begin); err != nil {
			return 0, err
		}
		rest = findings[len(between):]
	}
	n, err = p.w.Write(rest)
	return n + len(findings) - len(rest), err
}

// Problem prints an unreadable part. Text output omits it, since the command reports it on standard error.
func (p *Printer) Problem(r *record.Record) error {
	_, err := p.w.Write(p.problem(r))
	return err
}

// Close prints the text after all findings, even if the run was incomplete. It does not close the writer.
func (p *Printer) Close(s *Summary) error {
	begin, _, end := p.frame(s)
	if p.begun {
		begin = ""
	}
	_, err := io.WriteString(p.w, begin+end)
	return err
}

type lines struct {
	record.Form
	summary bool // as the last line
}

func (l lines) Append(dst []byte, r *record.Record) []byte { return append(l.Form(dst, r), '\n') }

func (l lines) problem(r *record.Record) []byte { return l.Append(nil, r) }

func (l lines) frame(s *Summary) (begin, between, end string) {
	if s != nil && l.summary {
		end = `{"summary":` + string(marshal(s)) + "}\n"
	}
	return "", "", end
}
