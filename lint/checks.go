package lint

import (
	"slices"
	"strings"

	"example.org/iri"
)

// A check examines the reference as a whole. It returns the first span with a finding.
type check struct {
	kind
	message string
	find    func(l subject) (s iri.Span, found bool)
}

var checks = [...]check{
	{schemeMistyped, "a scheme that is probably mistyped", subject.mistypedScheme},
	{schemeSecond, "a second URL within a URL", subject.secondScheme},
	{driveLetter, "a drive letter that is parsed as a scheme or a host", subject.drive},
	{fileLocal, "a file in a user's home folder", subject.localFile},
	{scriptLink, "a script that contains a URL", subject.script},
	{wrappedLink, "a redirect through another site", subject.wrapper},
	{mailtoDomain, "an e-mail address with a single-label domain", subject.mailDomain},
	{userinfoCut, "a userinfo cut short by an unencoded delimiter", subject.cutUserinfo},
	{hostHyphen, "a leading hyphen, which programs may take for an option", subject.leadingHyphen},
	{hostWWW, "a host that begins with a mistyped www", subject.mistypedWWW},
	{hostPunctuation, "a host with a comma, a semicolon or an empty label", subject.punctuatedHost},
	{secret, "a secret or a session", subject.secret},
	{htmlEntity, "an ampersand escaped as in HTML", subject.entity},
	{queryDelimiter, "a misplaced query delimiter", subject.delimiter},
	{endPunctuation, "punctuation at the end that is probably not part of the URL", subject.punctuation},
	{percentEnd, "a leading or trailing percent-encoded space or quotation mark", subject.encodedEnd},
	{percentMarkup, "percent-encoded markup", subject.markup},
	{percentTemplate, "a percent-encoded template", subject.template},
}

func (l *linter) whole() {
	for i := range checks {
		if s, found := checks[i].find(l.subject); found {
			k := checks[i].kind
			if l.isIntended(k, s) {
				k.severity = Note
			}
			l.insert(k, s, checks[i].message, nil)
		}
	}
}

// isIntended reports whether the author meant what a check found: a second question mark in addresses of user pictures,
// and keys of public feeds, maps and widgets. A token of a well-known service is a secret even there, except in scripts
// of maps.
func (l subject) isIntended(k kind, s iri.Span) bool {
	switch k {
	case queryDelimiter:
		return hasPrefixFold(l.hostText(), "avatars")
	case secret:
		address := strings.ToLower(l.text[:l.parts.Path().End])
		isPublic := func(word string) bool { return knows(publicWords, word) }
		return strings.Contains(address, "/api/js") || !isToken(l.in(s)) && slices.ContainsFunc(strings.FieldsFunc(address, isNoWord), isPublic)
	}
	return false
}

// isData reports whether the scheme is data. Its text may be anything.
func (l subject) isData() bool { return strings.EqualFold(l.x.Scheme(), "data") }

func (l subject) hasAuthority() bool {
	_, ok := l.parts.Authority()
	return ok
}

func (l subject) hostText() string {
	s, _ := l.parts.Host()
	return l.in(s)
}

func (l subject) tail() iri.Span { return iri.Span{Start: l.parts.Path().Start, End: len(l.text)} }

func hasPrefixFold(s, prefix string) bool {
	return len(s) >= len(prefix) && strings.EqualFold(s[:len(prefix)], prefix)
}

func hasSuffixFold(s, suffix string) bool {
	return len(s) >= len(suffix) && strings.EqualFold(s[len(s)-len(suffix):], suffix)
}

func isDigit(b byte) bool { return b-'0' < 10 }

func isLetter(b byte) bool { return b|0x20-'a' < 26 }

func isNoWord(c rune) bool { return strings.ContainsRune("/.-_:;@", c) }

func isWord(b byte) bool { return isLetter(b) || isDigit(b) || b == '_' }
