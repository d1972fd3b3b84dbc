package main

import (
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"example.org/iri/file"
	"example.org/iri/rule"
	"example.org/iri/tools/internal/cli"
	"example.org/iri/tools/internal/replace"
	"example.org/iri/tools/iri/internal/engine"
	"example.org/iri/tools/iri/internal/result"
	"example.org/iri/tools/iri/source"
)

// inputs are the files, folders, strings and standard input given by operands and flags.
type inputs struct {
	output    outputFile
	delimiter string
	options   source.Options
	resolves  bool // resolve relative references in files
	recursive bool // read the files in folders
	include   []string
	exclude   []string
	skip      skipList // --skip
	skipNamed skipList // for operands other than folders: skip and, with -r, .iriignore of the working directory
	require   bool
	aside     *regexp.Regexp             // names of folders to leave out with -r; may be nil
	folders   atomic.Int64               // number left out by aside
	noIgnore  bool                       // use neither .gitignore nor aside
	ignored   atomic.Int64               // number of files and folders left out by .gitignore
	replaces  bool                       // replace files
	keepsMark bool                       // print or keep a byte order mark, instead of skipping it
	checkFile func(f *source.File) error // returns an error if the command cannot process f; may be nil
}

// filesTopic is the help topic with the flags of files.
const filesTopic = "files"

func (in *inputs) declareNull(flags *pflag.FlagSet) {
	flags.BoolVarP(&in.options.NUL, "null", "0", false, "lines end in NUL, not in LF; objects and rows that are\nprinted end in LF")
}

func (in *inputs) declareFiles(flags *pflag.FlagSet) {
	shared := pflag.NewFlagSet("", pflag.ContinueOnError)
	shared.Var(cli.OneOf(&in.options.Format, source.Formats()...), "from", "read all files as `NAME` (lines, csv, ...),\nnot by their extensions")
	shared.Var((*mapping)(&in.options.ByExtension), "map", "read files that end in .EXTENSION as format NAME:\n`.EXTENSION=NAME`; may be repeated")
	in.declareNull(shared)
	shared.BoolVarP(&in.recursive, "recursive", "r", false, "read the files in folders")
	shared.StringArrayVar(&in.include, "include", nil, "with -r, read only files that match `GLOB`,\na pattern as in .gitignore; may be repeated")
	shared.StringArrayVar(&in.exclude, "exclude", nil, "with -r, skip files and folders that match `GLOB`;\nmay be repeated")
	shared.Var((*skipFlag)(&in.skip), "skip", "leave out strings in which `REGEXP` (RE2) matches;\nmay be repeated; with -r, also those of .iriignore")
	cli.Repeatable(shared, "skip", "map")
	shared.BoolVar(&in.noIgnore, "no-ignore", false, "with -r, also read what .gitignore ignores, and folders\nsuch as vendor and testdata, which lint leaves out")
	shared.BoolVar(&in.require, "require", false, "exit with status 1 if there are no strings at all:\nnot even templates, or strings that --skip leaves out")
	shared.Var(cli.NonEmpty(&in.options.Column), "column", "read column `NAME` of csv and tsv; a number, from 1,\nis a column of a file without a header")
	shared.Var(cli.NonEmpty(&in.delimiter), "delimiter", "`CHARACTER` between the fields of csv and tsv")
	shared.Var(cli.NonEmpty(&in.options.Field), "field", "read the strings at `PATH` of json, jsonl, yaml and\nxml: author.url, links.#.href, feed.entry.link.@href")
	shared.BoolVar(&in.options.All, "all", false, "read all strings of json, jsonl and yaml")
	shared.BoolVar(&in.options.Templates, "templates", false, "in documents, also read templates: {{ x }}, {x}, ${x}")
	cli.OnTopic(shared, filesTopic)
	flags.AddFlagSet(shared)
}

// declareBase declares the flags of commands that also resolve relative references in files.
func (in *inputs) declareBase(flags *pflag.FlagSet) {
	in.declareFiles(flags)
	in.resolves = true
	shared := pflag.NewFlagSet("", pflag.ContinueOnError)
	shared.StringVar(&in.options.Base, "base", "", "resolve relative references in files against `IRI`,\nnot against that of the file (check, split, lint,\nfilter)")
	cli.OnTopic(shared, filesTopic)
	flags.AddFlagSet(shared)
}

func (in *inputs) check(flags *pflag.FlagSet) error {
	if d := strings.ReplaceAll(in.delimiter, `\t`, "\t"); d != "" {
		var n int
		if in.options.Delimiter, n = utf8.DecodeRuneInString(d); n != len(d) || strings.ContainsRune("\"\r\n\x00\ufffd", in.options.Delimiter) {
			return cli.Usagef("--delimiter: %q is not a field separator", in.delimiter)
		}
	}
	for _, name := range []string{"include", "exclude", "no-ignore"} {
		if !in.recursive && changed(flags, name) {
			return cli.Usagef("--%s is for folders, with -r", name)
		}
	}
	if in.resolves && flags.Changed("base") { // an empty value, as of an unset variable of a shell, is an error
		if err := rule.IRI.CheckString(in.options.Base); err != nil {
			return wrongBase(err)
		}
	}
	return nil
}

func changed(flags *pflag.FlagSet, name string) bool {
	f := flags.Lookup(name)
	return f != nil && f.Changed
}

func wrongBase(err error) error { return cli.Usagef("--base: %s", syntaxError(err).Message()) }

type mapping map[string]source.Format

func (m *mapping) String() string { return "" }
func (m *mapping) Type() string   { return "string" }

func (m *mapping) Set(text string) error {
	extension, name, _ := strings.Cut(text, "=")
	var f source.Format
	switch err := cli.OneOf(&f, source.Formats()...).Set(name); {
	case len(extension) < 2 || extension[0] != '.' || extension != source.ExtensionOf("x"+extension):
		return errors.New("want .EXTENSION=FORMAT, in lower case and without the extension of compression")
	case err != nil:
		return fmt.Errorf("the format %w", err)
	case (*m)[extension] != "":
		return fmt.Errorf("%s is already mapped to %s", extension, (*m)[extension])
	}
	if *m == nil {
		*m = make(mapping)
	}
	(*m)[extension] = f
	return nil
}

// all yields the inputs of the operands, or standard input without operands. With -r, operands are often files below
// the working directory that another program names, such as pre-commit, so .iriignore there applies to them.
func (in *inputs) all(cmd *cobra.Command, operands []string) iter.Seq[engine.Input] {
	if len(operands) == 0 {
		operands = []string{"-"}
	}
	return func(yield func(engine.Input) bool) {
		in.skipNamed = in.skip
		if in.recursive && slices.ContainsFunc(operands, isFile) && !in.addIgnored(yield) {
			return
		}
		for n, operand := range operands {
			if !in.operand(cmd, operand, n+1, yield) {
				return
			}
		}
	}
}

func isFile(name string) bool {
	info, err := os.Stat(name)
	return err == nil && !info.IsDir()
}

// addIgnored adds the expressions of .iriignore in the working directory to skipNamed. It returns false if yield does.
func (in *inputs) addIgnored(yield func(engine.Input) bool) (more bool) {
	here, err := os.OpenRoot(".")
	if err != nil {
		return yield(unreadable(".", err))
	}
	defer here.Close()
	in.skipNamed, more = in.skipListIn(here, "", yield)
	return more
}

// operand yields the inputs of the nth operand. It returns false if yield does.
func (in *inputs) operand(cmd *cobra.Command, name string, n int, yield func(engine.Input) bool) bool {
	if name == "-" {
		return yield(engine.Input{Name: name, Skip: in.skipNamed.function(), Open: func() (*source.File, error) {
			f, err := source.New(name, cmd.InOrStdin(), in.optionsFor(""))
			return f, in.accept(cmd, "standard input", f, err)
		}})
	}
	info, err := os.Stat(name)
	switch {
	case err == nil && info.IsDir() && in.recursive:
		return in.folder(cmd, name, yield)
	case err != nil && !errors.Is(err, fs.ErrPermission) && looksLikeIRI(name): // a string may be too long for a file name
		return yield(in.argument(name, n))
	}
	o := in.optionsFor(name)
	if err == nil && in.recursive && o.Format == "" {
		return yield(unknown(name))
	}
	input := engine.Input{Name: name, Found: in.recursive, Skip: in.skipNamed.function()}
	if in.replaces {
		in.replace(cmd, &input, o)
	} else {
		input.Open = func() (*source.File, error) {
			f, err := source.Open(name, o)
			return f, in.accept(cmd, name, f, err)
		}
	}
	return yield(input)
}

// optionsFor returns the options for a file, or for standard input if name is "". By default, the base IRI is that of
// the file (RFC 3986, section 5.1.3).
func (in *inputs) optionsFor(name string) source.Options {
	o := in.options
	o.Notes = o.Notes || len(in.skipNamed) > 0
	if name == "" {
		return o
	}
	if in.recursive && o.Format == "" {
		o.Format = o.FormatInFolder(name)
	}
	if absolute, err := filepath.Abs(name); err == nil && o.Base == "" && in.resolves {
		if base, err := style().IRI(absolute); err == nil {
			o.Base = base.String()
		}
	}
	return o
}

// replace makes the file of an input replaceable.
func (in *inputs) replace(cmd *cobra.Command, input *engine.Input, o source.Options) {
	name, found := input.Name, new(engine.Replaceable)
	input.Replaceable = found
	input.Open = func() (*source.File, error) {
		folder, err := os.OpenRoot(filepath.Dir(name))
		if err != nil {
			return nil, &fs.PathError{Op: "open", Path: name, Err: replace.Reason(err)}
		}
		defer folder.Close()
		return in.openIn(cmd, folder, name, found, o)
	}
}

// openIn opens a regular file in an open folder, and sets found if the file is to be replaced.
func (in *inputs) openIn(cmd *cobra.Command, folder *os.Root, name string, found *engine.Replaceable, o source.Options) (*source.File, error) {
	file, info, err := replace.Open(folder, filepath.Base(name))
	if err != nil {
		return nil, &fs.PathError{Op: "open", Path: name, Err: err}
	}
	if in.replaces {
		if found.Folder, err = folder.OpenRoot("."); err != nil {
			file.Close()
			return nil, &fs.PathError{Op: "open", Path: name, Err: replace.Reason(err)}
		}
		found.Info, found.Options = info, o
	}
	f, err := source.Take(name, file, o)
	return f, in.accept(cmd, name, f, err)
}

// accept returns err, or the error of checkFile. It reports a skipped byte order mark.
func (in *inputs) accept(cmd *cobra.Command, name string, f *source.File, err error) error {
	switch {
	case err != nil && errors.Is(err, fs.ErrNotExist) && !strings.Contains(name, string(filepath.Separator)):
		return fmt.Errorf("%w; for a string without a scheme, or with a scheme of one letter, use standard input", err)
	case err != nil:
		return err
	case f.Skipped && !in.keepsMark:
		cli.Complain(cmd, fmt.Errorf("%s: a byte order mark is skipped", name))
	}
	if in.checkFile != nil {
		if err := in.checkFile(f); err != nil {
			f.Close()
			return err
		}
	}
	return nil
}

func style() file.Style {
	if filepath.Separator == '\\' {
		return file.Windows
	}
	return file.Unix
}

func unreadable(name string, err error) engine.Input {
	return engine.Input{Name: name, Open: func() (*source.File, error) { return nil, err }}
}

// unknown returns an input of unknown format, which is only counted.
func unknown(name string) engine.Input {
	input := unreadable(name, &source.FormatError{Extension: source.ExtensionOf(name)})
	input.Found = true
	return input
}

func (in *inputs) argument(text string, n int) engine.Input {
	name := result.Argument + strconv.Itoa(n)
	return engine.Input{Name: name, Skip: in.skipNamed.function(), Open: func() (*source.File, error) {
		return source.New(name, strings.NewReader(text), source.Options{Format: source.Lines, NUL: true, Keep: in.options.Keep})
	}}
}

// looksLikeIRI reports whether text begins with a scheme of at least two letters. One letter may be a Windows drive.
func looksLikeIRI(text string) bool {
	scheme, _, found := strings.Cut(text, ":")
	return found && len(scheme) > 1 && rule.Scheme.ValidString(scheme)
}

// sizeOf returns the total size of the operands, or 0 if unknown.
func (in *inputs) sizeOf(operands []string) (total int64) {
	for _, name := range operands {
		info, err := os.Stat(name)
		if err != nil || !info.Mode().IsRegular() {
			return 0
		}
		total += info.Size()
	}
	return total
}
