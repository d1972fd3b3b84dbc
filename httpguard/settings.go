package httpguard

import (
	"errors"
	"strconv"

	"example.org/iri/dfa"
	"example.org/iri/internal/language"
)

// A PolicyError says what is wrong with the text or the JSON of a policy.
type PolicyError struct {
	Line  int    // of the text, from 1 on; 0 for JSON
	Field string // the first word of the line, or the field; "" if it cannot be told
	Err   error  // what is wrong with it
}

// Error returns a text such as
//
//	iri: policy: line 3: ports: "80-" is no range of ports
func (e *PolicyError) Error() string {
	text := "iri: policy"
	if e.Line > 0 {
		text += ": line " + strconv.Itoa(e.Line)
	}
	if e.Field != "" {
		text += ": " + e.Field
	}
	if e.Err != nil {
		text += ": " + e.Err.Error()
	}
	return text
}

// Unwrap returns Err.
func (e *PolicyError) Unwrap() error { return e.Err }

func wrong(value, want string) error { return errors.New(strconv.Quote(value) + " is no " + want) }

// checkSchemes returns an error for what is no scheme (RFC 3986, section 3.1).
func checkSchemes(list []string) error {
	for _, scheme := range list {
		if !dfa.Match(language.Scheme.Automaton, scheme) {
			return wrong(scheme, "scheme")
		}
	}
	return nil
}

// check returns an error for a range that ends before it begins.
func (r PortRange) check() error {
	if r.First > r.Last {
		return wrong(r.text(), "range of ports")
	}
	return nil
}

func (r PortRange) text() string { return strconv.Itoa(int(r.First)) + "-" + strconv.Itoa(int(r.Last)) }

// A limit is one of Lengths.
type limit struct {
	name string
	at   *int
}

// limits returns all of l, to read and to set.
func (l *Lengths) limits() [6]limit {
	return [...]limit{
		{"target", &l.Target}, {"scheme", &l.Scheme}, {"userinfo", &l.Userinfo},
		{"host", &l.Host}, {"path", &l.Path}, {"query", &l.Query},
	}
}

// check returns an error for a length below 0.
func (l *Lengths) check() error {
	for _, limit := range l.limits() {
		if *limit.at < 0 {
			return wrong(strconv.Itoa(*limit.at), "length")
		}
	}
	return nil
}
