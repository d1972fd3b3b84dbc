package intl

import (
	"iter"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"example.org/iri"
	"example.org/iri/dfa"
	"example.org/iri/internal/char"
	"example.org/iri/internal/inet"
	"example.org/iri/internal/language"
	"example.org/iri/lint"
	"golang.org/x/net/idna"
	"golang.org/x/text/unicode/bidi"
)

// Lint returns the findings of [lint.Check] in x, and others that need Unicode data. Four of these are notes:
//
//   - bidi-structure: a component that mixes directions, or that is right-to-left and does not begin and end with a
//     right-to-left character (RFC 3987, section 4.2). Components are userinfo, the labels of a host, the segments of a
//     path, query and fragment.
//   - not-nfc: a string that is not in Unicode Normalization Form C (RFC 3987, section 5.3.2.2).
//   - host-not-public: a host, or the domain of a mail address, whose top-level domain is neither in the list of public
//     suffixes nor reserved.
//   - host-port: a host of a local network with a port and without a scheme, which is parsed as a scheme.
//
// The others are warnings:
//
//   - host-not-idna: a host with non-ASCII characters that cannot be a name in DNS: profile [UTS46] rejects it, or a
//     label is empty or too long.
//   - host-mixed-scripts: a label of a host in several scripts (values of property Script), other than those that
//     Chinese, Japanese or Korean mix, with or without Latin (UTS 39, section 5.2, highly restrictive).
//   - host-look-alike: a label with a phonetic letter, or whose letters all look like ASCII letters, in a host that
//     ends in ASCII (UTS 39, section 4).
//   - host-top-level: a host, or the domain of a mail address, whose top-level domain looks mistyped or follows a slash
//     in place of a dot.
//   - scheme-missing: a relative reference that begins with www, or with a name that ends in a public suffix which is
//     not a file extension (RFC 3986, section 4.5).
//   - scheme-is-host: a host that begins with www or a public host with a port, without a scheme, which is parsed as a
//     scheme (RFC 3986, section 4.5).
//
// For host-mixed-scripts and host-look-alike, labels of Punycode are decoded. None of these findings has a repair. All
// findings are sorted by their spans. Lint does not decode percent-encoded characters. It takes linear time.
func Lint(x iri.Reference) []lint.Finding {
	found := lint.Check(x)
	if !needsUnicode(x.String(), x.Parts()) && hasPlainHost(x.String(), x.Parts()) {
		return found
	}
	return appendUnicode(found, 0, x)
}

// AppendLint appends to dst the findings of [Lint] in a valid reference that [iri.SplitReference] has split into parts.
// It allocates nothing for most references without findings.
func AppendLint(dst []lint.Finding, reference []byte, parts iri.Parts) []lint.Finding {
	found, plain := lint.AppendCheck(dst, reference, parts)
	if (plain || !needsUnicode(reference, parts)) && hasPlainHost(reference, parts) {
		return found
	}
	x, _ := iri.ParseReference(string(reference))
	return appendUnicode(found, len(dst), x)
}

func needsUnicode[B []byte | string](text B, parts iri.Parts) bool {
	host, _ := parts.Host()
	return !char.AreFamiliar(text) || !char.IsASCII(text[host.Start:host.End])
}

func appendUnicode(found []lint.Finding, from int, x iri.Reference) []lint.Finding {
	l := linter{x: x, text: x.String(), parts: x.Parts(), found: found}
	if !char.AreFamiliar(l.text) {
		l.direction()
		l.composition()
	}
	l.host()
	l.domain()
	l.path()
	l.schemeHost()
	slices.SortStableFunc(l.found[from:], func(a, b lint.Finding) int { return a.Span.Start - b.Span.Start })
	return l.found
}

type linter struct {
	x     iri.Reference
	text  string
	parts iri.Parts
	found []lint.Finding
}

type kind struct {
	code     string
	severity lint.Severity
	source   string
}

var (
	bidiStructure    = kind{"bidi-structure", lint.Note, "RFC 3987, section 4.2"}
	notNFC           = kind{"not-nfc", lint.Note, "RFC 3987, section 5.3.2.2"}
	hostNotIDNA      = kind{"host-not-idna", lint.Warning, "UTS 46, section 4"}
	hostMixedScripts = kind{"host-mixed-scripts", lint.Warning, "UTS 39, section 5.2"}
	hostLookAlike    = kind{"host-look-alike", lint.Warning, "UTS 39, section 4"}
	hostTopLevel     = kind{"host-top-level", lint.Warning, "caution"}
	hostNotPublic    = kind{"host-not-public", lint.Note, "caution"}
)

func (l *linter) report(k kind, s iri.Span, message string) {
	l.found = append(l.found, lint.Finding{Code: k.code, Severity: k.severity, Span: s, Message: message, Source: k.source})
}

func (l *linter) direction() {
	if !mayHaveRight(l.text) {
		return
	}
	for s := range l.components() {
		var left, right bool
		var first, last bidi.Class
		for i, c := range l.text[s.Start:s.End] {
			p, _ := bidi.LookupRune(c)
			if last = p.Class(); i == 0 {
				first = last
			}
			left = left || last == bidi.L
			right = right || isRight(last)
		}
		switch {
		case right && left:
			l.report(bidiStructure, s, "left-to-right and right-to-left characters in one component")
		case right && !(isRight(first) && isRight(last)):
			l.report(bidiStructure, s, "a right-to-left component that does not begin and end with a right-to-left character")
		}
	}
}

// mayHaveRight reports whether a text has a byte with which the UTF-8 of a right-to-left character may begin.
func mayHaveRight(text string) bool {
	for i := range len(text) {
		if b := text[i]; b >= 0xD6 && (b <= 0xE0 || b == 0xE2 || b >= 0xEF) {
			return true
		}
	}
	return false
}

func isRight(c bidi.Class) bool { return c == bidi.R || c == bidi.AL }

// components yields the components in the sense of RFC 3987, section 4.2.
func (l *linter) components() iter.Seq[iri.Span] {
	return func(yield func(iri.Span) bool) {
		userinfo, _ := l.parts.Userinfo()
		query, _ := l.parts.Query()
		fragment, _ := l.parts.Fragment()
		if !yield(userinfo) {
			return
		}
		for label := range l.labels() {
			if !yield(label) {
				return
			}
		}
		for segment := range l.pieces(l.parts.Path(), isSlash) {
			if !yield(segment) {
				return
			}
		}
		_ = yield(query) && yield(fragment)
	}
}

func isSlash(c rune) bool { return c == '/' }

// isDot reports whether c is a dot in the sense of RFC 3490, section 3.1.
func isDot(c rune) bool { return c == '.' || dfa.Match(&language.DotLike, string(c)) }

func (l *linter) labels() iter.Seq[iri.Span] {
	host, _ := l.parts.Host()
	if l.x.HostKind() != iri.HostRegName {
		host = iri.Span{}
	}
	return l.pieces(host, isDot)
}

func (l *linter) pieces(s iri.Span, separator func(rune) bool) iter.Seq[iri.Span] {
	return func(yield func(iri.Span) bool) {
		start := s.Start
		for i, c := range l.text[s.Start:s.End] {
			if separator(c) {
				if !yield(iri.Span{Start: start, End: s.Start + i}) {
					return
				}
				start = s.Start + i + utf8.RuneLen(c)
			}
		}
		yield(iri.Span{Start: start, End: s.End})
	}
}

func (l *linter) composition() {
	for start := 0; ; {
		s, ok := IsNFC(l.text[start:])
		if ok {
			return
		}
		s.Start, s.End = s.Start+start, s.End+start
		l.report(notNFC, s, "not in Unicode Normalization Form C")
		start = s.End
	}
}

func (l *linter) host() {
	s, _ := l.parts.Host()
	ascii := char.IsASCII(l.text[s.Start:s.End])
	if ascii && !hasACE(l.text[s.Start:s.End]) {
		return
	}
	if x, ok := l.x.IRI(); ok && !ascii && !hasName(x) {
		l.report(hostNotIDNA, s, "a host that cannot be a name in DNS")
	}
	for label := range l.labels() {
		l.label(label)
	}
}

func (l *linter) label(s iri.Span) {
	text := l.text[s.Start:s.End]
	if hasACE(text) {
		if len(text) > maxACE {
			return
		}
		text, _ = idna.Punycode.ToUnicode(strings.ToLower(text))
	}
	switch {
	case !mayMix(scripts(text)):
		l.report(hostMixedScripts, s, "characters of several scripts")
	case looksLikeASCII(text) && l.endsInASCII():
		l.report(hostLookAlike, s, "letters that look like ASCII letters")
	}
}

// endsInASCII reports whether the host ends in ASCII. The top-level domain of a name in another script mostly does not.
func (l *linter) endsInASCII() bool {
	s, _ := l.parts.Host()
	return l.text[s.End-1] < utf8.RuneSelf
}

// hasName reports whether the host of x can be a name in DNS: profile UTS46 accepts it, and its lengths are within the
// limits. A host that is longer than the longest name in four-byte characters is refused without trying, because
// package idna takes quadratic time; it could only be a name if characters were mapped to nothing.
func hasName(x iri.IRI) bool {
	if host, _ := x.Host(); len(host) > 4*inet.MaxName {
		return false
	}
	y, err := UTS46.ToASCII(x)
	name, _ := y.Host()
	return err == nil && inDNS(name)
}

func scripts(text string) (list []*unicode.RangeTable) {
	for _, c := range text {
		known := func(script *unicode.RangeTable) bool { return unicode.Is(script, c) }
		if unicode.In(c, unicode.Common, unicode.Inherited) || slices.ContainsFunc(list, known) {
			continue
		}
		for _, script := range unicode.Scripts {
			if known(script) {
				list = append(list, script)
				break
			}
		}
	}
	return list
}

// mixes lists sets of scripts that may be mixed with each other and Latin.
var mixes = [][]*unicode.RangeTable{
	{unicode.Han, unicode.Hiragana, unicode.Katakana},
	{unicode.Han, unicode.Hangul},
	{unicode.Han, unicode.Bopomofo},
}

func mayMix(list []*unicode.RangeTable) bool {
	if len(list) <= 1 {
		return true
	}
	return slices.ContainsFunc(mixes, func(set []*unicode.RangeTable) bool {
		return !slices.ContainsFunc(list, func(script *unicode.RangeTable) bool {
			return script != unicode.Latin && !slices.Contains(set, script)
		})
	})
}
