package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/pflag"

	"example.org/iri/intl"
	"example.org/iri/lint"
	"example.org/iri/rule"
	"example.org/iri/tools/internal/cli"
	"example.org/iri/tools/iri/internal/result"
)

const lintHelp = `Lint reports valid references (IRIs, URIs, relative references) that are probably not
what was meant, or that programs interpret differently. It reads what check reads.
docs/reference/lint.md lists the findings.

    $ echo htps://www.example.org:80800/a, | iri lint
    -:1:1: warning: a scheme that is probably mistyped [scheme-mistyped]
    -:1:24: warning: a port above 65535 [port-too-large]
    -:1:31: warning: punctuation at the end that is probably not part of the URL [end-punctuation]

Columns count bytes from 1. An error: a specification forbids it. A warning: it is
probably not what somebody meant. A note: a matter of form or of caution; only with
--severity=note. Findings go to standard output; strings that are not valid and a summary
go to standard error.
`

const lintExamples = `  iri lint list.txt
  iri lint --severity note links.txt | grep -v '\[port-default\]$'
`

// lintLines is the command that reports valid strings that are suspect.
func lintLines(j *job, flags *pflag.FlagSet) (run func() error) {
	j.declareFiles(flags)
	// The IRI of the file is no base: findings about what it adds would be about nothing that somebody wrote.
	flags.StringVar(&j.options.Base, "base", "", "resolve relative references in files against `IRI`")
	least := lint.Warning
	flags.Var((*severity)(&least), "severity", "report findings of `SEVERITY` (note, warning, error) and worse")
	return func() error {
		total, err := j.each(pass{func() handler { return newLinter(least) }, rule.IRIReference, true})
		s := result.Summary{
			Records: total.records, Bad: total.bad, Skipped: j.skipped, Unread: j.unread,
			Unknown: j.unknown, Ignored: j.ignored.Load(), Formats: j.byFormat(),
			Interrupted: errors.Is(err, context.Canceled),
		}
		if !cli.ClosedPipe(err) && !j.nothing(&s) {
			s.Print(j.cmd.ErrOrStderr(), result.SummaryOptions{Unit: j.unit})
		}
		return err
	}
}

// newLinter returns what prints the findings about each record of a severity or worse. The record is good if there are only notes.
func newLinter(least lint.Severity) handler {
	var findings []lint.Finding
	return func(r *record, p *printed) (good bool) {
		if r.skipped {
			return false
		}
		if !r.valid {
			p.reject(r, r.wrong)
			return false
		}
		good = true
		findings = intl.AppendLint(findings[:0], r.text, r.parts)
		for _, f := range findings {
			if f.Severity < least {
				continue
			}
			good = good && f.Severity < lint.Warning
			p.out = r.appendPlace(p.out, f.Span.Start)
			p.out = fmt.Appendf(p.out, "%v: %s [%s]\n", f.Severity, f.Message, f.Code)
		}
		return good
	}
}
