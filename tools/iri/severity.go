package main

import (
	"errors"

	"example.org/iri/lint"
)

// severity is the value of flag --severity.
type severity lint.Severity

func (s *severity) String() string { return lint.Severity(*s).String() }
func (s *severity) Type() string   { return "severity" }

// Names returns the values, for completion.
func (s *severity) Names() []string { return []string{"note", "warning", "error"} }

func (s *severity) Set(name string) error {
	for _, x := range []lint.Severity{lint.Note, lint.Warning, lint.Error} {
		if name == x.String() {
			*s = severity(x)
			return nil
		}
	}
	return errors.New("not note, warning or error")
}
