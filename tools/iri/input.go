package main

import (
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"example.org/iri/file"
	"example.org/iri/rule"
	"example.org/iri/tools/internal/cli"
	"example.org/iri/tools/iri/internal/engine"
	"example.org/iri/tools/iri/internal/ignore"
	"example.org/iri/tools/iri/internal/result"
	"example.org/iri/tools/iri/source"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Inputs are what operands stand for: files, folders, standard input, strings.
type inputs struct {
	delimiter string
	options   source.Options
	resolves  bool // relative references in files
	recursive bool // folders stand for the files in them
	include   []string
	exclude   []string
	require   bool
	suits     func(f *source.File) error // what keeps a command from reading a file
}

// declare declares the flag of all commands.
func (in *inputs) declare(flags *pflag.FlagSet) {
	flags.BoolVarP(&in.options.NUL, "null", "0", false, "lines end in NUL, not in LF")
}

// declareFiles declares the flags of all commands that read files.
func (in *inputs) declareFiles(flags *pflag.FlagSet) {
	flags.BoolVarP(&in.recursive, "recursive", "r", false, "read folders: their files with a known extension, except hidden files, symbolic links and what .gitignore ignores; templates of YAML, such as those of Helm, are reported, not read")
	flags.StringArrayVar(&in.include, "include", nil, "with -r, read only files that match `GLOB`, a pattern as in .gitignore; may be repeated")
	flags.StringArrayVar(&in.exclude, "exclude", nil, "with -r, skip files and folders that match `GLOB`; may be repeated")
	flags.BoolVar(&in.require, "require", false, "exit with status 1 if there are no strings at all")
	flags.Var((*format)(&in.options.Format), "format", "read all files as `NAME`: "+source.FormatNames()+"; by default the extension decides")
	flags.StringVar(&in.options.Column, "column", "", "read column `NAME` of csv and tsv; a number, from 1, is a column of a file without a header")
	flags.StringVar(&in.delimiter, "delimiter", "", "`CHARACTER` between the fields of csv and tsv")
	flags.StringVar(&in.options.Field, "field", "", "read the strings at `PATH` of json, jsonl, yaml and xml: author.url, links.#.href, feed.entry.link.@href")
	flags.BoolVar(&in.options.All, "all", false, "read all strings of json, jsonl and yaml")
	flags.Int64Var(&in.options.MaxFile, "max-file", 0, "refuse files of markdown and yaml over `N` bytes; 0 means 16 MiB and 4 MiB")
}

// declareBase declares the flag of commands that resolve relative references of files.
func (in *inputs) declareBase(flags *pflag.FlagSet) {
	in.declareFiles(flags)
	in.resolves = true
	flags.StringVar(&in.options.Base, "base", "", "resolve relative references in files against `IRI`, not against the IRI of the file")
}

// check returns an error for flags with values that make no sense.
func (in *inputs) check() error {
	if d := strings.ReplaceAll(in.delimiter, `\t`, "\t"); d != "" {
		var n int
		if in.options.Delimiter, n = utf8.DecodeRuneInString(d); n != len(d) || strings.ContainsRune("\"\r\n\x00\ufffd", in.options.Delimiter) {
			return cli.Usagef("--delimiter: %q is not a field separator", in.delimiter)
		}
	}
	if in.options.MaxFile < 0 {
		return cli.Usagef("--max-file: %d is less than 0", in.options.MaxFile)
	}
	if base := in.options.Base; base != "" {
		if err := rule.IRI.CheckString(base); err != nil {
			return cli.Usagef("--base: %w", err)
		}
	}
	return nil
}

// format is a flag.
type format source.Format

func (f *format) String() string { return string(*f) }
func (f *format) Type() string   { return "string" }

func (f *format) Set(name string) error {
	if !slices.Contains(source.Formats(), source.Format(name)) {
		return errors.New("must be one of " + source.FormatNames())
	}
	*f = format(name)
	return nil
}

// all gives what the operands stand for, standard input if there are none.
func (in *inputs) all(cmd *cobra.Command, operands []string) iter.Seq[engine.Input] {
	if len(operands) == 0 {
		operands = []string{"-"}
	}
	return func(yield func(engine.Input) bool) {
		for n, operand := range operands {
			if !in.operand(cmd, operand, n+1, yield) {
				return
			}
		}
	}
}

// operand yields what the n'th operand stands for. It returns false if yield does.
func (in *inputs) operand(cmd *cobra.Command, name string, n int, yield func(engine.Input) bool) bool {
	if name == "-" {
		return yield(engine.Input{Name: name, Open: func() (*source.File, error) {
			f, err := source.New(name, cmd.InOrStdin(), in.options)
			return f, in.accept(cmd, "standard input", f, err)
		}})
	}
	info, err := os.Stat(name)
	switch {
	case err == nil && info.IsDir() && in.recursive:
		return in.folder(cmd, name, yield)
	case err != nil && !errors.Is(err, fs.ErrPermission) && looksLikeIRI(name): // a name may be too long as well
		return yield(argument(name, n))
	}
	return yield(in.file(cmd, name))
}

// file is a file. Its own IRI is the base of its relative references, unless there is another one
// (RFC 3986, section 5.1.3).
func (in *inputs) file(cmd *cobra.Command, name string) engine.Input {
	return engine.Input{Name: name, Open: func() (*source.File, error) {
		o := in.options
		if absolute, err := filepath.Abs(name); err == nil && o.Base == "" && in.resolves {
			if base, err := style().IRI(absolute); err == nil {
				o.Base = base.String()
			}
		}
		f, err := source.Open(name, o)
		return f, in.accept(cmd, name, f, err)
	}}
}

// accept returns the error of a file that has been opened, and notes what was left out.
func (in *inputs) accept(cmd *cobra.Command, name string, f *source.File, err error) error {
	switch {
	case err != nil && errors.Is(err, fs.ErrNotExist) && !strings.Contains(name, string(filepath.Separator)):
		return fmt.Errorf("%w; for a string without a scheme, or with a scheme of one letter, use standard input", err)
	case err != nil:
		return err
	case f.Skipped:
		cli.Complain(cmd, fmt.Errorf("%s: a byte order mark is skipped", name))
	}
	if in.suits != nil {
		if err := in.suits(f); err != nil {
			f.Close()
			return err
		}
	}
	return nil
}

// style is that of the paths of this system.
func style() file.Style {
	if filepath.Separator == '\\' {
		return file.Windows
	}
	return file.Unix
}

// folder yields the files below a folder in the order of their names. Hidden ones, symbolic links, and those
// that git ignores are none.
func (in *inputs) folder(cmd *cobra.Command, root string, yield func(engine.Input) bool) bool {
	top, err := filepath.Abs(root)
	if err != nil {
		return yield(unreadable(root, err))
	}
	w := folder{
		inputs: in, top: filepath.ToSlash(top), patterns: ignore.Above(filepath.ToSlash(top)),
		include: ignore.Parse(strings.Join(in.include, "\n"), filepath.ToSlash(top)),
		exclude: ignore.Parse(strings.Join(in.exclude, "\n"), filepath.ToSlash(top)),
	}
	more := true
	if info, err := os.Lstat(root); err == nil && info.Mode()&fs.ModeSymlink != 0 {
		root += string(filepath.Separator) // what is named is followed
	}
	filepath.WalkDir(root, func(name string, entry fs.DirEntry, err error) error {
		path := w.absolute(root, name)
		switch {
		case err != nil:
			more = yield(unreadable(name, err))
		case name != root && w.ignores(path, entry):
			if entry.IsDir() {
				return fs.SkipDir
			}
		case entry.IsDir():
			w.patterns = append(w.patterns.Below(path), ignore.Read(path+"/.gitignore", path)...)
		case entry.Type().IsRegular() && w.includes(path):
			more = yield(in.found(cmd, name))
		}
		if !more {
			return fs.SkipAll
		}
		return nil
	})
	return more
}

// A folder is one whose files are read.
type folder struct {
	*inputs
	top                        string // with slashes, from the root
	patterns, include, exclude ignore.Patterns
}

// absolute returns the path of a name below the folder, from the root of the file system.
func (w *folder) absolute(root, name string) string {
	below, err := filepath.Rel(root, name)
	if err != nil {
		return filepath.ToSlash(name)
	}
	return path.Join(w.top, filepath.ToSlash(below))
}

func (w *folder) ignores(path string, entry fs.DirEntry) bool {
	return strings.HasPrefix(entry.Name(), ".") || w.patterns.Match(path, entry.IsDir()) || w.exclude.Match(path, entry.IsDir())
}

// includes reports whether a pattern of --include matches a file or its folder.
func (w *folder) includes(path string) bool {
	included := len(w.include) == 0 || w.include.Match(path, false)
	for dir := filepath.Dir(path); !included && len(dir) > len(w.top); dir = filepath.Dir(dir) {
		included = w.include.Match(filepath.ToSlash(dir), true)
	}
	return included
}

// found is a file in a folder, which is read if that makes sense.
func (in *inputs) found(cmd *cobra.Command, name string) engine.Input {
	input := in.file(cmd, name)
	if !in.options.Known(name) {
		input = unreadable(name, &source.FormatError{Extension: source.ExtensionOf(name)})
	}
	input.Found = true
	return input
}

func unreadable(name string, err error) engine.Input {
	return engine.Input{Name: name, Open: func() (*source.File, error) { return nil, err }}
}

// argument is a string on the command line.
func argument(text string, n int) engine.Input {
	name := result.Argument + strconv.Itoa(n)
	return engine.Input{Name: name, Open: func() (*source.File, error) {
		return source.New(name, strings.NewReader(text), source.Options{Format: source.Lines, NUL: true})
	}}
}

// looksLikeIRI reports whether a string begins with a scheme of two or more letters. With one letter it may be
// a path of Windows.
func looksLikeIRI(text string) bool {
	scheme, _, found := strings.Cut(text, ":")
	return found && len(scheme) > 1 && rule.Scheme.ValidString(scheme)
}

// sizeOf returns how many bytes operands have, 0 if that is unknown, for the progress bar.
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
