package lint

import "example.org/iri"

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
