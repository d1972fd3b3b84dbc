// Package lint finds mistakes and risks in IRIs that the grammar allows. Among these are mistyped schemes, two
// URLs in one, punctuation at the end, passwords, bidirectional formatting characters, and hosts such as 127.1
// that programs parse as IP addresses. Default ports and other matters of form are notes.
//
//	for _, f := range lint.Check(x.Reference()) { // x is an iri.IRI
//		fmt.Println(f.Severity, f.Code, f.Message, f.Span)
//	}
//	fixed := lint.Repair(x.String(), lint.Check(x.Reference()))
//
// [Check] returns the findings, [Repair] applies the repairs that some of them have. Codes such as
// port-default are stable. No other package of the library depends on findings.
//
// The module example.org/iri/intl has findings that need the data of Unicode, such as hosts in mixed
// scripts, or the list of public suffixes. They are of the same type [Finding].
package lint

import (
	"cmp"
	"slices"
	"strconv"

	"example.org/iri"
)

// A Severity is how bad a finding is: [Note], [Warning] or [Error].
type Severity uint8

// The severities. Error is one of them, not a type of errors.
const (
	Note    Severity = iota + 1 // a matter of normal form, of style or of caution
	Warning                     // probably not what somebody meant, or a risk
	Error                       // a specification forbids it
)

// String returns "note", "warning" or "error".
func (s Severity) String() string {
	switch s {
	case Note:
		return "note"
	case Warning:
		return "warning"
	case Error:
		return "error"
	}
	return "Severity(" + strconv.Itoa(int(s)) + ")"
}

// A Finding is a part of a valid reference that is probably a mistake, or a risk.
type Finding struct {
	Code     string // what it is, such as "port-default"; codes are stable
	Severity Severity
	Span     iri.Span // where it is, in bytes; empty where something is missing
	Message  string   // a description for people; it quotes no password, and may change
	Source   string   // the specification, such as "RFC 3986, section 3.2.3", or "caution" if there is none

	// Repair has the edits that remove the finding. The result is valid and equivalent (RFC 3986,
	// section 6.2, and RFC 3987, section 3.1). It is nil if no repair is certain.
	Repair []Edit
}

// An Edit replaces a span by Text.
type Edit struct {
	Span iri.Span
	Text string
}

// Check returns the findings about a reference, in the order of the offsets at which they begin. It
// takes time linear in the length of the reference, and allocates nothing if it finds nothing.
func Check(x iri.Reference) []Finding {
	if isPlain(x.String(), x.Parts()) {
		return nil
	}
	return examine(x)
}

// AppendCheck appends to dst what [Check] finds in a valid reference whose components lie where
// [iri.SplitReference] returns; with other parts it may panic. Most references in which there is nothing to find
// are plain: it allocates nothing for them, and package intl has no findings about them except those about hosts.
func AppendCheck(dst []Finding, reference []byte, parts iri.Parts) (all []Finding, plain bool) {
	if isPlain(reference, parts) {
		return dst, true
	}
	x, _ := iri.ParseReference(string(reference))
	return append(dst, examine(x)...), false
}

// examine returns the findings, of which there may be none.
func examine(x iri.Reference) []Finding {
	l := linter{subject: subject{x, x.String(), x.Parts()}}
	l.scheme()
	if l.isOpaque() {
		return l.findings
	}
	if _, ok := l.parts.Authority(); ok {
		l.userinfo()
		l.host()
		l.port()
	} else {
		l.noHost(l.parts.Path().Start)
	}
	l.path()
	if query, ok := l.parts.Query(); ok {
		l.units(query, inRest)
	}
	if fragment, ok := l.parts.Fragment(); ok {
		l.units(fragment, inRest)
	}
	l.schemeSyntax()
	l.whole()
	return l.findings
}

// A subject is the reference that findings are about.
type subject struct {
	x     iri.Reference
	text  string
	parts iri.Parts
}

// linter collects the findings about a reference.
type linter struct {
	subject
	findings []Finding

	// The host should be in lower case. In hosts with non-ASCII letters, where this would
	// take more than ASCII, nobody asks for it (RFC 3987, section 5.3.2.1).
	small bool
}

// in returns what lies in a span.
func (l subject) in(s iri.Span) string { return l.text[s.Start:s.End] }

// report adds a finding. Findings are reported in the order of their places.
func (l *linter) report(k kind, s iri.Span, message string, repair ...Edit) {
	l.findings = append(l.findings, k.finding(s, message, repair))
}

// insert adds a finding that lies before some that have been reported. It is called a few times for
// a reference, which keeps the whole linear.
func (l *linter) insert(k kind, s iri.Span, message string, repair []Edit) {
	i, _ := slices.BinarySearchFunc(l.findings, s.Start+1, func(f Finding, start int) int {
		return cmp.Compare(f.Span.Start, start)
	})
	l.findings = slices.Insert(l.findings, i, k.finding(s, message, repair))
}

// remove returns the edit that removes a span.
func remove(s iri.Span) Edit { return Edit{Span: s} }
