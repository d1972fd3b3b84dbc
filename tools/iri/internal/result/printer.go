package result

import (
	"fmt"
	"io"
	"strings"
)

// Options are how findings are printed.
type Options struct {
	Output string // one of Outputs
	Color  bool   // of text for people
	Rules  bool   // text for people names the rule of each finding, since there are several
}

// Outputs are the forms in which findings can be printed:
//
//   - text is for people: file, line, column and message, the string, and carets under the error.
//   - jsonl is an object a line.
//   - tsv is a line each, with the fields of [fields] between tabs.
//   - sarif is one document of SARIF 2.1.0, for services that show findings in source code.
var Outputs = []string{"text", "jsonl", "tsv", "sarif"}

// A Printer prints findings. Several goroutines can make them ready to be printed, one prints them.
type Printer struct {
	form
	w     io.Writer
	begun bool // something has been written
}

// A form is a way to print findings.
type form interface {
	// Append appends a finding. It may be called by several goroutines at a time.
	Append(dst []byte, f *Finding) []byte
	// frame returns what stands before all findings, between two, and after all. What Append
	// appends begins with what stands between.
	frame(s *Summary) (begin, between, end string)
}

// NewPrinter returns what prints findings to w.
func NewPrinter(w io.Writer, o Options) (*Printer, error) {
	p := &Printer{w: w}
	switch o.Output {
	case "text":
		p.form = newText(o)
	case "jsonl":
		p.form = jsonl{}
	case "tsv":
		p.form = tsv{}
	case "sarif":
		p.form = sarif{}
	default:
		return nil, fmt.Errorf("unknown output %q; there are %s", o.Output, strings.Join(Outputs, ", "))
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
