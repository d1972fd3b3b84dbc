package fix

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"example.org/iri/dfa"
	"example.org/iri/internal/char"
	"example.org/iri/internal/inet"
	"example.org/iri/internal/language"
	"example.org/iri/internal/toplevel"
)

// localhost is the only accepted host without a dot.
const localhost = "localhost"

func hasFileExtension(path []byte) bool {
	dot := bytes.LastIndexByte(path, '.')
	return dot >= 0 && (extension | ambiguous).has(path[dot+1:])
}

// hostReading returns 0 if an authority without userinfo has a plausible host: localhost, an IP address or a DNS name,
// optionally with a port. Otherwise it returns the readings of the authority. A name is alone if no path or query
// follows.
func hostReading(authority []byte, alone bool) reading {
	if len(authority) > 0 && (authority[0]-'0' < 10 || authority[0] == '[') && isAddress(authority) {
		return 0
	}
	name := readName(authority)
	if rest := authority[name.size:]; len(rest) > 0 {
		switch {
		case bytes.IndexByte(rest, '@') >= 0:
			return asEmail
		case bytes.IndexByte(rest, '*') >= 0:
			return asPattern
		case rest[0] != ':', len(rest) == 1, !dfa.Match(language.Port.Automaton, rest[1:]), isLargePort(rest[1:]):
			return asDottedName
		}
		alone = false
	}
	if name.labels == 1 && char.EqualFold(name.last, localhost) {
		return 0
	}
	return name.reading(alone)
}

func isLargePort(port []byte) bool {
	_, small := inet.Port(port)
	return !small && dfa.Match(language.Port.Automaton, port)
}

// isAlone reports whether no path follows an authority.
func isAlone(rest []byte) bool { return len(rest) == 0 || !char.IsSlash(rest[0]) }

func isAddress(s []byte) bool {
	if s[0] == '[' {
		return true // anything else in brackets is invalid
	}
	n := dfa.Prefix(language.IPv4Address.Automaton, s)
	return n > 0 && (n == len(s) || s[n] == ':' && bytes.IndexByte(s[n:], '@') < 0 && !isLargePort(s[n+1:]))
}

// A name is the DNS name at the start of an authority.
type name struct {
	size                int // including a dot at the end
	labels              int
	first, second, last []byte // labels; second is the one before last
	ok                  bool   // the labels are allowed in DNS
}

// readName reads labels of letters, digits, inner hyphens and, except in the last two, underscores.
func readName(s []byte) name {
	n := name{ok: true}
	begin, underscored, all := 0, -1, byte(0)
	for i := 0; ; i++ {
		b := byte(0)
		if i < len(s) {
			b = s[i]
		}
		all |= b
		switch {
		case isAlphanumeric(b), b == '-', b >= utf8.RuneSelf:
			continue
		case b == '_':
			underscored = n.labels
			continue
		}
		if i > begin || b == '.' || n.labels == 0 {
			n.add(s[begin:i])
		}
		if begin = i + 1; b != '.' {
			n.size = i
			break
		}
	}
	n.ok = n.ok && (underscored < 0 || underscored < n.labels-2) && (all < utf8.RuneSelf || !bytes.ContainsFunc(s[:n.size], isNoLabel))
	return n
}

func (n *name) add(label []byte) {
	size := len(label)
	n.ok = n.ok && size > 0 && label[0] != '-' && label[size-1] != '-'
	if n.labels == 0 {
		n.first = label
	}
	n.labels, n.second, n.last = n.labels+1, n.last, label
}

// reading is hostReading for names.
func (n *name) reading(alone bool) reading {
	switch {
	case n.labels == 1, !n.ok, len(n.last) == 1, !endsLikeDNS(n.last), isTextAfterDomain(n.last):
		return asDottedName
	case char.EqualFold(n.first, "www"):
		if n.labels == 2 && alone && !domain.has(n.last) && !isForeign(n.last) {
			return asDottedName
		}
		return 0
	case len(n.first) > len("www") && len(bytes.Trim(n.first, "wW")) == 0: // mistyped; but hosts that begin with ww exist
		return asDottedName
	case isReversed(n.first, n.last) && (alone || n.labels > 2), registrant.has(n.first) && alone:
		return asDottedName
	case n.isFile(alone):
		return asFileName
	case hasPrefixFold(n.first, http) && (webAtEnd(n.first) == len(n.first) || hasPrefixFold(n.first[len(n.first)-3:], "www")): // a missing colon
		return asDottedName
	case !alone, len(n.last) == 2, domain.has(n.last), isForeign(n.last):
		return 0
	}
	return asDottedName
}

func isMistypedDomain(authority []byte) bool {
	n := readName(authority[bytes.LastIndexByte(authority, '@')+1:])
	if n.labels == 1 || n.size == 2*n.labels-1 || isForeign(n.last) || domain.has(n.last) {
		return false
	}
	return toplevel.IsMistyped(strings.ToLower(string(n.second)), strings.ToLower(string(n.last)))
}

// isFile reports whether a name is a file name. Ambiguous names are hosts unless alone.
func (n *name) isFile(alone bool) bool {
	if n.labels > 2 {
		return extension.has(n.last) && !common.has(n.second)
	}
	return extension.has(n.last) || (alone || document.has(n.first)) && ambiguous.has(n.last) || alone && document.has(n.first) && isOfDocument(n.last)
}

// isOfDocument reports whether names of documents may end in a top-level domain, as the extension of a format or the
// code of a language.
func isOfDocument(last []byte) bool {
	return len(last) == 2 && !char.EqualFold(last, "io") || char.EqualFold(last, "org") || char.EqualFold(last, "info")
}

func isForeign(label []byte) bool { return hasPrefixFold(label, "xn--") || !char.IsASCII(label) }

// isReversed reports whether a name is a program identifier such as org.example.program: it begins with a common
// top-level domain and does not end in one.
func isReversed(first, last []byte) bool {
	return common.has(first) && len(last) > 2 && !common.has(last)
}

// endsLikeDNS reports whether a label may be a top-level domain.
func endsLikeDNS(label []byte) bool {
	for _, b := range label {
		if char.Lower(b)-'a' >= 26 {
			return hasPrefixFold(label, "xn--") || b >= utf8.RuneSelf && !bytes.ContainsFunc(label, unicode.IsDigit)
		}
	}
	return true
}

func isNoLabel(c rune) bool {
	return c != '-' && c != '_' && c != '.' && !unicode.IsLetter(c) && !unicode.IsDigit(c) && !unicode.IsMark(c) || c == utf8.RuneError
}
