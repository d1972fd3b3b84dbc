package main

import (
	"bytes"
	"regexp"
	"slices"

	"github.com/spf13/pflag"

	"example.org/iri"
	"example.org/iri/intl"
	"example.org/iri/lint"
	"example.org/iri/rule"
	"example.org/iri/tools/internal/cli"
	"example.org/iri/tools/iri/internal/engine"
	"example.org/iri/tools/iri/internal/result"
	"example.org/iri/tools/iri/record"
	"example.org/iri/tools/iri/source"
)

const lintHelp = `Lint reports valid references (IRIs, URIs, relative references) that are probably not
what was meant, or that programs interpret differently. It also reports invalid ones.
docs/reference/lint.md lists the findings.

    $ echo htps://www.example.org:80800/a, | iri lint
    -:1:1: warning: a scheme that is probably mistyped [scheme-mistyped]
        htps://www.example.org:80800/a,
        ^^^^
    -:1:24: warning: a port above 65535 [port-too-large]
        htps://www.example.org:80800/a,
                               ^^^^^
    -:1:31: warning: punctuation at the end that is probably not part of the URL [end-punctuation]
        htps://www.example.org:80800/a,
                                      ^

Columns count bytes from 1. An error: a specification forbids it. A warning: it is
probably not what somebody meant. A note: a matter of form or of caution; only with
--severity note. A relative reference is not resolved without --base. A summary goes to
standard error; with --json, it is the last object.

With -r, lint leaves out folders with copies of other projects (vendor, node_modules,
third_party, bower_components) and with strings that may be wrong on purpose, such as
fixtures, testdata, example-data, tests and page_files. The summary has their number;
--no-ignore reads them.
`

const lintExamples = `  iri lint list.txt
  iri lint --format sarif -r site/ -o lint.sarif
  iri lint -r --ignore secret,host-top-level --skip '^http://localhost' site/
  iri lint --json links.txt | jq -r 'select(.severity == "error") | .string'
`

// copiesAndTests matches names of folders that -r leaves out.
var copiesAndTests = regexp.MustCompile(`^(?:vendor|node_modules|third_party|bower_components|(?:test|example|sample|mock)[_-]?data|(?:__)?fixtures(?:__)?|__tests__|(?:.*[_-])?tests?|.*_files)$`)

// linter is the command that reports suspect strings.
type linter struct {
	findings
	least  lint.Severity // reported severity
	ignore codes         // codes not reported
}

func lintLines(j *job, flags *pflag.FlagSet) (run func() error) {
	l := &linter{findings: findings{job: j, options: result.SummaryOptions{Findings: true}}}
	l.declare(flags)
	l.aside = copiesAndTests
	l.resolves = false // findings in the part added by the base IRI would be about text that nobody wrote
	least := "warning"
	flags.Var(cli.OneOf(&least, "note", "warning", "error"), "severity", "report findings of `SEVERITY` (note, warning, error) and worse")
	flags.Var(&l.ignore, "ignore", "do not report findings with `CODE`, or with one of\nseveral: secret,double-slash; may be repeated")
	cli.Repeatable(flags, "ignore")
	return func() error {
		l.least = map[string]lint.Severity{"note": lint.Note, "warning": lint.Warning, "error": lint.Error}[least]
		return l.run()
	}
}

func (l *linter) run() error {
	if err := l.prepare(false); err != nil {
		return err
	}
	suspect := int64(0) // invalid strings, and strings with an error or a warning
	err := run(l.job, l.lint, func(p *engine.Piece, v *results) error {
		suspect += v.suspect
		return l.write(p, v)
	})
	if cli.ClosedPipe(err) {
		return err
	}
	return l.outcome(l.finish(err), suspect)
}

func (l *linter) lint(p *engine.Piece, v *results) {
	v.reset(p.Block.Len())
	v.suspect = 0
	v.invalid = record.Record{File: p.Name, Rule: rule.IRIReference.String()}
	for place, text := range p.Block.All() {
		if parts, err := rule.IRIReference.SplitInto(&v.wrong, text); err == nil {
			l.addSuspect(v, p, place, text, parts)
		} else {
			l.addInvalid(v, p, place, text, syntaxError(err))
		}
	}
}

func (l *linter) addInvalid(v *results, p *engine.Piece, place source.Place, text []byte, wrong *iri.SyntaxError) {
	severity := lint.Error
	template := !l.inputs.options.Templates && source.IsTemplate(text) // lists keep templates; documents leave them out
	if template || isTolerated(text) || isData(p.Format) && isLabel(text) || hasCells(p.Format) && isCell(text) {
		severity = lint.Note
	}
	if severity < l.least {
		return
	}
	v.summary.Found++
	if severity == lint.Error {
		v.suspect++
	}
	v.invalid.Severity = severity.String()
	v.invalid.Place, v.invalid.Text = place, text
	v.invalid.SetError(wrong)
	v.invalid.Repair = l.repair(place, text, rule.IRIReference)
	l.add(v, &v.invalid)
}

// Codes whose severity depends on the format.
const (
	noHost        = "http-no-host"
	doubleSlash   = "double-slash"
	fileSyntax    = "file-syntax"
	fileLocal     = "file-local"
	urnSyntax     = "urn-syntax"
	schemeMissing = "scheme-missing"
	schemeIsHost  = "scheme-is-host"
	hostPort      = "host-port"
)

// ofText are codes of mistakes in text and links that are intended in RDF names.
var ofText = []string{doubleSlash, fileLocal, fileSyntax, urnSyntax, "end-punctuation", "percent-end", "percent-backslash"}

// isData reports whether a format consists of named values.
func isData(format source.Format) bool {
	return format == source.JSON || format == source.JSONL || format == source.YAML || format == source.XML
}

func hasCells(format source.Format) bool { return format == source.CSV || format == source.TSV }

// severityIn returns the severity of a finding in a string of a format. Hosts without a scheme are mistakes in links,
// but may be intended elsewhere, as in configurations.
func severityIn(format source.Format, f *lint.Finding, text []byte) lint.Severity {
	links := format == source.HTML || format == source.Markdown
	names := format == source.NTriples || format == source.NQuads || format == source.Turtle || format == source.TriG
	data := isData(format)
	switch {
	case f.Code == schemeIsHost && data && bytes.IndexByte(text, '/') < 0:
		return lint.Note
	case f.Code == hostPort && links:
		return lint.Warning
	case f.Code == schemeMissing && !links:
		return lint.Note
	case f.Code == noHost && data && bytes.HasSuffix(text, []byte("://")): // prefixes in patterns and settings
		return lint.Note
	case names && slices.Contains(ofText, f.Code): // RDF compares names as strings
		return lint.Note
	case f.Code == urnSyntax && data && !bytes.Contains(bytes.ToLower(text), []byte("urn:uuid:")): // names of schemas and variables
		return lint.Note
	case f.Code == fileSyntax && data && bytes.IndexByte(text, '/') > len("file:"): // relative paths in configurations
		return lint.Note
	}
	return f.Severity
}

func (l *linter) reports(f *lint.Finding) bool {
	return f.Severity >= l.least && !slices.Contains(l.ignore, f.Code)
}

// reported returns the printed findings with a repair.
func (l *linter) reported(all []lint.Finding, format source.Format, text []byte) (list []lint.Finding) {
	for _, f := range all {
		if f.Severity = severityIn(format, &f, text); f.Repair != nil && l.reports(&f) {
			list = append(list, f)
		}
	}
	return list
}

func (l *linter) addSuspect(v *results, p *engine.Piece, place source.Place, text []byte, parts iri.Parts) {
	if v.lint = intl.AppendLint(v.lint[:0], text, parts); len(v.lint) == 0 {
		return
	}
	r := &v.record
	*r = record.Record{File: p.Name, Place: place, Text: text, Rule: rule.IRIReference.String(), Valid: true}
	worst := lint.Note
	repairs := 0 // SARIF has one fix for all, since separate fixes would conflict
	for i, f := range v.lint {
		f.Severity = severityIn(p.Format, &f, text)
		again := func(g lint.Finding) bool { return g.Code == f.Code }
		if !l.reports(&f) || f.Repair == nil && slices.ContainsFunc(v.lint[:i], again) {
			continue
		}
		worst = max(worst, f.Severity)
		if f.Repair != nil {
			repairs++
		}
		r.Message, r.Span, r.Section, r.Code, r.Severity, r.Repair = f.Message, f.Span, f.Source, f.Code, f.Severity.String(), ""
		switch {
		case f.Repair == nil || l.format.Name == "text":
		case l.format.Name != "sarif":
			r.Repair = lint.Repair(string(r.Text), []lint.Finding{f})
		case repairs == 1:
			r.Repair = lint.Repair(string(r.Text), l.reported(v.lint, p.Format, text))
		}
		l.add(v, r)
	}
	if worst >= lint.Warning {
		v.suspect++
	}
}
