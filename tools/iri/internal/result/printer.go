// Package result prints the findings of check and lint, and sums them up.
package result

import (
	"fmt"
	"io"
	"strings"

	"example.org/iri/tools/iri/record"
)

// Options are how findings are printed.
type Options struct {
	Format  string // one of Formats
	Color   bool   // of text for people
	Rules   bool   // text for people names the rule of each finding, since there are several
	Version string // of the program, for SARIF
}

// Formats are the forms in which findings can be printed:
//
//   - text is for people: file, line, column and message, the string, and carets under the error.
//   - jsonl is an object a line, and the summary in the last.
//   - tsv is a line each, with the members of a record between tabs.
//   - sarif is one document of SARIF 2.1.0, for services that show findings in source code.
var Formats = []string{"text", "jsonl", "tsv", "sarif"}

// A Printer prints findings. Several goroutines can make them ready to be printed, one prints them.
type Printer struct {
	form
	w     io.Writer
	begun bool // something has been written
}

// A form is a way to print findings.
type form interface {
	// Append appends a finding. It may be called by several goroutines at a time.
	Append(dst []byte, r *record.Record) []byte
	// problem prepares to print what could not be read, and returns what is printed at once.
	problem(r *record.Record) []byte
	// frame returns what stands before all findings, between two, and after all. What Append
	// appends begins with what stands between.
	frame(s *Summary) (begin, between, end string)
}

// NewPrinter returns what prints findings to w.
func NewPrinter(w io.Writer, o Options) (*Printer, error) {
	p := &Printer{w: w}
	switch o.Format {
	case "text":
		p.form = newText(o)
	case "jsonl":
		p.form = lines{record.JSON, true}
	case "tsv":
		p.form = lines{record.TSV, false}
	case "sarif":
		p.form = &sarif{version: o.Version}
	default:
		return nil, fmt.Errorf("unknown format %q; there are %s", o.Format, strings.Join(Formats, ", "))
	}
	return p, nil
}

// Write prints what Append has appended for some findings, which are those that follow.
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

// Problem prints what could not be read, after the findings before it. In text for people, nothing is printed: the
// command reports it on standard error.
func (p *Printer) Problem(r *record.Record) error {
	_, err := p.w.Write(p.problem(r))
	return err
}

// Close prints what stands after all findings, also if not all could be found. It does not close
// the writer below.
func (p *Printer) Close(s *Summary) error {
	begin, _, end := p.frame(s)
	if p.begun {
		begin = ""
	}
	_, err := io.WriteString(p.w, begin+end)
	return err
}

// lines prints each record on a line.
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
