// Package result prints what check finds in files, and sums it up.
package result

import (
	"example.org/iri"
	"example.org/iri/tools/internal/cli/show"
	"example.org/iri/tools/iri/source"
)

// A Finding is a text that check has something to say about.
type Finding struct {
	File  string
	Place source.Place
	Text  []byte
	Rule  string           // what the text was held against
	Err   *iri.SyntaxError // nil if the text matches, and this is what was asked for
}

// span returns the bytes of the text to look at.
func (f *Finding) span() iri.Span {
	if f.Err == nil {
		return iri.Span{}
	}
	return f.Err.Span
}

// picture shows the text around these bytes.
func (f *Finding) picture() show.Picture {
	s := f.span()
	return show.Around(f.Text, s.Start, s.End)
}

// message says in words what is the matter with the text.
func (f *Finding) message() string {
	if f.Err == nil {
		return "matches rule " + f.Rule
	}
	return f.Err.Message()
}

// reason returns the name of the reason, "match" if nothing is wrong.
func (f *Finding) reason() string {
	if f.Err == nil {
		return "match"
	}
	return f.Err.Reason.String()
}

// component returns the component with the mistake, "" if there is none or the rule does not tell.
func (f *Finding) component() string {
	if f.Err == nil {
		return ""
	}
	return f.Err.Component()
}

// column returns the column of the mistake in its file, in bytes from 1. If the file does not have
// the text byte for byte, it is the column at which the text begins. It is 0 if there is none.
func (f *Finding) column() int64 {
	return f.Place.ColumnOf(f.span().Start)
}
