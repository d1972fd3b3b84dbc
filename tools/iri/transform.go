package main

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/spf13/pflag"

	"example.org/iri/rule"
	"example.org/iri/tools/internal/cli"
	"example.org/iri/tools/internal/replace"
	"example.org/iri/tools/iri/internal/engine"
	"example.org/iri/tools/iri/internal/result"
	"example.org/iri/tools/iri/record"
	"example.org/iri/tools/iri/source"
)

// A transform appends the result for a string to dst. If the string is not valid, the error says why, and the
// returned bytes are not used.
type transform func(dst, text []byte) ([]byte, error)

// transforming returns a command. Declare declares its flags, and returns a function that is called after they have
// been parsed, to make a transform for each goroutine.
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

// A rewriting prints files with their strings replaced, if these are lines, tables or JSON Lines. With a template or
// another format than text, it prints a line for each string.
type rewriting struct {
	*job
	template string
	format   cli.Format
	quiet    bool
	form     record.Form   // nil if files are printed as a whole
	recorded bool          // errors are printed as records
	write    bool          // replace the files
	target   *replace.File // replaces the current file; nil before its first piece
	failed   bool          // the current file is not replaced
	broken   bool          // the reason has been reported
}

func (j *job) declareRewriting(flags *pflag.FlagSet) *rewriting {
	j.declareFiles(flags)
	r := &rewriting{job: j}
	r.format.Declare(flags, "text", "jsonl", "tsv")
	flags.Var(cli.Text(&r.template), "get", "print `TEMPLATE` for each string: {string} is the\nresult, {scheme}, {host}, ... are its components")
	flags.BoolVar(&r.write, "write", false, "replace each file once it has been read, if all its\nstrings are valid; print nothing")
	flags.BoolVarP(&r.quiet, "quiet", "q", false, "do not print errors of strings")
	return r
}

// whole lists the formats, besides lines, that are printed as a whole.
var whole = []source.Format{source.CSV, source.TSV, source.JSONL, source.NTriples, source.NQuads}

// run runs the command. Handlers print with put.
func (r *rewriting) run(all pass) error {
	if base := r.cmd.Flags().Lookup("base"); base != nil && !base.Changed && r.options.Format == "" && r.options.Column == "" && r.options.Field == "" {
		r.options.Format = source.Lines // with two columns
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
	case r.form == nil:
		r.options.Keep = true
		r.checkFile = r.checkWhole
	}
	if !r.write {
		return r.each(all, func(_ *engine.Piece, p *printed) error {
			_, err := r.cmd.OutOrStdout().Write(p.out)
			return err
		})
	}
	r.replaces = true
	defer r.discard()
	return r.each(all, r.writePiece)
}

// checkWhole returns an error if a file cannot be printed as a whole.
func (r *rewriting) checkWhole(f *source.File) error {
	switch {
	case f.Format != source.Lines && !slices.Contains(whole, f.Format):
		return errNotWhole
	case r.write && f.IsPacked():
		return &source.Error{Err: errors.New("compressed files are not replaced")}
	}
	return nil
}

var errNotWhole = errors.New("only lines, csv, tsv, jsonl, ntriples and nquads are printed as a whole; use --get '{string}' to print a line for each string")

// transformed returns a handler that prints the result of t for each entry.
func (r *rewriting) transformed(t transform) handler {
	var result []byte
	return func(x *entry, p *printed) (ok bool) {
		if x.skipped {
			return r.put(x, p, nil, false)
		}
		var wrong error
		if result, wrong = t(result[:0], x.text); wrong != nil {
			p.reject(x, wrong)
		}
		return r.put(x, p, result, wrong == nil)
	}
}

// put prints the result for an entry, and returns ok. An entry without a result stays as it is in a table, and
// otherwise becomes an empty line.
func (r *rewriting) put(x *entry, p *printed, result []byte, ok bool) bool {
	switch {
	case r.form != nil:
		p.out = append(r.form(p.out, r.recordOf(x, p, result, ok)), r.end(r.recorded))
	case x.raw != nil && !ok && x.format == source.Lines && !r.write: // an empty line
	case x.raw != nil && (!ok || string(result) == string(x.text)): // keeps the quotation marks and escapes of the file
		p.out = append(p.out, x.raw...)
	case x.raw != nil:
		p.out = r.quote(p.out, result, x)
	case x.skipped && p.format != source.Lines:
	case ok:
		p.out = r.appendEnding(append(p.out, result...), x)
	default:
		p.out = r.appendEnding(p.out, x)
	}
	return ok
}

// recordOf returns the record of a result or, if there is none, that which diagnose has set. With a template, the record
// then has only the place of the string and its rule.
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

// appendEnding appends the end of a line. A file that is replaced keeps its line ends.
func (r *rewriting) appendEnding(dst []byte, x *entry) []byte {
	if r.write && !r.options.NUL {
		return append(dst, x.ending...)
	}
	return append(dst, r.end(false))
}

// quote appends a string with the quotation marks and escapes that the format needs.
func (r *rewriting) quote(dst, result []byte, x *entry) []byte {
	switch {
	case x.format == source.JSONL:
		dst, _ = jsontext.AppendQuote(dst, result)
		return dst
	case x.format == source.NTriples || x.format == source.NQuads:
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

// writePiece writes the output for a piece to a new file beside the old one, and replaces that after the last piece.
func (r *rewriting) writePiece(piece *engine.Piece, p *printed) error {
	if piece.Replaceable == nil && (piece.Name == "-" || strings.HasPrefix(piece.Name, result.Argument)) {
		return cli.Usagef("--write: %s is not a file", piece.Name)
	}
	if piece.Last {
		defer piece.Replaceable.Close()
	}
	r.failed = r.failed || p.invalid > 0 || piece.Err != nil
	if err := r.append(piece, p.out); err != nil {
		r.fail(piece, err)
	}
	if !piece.Last {
		return nil
	}
	if r.failed {
		if piece.Format != "" && !r.broken && !passedOver(piece) {
			cli.Complain(r.cmd, fmt.Errorf("%s is unchanged, since it has errors", piece.Name))
		}
	} else if err := r.replace(); err != nil {
		r.fail(piece, err)
	}
	r.discard()
	return nil
}

// fail reports that the current file cannot be replaced. The next files are not affected.
func (r *rewriting) fail(piece *engine.Piece, err error) {
	cli.Complain(r.cmd, &fs.PathError{Op: "replace", Path: piece.Name, Err: err})
	r.unread++
	r.discard()
	r.failed, r.broken = true, true
}

// append appends text to the new content of a file, unless the file has failed.
func (r *rewriting) append(piece *engine.Piece, text []byte) (err error) {
	if r.failed {
		return nil
	}
	if r.target == nil {
		from := piece.Replaceable
		if r.target, err = replace.Create(from.Folder, filepath.Base(piece.Name), from.Info); err != nil {
			return err
		}
		if piece.Block.Mark > 0 {
			text = slices.Concat([]byte("\ufeff"), text)
		}
	}
	_, err = r.target.Write(text)
	return err
}

// replace replaces the old file by the new one, unless their contents are equal.
func (r *rewriting) replace() error {
	same, err := r.target.Same()
	if err != nil || same {
		return err
	}
	if err := r.target.Finish(); err != nil {
		return err
	}
	if err := r.target.Commit(); err != nil {
		return err
	}
	r.target = nil
	return nil
}

// discard removes a new file that has not replaced the old one.
func (r *rewriting) discard() {
	if r.target != nil {
		r.target.Discard()
	}
	r.target, r.failed, r.broken = nil, false, false
}
