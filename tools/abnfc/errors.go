package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"example.org/iri/compile"
	"example.org/iri/compile/abnf"
	"example.org/iri/tools/internal/cli"
	"example.org/iri/tools/internal/cli/show"
)

// grammarError is a mistake in a grammar.
type grammarError struct{ error }

func (e grammarError) Unwrap() error { return e.error }

// hasPlace reports whether an error has a place in a file. Its text then begins with the place, after the name of a
// package.
func hasPlace(err error) bool {
	e, ok := err.(placed)
	return ok && e.Position().Line > 0
}

// faults returns the errors of a list, at any depth; any other error is a list of one.
func faults(err error) (list []error) {
	switch fault := err.(type) {
	case grammarError:
		return faults(fault.error)
	case cli.UsageError:
		return faults(fault.Err)
	}
	joined, ok := err.(interface{ Unwrap() []error })
	if !ok {
		return []error{err}
	}
	for _, err := range joined.Unwrap() {
		list = append(list, faults(err)...)
	}
	return list
}

// faultList is a list of errors without duplicates: rules that use the same rule have the same faults.
type faultList struct {
	errs  []error
	met   map[string]bool
	usage bool // one of them is wrong usage
}

func (l *faultList) add(err error) {
	if err == nil {
		return
	}
	if l.met == nil {
		l.met = make(map[string]bool)
	}
	l.usage = l.usage || errors.As(err, new(cli.UsageError))
	for _, fault := range faults(err) {
		if text := fault.Error(); !l.met[text] {
			l.met[text] = true
			l.errs = append(l.errs, fault)
		}
	}
}

func (l *faultList) err() error {
	if l.usage {
		return cli.UsageError{Err: errors.Join(l.errs...)}
	}
	return errors.Join(l.errs...)
}

// printFaults prints a line for each error, and below it the line of the file at which it lies.
func printFaults(w io.Writer, list []error) {
	var q quoter
	for _, fault := range list {
		fmt.Fprintln(w, diagnostic(fault))
		if hasPlace(fault) {
			io.WriteString(w, q.quote(fault.(placed).Position()))
		}
	}
}

// placed is an error at a place.
type placed interface{ Position() abnf.Pos }

// diagnostic returns the line that the command prints of an error: file:line:column:
// message, or abnfc: message if it lies in no place.
func diagnostic(err error) string {
	if hasPlace(err) {
		return message(err)
	}
	return "abnfc: " + message(err)
}

// message returns the text of an error without the name of the package that it comes from, with the
// flag of the limit that was exceeded, or that allows some recursion, or what to change.
func message(err error) string {
	text := strings.TrimPrefix(err.Error(), "abnf: ")
	switch err := err.(type) {
	case *compile.LimitError:
		text += limitHint(err)
	case *compile.NotRegularError:
		text += " (--depth N allows N levels)"
	}
	return text
}

// quoter quotes lines of files. It reads them once more, each once: errors have places, but no
// texts.
type quoter struct{ texts map[string]string }

// quote returns the line of a place, or the part of it around the place, and a second line that
// points at the place. It returns nothing if the text is not to be had, as from a pipe, or is no
// longer what it was.
func (q *quoter) quote(pos abnf.Pos) string {
	line, column, ok := lineAt(q.text(pos.File), pos)
	if !ok || strings.TrimSpace(line) == "" {
		return ""
	}
	return pointAt(strings.ReplaceAll(line, "\t", " "), column)
}

// text returns the text of a file, empty if it cannot be read again.
func (q *quoter) text(file string) string {
	if text, known := q.texts[file]; known {
		return text
	}
	if q.texts == nil {
		q.texts = make(map[string]string)
	}
	if info, err := os.Stat(file); err == nil && info.Mode().IsRegular() {
		text, _ := readFile(file) // what cannot be read has no lines
		q.texts[file] = string(text)
	} else if err != nil {
		q.texts[file] = string(bundledText(file))
	}
	return q.texts[file]
}

// lineAt returns the line of a text in which a place lies, without its end, and the offset of the
// place in it; false if the text has no such place.
func lineAt(text string, pos abnf.Pos) (line string, column int, ok bool) {
	if pos.Offset > len(text) || strings.Count(text[:pos.Offset], "\n") != pos.Line-1 {
		return "", 0, false
	}
	begin := strings.LastIndexByte(text[:pos.Offset], '\n') + 1
	line, _, _ = strings.Cut(text[begin:], "\n")
	line = strings.TrimSuffix(line, "\r")
	column = pos.Offset - begin
	return line, column, column == pos.Col-1 && column <= len(line)
}

// pointAt returns a text, or the part of it around a byte if it is long, and a second line that
// points at the byte.
func pointAt(text string, offset int) string {
	return show.Around([]byte(text), offset, offset).String()
}
