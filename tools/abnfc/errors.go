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

type grammarError struct{ error }

func (e grammarError) Unwrap() error { return e.error }

// hasPlace reports whether an error has a position in a file. Then its text begins with the position, after a package
// name.
func hasPlace(err error) bool {
	e, ok := err.(placed)
	return ok && e.Position().Line > 0
}

// faults returns the errors in a tree of joined errors.
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

// faultList is a list of errors without duplicates, which arise when rules need the same rule.
type faultList struct {
	errs  []error
	met   map[string]bool
	usage bool // contains a usage error
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

func printFaults(w io.Writer, list []error) {
	var q quoter
	for _, fault := range list {
		fmt.Fprintln(w, diagnostic(fault))
		if hasPlace(fault) {
			io.WriteString(w, q.quote(fault.(placed).Position()))
		}
	}
}

type placed interface{ Position() abnf.Pos }

// diagnostic returns the output for an error: file:line:column: message, or abnfc: message without a position.
func diagnostic(err error) string {
	if hasPlace(err) {
		return message(err)
	}
	return "abnfc: " + message(err)
}

// message returns the text of an error without its package name, with a hint at the flag of an exceeded limit or for
// recursion.
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

// quoter quotes lines of files. It reads each file again, once, since errors do not contain their texts.
type quoter struct{ texts map[string]string }

// quote returns the line at a position, shortened if necessary, and a line with a caret. It returns "" if the file
// cannot be read again, such as a pipe, or has changed.
func (q *quoter) quote(pos abnf.Pos) string {
	line, column, ok := lineAt(q.text(pos.File), pos)
	if !ok || strings.TrimSpace(line) == "" {
		return ""
	}
	return pointAt(strings.ReplaceAll(line, "\t", " "), column)
}

func (q *quoter) text(file string) string {
	if text, known := q.texts[file]; known {
		return text
	}
	if q.texts == nil {
		q.texts = make(map[string]string)
	}
	if info, err := os.Stat(file); err == nil && info.Mode().IsRegular() {
		text, _ := readFile(file) // an unreadable file has no lines
		q.texts[file] = string(text)
	} else if err != nil {
		q.texts[file] = string(bundledText(file))
	}
	return q.texts[file]
}

// lineAt returns the line at a position, without its line break, and the offset in it. It returns false if the text
// does not have the position.
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

// pointAt returns text, shortened if necessary, and a line with a caret below an offset.
func pointAt(text string, offset int) string {
	return show.Around([]byte(text), offset, offset).String()
}
