package fix

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"example.org/iri/internal/char"
)

const (
	http  = "http"
	https = "https"
)

type webStart struct {
	scheme string
	size   int  // length of the written scheme, colon and slashes
	exact  bool // written correctly, except for backslashes
}

// startOfWeb returns the beginning of an HTTP URL, which may have a mistyped scheme, several schemes or a wrong number of
// slashes and, with colonless, no colon.
func startOfWeb(s []byte, colonless bool) (start webStart, ok bool) {
	if at := exactAuthority(s); at > 0 && at < len(s) && isAlphanumeric(s[at]) && !hasPrefixFold(s[at:], http) && !beginsWithSeparator(s[at+len(letters(s[at:])):]) {
		return webStart{size: at, exact: true}, true
	}
	for at := 0; ; ok = true {
		word := letters(s[at:])
		if !maySeparate(s[at+len(word):]) {
			return start, ok
		}
		scheme, right := meantScheme(word)
		if scheme == "" {
			return start, ok
		}
		p := separatorOf(s[at+len(word):])
		if p.size == 0 || p.colons == 0 && !colonless || !right && (p.colons == 0 || p.slashes == 0) {
			return start, ok
		}
		exact := at == 0 && right && p.size == len(slashes) && beginsWithSeparator(s[len(word):])
		at += len(word) + p.size
		start = webStart{scheme, at, exact}
	}
}

// exactAuthority returns the offset of the authority in a URL that begins with http:// or https://, or 0.
func exactAuthority(s []byte) int {
	if !hasPrefixFold(s, http) {
		return 0
	}
	n := len(http)
	if len(s) > n && char.Lower(s[n]) == 's' {
		n++
	}
	if !beginsWithSeparator(s[n:]) {
		return 0
	}
	return n + len(slashes)
}

func maySeparate(s []byte) bool {
	if len(s) == 0 {
		return false
	}
	switch s[0] {
	case ':', ';', '/', '\\', ' ', "\uff1a"[0]:
		return true
	case '.', ',':
		return hasSlashes(s[1:])
	}
	return false
}

func letters(s []byte) []byte {
	n := 0
	for n < len(s) && char.Lower(s[n])-'a' < 26 {
		n++
	}
	return s[:n]
}

// A separator counts the parts of a possibly misspelled "://".
type separator struct{ size, colons, dots, slashes int }

func separatorOf(s []byte) (p separator) {
	skip := func(set string) (found int) {
		for p.size < len(s) {
			c, n := utf8.DecodeRune(s[p.size:])
			if !strings.ContainsRune(set, c) {
				break
			}
			found, p.size = found+1, p.size+n
		}
		return found
	}
	skip(" ")
	p.colons = skip(":;\uff1a")
	skip(" ")
	if p.colons == 0 {
		p.dots = skip(".,")
	}
	if p.slashes = skip("/\\\uff0f"); p.slashes > 1 {
		p.colons += skip(":")
	}
	skip(" ")
	if p.colons == 0 && (p.slashes < 2 || p.dots > 1) {
		return separator{}
	}
	return p
}

func beginsWithSeparator(s []byte) bool { return len(s) > 0 && s[0] == ':' && hasSlashes(s[1:]) }

// meantScheme returns the HTTP scheme that a word means, or "", and whether the word is correct. It leaves out shttp,
// which exists.
func meantScheme(word []byte) (scheme string, right bool) {
	switch {
	case char.EqualFold(word, https):
		return https, true
	case char.EqualFold(word, http):
		return http, true
	case len(word) < len("htp") || len(word) > len(https+https) || char.EqualFold(word, "shttp"):
		return "", false
	case len(word) >= len(http+http) && isDoubled(word):
		if n := webAtEnd(word); n > 0 {
			return [...]string{len(http): http, len(https): https}[n], false
		}
		return "", false
	}
	others := lettersNotIn(word, https)
	mistyped := func(scheme string) bool {
		switch {
		case others == 0:
			return distance(word, scheme) <= 2
		case others > 1: // a lower bound of the distance
			return false
		}
		return !hasPrefixFold(word, http) && distance(word, scheme) <= 1
	}
	switch hasS := bytes.ContainsAny(word, "sS"); {
	case hasS && mistyped(https):
		return https, false
	case !hasS && mistyped(http):
		return http, false
	}
	return "", false
}

func isDoubled(word []byte) bool {
	n := webAtEnd(word)
	first := word[:len(word)-n]
	return n > 0 && (char.EqualFold(first, http) || char.EqualFold(first, https))
}

func hasPrefixFold(s []byte, prefix string) bool {
	return len(s) >= len(prefix) && char.EqualFold(s[:len(prefix)], prefix)
}

func lettersNotIn(word []byte, set string) (n int) {
	for _, b := range word {
		if strings.IndexByte(set, char.Lower(b)) < 0 {
			n++
		}
	}
	return n
}

// distance returns the Damerau-Levenshtein distance (optimal string alignment) of two short words.
func distance(word []byte, of string) int {
	const most = len(https + https)
	var rows [most + 1][len(https) + 1]int
	for i := range len(word) + 1 {
		for j := range len(of) + 1 {
			if i == 0 || j == 0 {
				rows[i][j] = i + j
				continue
			}
			a, b := char.Lower(word[i-1]), of[j-1]
			d := rows[i-1][j-1]
			if a != b {
				d++
			}
			d = min(d, rows[i-1][j]+1, rows[i][j-1]+1)
			if i > 1 && j > 1 && a == of[j-2] && char.Lower(word[i-2]) == b {
				d = min(d, rows[i-2][j-2]+1)
			}
			rows[i][j] = d
		}
	}
	return rows[len(word)][len(of)]
}

func (r *repair) beginWeb(start webStart) (subject, error) {
	s := r.rest()
	u := newSubject(s, start.size, true)
	authority := s[start.size:u.path]
	if reading := webReading(authority, s[u.path:]); reading != 0 {
		return u, r.notWeb(&u, reading)
	}
	if !(r.valid && start.exact && r.end == len(r.input)) && isMistypedDomain(authority) {
		return u, r.notWeb(&u, asDottedName)
	}
	if host := authority[bytes.LastIndexByte(authority, '@')+1:]; len(host) == 0 || host[0] == ':' {
		return u, r.notWeb(&u, asDottedName)
	}
	r.web = true
	if start.exact {
		return u, nil
	}
	if reading := hostReading(authority, false); reading != 0 {
		return u, r.notWeb(&u, reading)
	}
	r.trimPunctuation()
	right := 0 // length of the correct prefix
	if bytes.HasPrefix(s, []byte(start.scheme)) && separatorOf(s[len(start.scheme):]).size == start.size-len(start.scheme) {
		right = len(start.scheme)
		r.write(right, start.scheme)
	}
	r.change(Scheme, start.size-right, (start.scheme + slashes)[right:])
	return newSubject(r.rest(), 0, true), nil
}

func (r *repair) notWeb(u *subject, what reading) error {
	if at := u.secondURL(); at >= 0 {
		return r.doubtful(asTwoURLs, at, len(u.text))
	}
	return r.doubtful(what, u.begin, u.path)
}

const slashes = "://"

// webReading returns the readings of the authority of an HTTP URL, or 0. An e-mail address has nothing after it.
func webReading(authority, rest []byte) reading {
	host := authority
	if at := bytes.LastIndexByte(authority, '@'); at >= 0 {
		host = authority[at+1:]
		if len(rest) <= len(char.Slash) && !bytes.ContainsAny(authority[:at], ":@"+spaces) {
			return asEmail
		}
	}
	inBrackets := bytes.LastIndexByte(host, ']') + 1
	if n := bytes.IndexByte(host[inBrackets:], ':'); n >= 0 {
		if isLargePort(host[inBrackets+n+1:]) {
			return asDottedName
		}
		host = host[:inBrackets+n]
	}
	switch {
	case len(host) > 0 && host[0] == '[':
		return 0
	case bytes.IndexByte(host, '*') >= 0:
		return asPattern
	case len(host) == 0, host[0] == '.', bytes.ContainsAny(host, "!$&'()+,;=~"), bytes.Contains(host, []byte("..")), hasOctetOfASCII(host), char.EqualFold(host, "www"):
		return asDottedName
	case char.IsASCII(authority):
		return 0
	case bytes.ContainsFunc(authority, isOddInHost):
		return asDottedName
	case isTextAfterDomain(host[bytes.LastIndexByte(host, '.')+1:]):
		return asText
	}
	return 0
}

func isOddInHost(c rune) bool { return c >= utf8.RuneSelf && c != utf8.RuneError && isNoLabel(c) }

// isTextAfterDomain reports whether letters of another script follow a top-level domain in a label, such as a Chinese
// text without a space before it.
func isTextAfterDomain(last []byte) bool {
	name := letters(last)
	return len(name) > 1 && len(name) < len(last) && last[len(name)] >= utf8.RuneSelf && domain.has(name)
}

func hasOctetOfASCII(host []byte) bool {
	for n := bytes.IndexByte(host, '%'); n >= 0; n = bytes.IndexByte(host, '%') {
		if host = host[n:]; beginsOctet(host) && host[1] < '8' {
			return true
		}
		host = host[1:]
	}
	return false
}
