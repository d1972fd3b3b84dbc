package lint

import (
	"strings"

	"example.org/iri"
)

// A check is about a reference as a whole. It finds the first place, if there is one.
type check struct {
	kind
	message string
	find    func(l *linter) (s iri.Span, found bool)
}

var checks = [...]check{
	{schemeMistyped, "a scheme that is probably mistyped", (*linter).mistypedScheme},
	{schemeSecond, "a second URL within a URL", (*linter).secondScheme},
	{schemeIsHost, "a host that is parsed as a scheme", (*linter).hostAsScheme},
	{driveLetter, "a drive letter that is parsed as a scheme or a host", (*linter).drive},
	{fileLocal, "a file in somebody's own folder", (*linter).localFile},
	{scriptLink, "a script around a URL", (*linter).script},
	{wrappedLink, "a redirection of another site around a URL", (*linter).wrapper},
	{mailtoDomain, "a mail address whose domain has one label", (*linter).mailDomain},
	{userinfoCut, "a user information that ends early, at a delimiter that is not percent-encoded", (*linter).cutUserinfo},
	{hostHyphen, "a leading hyphen, which programs may take for an option", (*linter).leadingHyphen},
	{hostWWW, "a host that begins with a mistyped www", (*linter).mistypedWWW},
	{secret, "a secret or a session", (*linter).secret},
	{htmlEntity, "an ampersand that is escaped as in HTML", (*linter).entity},
	{queryDelimiter, "a delimiter of queries where it is none", (*linter).delimiter},
	{endPunctuation, "punctuation at the end that is probably not part of the URL", (*linter).punctuation},
	{percentEnd, "a percent-encoded space or quotation mark at an end", (*linter).encodedEnd},
	{percentMarkup, "percent-encoded markup", (*linter).markup},
	{percentTemplate, "a percent-encoded template", (*linter).template},
}

// whole reports what is wrong with the reference as a whole.
func (l *linter) whole() {
	if l.isOpaque() {
		return
	}
	for i := range checks {
		if s, found := checks[i].find(l); found {
			l.insert(checks[i].kind, s, checks[i].message, nil)
		}
	}
}

// isOpaque reports whether the scheme is that of data, in which everything may occur.
func (l *linter) isOpaque() bool { return strings.EqualFold(l.x.Scheme(), "data") }

// hasAuthority reports whether there is one.
func (l *linter) hasAuthority() bool {
	_, ok := l.parts.Authority()
	return ok
}

// hostText returns the host.
func (l *linter) hostText() string {
	s, _ := l.parts.Host()
	return l.in(s)
}

// tail returns the span after scheme and authority.
func (l *linter) tail() iri.Span { return iri.Span{Start: l.parts.Path().Start, End: len(l.text)} }

// hasPrefixFold is strings.HasPrefix regardless of case.
func hasPrefixFold(s, prefix string) bool {
	return len(s) >= len(prefix) && strings.EqualFold(s[:len(prefix)], prefix)
}

// hasSuffixFold is strings.HasSuffix regardless of case.
func hasSuffixFold(s, suffix string) bool {
	return len(s) >= len(suffix) && strings.EqualFold(s[len(s)-len(suffix):], suffix)
}

func isDigit(b byte) bool { return b-'0' < 10 }

func isLetter(b byte) bool { return b|0x20-'a' < 26 }

func isWord(b byte) bool { return isLetter(b) || isDigit(b) || b == '_' }
