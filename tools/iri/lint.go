package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/pflag"

	"example.org/iri"
	"example.org/iri/internal/uri/find"
	"example.org/iri/internal/uri/plain"
	"example.org/iri/internal/uri/ref"
	"example.org/iri/intl"
	"example.org/iri/lint"
	"example.org/iri/rule"
	"example.org/iri/tools/internal/cli"
	"example.org/iri/tools/iri/internal/result"
)

const lintHelp = `Lint prints what is odd about references that are valid: IRIs, URIs, relative
references. It reads what check reads. docs/reference/lint.md tells what there is to find.

    $ echo HTTP://user:secret@h:80/a/.. | iri lint
    -:1:1: warning: a scheme with upper-case letters [scheme-upper-case]
    -:1:8: error: a userinfo, which http and https must not have [http-userinfo]
    -:1:13: warning: a password in clear text [password]
    -:1:21: warning: the default port of the scheme [port-default]
    -:1:25: warning: a dot segment that can be removed [dot-segments]

The column counts bytes from 1. A specification forbids an error. It advises against
a warning, or programs differ on it. A note is worth a look. Findings are the
result, on standard output; standard error has texts that are not valid, and a
summary. The exit status is 1 if a text is not valid, or
has an error or a warning.
`

const lintExamples = `  iri lint list.txt
  iri lint links.txt | grep ' error: '
  iri lint links.txt | grep -v '\[port-default\]$'
`

// lintLines is the command that says what is odd about valid lines.
func lintLines(j *job, flags *pflag.FlagSet) (run func() error) {
	j.declareBase(flags)
	return func() error {
		total, err := j.each(handlingBy(rule.IRIReference, true, func() judge { return lintRecord }))
		s := result.Summary{
			Records: total.records, Bad: total.bad, Skipped: j.skipped, Unread: j.unread,
			Unknown: j.unknown, Formats: j.byFormat(),
			Interrupted: errors.Is(err, context.Canceled),
		}
		if !cli.ClosedPipe(err) && !j.nothing(&s) {
			s.Print(j.cmd.ErrOrStderr(), result.SummaryOptions{Unit: j.unit})
		}
		return err
	}
}

// lintRecord prints the findings about a record, which is good if all of them are notes.
func lintRecord(r *record, p *printed) (good bool) {
	if r.skipped {
		return false
	}
	if !r.valid {
		p.invalid(r)
		return false
	}
	if plain.Is(&ref.Ref[[]byte]{Text: r.text, Cut: find.Cut(r.parts)}) {
		return true
	}
	x, _ := iri.ParseReference(string(r.text))
	worst := lint.Note
	for _, f := range intl.Lint(x) {
		worst = max(worst, f.Severity)
		p.out = r.appendPlace(p.out, f.Span.Start)
		p.out = fmt.Appendf(p.out, "%v: %s [%s]\n", f.Severity, f.Message, f.Code)
	}
	return worst < lint.Warning
}
