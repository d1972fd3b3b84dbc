// Package record has the record of a string, which all commands of iri and the pipeline of Beam print for programs:
// as an object of JSON, as a line of TSV, or by a template.
package record

import (
	"example.org/iri"
	"example.org/iri/tools/internal/explanation"
	"example.org/iri/tools/iri/source"
)

// A Record is a string and what is known about it. Members without a value are not printed.
type Record struct {
	File  string
	Place source.Place
	Text  []byte
	Rule  string // the rule that the string was validated by
	Valid bool

	// Unread means that there is no string: Message says why something in File cannot be read.
	Unread bool

	// What is wrong with the string, or suspect about it. SetError sets these but for Message and Section.
	Message   string
	Reason    string
	Component string
	Section   string // of the specification that a finding of lint is based on
	Span      iri.Span
	err       *iri.SyntaxError

	Repair         string // what the string may have been meant to be
	Code, Severity string // of a finding of lint

	Readings  []string // what the string may be, if fix has no repair
	Languages []string // rules that the string matches
	Split     bool     // Parts has the components of the string
	Parts     iri.Parts
}

// Unreadable is the reason of a record without a string.
const Unreadable = "cannot be read"

// SetError sets what is wrong with the string. The message is only made if it is printed.
func (r *Record) SetError(err *iri.SyntaxError) {
	r.err, r.Message = err, ""
	r.Reason, r.Component, r.Section, r.Span = err.Reason.String(), err.Component().String(), "", err.Span
}

// SectionName returns the section of the specification that the finding is based on.
func (r *Record) SectionName() string {
	if r.Section == "" && r.err != nil {
		return explanation.Section(r.err.Reason)
	}
	return r.Section
}

// MessageText returns what is wrong, in words. It is empty if nothing is.
func (r *Record) MessageText() string {
	if r.Message == "" && r.err != nil {
		return r.err.Message()
	}
	return r.Message
}

// AppendMessage appends what MessageText returns.
func (r *Record) AppendMessage(dst []byte) []byte {
	if r.Message == "" && r.err != nil {
		return r.err.AppendMessage(dst)
	}
	return append(dst, r.Message...)
}

// isMarked reports whether Span has a part of the string.
func (r *Record) isMarked() bool { return !r.Unread && (r.err != nil || r.Message != "") }

// Column returns the column of Span in the file, in bytes from 1. If the file does not have the string byte for byte,
// it is the column at which the string begins.
func (r *Record) Column() int64 { return r.Place.ColumnOf(r.Span.Start) }
