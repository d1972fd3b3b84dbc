package main

import (
	"errors"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/spf13/pflag"

	"example.org/iri/rule"
	"example.org/iri/tools/internal/cli"
	"example.org/iri/tools/iri/internal/engine"
	"example.org/iri/tools/iri/record"
	"example.org/iri/tools/iri/source"
)

// A transform appends the result for a string to dst. If it returns an error, the returned bytes are ignored.
type transform func(dst, text []byte) ([]byte, error)

// transforming returns a command. Function declare declares its flags, and returns a constructor of transforms, one for
// each goroutine.
func transforming(declare func(*pflag.FlagSet) func() (transform, error)) func(*job, *pflag.FlagSet) func() error {
	return func(j *job, flags *pflag.FlagSet) func() error {
		r := j.declareRewriting(flags)
		ready := declare(flags)
		return func() error {
			if _, err := ready(); err != nil {
				return err
			}
			return r.run(pass{new: func() handler {
				t, _ := ready()
				return r.transformed(t)
			}})
		}
	}
}

// A rewriting prints files with their strings replaced, if these are lines, tables or JSON Lines. With a template or a
// format other than text, it prints one line for each string.
type rewriting struct {
	*job
	template string
	format   cli.Format
	quiet    bool
	form     record.Form // nil if files are printed as a whole
	recorded bool        // print errors as records
	write    bool        // replace the files
	writing  writing
}

func (j *job) declareRewriting(flags *pflag.FlagSet) *rewriting {
	j.declareFiles(flags)
	r := &rewriting{job: j}
	r.format.Declare(flags, "text", "jsonl", "tsv")
	flags.Var(cli.NonEmpty(&r.template), "get", "print `TEMPLATE` for each string: {string} is the\nresult, {scheme}, {host}, ... are its components")
	flags.BoolVar(&r.write, "write", false, "replace the files; strings without a result stay as\nthey are; print nothing")
	flags.BoolVar(&r.writing.strict, "strict", false, "with --write, replace a file only if each of its\nstrings has a result")
	flags.BoolVarP(&r.quiet, "quiet", "q", false, "do not print errors of strings")
	return r
}

func printsWhole(f source.Format) bool {
	return slices.Contains([]source.Format{source.Lines, source.CSV, source.TSV, source.JSONL, source.NTriples, source.NQuads}, f)
}

func (r *rewriting) run(all pass) error {
	switch base := r.cmd.Flags().Lookup("base"); {
	case base != nil && !base.Changed && r.options.Format == "" && r.options.Column == "" && r.options.Field == "":
		r.options.Format = source.Lines // with two columns
	case base != nil && base.Changed && r.cmd.Name() == "resolve": // a base IRI in a file may be relative to it
		r.options.Base, r.options.Notes = base.Value.String(), true
	default:
		r.options.AsInFile = r.write
	}
	var err error
	if r.form, err = formOf(&r.format, r.template); err != nil {
		return err
	}
	switch r.recorded = r.form != nil && r.template == ""; {
	case r.write && r.output.name != "":
		return cli.Usagef("either --write or --output, not both")
	case r.form != nil && r.write:
		return cli.Usagef("--write prints nothing: not with --get or --format")
	case r.recursive && r.form == nil && !r.write:
		return cli.Usagef("-r needs --get, --format or --write")
	case r.writing.strict && !r.write:
		return cli.Usagef("--strict needs --write")
	case r.form == nil:
		r.options.Keep = true
		r.checkFile = r.checkWhole
	}
	if !r.write {
		var joint joint
		return r.each(all, func(piece *engine.Piece, p *printed) error {
			err := joint.print(r.cmd.OutOrStdout(), p.out, r.end(r.recorded))
			if piece.Last {
				joint.endFile()
			}
			return err
		})
	}
	r.replaces, r.keepsMark = true, true
	return r.replaceFiles(all)
}

func (r *rewriting) checkWhole(f *source.File) error {
	switch {
	case r.write && f.IsPacked():
		return &source.Error{Err: errors.New("compressed files are not replaced")}
	case r.write && (f.Format == source.Turtle || f.Format == source.TriG):
		return errNotReplaced
	case !r.write && !printsWhole(f.Format):
		return errNotWhole
	}
	return nil
}

var (
	errNotWhole    = errors.New("only lines, csv, tsv, jsonl, ntriples and nquads are printed as a whole; use --get '{string}' to print a line for each string")
	errNotReplaced = errors.New("turtle and trig files are not replaced, since their IRIs may have prefixes")
)

func (r *rewriting) transformed(t transform) handler {
	var result []byte
	return func(x *entry, p *printed) (ok bool) {
		if x.skipped {
			return r.printResult(x, p, nil, false)
		}
		var wrong error
		if result, wrong = t(result[:0], x.text); wrong != nil {
			p.reject(x, wrong)
		}
		return r.printResult(x, p, result, wrong == nil)
	}
}

// printResult prints the result of an entry, and returns whether there is one. An entry without a result is unchanged in tables
// and replaced files; otherwise it becomes an empty line.
func (r *rewriting) printResult(x *entry, p *printed, result []byte, ok bool) bool {
	if ok && x.raw != nil && isRDF(x.format) && !rule.IRI.Valid(result) && rule.IRI.Valid(x.text) {
		p.reject(x, errRelative)
		ok = false
	}
	changed := ok && string(result) != string(x.inFile) && !(r.write && x.Name)
	if r.write && changed {
		p.changed++
	}
	switch {
	case r.form != nil:
		p.out = append(r.form(p.out, r.recordOf(x, p, result, ok)), r.end(r.recorded))
	case x.raw != nil && !ok && x.format == source.Lines && !r.write: // an empty line
	case x.raw != nil && !changed: // keeps quotation marks and escapes
		p.out = append(p.out, x.raw...)
	case x.raw != nil:
		p.out = r.quote(p.out, result, x)
	case p.format != source.Lines:
		if changed {
			p.addEdit(x, result)
		}
	case ok:
		p.out = r.appendEnding(append(p.out, result...), x)
	case r.write:
		p.out = r.appendEnding(append(p.out, x.text...), x)
	default:
		p.out = r.appendEnding(p.out, x)
	}
	return ok
}

func isRDF(f source.Format) bool { return f == source.NTriples || f == source.NQuads }

var errRelative = errors.New("the result is a relative reference, which the format does not allow")

// recordOf returns the record of a result, or the record of the error set by diagnose. For an error with a template, it
// has only the place and the rule.
func (r *rewriting) recordOf(x *entry, p *printed, result []byte, ok bool) *record.Record {
	f := &p.record
	switch {
	case x.skipped:
		return f
	case ok:
		*f = record.Record{Text: result, Place: x.Place, Valid: true, Split: true}
		f.Parts, _ = rule.IRIReference.Split(result)
	case !r.recorded:
		*f = record.Record{Place: x.Place}
	}
	f.File, f.Rule = x.file, p.rule.String()
	return f
}

// appendEnding appends a line end. Replaced files keep theirs.
func (r *rewriting) appendEnding(dst []byte, x *entry) []byte {
	if r.write && !r.options.NUL {
		return append(dst, x.ending...)
	}
	return append(dst, r.end(false))
}

// quote appends a string as quoted in its format.
func (r *rewriting) quote(dst, result []byte, x *entry) []byte {
	switch {
	case x.format == source.JSONL:
		dst, _ = jsontext.AppendQuote(dst, result)
		return dst
	case isRDF(x.format):
		return append(append(append(dst, '<'), result...), '>')
	case x.format == source.CSV && (len(x.raw) > 0 && x.raw[0] == '"' || r.needsQuotes(string(result))):
		return append(append(append(dst, '"'), strings.ReplaceAll(string(result), `"`, `""`)...), '"')
	}
	return append(dst, result...)
}

func (r *rewriting) needsQuotes(field string) bool {
	delimiter := r.options.Delimiter
	if delimiter == 0 {
		delimiter = ','
	}
	return strings.ContainsRune(field, delimiter) || strings.ContainsAny(field, "\"\r\n")
}
