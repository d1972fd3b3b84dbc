// Package record defines the record of a string, which the commands of iri and the Beam pipeline print as a JSON
// object, as a TSV line, or by a template.
package record

import (
	"example.org/iri"
	"example.org/iri/tools/internal/explanation"
	"example.org/iri/tools/iri/source"
)

// A Record is a string with the results about it. Missing members are not printed.
type Record struct {
	File  string
	Place source.Place
	Text  []byte
	Rule  string // rule of validation
	Valid bool

	// Unread means that there is no string, but a read error in Message.
	Unread bool

	// The error or finding. SetError sets these except Message and Section.
	Message   string
	Reason    string
	Component string
	Section   string // of the specification of a lint finding
	Span      iri.Span
	err       *iri.SyntaxError

	Repair         string // possible intended string
	Code, Severity string // of a lint finding

	Readings  []string // possible meanings, if fix has no repair
	Languages []string // rules that match
	Split     bool     // Parts is set
	Parts     iri.Parts
}

// Unreadable is the reason of an unread record.
const Unreadable = "cannot be read"

// SetError sets the error. Its message is only formatted when printed.
func (r *Record) SetError(err *iri.SyntaxError) {
	r.err, r.Message = err, ""
	r.Reason, r.Component, r.Section, r.Span = err.Reason.String(), err.Component().String(), "", err.Span
}

func (r *Record) SectionName() string {
	if r.Section == "" && r.err != nil {
		return explanation.Section(r.err.Reason)
	}
	return r.Section
}

// MessageText returns the message, or "".
func (r *Record) MessageText() string {
	if r.Message == "" && r.err != nil {
		return r.err.Message()
	}
	return r.Message
}

// AppendMessage appends MessageText.
func (r *Record) AppendMessage(dst []byte) []byte {
	if r.Message == "" && r.err != nil {
		return r.err.AppendMessage(dst)
	}
	return append(dst, r.Message...)
}

func (r *Record) isMarked() bool { return !r.Unread && (r.err != nil || r.Message != "") }

// Column returns the column of Span in the file, in bytes from 1, or of the whole string if it was decoded.
func (r *Record) Column() int64 { return r.Place.ColumnOf(r.Span.Start) }
