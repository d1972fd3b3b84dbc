package lint

import (
	"slices"
	"strings"

	"example.org/iri"
	"example.org/iri/internal/char"
	"example.org/iri/internal/typo"
)

// mistypedScheme finds schemes at distance one from http, https or mailto, with the same letters in another order, or
// with letters before http or https.
func (l subject) mistypedScheme() (iri.Span, bool) {
	s, ok := l.parts.Scheme()
	if !ok {
		return l.schemeAsSegment()
	}
	scheme := strings.ToLower(l.in(s))
	if l.hasAuthority() || strings.HasPrefix(l.text[s.End+1:], char.Slash) {
		return s, isMistypedWeb(scheme)
	}
	mail := scheme == "mail" || scheme == "email" || scheme != "mailto" && typo.Near(scheme, "mailto")
	return s, mail && strings.IndexByte(l.text, '@') >= 0
}

// schemeAsSegment finds a relative path that begins with http or https, two slashes, and no colon between.
func (l subject) schemeAsSegment() (iri.Span, bool) {
	s := l.parts.Path()
	before, _, ok := strings.Cut(l.in(s), "//")
	s.End = s.Start + len(before)
	scheme := strings.ToLower(strings.TrimRight(before, ".,;"))
	return s, ok && knows(webSchemes[:], scheme)
}

func isMistypedWeb(scheme string) bool {
	if knows(webSchemes[:], scheme) || knows(nearSchemes, scheme) {
		return false
	}
	for _, web := range webSchemes {
		before, found := strings.CutSuffix(scheme, web)
		switch {
		case found && before[len(before)-1] != '+' && before[len(before)-1] != '-':
			return true
		case typo.Near(scheme, web), typo.SameLetters(scheme, web), withoutRepeats(scheme) == withoutRepeats(web), len(scheme) > 1 && strings.HasSuffix(web, scheme):
			return true
		}
	}
	return false
}

func withoutRepeats(word string) string {
	return string(slices.Compact([]byte(word)))
}

func (l subject) drive() (iri.Span, bool) {
	if s, ok := l.parts.Scheme(); ok && s.End == 1 && strings.HasPrefix(l.text[2:], char.Slash) {
		return s, true
	}
	return l.driveHost()
}

// driveHost finds drive letters parsed as hosts.
func (l subject) driveHost() (iri.Span, bool) {
	s, _ := l.parts.Host()
	port, ok := l.parts.Port()
	if s.End-s.Start != 1 || !isLetter(l.text[s.Start]) {
		return s, false
	}
	empty, upper := ok && port.Start == port.End, isUpper(l.text[s.Start])
	return s, empty && (upper || l.isFile()) || upper && !ok && l.isFile()
}

func (l subject) isFile() bool { return strings.EqualFold(l.x.Scheme(), "file") }

func (l subject) localFile() (iri.Span, bool) {
	path := l.parts.Path()
	if !l.isFile() {
		return path, false
	}
	rest := strings.ToLower(strings.TrimLeft(l.in(path), char.Slash))
	if len(rest) > 3 && isLetter(rest[0]) && (rest[1] == ':' || rest[1] == '|') && rest[2] == '/' {
		rest = rest[3:]
	}
	for _, folder := range ownFolders {
		if name, ok := strings.CutPrefix(rest, folder); ok {
			name, _, more := strings.Cut(name, char.Slash)
			return path, more && name != "" && !knows(folderNames, name) && strings.IndexByte("%$.", name[0]) < 0
		}
	}
	return path, strings.Contains(rest, "/desktop/") || strings.Contains(rest, "/downloads/")
}

// script finds javascript IRIs that open a URL, which should be the link.
func (l subject) script() (iri.Span, bool) {
	s, _ := l.parts.Scheme()
	if !strings.EqualFold(l.in(s), "javascript") {
		return s, false
	}
	text := strings.ToLower(l.text)
	return s, !strings.HasPrefix(l.text[s.End:], ":/") && strings.Contains(text, "://") || strings.Contains(text, "%3a%2f%2f")
}

// leadingHyphen finds hosts and users that ssh and git may parse as an option.
func (l subject) leadingHyphen() (iri.Span, bool) {
	if l.isWeb() || !l.hasAuthority() {
		return iri.Span{}, false
	}
	user, _ := l.parts.Userinfo()
	host, _ := l.parts.Host()
	if strings.HasPrefix(l.in(user), "-") {
		return user, true
	}
	return host, strings.HasPrefix(l.in(host), "-")
}

// mistypedWWW finds first labels of more than three w. Hosts with two exist.
func (l subject) mistypedWWW() (iri.Span, bool) {
	s, _ := l.parts.Host()
	if host := l.in(s); host == "" || host[0]|0x20 != 'w' {
		return s, false
	}
	label, _, more := strings.Cut(strings.ToLower(l.in(s)), dot)
	n := len(label)
	return iri.Span{Start: s.Start, End: s.Start + n}, l.isWeb() && more && n > len("www") && strings.Trim(label, "w") == ""
}

// punctuatedHost finds commas and semicolons instead of dots, and empty labels.
func (l subject) punctuatedHost() (iri.Span, bool) {
	s, _ := l.parts.Host()
	host := l.in(s)
	for _, end := range proxyEnds {
		host = strings.TrimSuffix(host, end)
	}
	pattern := strings.IndexByte(host, '*') >= 0 || strings.Contains(host, "...") // or an ellipsis
	return s, l.isWeb() && !pattern && (strings.ContainsAny(host, ",;") || strings.Contains(host, "..") || strings.HasPrefix(host, dot))
}

func (l subject) mailDomain() (iri.Span, bool) {
	path := l.parts.Path()
	if !strings.EqualFold(l.x.Scheme(), "mailto") {
		return path, false
	}
	for at := path.Start; at < path.End; {
		address, _, _ := strings.Cut(l.text[at:path.End], ",")
		end := at + len(address)
		_, domain, ok := strings.Cut(address, "@")
		if ok && domain != "" && !strings.ContainsAny(domain, ".%@:/") && !knows(mailDomains, strings.ToLower(domain)) {
			return iri.Span{Start: end - len(domain), End: end}, true
		}
		at = end + 1
	}
	return path, false
}

// cutUserinfo finds passwords with a character that begins a query or fragment.
func (l subject) cutUserinfo() (iri.Span, bool) {
	tail := l.tail()
	_, port := l.parts.Port()
	return iri.Span{Start: tail.Start, End: min(tail.Start+1, tail.End)},
		port && !l.hasUserinfo() && tail.Start < tail.End && l.text[tail.Start] != '/' && strings.IndexByte(l.in(tail), '@') > 0
}
