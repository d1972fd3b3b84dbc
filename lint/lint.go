// Package lint finds what is odd about valid IRIs: the grammar allows it, but an RFC or practice
// does not. Findings are formatting characters, dot segments, default ports, passwords, hosts that
// are taken for addresses, and the like. docs/reference/lint.md lists the findings. No other
// package of the library calls this one.
//
// The module example.org/iri/intl has findings that need the data of Unicode, such as
// bidirectional structure (RFC 3987, section 4.2). They are of the same type [Finding].
package lint

import (
	"cmp"
	"slices"
	"strconv"

	"example.org/iri"
	"example.org/iri/internal/uri/find"
	"example.org/iri/internal/uri/plain"
	"example.org/iri/internal/uri/ref"
)

// A Severity tells how bad a finding is.
type Severity uint8

// The severities.
const (
	Note    Severity = iota + 1 // worth a look
	Warning                     // a specification advises against it, or programs differ on it
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

// A Finding is something in a text that somebody may want otherwise.
type Finding struct {
	Code     string // what it is, such as "port-default"; codes are stable
	Severity Severity
	Span     iri.Span // where it is, in bytes; empty where something is missing
	Message  string   // the same for people; it quotes no password, and may change
	Source   string   // who says so, such as "RFC 3986, section 3.2.3"

	// Repair has the edits that remove the finding, where it is certain which these are: the text
	// that they make is equivalent (RFC 3986, section 6.2, and RFC 3987, section 3.1), and valid.
	// Otherwise it is nil.
	Repair []Edit
}

// An Edit puts a text in the place of a span.
type Edit struct {
	Span iri.Span
	Text string
}

// Check returns what there is to say about a reference, in the order of the places where the
// findings begin. It takes time linear in the length of the text. If there is nothing to say, it
// allocates nothing.
func Check(x iri.Reference) []Finding {
	l := linter{x: x, text: x.String(), parts: x.Parts()}
	if plain.Is(&ref.Ref[string]{Text: l.text, Cut: find.Cut(l.parts)}) {
		return nil
	}
	l.scheme()
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
	return l.findings
}

// linter collects the findings of a text.
type linter struct {
	x        iri.Reference
	text     string
	parts    iri.Parts
	findings []Finding

	// The letters of the host should be small. In hosts with letters beyond ASCII, where this would
	// take more than ASCII, nobody asks for it (RFC 3987, section 5.3.2.1).
	small bool
}

// in returns what lies in a span of the text.
func (l *linter) in(s iri.Span) string { return l.text[s.Start:s.End] }

// report adds a finding. Findings are reported in the order of their places.
func (l *linter) report(k kind, s iri.Span, message string, repair ...Edit) {
	l.findings = append(l.findings, k.finding(s, message, repair))
}

// insert adds a finding that lies in front of some that have been reported. It is called a few
// times a text, which keeps the whole linear.
func (l *linter) insert(k kind, s iri.Span, message string, repair []Edit) {
	i, _ := slices.BinarySearchFunc(l.findings, s.Start+1, func(f Finding, start int) int {
		return cmp.Compare(f.Span.Start, start)
	})
	l.findings = slices.Insert(l.findings, i, k.finding(s, message, repair))
}

// remove returns the edit that removes a span.
func remove(s iri.Span) Edit { return Edit{Span: s} }
