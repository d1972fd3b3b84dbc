package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path"
	"strings"
	"unicode/utf8"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/transforms/stats"

	"example.org/iri/rule"
	"example.org/iri/tools/beam/iris"
	"example.org/iri/tools/iri/source"
)

func init() {
	register.Function1x1(goodLine)
	register.Function1x2(badLine)
	register.Function1x2(failedLine)
	register.Function1x1(textsLine)
	register.Function2x1(reasonLine)
}

// A job describes a pipeline.
type job struct {
	globs  []string
	source source.Options
	rule   rule.Rule
	output string // the folder of the results
	good   bool   // write the good strings, too
}

// check validates a job before it goes to a cluster.
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

// file returns the name of a file of the results.
func (j job) file(name string) string { return strings.TrimSuffix(j.output, "/") + "/" + name }

// pipeline makes the pipeline of a job.
func (j job) pipeline() *beam.Pipeline {
	p, s := beam.NewPipelineWithRoot()
	texts, counts, failed := iris.Read(s, j.source, j.globs...)
	good, bad, reasons := iris.ValidateIRIs(s, j.rule, texts)
	if j.good {
		iris.Write(s, j.file("good"), ".txt", beam.ParDo(s, goodLine, good))
	}
	iris.Write(s, j.file("bad"), ".jsonl", beam.ParDo(s, badLine, bad))
	iris.Write(s, j.file("failed"), ".jsonl", beam.ParDo(s, failedLine, failed))
	iris.Write(s, j.file("counts"), ".jsonl", beam.Flatten(s,
		beam.ParDo(s, textsLine, stats.Sum(s, counts)),
		beam.ParDo(s, reasonLine, stats.Count(s, reasons))))
	return p
}

// outcome returns the exit status of a job that has ended, and why it is not 0: 2 if something could not
// be read, 1 if strings are not valid.
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
		{1, j.file("bad-*.jsonl"), "strings that are not valid"},
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

func goodLine(t iris.Text) []byte { return t.Text }

// badLine returns an object with the members that iri check --output jsonl prints. If a string is not UTF-8, base64
// replaces it.
func badLine(w iris.Wrong) ([]byte, error) {
	line := struct {
		File      string  `json:"file"`
		Line      int64   `json:"line,omitempty"`
		Column    int64   `json:"column,omitempty"`
		Rule      string  `json:"rule"`
		Reason    string  `json:"reason"`
		Component string  `json:"component,omitempty"`
		Byte      int64   `json:"byte"`
		End       int64   `json:"end"`
		Length    int     `json:"length"`
		Message   string  `json:"message"`
		Text      *string `json:"text,omitempty"`
		Base64    []byte  `json:"base64,omitempty"`
	}{
		w.Text.File, w.Text.Place.Line, w.Column(), w.Rule, w.Reason, w.Component, w.Byte, w.End,
		len(w.Text.Text), w.Message, nil, nil,
	}
	if text := string(w.Text.Text); utf8.ValidString(text) {
		line.Text = &text
	} else {
		line.Base64 = w.Text.Text
	}
	return json.Marshal(line)
}

func failedLine(f iris.Failure) ([]byte, error) {
	return json.Marshal(struct {
		File    string `json:"file"`
		Line    int64  `json:"line,omitempty"`
		Column  int64  `json:"column,omitempty"`
		Message string `json:"message"`
	}{f.File, f.Line, f.Column, f.Message})
}

func textsLine(n int) []byte { return fmt.Appendf(nil, `{"texts":%d}`, n) }

func reasonLine(reason string, n int) []byte {
	return fmt.Appendf(nil, `{"reason":%q,"count":%d}`, reason, n)
}
