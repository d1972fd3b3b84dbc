package main

import (
	"errors"
	"io"
	"iter"

	"github.com/spf13/pflag"

	"example.org/iri/tools/internal/cli"
	"example.org/iri/tools/internal/explanation"
	"example.org/iri/tools/iri/internal/engine"
	"example.org/iri/tools/iri/record"
	"example.org/iri/tools/iri/source"
)

const explainHelp = `Explain shows the components of a string and the rules that it matches:

    $ iri explain http://example.org:80/a?q
        http://example.org:80/a?q
        \__/   \_________/ \/\/ |
        scheme host        | |  query
                           | path
                           port
        host is   reg-name
        is        IRI, IRI-reference, absolute-IRI, URI, ...

For an invalid string, it shows where the error is, the reason, the section of
the RFC and, if there is one, a suggested fix. Without a STRING, and for the STRING -, it
reads lines of standard input.
`

const explainExamples = `  iri explain http://example.org/ mailto:me@example.org
  iri explain 'http://a b/'
  echo '../rosé' | iri explain
`

func explain(j *job, flags *pflag.FlagSet) func() error {
	j.declareNull(flags)
	var color cli.Color
	color.Declare(flags)
	var format cli.Format
	format.Declare(flags, "text", "jsonl", "tsv")
	return func() error {
		form, err := formOf(&format, "")
		if err != nil {
			return err
		}
		colored, invalid, separator := color.For(j.cmd.OutOrStdout()), int64(0), ""
		for text, err := range j.operandStrings() {
			if err != nil {
				if err := j.explainNothing(err, form); err != nil {
					return err
				}
				continue
			}
			x := explanation.Of(text)
			if x.Err != nil {
				invalid++
			}
			printed := []byte(separator)
			if form != nil {
				printed = append(form(printed, explained(x)), '\n')
			} else {
				printed, separator = explanation.Append(printed, x, colored), "\n"
			}
			if _, err := j.cmd.OutOrStdout().Write(printed); err != nil {
				return err
			}
		}
		return j.outcome(nil, invalid)
	}
}

// explainNothing reports that standard input is unreadable.
func (j *job) explainNothing(err error, form record.Form) error {
	p := &engine.Piece{Name: "-", Err: err}
	j.complain(p)
	if r, is := problem(p); is && form != nil {
		_, err := j.cmd.OutOrStdout().Write(append(form(nil, &r), '\n'))
		return err
	}
	return nil
}

func explained(x *explanation.Explanation) *record.Record {
	r := &record.Record{Text: []byte(x.Text), Repair: x.Repair.String()}
	if x.Err != nil {
		r.Rule = x.Err.Rule
		r.SetError(x.Err)
		return r
	}
	r.Rule, r.Valid, r.Split, r.Parts = x.Languages[0].String(), true, true, x.Reference.Parts()
	for _, l := range x.Languages {
		r.Languages = append(r.Languages, l.String())
	}
	return r
}

// operandStrings yields the arguments, and the lines of standard input for each "-".
func (j *job) operandStrings() iter.Seq2[string, error] {
	operands := j.operands
	if len(operands) == 0 {
		operands = []string{"-"}
	}
	return func(yield func(string, error) bool) {
		for _, arg := range operands {
			if arg != "-" {
				if !yield(arg, nil) {
					return
				}
			} else if !j.lines(yield) {
				return
			}
		}
	}
}

// lines yields the lines of standard input. It returns false if yield does.
func (j *job) lines(yield func(string, error) bool) bool {
	file, err := source.New("-", j.cmd.InOrStdin(), source.Options{Format: source.Lines, NUL: j.options.NUL})
	if err != nil {
		return yield("", err)
	}
	var b source.Block
	for {
		b.Reset()
		err := file.Texts.Read(&b)
		for _, text := range b.All() {
			if !yield(string(text), nil) {
				return false
			}
		}
		switch e := new(source.Error); {
		case err == io.EOF:
			return true
		case err != nil && !yield("", err):
			return false
		case err != nil && !(errors.As(err, &e) && e.GoesOn):
			return true
		}
	}
}
