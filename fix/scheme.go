package fix

import (
	"bytes"
	"unicode"

	"example.org/iri/dfa"
	"example.org/iri/internal/char"
	"example.org/iri/internal/language"
	"example.org/iri/internal/uri"
)

// begins writes the beginning of the URL up to its authority or path, and returns the rest split into components.
func (r *repair) begins() (subject, error) {
	s := r.rest()
	if start, ok := startOfWeb(s, !r.Relative || r.Web); ok {
		return r.beginWeb(start)
	}
	rest, hasScheme := afterScheme(s)
	switch {
	case !hasScheme && r.Relative && !r.Web:
		r.keepFirstSegment()
		return plainSubject(r.rest(), 0), nil
	case !hasScheme, isHostAndPort(s):
		return r.beginHost()
	case r.Web:
		return subject{}, r.doubtful(asOtherScheme, 0, len(s)-len(rest))
	case isMistypedScheme(s[:len(s)-len(rest)]):
		return subject{}, r.doubtful(asOtherScheme, 0, len(s)-len(rest))
	case r.last.valid:
		return plainSubject(s, len(s)-len(rest)), nil
	case len(rest) > 0 && char.IsSlash(rest[0]):
		return r.beginHierarchy(len(s) - len(rest))
	}
	return r.beginOpaque(len(s) - len(rest))
}

// plainSubject returns the subject of a string with the scheme, if any, before an offset.
func plainSubject(s []byte, at int) subject {
	if hasSlashes(s[at:]) {
		return newSubject(s, at+len("//"), true)
	}
	return newSubject(s, at, false)
}

func afterScheme(s []byte) ([]byte, bool) {
	n := bytes.IndexByte(s, ':')
	if n < 0 || !dfa.Match(language.Scheme.Automaton, s[:n]) {
		return nil, false
	}
	return s[n+1:], true
}

func hasSlashes(s []byte) bool { return len(s) >= 2 && char.IsSlash(s[0]) && char.IsSlash(s[1]) }

func isHostAndPort(s []byte) bool {
	first := firstPart(s)
	port := first[bytes.IndexByte(first, ':')+1:]
	return len(port) > 0 && len(port) < len(first) && dfa.Match(language.Port.Automaton, port) && hostReading(first, false) == 0
}

// beginHost adds the scheme to a reference that begins with a host, and the slashes if it lacks them.
func (r *repair) beginHost() (subject, error) {
	s := r.rest()
	added := r.Scheme + slashes
	if hasSlashes(s) {
		s, added = s[len("//"):], r.Scheme+":"
	}
	first := firstPart(s)
	if n := beginOfURL(s); n > 0 && n < len(first) {
		return subject{}, r.doubtful(asText, len(r.rest())-len(s), len(r.rest())-len(s)+n)
	}
	reading := hostReading(first, isAlone(s[len(first):]) && !r.Web)
	switch {
	case bytes.HasSuffix(s, []byte("/*")):
		reading |= asPattern
	case isImage(s, len(first)) && !r.Web, isBlock(s, len(first)), isVersionOfAPI(s, len(first)) && !r.Web:
		reading |= asDottedName
	}
	if reading == 0 && isMistypedDomain(first) {
		reading = asDottedName
	}
	state := dfa.Run(r.language.Automaton, r.state, r.Scheme)
	if reading != 0 || r.language.Context(state) != uri.ContextScheme || len(first) == 0 {
		return subject{}, r.noHost(len(r.rest())-len(s), first, reading)
	}
	at := len(r.rest()) - len(s)
	r.trimPunctuation()
	r.result = append(r.result, added...)
	r.state = dfa.Run(r.language.Automaton, state, added[len(r.Scheme):])
	r.changedTo(Scheme, 0, len(added))
	r.web = uri.IsWeb(r.Scheme)
	return newSubject(r.rest(), at, true), nil
}

// isImage reports whether a host, given by its length, and a path are a container image: the last segment is a
// lower-case name with a tag, or the host is a registry.
func isImage(s []byte, host int) bool {
	if bytes.ContainsAny(s, "?#") || bytes.ContainsFunc(s[host:], unicode.IsUpper) {
		return false
	}
	if n := readName(s[:host]); host+1 < len(s) && (registry.has(n.second) && string(n.last) == "io" || bytes.Contains(s[:host], []byte("registry"))) {
		return true
	}
	name, tag, ok := bytes.Cut(s[bytes.LastIndexByte(s, '/')+1:], []byte{':'})
	return ok && len(name) > 0 && len(name) < len(s)-len(tag)-1 && len(tag) > 0 && isAlphanumeric(tag[0])
}

func isBlock(s []byte, host int) bool {
	n := dfa.Prefix(language.IPv4Address.Automaton, s)
	size, ok := bytes.CutPrefix(s[host:], []byte{'/'})
	return n > 0 && n == host && ok && len(size) > 0 && len(size) <= len("32") && len(bytes.Trim(size, digits)) == 0
}

// isVersionOfAPI reports whether a host and a path are a group and a version of Kubernetes, such as
// storage.example.org/v1beta1, and not the address of another API.
func isVersionOfAPI(s []byte, host int) bool {
	version, ok := bytes.CutPrefix(s[host:], []byte("/v"))
	if !ok || hasPrefixFold(s, "api.") || hasPrefixFold(s, "www.") {
		return false
	}
	rest := bytes.TrimLeft(version, digits)
	if len(rest) == len(version) || len(rest) == 0 {
		return len(rest) == 0 && len(version) > 0
	}
	name := letters(rest)
	return (string(name) == "alpha" || string(name) == "beta") && len(bytes.TrimLeft(rest[len(name):], digits)) == 0
}

// noHost returns the error for a string without a scheme whose first part, at an offset, is not a host.
func (r *repair) noHost(at int, first []byte, reading reading) error {
	if reading != 0 && bytes.IndexByte(first, '.') >= 0 && !bytes.ContainsAny(first, spaces) {
		return r.doubtful(reading, at, at+len(first))
	}
	if err := r.walk(); err != nil {
		return err
	}
	return r.doubtful(asOtherScheme, 0, len(r.rest()))
}

func isMistypedScheme(scheme []byte) bool {
	const longest = len("https") + len("++:")
	at := bytes.IndexAny(scheme, "+-.")
	if at < 0 || len(scheme) > longest {
		return hasPrefixFold(scheme, "www.")
	}
	var word [longest]byte
	meant, _ := meantScheme(append(append(word[:0], scheme[:at]...), letters(scheme[at+1:])...))
	return meant != "" || hasPrefixFold(scheme, "www.")
}

// beginHierarchy returns a subject with a scheme other than HTTP and a slash at an offset.
func (r *repair) beginHierarchy(at int) (subject, error) {
	s := r.rest()
	if !hasSlashes(s[at:]) {
		return newSubject(s, at, false), nil
	}
	scheme, host := s[:at-1], at+len("//")
	if !bytes.HasPrefix(s[at:], []byte("//")) {
		return newSubject(s, host, true), nil
	}
	authority := firstPart(s[host:])
	switch {
	case char.EqualFold(scheme, "file") && char.BeginsWithDrive(s[host:]) && !hasSlashes(s[host+len("C:"):]):
		r.write(host, string(s[:host]))
		r.change(WindowsPath, 0, char.Slash)
		return newSubject(r.rest(), 0, false), nil
	case hasOctetOfASCII(authority), bytes.ContainsFunc(authority, isOddInHost), len(authority) == len("C:") && authority[1] == ':':
		return subject{}, r.doubtful(asDottedName, host, host+len(authority))
	case isOfGit(scheme):
		if n := colonOfSCP(authority); n > 0 {
			r.write(host+n, string(s[:host+n]))
			r.change(SSH, 1, char.Slash)
			return newSubject(r.rest(), 0, false), nil
		}
	}
	return newSubject(s, host, true), nil
}

func isOfGit(scheme []byte) bool {
	return char.EqualFold(scheme, "ssh") || len(scheme) >= 3 && char.EqualFold(scheme[:3], "git")
}

// colonOfSCP returns the offset of the colon between a host and a path of scp in an authority, or 0.
func colonOfSCP(authority []byte) int {
	host := bytes.LastIndexByte(authority, '@') + 1
	n := host + bytes.IndexByte(authority[host:], ':')
	if n <= host || n+1 == len(authority) || letters(authority[n+1:]) == nil || authority[n+1]-'0' < 10 || authority[host] == '[' {
		return 0
	}
	return n
}

// hasDigits reports whether the numbers of a scheme or URN namespace may be written with spaces.
func hasDigits(word []byte) bool {
	switch string(word) {
	case "fax", "isbn", "issn", "sms", "tel":
		return true
	}
	return false
}

// beginOpaque returns a subject with a scheme that no slash follows. Only known schemes are repaired.
func (r *repair) beginOpaque(at int) (subject, error) {
	s := r.rest()
	scheme := s[:at-1]
	r.opaque = true
	u := newSubject(s, at, false)
	switch {
	case char.EqualFold(scheme, "data"):
		if at < len(s) && isWhitespace(s[at]) {
			return u, r.doubtful(asLabel, at-1, at)
		}
		if u.fragment < len(s) {
			return u, r.doubtful(asText, u.fragment, u.fragment+1)
		}
		if n := bytes.Index(s, []byte("{{")); n >= 0 {
			return u, r.doubtful(asTemplate, n, n+1)
		}
		u.plain = true
		r.digits = bytes.Contains(s, []byte(";base64,"))
		return u, nil
	case len(s) > at && s[at] == '?': // such as magnet:
		return u, nil
	case string(scheme) == "mailto", hasDigits(scheme):
		r.digits = hasDigits(scheme)
	case char.EqualFold(scheme, "urn"):
		nid, _, _ := bytes.Cut(s[at:], []byte{':'})
		r.digits = hasDigits(bytes.ToLower(nid))
	default:
		return u, r.doubtful(asLabel|asOtherScheme, at-1, at)
	}
	return r.withoutSpace(u, at)
}

func (r *repair) withoutSpace(u subject, at int) (subject, error) {
	isNumber := hasDigits(u.text[:at-1])
	if n := len(whitespace(u.text[at:])); n > 0 {
		r.write(at, string(u.text[:at]))
		r.change(Whitespace, n, "")
		u = newSubject(r.rest(), 0, false)
		at = 0
	}
	for i := at; i < u.query; i++ {
		if b := u.text[i]; r.digits && b == '^' || !isOrdinary(b) && (b != '%' || r.digits) && !(r.digits && b == ' ') {
			return u, r.doubtful(asLabel|asText, i, i+1)
		}
	}
	if number, _, _ := bytes.Cut(u.text[at:u.query], []byte{';'}); isNumber && bytes.ContainsFunc(number, unicode.IsLetter) {
		return u, r.doubtful(asLabel|asText, at, u.query)
	}
	if r.digits {
		u.path = u.query
	}
	return u, nil
}

func (r *repair) keepFirstSegment() {
	if bytes.IndexByte(firstPart(r.rest()), ':') >= 0 {
		r.change(FirstSegment, 0, "./")
	}
}
