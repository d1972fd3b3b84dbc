package lint

import (
	"strings"

	"example.org/iri"
	"example.org/iri/internal/char"
	"example.org/iri/internal/uri/percent"
)

// secondScheme finds http and https URLs joined to other text: after a host, within a word, after a comma, or as the
// first segment of a path. Elsewhere, nested URLs are common.
func (l subject) secondScheme() (iri.Span, bool) {
	if s, found := l.schemeHost(); found {
		return s, true
	}
	tail := l.tail()
	for i := tail.Start; i < tail.End; i++ {
		n := strings.IndexByte(l.text[i:], ':')
		if n < 0 {
			break
		}
		i += n
		start, web := l.webSchemeAt(i)
		if web && start >= tail.Start && l.isJoined(start, i+1) {
			return iri.Span{Start: start, End: i}, true
		}
	}
	return tail, false
}

// schemeHost finds hosts that are a scheme or end in http or https.
func (l subject) schemeHost() (iri.Span, bool) {
	s, _ := l.parts.Host()
	if !l.isWeb() || s.Start == s.End || !strings.HasPrefix(l.in(l.tail()), "//") {
		return s, false
	}
	host := strings.ToLower(l.in(s))
	if port, ok := l.parts.Port(); !ok {
		return s, knows(webSchemes[:], host)
	} else if port.Start < port.End {
		return s, false
	}
	_, web := l.webSchemeAt(s.End)
	return s, web || knows(networkSchemes, host) || knows(nearSchemes, host) || isMistypedWeb(host)
}

// webSchemeAt returns the start of http or https before an offset.
func (l subject) webSchemeAt(end int) (start int, ok bool) {
	for _, web := range webSchemes {
		if hasSuffixFold(l.text[:end], web) {
			return end - len(web), true
		}
	}
	return end, false
}

// isJoined reports whether a scheme in the tail begins a URL that is joined to the text before it. The offset rest is
// after the colon.
func (l subject) isJoined(start, rest int) bool {
	slashes := strings.HasPrefix(l.text[rest:], "//")
	path := l.parts.Path()
	if !slashes && (start > path.End || !strings.HasPrefix(l.text[rest:], char.Slash)) || start == 0 {
		return false
	}
	if scheme, ok := l.parts.Scheme(); ok && start == scheme.End+1 {
		return knows(urlLabels, strings.ToLower(l.in(scheme)))
	}
	before := l.text[start-1]
	inPath := start < path.End
	switch {
	case start > percent.Size && l.text[start-percent.Size] == '%': // an encoded equals sign or space
		return inPath && lastBlank(l.text[:start]) != ""
	case isLetter(before) || isDigit(before):
		return true
	case !inPath || !l.hasAuthority():
		return false
	case before == ',' || before == ';':
		return true
	case before == '(': // a link of Markdown without its opening bracket
		return hasSuffixFold(l.text[:start-1], "%5D") || strings.HasPrefix(l.text[start:], l.text[:min(start-1, maxLinkText)])
	case before != '/' || l.isProxy():
		return false
	}
	return start-1 == path.Start || !slashes
}

func (l subject) isProxy() bool {
	host := strings.ToLower(l.hostText())
	for _, word := range proxyWords {
		if strings.Contains(host, word) {
			return true
		}
	}
	return false
}

func (l subject) wrapper() (iri.Span, bool) {
	s, _ := l.parts.Host()
	query, ok := l.parts.Query()
	if !ok || !l.isWeb() {
		return s, false
	}
	host := strings.ToLower(l.in(s))
	if !isWrapper(host) || !strings.Contains(strings.ToLower(l.in(query)), "=http") {
		return s, false
	}
	for _, w := range wrappers {
		if strings.HasPrefix(host, w.host) && strings.HasPrefix(l.in(l.parts.Path()), w.path) {
			return s, true
		}
	}
	return s, strings.Contains(host, mailFilter)
}

// hasNested reports whether the path contains a URL, or the host is an archive.
func (l subject) hasNested() bool {
	path := l.in(l.parts.Path())
	for _, mark := range [...]string{":/", "%3A", "%3a", ".git/", ".zip/", ".gz/", ".jar!/"} {
		if strings.Contains(path, mark) {
			return true
		}
	}
	host := strings.ToLower(l.hostText())
	for _, word := range archiveWords {
		if strings.Contains(host, word) {
			return true
		}
	}
	return false
}

// maxLinkText bounds the comparison of a link text with its URL.
const maxLinkText = 100
