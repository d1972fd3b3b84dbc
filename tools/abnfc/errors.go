package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"example.org/iri/compile"
	"example.org/iri/compile/abnf"
)

// grammarError is a mistake in a grammar.
type grammarError struct{ error }

func (e grammarError) Unwrap() error { return e.error }

// placedError is an error at a place in a file of equations.
type placedError struct {
	abnf.Pos
	err error
}

func (e *placedError) Error() string { return e.Pos.String() + ": " + message(e.err) }

func (e *placedError) Unwrap() error { return e.err }

// at puts those of the errors in a list that have no place at one.
func at(pos abnf.Pos, err error) error {
	list := faults(err)
	for i, fault := range list {
		if !hasPlace(fault) {
			list[i] = &placedError{pos, fault}
		}
	}
	return errors.Join(list...)
}

// hasPlace reports whether an error lies at a place in a file. Its text then begins with
// that, behind the name of a package.
func hasPlace(err error) bool {
	e, ok := err.(placed)
	return ok && e.Position().Line > 0
}

// faults returns the errors in a list, at any depth; any other error is the only one.
func faults(err error) (list []error) {
	if fault, ok := err.(grammarError); ok {
		return faults(fault.error)
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

// faultList is a list of errors, each of them once: rules that use the same rule have the
// same faults.
type faultList struct {
	errs []error
	met  map[string]bool
}

func (l *faultList) add(err error) {
	if err == nil {
		return
	}
	if l.met == nil {
		l.met = make(map[string]bool)
	}
	for _, fault := range faults(err) {
		if text := fault.Error(); !l.met[text] {
			l.met[text] = true
			l.errs = append(l.errs, fault)
		}
	}
}

func (l *faultList) err() error { return errors.Join(l.errs...) }

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
// flag of the limit that was exceeded.
func message(err error) string {
	text := strings.TrimPrefix(err.Error(), "abnf: ")
	if limit, ok := err.(*compile.LimitError); ok {
		text += limitFlag(limit)
	}
	return text
}
