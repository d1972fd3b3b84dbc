// Package lint finds mistakes and risks in valid IRIs: for example, mistyped schemes, two URLs in one, punctuation at
// the end, passwords, bidirectional formatting characters, and hosts such as 127.1 that programs parse as IP addresses.
// Matters of form, such as default ports, are notes.
//
//	for _, f := range lint.Check(x.Reference()) { // x is an iri.IRI
//		fmt.Println(f.Severity, f.Code, f.Message, f.Span)
//	}
//	fixed := lint.Repair(x.String(), lint.Check(x.Reference()))
//
// [Check] returns the findings, and [Repair] applies their repairs. Codes such as port-default are stable.
//
// Module example.org/iri/intl adds findings of the same type that need data of Unicode, such as hosts in mixed scripts,
// or the list of public suffixes.
package lint

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"example.org/iri"
)

// A Severity ranks a finding: [Note], [Warning] or [Error].
type Severity uint8

// The severities. Error is a Severity, not an error type.
const (
	Note    Severity = iota + 1 // normal form, style or caution
	Warning                     // probably a mistake, or a risk
	Error                       // forbidden by a specification
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

// A Finding describes a span of a valid reference that is probably a mistake, or a risk.
type Finding struct {
	Code     string // such as "port-default"; codes are stable
	Severity Severity
	Span     iri.Span // in bytes; empty where something is missing
	Message  string   // for people; quotes no password; may change
	Source   string   // specification, such as "RFC 3986, section 3.2.3", or "caution" without one

	// Repair lists edits that remove the finding. The result is valid and equivalent (RFC 3986, section 6.2, and RFC
	// 3987, section 3.1). It is nil if no repair is certain.
	Repair []Edit
}

// An Edit replaces Span by Text.
type Edit struct {
	Span iri.Span
	Text string
}

// Check returns the findings about a reference, ordered by start offset. It takes linear time, and allocates nothing if
// there are no findings.
func Check(x iri.Reference) []Finding {
	if isPlain(x.String(), x.Parts()) {
		return nil
	}
	return examine(x)
}

// AppendCheck appends the findings of [Check] to dst. The reference must be valid, with parts from
// [iri.SplitReference]; otherwise AppendCheck may panic. It reports whether the reference is plain, which most are:
// then there are no findings, nothing is allocated, and package intl finds nothing except, perhaps, in the host.
func AppendCheck(dst []Finding, reference []byte, parts iri.Parts) (all []Finding, plain bool) {
	if isPlain(reference, parts) {
		return dst, true
	}
	x, _ := iri.ParseReference(string(reference))
	return append(dst, examine(x)...), false
}

func examine(x iri.Reference) []Finding {
	l := linter{subject: subject{x, x.String(), x.Parts()}}
	l.scheme()
	if l.isData() {
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

// A subject is the reference under examination.
type subject struct {
	x     iri.Reference
	text  string
	parts iri.Parts
}

type linter struct {
	subject
	findings []Finding

	// lowersHost means that the host should be in lower case. This does not apply to non-ASCII letters (RFC 3987, section
	// 5.3.2.1).
	lowersHost bool
}

func (l subject) in(s iri.Span) string { return l.text[s.Start:s.End] }

// report appends a finding. Findings are reported by increasing offset.
func (l *linter) report(k kind, s iri.Span, message string, repair ...Edit) {
	l.findings = append(l.findings, k.finding(s, message, repair))
}

// insert inserts a finding before some reported ones. It is called a few times for a reference, so that the total time
// stays linear.
func (l *linter) insert(k kind, s iri.Span, message string, repair []Edit) {
	i, _ := slices.BinarySearchFunc(l.findings, s.Start+1, func(f Finding, start int) int {
		return cmp.Compare(f.Span.Start, start)
	})
	l.findings = slices.Insert(l.findings, i, k.finding(s, message, repair))
}

func remove(s iri.Span) Edit { return Edit{Span: s} }

// Repair applies repairs of findings to text, the string of the reference that was passed to [Check]. It accepts any
// subset of the findings in any order, and ignores findings without a repair. The result is valid and equivalent; it is
// text itself if there is nothing to repair. It takes linear time, and O(n log n) in the number of edits. For invalid
// strings, see package fix.
func Repair(text string, findings []Finding) string {
	var edits []Edit
	for _, f := range findings {
		edits = append(edits, f.Repair...)
	}
	if len(edits) == 0 {
		return text
	}
	slices.SortFunc(edits, func(a, b Edit) int {
		// Of two edits with the same span, one removes a dot segment that the other decodes.
		return cmp.Or(
			cmp.Compare(a.Span.Start, b.Span.Start),
			cmp.Compare(b.Span.End, a.Span.End),
			cmp.Compare(len(a.Text), len(b.Text)),
		)
	})
	var b strings.Builder
	end := 0
	for _, e := range edits {
		if e.Span.Start >= end { // otherwise it is inside the previous one
			b.WriteString(text[end:e.Span.Start])
			b.WriteString(e.Text)
			end = e.Span.End
		}
	}
	b.WriteString(text[end:])
	return b.String()
}
