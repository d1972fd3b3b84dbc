package lint

import (
	"strings"
	"unicode/utf8"

	"example.org/iri"
	"example.org/iri/dfa"

	"example.org/iri/internal/char"
	"example.org/iri/internal/language"
	"example.org/iri/internal/uri"
)

func (l *linter) scheme() {
	s, ok := l.parts.Scheme()
	if !ok {
		return
	}
	if lower := strings.ToLower(l.in(s)); lower != l.in(s) {
		l.report(schemeUpperCase, s, "upper-case letters in the scheme", Edit{s, lower})
	}
}

func (l *linter) noHost(at int) {
	if l.isWeb() {
		l.report(httpNoHost, iri.Span{Start: at, End: at}, "no host, which http and https require")
	}
}

func (l subject) isWeb() bool { return uri.IsWeb(l.x.Scheme()) }

func (l subject) hasUserinfo() bool {
	_, ok := l.parts.Userinfo()
	return ok
}

// schemeRules are the schemes with grammars of their own.
var schemeRules = [...]struct {
	kind
	scheme   string
	name     string
	language *dfa.Automaton
	more     int // number of bytes after the scheme that make the rule apply
}{
	{fileSyntax, "file", "file IRI", &language.FileIri, 1},
	{urnSyntax, "urn", "URN", &language.Namestring, 1},
	{uuidSyntax, "urn", "UUID", &language.UuidIri, 2 + len("uuid")},
	{didSyntax, "did", "DID", &language.DidIri, 1},
	{mailtoSyntax, "mailto", "mailto IRI", &language.MailtoIri, 1},
	{tagSyntax, "tag", "tag IRI", &language.TagIri, 1},
	{telSyntax, "tel", "tel IRI", &language.TelIri, 1},
	{smsSyntax, "sms", "sms IRI", &language.SmsIri, 1},
	{smsSyntax, "smsto", "sms IRI", &language.SmsIri, 1},
	{geoSyntax, "geo", "geo IRI", &language.GeoIri, 2}, // RDF prefixes named geo are followed by letters
	{sipSyntax, "sip", "sip IRI", &language.SipIri, 1},
	{sipSyntax, "sips", "sip IRI", &language.SipIri, 1},
	{wsSyntax, "ws", "WebSocket IRI", &language.WsIri, 1 + len("//")},
	{wsSyntax, "wss", "WebSocket IRI", &language.WsIri, 1 + len("//")},
}

func (l *linter) schemeSyntax() {
	s, ok := l.parts.Scheme()
	if !ok {
		return
	}
	scheme := l.in(s)
	if char.EqualFold(scheme, "urn") && dfa.Match(&language.OddUrn, l.text) {
		nid := iri.Span{Start: s.End + 1, End: s.End + 1 + strings.IndexByte(l.text[s.End+1:], ':')}
		l.insert(urnNamespace, nid, "a URN namespace that cannot be registered", nil)
	}
	for i := range schemeRules {
		rule := &schemeRules[i]
		if !char.EqualFold(scheme, rule.scheme) {
			continue
		}
		if _, is := l.driveHost(); is && l.isFile() && !l.hasUserinfo() {
			return // drive-letter reports the cause
		}
		if at, is := l.relativeFile(); is {
			l.insert(fileRelative, at, "a relative file path, which only some programs accept", nil)
			return
		}
		state, n := dfa.Last(rule.language, rule.language.Start, l.text)
		switch {
		case n < s.End+rule.more:
		case n < len(l.text):
			_, size := utf8.DecodeRuneInString(l.text[n:])
			k := rule.kind
			if k == mailtoSyntax && l.isOfMailingList(n) || k == urnSyntax && hasPrefixFold(l.text, "urn:x-") { // urn:x- is experimental
				k.severity = Note
			}
			l.insert(k, iri.Span{Start: n, End: n + size}, "unexpected character in a "+rule.name, nil)
		case !rule.language.Accepts(state):
			k := rule.kind
			if k == mailtoSyntax && strings.Contains(l.text, "%40") { // an address encoded as a whole, or hidden from programs
				k.severity = Note
			}
			l.insert(k, iri.Span{Start: n, End: n}, "incomplete "+rule.name, nil)
		}
	}
}

// isOfMailingList reports whether a slash or equals sign at an offset is in the local part of an address, as mailing
// lists have it. Programs accept these.
func (l subject) isOfMailingList(at int) bool {
	before := l.text[at-1]
	return (l.text[at] == '/' || l.text[at] == '=') && before != ':' && before != '/' && strings.IndexByte(l.text[:at], '@') < 0 && strings.IndexByte(l.text[at:], '@') > 0
}

// relativeFile finds a relative path of a file: a host without a path, as in references between packages, or a path
// that begins with a dot segment.
func (l subject) relativeFile() (iri.Span, bool) {
	path := l.parts.Path()
	if !l.isFile() {
		return path, false
	}
	if host, ok := l.parts.Host(); ok {
		return host, host.Start < host.End && host.End == len(l.text) && !l.hasUserinfo()
	}
	return path, strings.HasPrefix(l.in(path), "./") || strings.HasPrefix(l.in(path), "../")
}
