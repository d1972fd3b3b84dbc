package main

import (
	"context"
	"errors"
	"fmt"
	"path"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/transforms/stats"

	"example.org/iri/rule"
	"example.org/iri/tools/beam/iris"
	"example.org/iri/tools/iri/record"
	"example.org/iri/tools/iri/source"
)

func init() {
	register.Function1x1(validLine)
	register.Function1x1(invalidLine)
	register.Function1x1(failedLine)
	register.Function1x1(stringsLine)
	register.Function2x1(reasonLine)
}

// A job describes a pipeline.
type job struct {
	globs  []string
	source source.Options
	rule   rule.Rule
	output string // folder of the results
	valid  bool   // also write valid strings
}

// check validates a job before it is submitted.
func (j job) check(ctx context.Context) error {
	switch {
	case len(j.globs) == 0:
		return errors.New("no files to read")
	case j.output == "":
		return errors.New("no folder for the results: set -output")
	}
	fs, err := filesystem.New(ctx, j.output)
	if err != nil {
		return err
	}
	defer fs.Close()
	old, err := fs.List(ctx, j.file("*"))
	if err == nil && len(old) > 0 {
		err = fmt.Errorf("%s is not empty: it has %s", j.output, path.Base(old[0]))
	}
	return err
}

func (j job) file(name string) string { return strings.TrimSuffix(j.output, "/") + "/" + name }

func (j job) pipeline() *beam.Pipeline {
	p, s := beam.NewPipelineWithRoot()
	texts, counts, failed := iris.Read(s, j.source, j.globs...)
	valid, invalid, reasons := iris.ValidateIRIs(s, j.rule, texts)
	if j.valid {
		iris.Write(s, j.file("valid"), ".txt", beam.ParDo(s, validLine, valid))
	}
	iris.Write(s, j.file("invalid"), ".jsonl", beam.ParDo(s, invalidLine, invalid))
	iris.Write(s, j.file("failed"), ".jsonl", beam.ParDo(s, failedLine, failed))
	iris.Write(s, j.file("counts"), ".jsonl", beam.Flatten(s,
		beam.ParDo(s, stringsLine, stats.Sum(s, counts)),
		beam.ParDo(s, reasonLine, stats.Count(s, reasons))))
	return p
}

// outcome returns the exit status of a finished job and the reason if it is not 0.
func (j job) outcome(ctx context.Context) (status int, why error) {
	fs, err := filesystem.New(ctx, j.output)
	if err != nil {
		return 2, err
	}
	defer fs.Close()
	for _, o := range []struct {
		status      int
		files, what string
	}{
		{2, j.file("failed-*.jsonl"), "what cannot be read"},
		{1, j.file("invalid-*.jsonl"), "invalid strings"},
	} {
		files, err := fs.List(ctx, o.files)
		if err != nil {
			return 2, err
		}
		if len(files) > 0 {
			return o.status, fmt.Errorf("%s: %s", o.files, o.what)
		}
	}
	return 0, nil
}

func validLine(t iris.Text) []byte { return t.Text }

func invalidLine(x iris.Invalid) []byte {
	return record.JSON(nil, &record.Record{
		File: x.Text.File, Place: x.Text.Place, Text: x.Text.Text, Rule: x.Rule,
		Message: x.Message, Reason: x.Reason, Component: x.Component, Section: x.Section, Span: x.Span,
	})
}

func failedLine(f iris.Failure) []byte {
	return record.JSON(nil, &record.Record{
		File: f.File, Place: source.Place{Line: f.Line, Column: f.Column}, Unread: true, Message: f.Message, Reason: record.Unreadable,
	})
}

func stringsLine(n int) []byte { return fmt.Appendf(nil, `{"strings":%d}`, n) }

func reasonLine(reason string, n int) []byte {
	return fmt.Appendf(nil, `{"reason":%q,"count":%d}`, reason, n)
}
