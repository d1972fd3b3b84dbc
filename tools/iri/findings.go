package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"example.org/iri/fix"
	"example.org/iri/rule"
	"example.org/iri/tools/internal/cli"
	"example.org/iri/tools/internal/cli/show"
	"example.org/iri/tools/iri/internal/engine"
	"example.org/iri/tools/iri/internal/result"
	"example.org/iri/tools/iri/record"
	"example.org/iri/tools/iri/source"
)

// findings prints and counts the findings of check and lint.
type findings struct {
	*job
	format   cli.Format
	color    cli.Color
	quiet    bool
	counting bool
	listing  bool

	printer *result.Printer
	summary result.Summary
	options result.SummaryOptions
	inFile  int64 // findings in the current file
}

func (f *findings) declare(flags *pflag.FlagSet) {
	f.declareBase(flags)
	f.format.Declare(flags, result.Formats...)
	f.color.Declare(flags)
	flags.BoolVarP(&f.quiet, "quiet", "q", false, "print the summary only")
	flags.BoolVarP(&f.counting, "count", "c", false, "print only the number of findings in each file")
	flags.BoolVarP(&f.listing, "list", "l", false, "print only the names of files with findings")
}

// prepare makes the printer. With several rules, text output names the rule of each finding.
func (f *findings) prepare(severalRules bool) error {
	switch only := f.format.Name; {
	case f.counting && f.listing:
		return cli.Usagef("either --count or --list, not both")
	case f.counting && f.quiet:
		return cli.Usagef("either --count or --quiet, not both")
	case f.listing && f.quiet:
		return cli.Usagef("either --list or --quiet, not both")
	case f.counting && only != "text":
		return cli.Usagef("either --count or --format %s, not both", only)
	case f.listing && only != "text":
		return cli.Usagef("either --list or --format %s, not both", only)
	}
	if f.quiet && f.format.Name == "sarif" { // an empty document would report success
		return cli.Usagef("either --quiet or --format sarif, not both")
	}
	out := f.cmd.OutOrStdout()
	f.printer = result.NewPrinter(out, result.Options{Format: f.format.Name, Color: f.color.For(out), Rules: severalRules, Version: cli.Version()})
	return nil
}

type results struct {
	buffers
	printed  []byte
	findings int64
	summary  result.Summary
}

func (v *results) reset(strings int) {
	v.printed, v.findings = reset(v.printed), 0
	v.summary.Reset()
	v.summary.Strings = int64(strings)
}

func (f *findings) isPrinted() bool { return !f.quiet && !f.counting && !f.listing }

// add counts and prints a finding. Each goroutine has its own results.
func (f *findings) add(v *results, r *record.Record) {
	v.findings++
	v.summary.Add(r)
	if f.isPrinted() {
		v.printed = f.printer.Append(v.printed, r)
	}
}

// repair returns the repair of a string for SARIF, or "".
func (f *findings) repair(place source.Place, text []byte, r rule.Rule) string {
	fixer := fix.Fixer{Scheme: defaultScheme}
	if f.format.Name != "sarif" || !place.Verbatim || !setRule(&fixer, r) {
		return ""
	}
	fixer.Relative = fixer.Relative || place.Relative
	repaired, err := fixer.AppendFix(nil, text)
	if err != nil {
		return ""
	}
	return string(repaired)
}

func (f *findings) write(p *engine.Piece, v *results) error {
	f.inFile += v.findings
	f.count(p, v.summary.Strings, v.summary.Found)
	f.summary.Merge(&v.summary)
	if _, err := f.printer.Write(v.printed); err != nil {
		return err
	}
	if r, is := problem(p); is {
		if err := f.printer.Problem(&r); err != nil {
			return err
		}
	}
	if !p.Last {
		return nil
	}
	found := f.inFile
	f.inFile = 0
	switch {
	case f.counting && !passedOver(p):
		return f.writeCount(p, found)
	case f.listing && found > 0:
		_, err := fmt.Fprintln(f.cmd.OutOrStdout(), show.Safe(p.Name))
		return err
	}
	return nil
}

// writeCount prints the number of findings in a file, with its name if there may be others.
func (f *findings) writeCount(p *engine.Piece, found int64) error {
	prefix := ""
	if len(f.operands) > 1 || f.recursive || p.Found {
		prefix = show.Safe(p.Name) + ":"
	}
	_, err := fmt.Fprintf(f.cmd.OutOrStdout(), "%s%d\n", prefix, found)
	return err
}

// finish prints the summary after a run that returned err. It returns err, or the error of printing.
func (f *findings) finish(err error) error {
	s := &f.summary
	s.Skipped, s.Unread, s.Unknown, s.Tables, s.TemplateFiles, s.Templates = f.skipped, f.unread, f.unknown, f.tables, f.templateFiles, f.templates
	s.LeftOut = f.leftOut
	s.Extensions, s.Ignored, s.Formats = f.extensions, f.ignored.Load(), f.byFormat()
	s.Folders = f.folders.Load()
	s.Interrupted = err != nil // by the user, a full disk, or a closed pipe
	if err := f.unmatched(); err != nil {
		s.Lost = err.Error()
	}
	if closed := f.printer.Close(s); err == nil {
		err = closed
	}
	if f.format.Name != "jsonl" && !f.nothing(s) {
		f.options.Unit, f.options.Column, f.options.Groups = f.unit, f.inputs.options.Column, f.quiet
		s.Print(f.cmd.ErrOrStderr(), f.options)
	}
	return err
}

// lintCodes are the codes that --ignore accepts, in the order of docs/reference/lint.md.
var lintCodes = []string{
	"scheme-upper-case", "http-no-host", "http-userinfo", "file-syntax", "file-relative", "urn-syntax", "urn-namespace", "uuid-syntax",
	"did-syntax", "mailto-syntax", "tag-syntax", "tel-syntax", "sms-syntax", "geo-syntax", "sip-syntax", "ws-syntax",
	"scheme-mistyped", "scheme-second", "drive-letter", "file-local", "script-link", "wrapped-link",
	"mailto-domain", "userinfo", "password", "host-upper-case", "host-address", "host-number", "host-trailing-dot",
	"host-not-dns", "host-label-length", "host-length", "host-ipv4-mapped", "host-ipvfuture", "host-percent-encoded",
	"host-dot-like", "host-delimiter-like", "port-empty", "port-default", "port-padded", "port-too-large", "port-zero",
	"example-login", "host-punctuation", "userinfo-cut", "host-hyphen", "host-www", "dot-segments", "empty-segment",
	"double-slash", "secret", "html-entity", "query-delimiter", "end-punctuation", "percent-end", "percent-markup",
	"percent-template", "bidi-formatting", "bidi-isolate", "joiner", "invisible", "blank", "percent-unreserved",
	"percent-lower-case", "percent-not-utf8", "percent-twice", "percent-nul", "percent-control", "percent-slash",
	"percent-backslash", "bidi-structure", "not-nfc", "host-not-idna", "host-mixed-scripts", "host-look-alike",
	"host-top-level", "host-not-public", "scheme-missing", "scheme-is-host", "host-port",
}

type codes []string

func (c *codes) String() string  { return strings.Join(*c, ",") }
func (c *codes) Type() string    { return "string" }
func (c *codes) Names() []string { return lintCodes }

func (c *codes) Set(list string) error {
	for code := range strings.SplitSeq(list, ",") {
		if !slices.Contains(lintCodes, code) {
			if near := cli.Suggest(code, lintCodes); len(near) > 0 {
				return fmt.Errorf("no code %q; did you mean %s?", code, strings.Join(near, " or "))
			}
			return fmt.Errorf("no code %q; docs/reference/lint.md lists the codes", code)
		}
		*c = append(*c, code)
	}
	return nil
}
