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

type kind struct {
	code     string
	severity Severity
	source   string
}

func (k kind) finding(s iri.Span, message string, repair []Edit) Finding {
	return Finding{Code: k.code, Severity: k.severity, Span: s, Message: message, Source: k.source, Repair: repair}
}

// caution is the source of findings without a specification.
const caution = "caution"

// Schemes and their syntax.
var (
	schemeUpperCase = kind{"scheme-upper-case", Note, "RFC 3986, section 3.1"}
	httpNoHost      = kind{"http-no-host", Error, "RFC 9110, section 4.2.1"}
	httpUserinfo    = kind{"http-userinfo", Error, "RFC 9110, section 4.2.4"}
	fileSyntax      = kind{"file-syntax", Error, "RFC 8089, section 2"}
	fileRelative    = kind{"file-relative", Note, "RFC 8089, section 2"}
	urnSyntax       = kind{"urn-syntax", Error, "RFC 8141, section 2"}
	urnNamespace    = kind{"urn-namespace", Note, "RFC 8141, section 5"}
	uuidSyntax      = kind{"uuid-syntax", Error, "RFC 9562, section 4"}
	didSyntax       = kind{"did-syntax", Error, "DID Core 1.0, section 3.1"}
	mailtoSyntax    = kind{"mailto-syntax", Error, "RFC 6068, section 2"}
	tagSyntax       = kind{"tag-syntax", Error, "RFC 4151, section 2.1"}
	telSyntax       = kind{"tel-syntax", Error, "RFC 3966, section 3"}
	smsSyntax       = kind{"sms-syntax", Error, "RFC 5724, section 2.2"}
	geoSyntax       = kind{"geo-syntax", Error, "RFC 5870, section 3.3"}
	sipSyntax       = kind{"sip-syntax", Error, "RFC 3261, section 25.1"}
	wsSyntax        = kind{"ws-syntax", Error, "RFC 6455, section 3"}
	schemeMistyped  = kind{"scheme-mistyped", Warning, caution}
	schemeSecond    = kind{"scheme-second", Warning, caution}
	driveLetter     = kind{"drive-letter", Warning, "RFC 8089, appendix E.2"}
	fileLocal       = kind{"file-local", Warning, caution}
	scriptLink      = kind{"script-link", Warning, caution}
	wrappedLink     = kind{"wrapped-link", Warning, caution}
	mailtoDomain    = kind{"mailto-domain", Warning, "RFC 5321, section 2.3.5"}
)

// Authorities.
var (
	userinfo           = kind{"userinfo", Note, "RFC 3986, section 7.6"}
	password           = kind{"password", Warning, "RFC 3986, section 3.2.1"}
	exampleLogin       = kind{"example-login", Note, "RFC 3986, section 3.2.1"}
	userinfoCut        = kind{"userinfo-cut", Warning, "RFC 3986, section 2.2"}
	hostHyphen         = kind{"host-hyphen", Warning, caution}
	hostWWW            = kind{"host-www", Warning, caution}
	hostPunctuation    = kind{"host-punctuation", Warning, "RFC 1034, section 3.1"}
	hostUpperCase      = kind{"host-upper-case", Note, "RFC 3986, section 3.2.2"}
	hostAddress        = kind{"host-address", Warning, "RFC 3986, section 7.4"}
	hostNumber         = kind{"host-number", Warning, "WHATWG URL Standard, section 3.5"}
	hostTrailingDot    = kind{"host-trailing-dot", Note, "RFC 3986, section 3.2.2"}
	hostNotDNS         = kind{"host-not-dns", Note, "RFC 1123, section 2.1"}
	hostLabelLength    = kind{"host-label-length", Note, "RFC 1035, section 2.3.4"}
	hostLength         = kind{"host-length", Note, "RFC 1035, section 2.3.4"}
	hostMapped         = kind{"host-ipv4-mapped", Note, "RFC 4291, section 2.5.5.2"}
	hostFuture         = kind{"host-ipvfuture", Note, "RFC 3986, section 3.2.2"}
	hostPercentEncoded = kind{"host-percent-encoded", Warning, "RFC 3986, section 3.2.2"}
	hostDotLike        = kind{"host-dot-like", Warning, "RFC 3490, section 3.1"}
	hostDelimiterLike  = kind{"host-delimiter-like", Warning, "RFC 3987, section 6.1"}
	portEmpty          = kind{"port-empty", Warning, "RFC 3986, section 3.2.3"}
	portDefault        = kind{"port-default", Note, "RFC 3986, section 3.2.3"}
	portPadded         = kind{"port-padded", Note, "RFC 3986, section 3.2.3"}
	portTooLarge       = kind{"port-too-large", Warning, "RFC 9293, section 3.1"}
	portZero           = kind{"port-zero", Note, "RFC 6335, section 6"}
)

// Paths.
var (
	dotSegments  = kind{"dot-segments", Note, "RFC 3986, section 6.2.2.3"}
	emptySegment = kind{"empty-segment", Note, "RFC 3986, section 3.3"}
	doubleSlash  = kind{"double-slash", Warning, caution}
)

// Queries and ends.
var (
	secret         = kind{"secret", Warning, "RFC 9110, section 17.9"}
	htmlEntity     = kind{"html-entity", Warning, "WHATWG HTML Standard, section 13.5"}
	queryDelimiter = kind{"query-delimiter", Warning, "RFC 3986, section 3.4"}
	endPunctuation = kind{"end-punctuation", Warning, "RFC 3986, appendix C"}
)

// Characters and percent-encoded octets.
var (
	bidiFormatting    = kind{"bidi-formatting", Error, "RFC 3987, section 4.1"}
	bidiIsolate       = kind{"bidi-isolate", Warning, "UAX 9, section 2"}
	joiner            = kind{"joiner", Note, "UTS 39, section 3.1"}
	invisible         = kind{"invisible", Warning, "UTS 39, section 3.1"}
	blank             = kind{"blank", Warning, "RFC 3987, section 6.1"}
	percentUnreserved = kind{"percent-unreserved", Note, "RFC 3986, section 6.2.2.2"}
	percentLowerCase  = kind{"percent-lower-case", Note, "RFC 3986, section 6.2.2.1"}
	percentNotUTF8    = kind{"percent-not-utf8", Note, "RFC 3986, section 2.5"}
	percentTwice      = kind{"percent-twice", Note, "RFC 3986, section 2.4"}
	percentNUL        = kind{"percent-nul", Warning, "RFC 3986, section 7.3"}
	percentControl    = kind{"percent-control", Note, "RFC 3986, section 7.3"}
	percentSlash      = kind{"percent-slash", Note, "RFC 3986, section 2.2"}
	percentEnd        = kind{"percent-end", Warning, "RFC 3986, appendix C"}
	percentMarkup     = kind{"percent-markup", Warning, "RFC 3986, appendix C"}
	percentTemplate   = kind{"percent-template", Warning, "RFC 6570, section 2"}
	percentBackslash  = kind{"percent-backslash", Warning, "RFC 3986, section 7.3"}
)
