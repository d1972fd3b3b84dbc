package main

import (
	"fmt"

	"github.com/spf13/pflag"

	"example.org/iri"
	"example.org/iri/lint"
	"example.org/iri/tools/cli"
	"example.org/iri/tools/cli/show"
	"example.org/iri/tools/intl"
)

const lintHelp = `Lint prints what is odd about references that are valid: IRIs, URIs, relative
references, a line each. docs/lint.md tells what there is to find.

  $ echo HTTP://user:secret@h:80/a/.. | iri lint
  -:1:1: warning: a scheme with upper-case letters [scheme-upper-case]
  -:1:8: error: a userinfo, which http and https must not have [http-userinfo]
  -:1:13: warning: a password in clear text [password]
  -:1:21: warning: the default port of the scheme [port-default]
  -:1:25: warning: a dot segment that can be removed [dot-segments]

The column counts bytes from 1. An error is what a specification forbids, a
warning what one advises against, or what programs differ on. A note is worth a
look. Findings are the result, on standard output; standard error has lines that
are not valid, and a summary. The exit status is 1 if a line is not valid, or
has an error or a warning.
`

const lintExamples = `  iri lint list.txt
  iri lint links.txt | grep ' error: '
  iri lint links.txt | grep -v '\[port-default\]$'
`

// lintLines is the command that says what is odd about valid lines.
func lintLines(j *job, _ *pflag.FlagSet) (run func() error) {
	return func() error {
		err := j.run(j.wholes(j.lint))
		if err == nil || err == cli.ErrInvalid || err == cli.ErrReported {
			j.summary()
		}
		return err
	}
}

// lint prints the findings about a record, which is good if all of them are notes.
func (j *job) lint(r record) (good bool, err error) {
	if r.tooLong {
		j.reject(r, iri.ErrTooLong)
		return false, nil
	}
	x, wrong := iri.ParseReference(string(r.text))
	if wrong != nil {
		j.reject(r, wrong)
		return false, nil
	}
	worst := lint.Note
	for _, f := range intl.Lint(x) {
		worst = max(worst, f.Severity)
		if _, err := fmt.Fprintf(j.out, "%s:%d:%d: %v: %s [%s]\n", show.Safe(r.file), r.line, f.Span.Start+1, f.Severity, f.Message, f.Code); err != nil {
			return false, err
		}
	}
	return worst < lint.Warning, nil
}
