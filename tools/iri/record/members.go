package record

import (
	"unicode/utf8"

	"example.org/iri"
	"example.org/iri/rule"
)

// A member is a member of a record. Exactly one of its functions is set, which returns false for a missing value.
type member struct {
	name   string
	base64 string                         // name in JSON of a value in Base64, because it is not UTF-8
	bytes  func(r *Record) ([]byte, bool) // of the string
	text   func(r *Record) (string, bool)
	number func(r *Record) (int64, bool)
}

// members lists all members in output order. Order and names are stable.
var members = []member{
	{name: "string", base64: "base64", bytes: func(r *Record) ([]byte, bool) { return r.head(), !r.Unread }},
	{name: "file", base64: "file_base64", text: func(r *Record) (string, bool) { return r.File, r.File != "" }},
	{name: "line", number: func(r *Record) (int64, bool) { return r.Place.Line, r.Place.Line > 0 }},
	{name: "column", number: func(r *Record) (int64, bool) { return r.Column(), r.Place.Line > 0 }},
	{name: "rule", text: func(r *Record) (string, bool) { return r.Rule, r.Rule != "" }},
	{name: valid, text: validity},
	{name: "message", text: func(r *Record) (string, bool) { s := r.MessageText(); return s, s != "" }},
	{name: "reason", text: func(r *Record) (string, bool) { return r.Reason, r.Reason != "" }},
	{name: "component", text: func(r *Record) (string, bool) { return r.Component, r.Component != "" }},
	{name: "byte", number: func(r *Record) (int64, bool) { return int64(r.Span.Start), r.isMarked() }},
	{name: "end", number: func(r *Record) (int64, bool) { return int64(r.Span.End), r.isMarked() }},
	{name: "length", number: func(r *Record) (int64, bool) { return int64(len(r.Text)), !r.Unread }},
	{name: "repair", text: func(r *Record) (string, bool) { return r.Repair, r.Repair != "" }},
	{name: "section", text: func(r *Record) (string, bool) { s := r.SectionName(); return s, s != "" }},
	{name: "code", text: func(r *Record) (string, bool) { return r.Code, r.Code != "" }},
	{name: "severity", text: func(r *Record) (string, bool) { return r.Severity, r.Severity != "" }},
	{name: "scheme", bytes: component(iri.Parts.Scheme)},
	{name: "authority", bytes: component(iri.Parts.Authority)},
	{name: "userinfo", bytes: component(iri.Parts.Userinfo)},
	{name: "host", bytes: component(iri.Parts.Host)},
	{name: "host_kind", text: hostKind},
	{name: "port", bytes: component(iri.Parts.Port)},
	{name: "path", bytes: component(func(p iri.Parts) (iri.Span, bool) { return p.Path(), true })},
	{name: "query", bytes: component(iri.Parts.Query)},
	{name: "fragment", bytes: component(iri.Parts.Fragment)},
}

// Members with special output.
const (
	valid     = "valid"     // true or false in JSON
	readings  = "readings"  // an array, only in JSON
	languages = "languages" // likewise
)

func validity(r *Record) (string, bool) {
	switch {
	case r.Unread:
		return "", false
	case r.Valid:
		return "true", true
	}
	return "false", true
}

// maxText limits strings printed without components, to bound the memory for the output of a block.
const maxText = 64 << 10

// head returns the printed part of the string: all of it if it is split, or its first maxText bytes without an
// incomplete character.
func (r *Record) head() []byte {
	if r.Split {
		return r.Text
	}
	return Head(r.Text, maxText)
}

// Head returns at most n bytes of text, without an incomplete character at the end.
func Head(text []byte, n int) []byte {
	if len(text) <= n {
		return text
	}
	end := n
	for end > n-utf8.UTFMax && !utf8.RuneStart(text[end]) {
		end--
	}
	return text[:end]
}

func component(span func(iri.Parts) (iri.Span, bool)) func(*Record) ([]byte, bool) {
	return func(r *Record) ([]byte, bool) {
		if !r.Split {
			return nil, false
		}
		s, ok := span(r.Parts)
		return r.Text[s.Start:s.End], ok
	}
}

// hostKind returns the form of the host. It is missing for hosts that are not in RFC 3987: those with a zone.
func hostKind(r *Record) (kind string, ok bool) {
	if !r.Split {
		return "", false
	}
	s, ok := r.Parts.Host()
	host := r.Text[s.Start:s.End]
	switch {
	case !ok:
		return "", false
	case len(host) > 0 && host[0] == '[':
		return literalKind(host)
	case rule.IPv4Address.Valid(host):
		return iri.HostIPv4.String(), true
	}
	return iri.HostRegName.String(), true
}

func literalKind(host []byte) (kind string, ok bool) {
	switch inside := host[1 : len(host)-1]; {
	case rule.IPv6Address.Valid(inside):
		return iri.HostIPv6.String(), true
	case rule.IPvFuture.Valid(inside):
		return iri.HostIPvFuture.String(), true
	}
	return "", false
}

// Names returns the names of all members in the order of JSON. Base64 names follow those that they replace.
func Names() (names []string) {
	for i := range members {
		if names = append(names, members[i].name); members[i].base64 != "" {
			names = append(names, members[i].base64)
		}
	}
	return append(names, readings, languages)
}
