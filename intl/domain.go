package intl

import (
	"slices"
	"strings"
	"unicode/utf8"

	"example.org/iri"
	"example.org/iri/internal/char"
	"example.org/iri/internal/inet"
	"example.org/iri/internal/toplevel"
)

// maxACE is the maximum length in octets of a Punycode label that is decoded.
const maxACE = 63

// hasACE reports whether a label begins with xn--. It reads every other byte, which finds one of the two hyphens.
func hasACE[B []byte | string](host B) bool {
	for i := 3; i < len(host); i += 2 {
		if host[i] == '-' && (beginsACE(host, i-2) || beginsACE(host, i-3)) {
			return true
		}
	}
	return false
}

func beginsACE[B []byte | string](host B, at int) bool {
	return len(host)-at >= len(acePrefix) && char.EqualFold(host[at:at+len(acePrefix)], acePrefix) && (at == 0 || host[at-1] == '.')
}

// Letters that look like ASCII letters: Cyrillic, Greek and Armenian ones, and phonetic ones, which are rare in names.
const (
	lookAlikes = "асеорхуіјѕԁһӏԛԝѵονριαυօհոսց"
	phonetic   = "ɑɡɢɩʟɴʀʏʙʜɪᴀᴄᴅᴇᴊᴋᴍᴏᴘᴛᴜᴠᴡᴢ"
)

// looksLikeASCII reports whether a label has a phonetic letter, or only letters that look like ASCII letters.
func looksLikeASCII(label string) bool {
	if char.IsASCII(label) {
		return false
	}
	other := func(c rune) bool {
		return c >= 'a' && (c <= 'z' || c >= utf8.RuneSelf) && !strings.ContainsRune(lookAlikes, c)
	}
	return strings.ContainsAny(label, phonetic) || !strings.ContainsFunc(label, other)
}

// hasPlainHost is a fast test. If it reports true, there is no finding about the domain of a reference.
func hasPlainHost[B []byte | string](text B, parts iri.Parts) bool {
	s, _ := parts.Host()
	if s.Start == s.End {
		if scheme, ok := parts.Scheme(); ok {
			return !char.EqualFold(text[:scheme.End], "mailto") && !mayBeHost(text[:scheme.End])
		}
		segment := firstSegment(text, parts)
		return lastLabel(text[segment.Start:segment.End]) == 0
	}
	host := text[s.Start:s.End]
	last := host[lastLabel(host):]
	return !hasACE(host) && (string(last) == "com" || string(last) == "org" || isCommon(last) || string(last) == "localhost" || len(last) > 0 && last[0] <= '9' || !hasDomain(text, parts))
}

func hasDomain[B []byte | string](text B, parts iri.Parts) bool {
	s, _ := parts.Scheme()
	switch string(text[:s.End]) { // the most frequent
	case "http", "https":
		return true
	case "", "file":
		return false
	}
	for _, scheme := range domainSchemes {
		if char.EqualFold(text[:s.End], scheme) {
			return true
		}
	}
	return char.EqualFold(text[:s.End], "mailto")
}

// lastLabel returns the offset of the last label of a host.
func lastLabel[B []byte | string](host B) int {
	n := len(host)
	for n > 0 && host[n-1] != '.' {
		n--
	}
	return n
}

func isCommon[B []byte | string](label B) bool {
	switch string(label) {
	case "com", "org", "net", "edu", "gov", "io", "de", "uk", "jp", "cn", "ru", "fr", "nl", "it", "br", "au", "in", "eu", "co", "info", "me",
		"ar", "biz", "cc", "cloud", "cz", "dk", "fi", "fm", "gg", "gr", "hk", "hu", "id", "ie", "il", "ir", "kr", "ly", "mx", "no", "nz", "pt", "ro",
		"sg", "sh", "site", "so", "tech", "to", "tr", "tv", "tw", "ua", "xyz", "za", "dev", "app", "ca", "ch", "us", "pl", "es", "se", "at", "be", "ai", "example", "test":
		return true
	}
	return false
}

// domainSchemes are the schemes whose hosts are domain names.
var domainSchemes = []string{"http", "https", "ws", "wss", "ftp", "ftps", "sftp", "git", "ssh", "git+ssh", "git+https", "svn", "svn+ssh"}

func (l *linter) domain() {
	s, _ := l.parts.Host()
	scheme := strings.ToLower(l.x.Scheme())
	if scheme == "mailto" {
		s = l.mailDomain()
	} else if !slices.Contains(domainSchemes, scheme) || l.x.HostKind() != iri.HostRegName {
		return
	}
	host := strings.ToLower(l.text[s.Start:s.End])
	if !inet.IsPlainName(host) {
		return
	}
	n := lastLabel(host)
	switch {
	case n == 0 && scheme != "mailto":
		l.splitHost(s)
	case n == 0 || hasOneByteLabels(host) || isCommon(host[n:]) || isTopLevel(host):
	case toplevel.IsMistyped(host[lastLabel(host[:n-1]):n-1], host[n:]):
		l.report(hostTopLevel, iri.Span{Start: s.Start + n, End: s.End}, "a top-level domain that is probably mistyped")
	case !toplevel.IsReserved(host[n:]):
		l.report(hostNotPublic, iri.Span{Start: s.Start + n, End: s.End}, "an unknown top-level domain")
	}
}

func hasOneByteLabels(host string) bool { return 2*strings.Count(host, ".")+1 == len(host) }

// splitHost reports a host of one label that is followed by a slash in place of a dot, as in http://example/com.
func (l *linter) splitHost(host iri.Span) {
	path := l.parts.Path()
	if _, port := l.parts.Port(); port || path.Start == path.End {
		return
	}
	segment, rest, _ := strings.Cut(l.text[path.Start+1:path.End], "/")
	segment = strings.ToLower(segment)
	n := lastLabel(segment)
	name := n > 0 && strings.Count(segment, ".") > 1 && inet.IsPlainName(segment) && isTopLevel(segment)
	if name || rest == "" && slices.Contains([]string{"com", "org", "net", "io", "edu", "gov"}, segment) {
		l.report(hostTopLevel, host, "a top-level domain after a slash instead of a dot")
	}
}

func (l *linter) mailDomain() iri.Span {
	s := l.parts.Path()
	path := l.text[s.Start:s.End]
	at := strings.IndexByte(path, '@') + 1
	if at == 0 {
		return iri.Span{}
	}
	if n := strings.IndexByte(path[at:], ','); n >= 0 {
		s.End = s.Start + at + n
	}
	return iri.Span{Start: s.Start + at, End: s.End}
}

func isTopLevel(host string) bool { return toplevel.Has(host[lastLabel(host):]) }
