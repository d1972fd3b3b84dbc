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

// localhost is a host without a dot that people mean.
const localhost = "localhost"

// hasFileExtension reports whether a path ends like the name of a file.
func hasFileExtension(path []byte) bool {
	dot := bytes.LastIndexByte(path, '.')
	return dot >= 0 && (extension | ambiguous).has(path[dot+1:])
}

// hostReading returns 0 if an authority without userinfo is that of a host that people mean: localhost, an IP address or
// a name of DNS, and perhaps a port. Otherwise it returns what it may be. A name that is not alone has a path or a query after
// it.
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

// isLargePort reports whether a port is a number above the largest one.
func isLargePort(port []byte) bool {
	_, small := inet.Port(port)
	return !small && dfa.Match(language.Port.Automaton, port)
}

// isAlone reports whether what follows an authority has no path.
func isAlone(rest []byte) bool { return len(rest) == 0 || !char.IsSlash(rest[0]) }

// isAddress reports whether an authority is an IP address, and perhaps a port.
func isAddress(s []byte) bool {
	if s[0] == '[' {
		return true // anything else in brackets is an error
	}
	n := dfa.Prefix(language.IPv4Address.Automaton, s)
	return n > 0 && (n == len(s) || s[n] == ':' && bytes.IndexByte(s[n:], '@') < 0 && !isLargePort(s[n+1:]))
}

// A name is what an authority begins with.
type name struct {
	size                int // with a dot at the end
	labels              int
	first, second, last []byte // labels, the second being the one before the last
	ok                  bool   // the labels may be those of DNS
}

// readName reads labels of letters, digits, inner hyphens and, save in the last two, underscores.
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
		if i > begin || b == '.' || n.labels == 0 { // no dot at the end
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

// add adds a label.
func (n *name) add(label []byte) {
	size := len(label)
	n.ok = n.ok && size > 0 && label[0] != '-' && label[size-1] != '-'
	if n.labels == 0 {
		n.first = label
	}
	n.labels, n.second, n.last = n.labels+1, n.last, label
}

// reading is hostReading for a name.
func (n *name) reading(alone bool) reading {
	switch {
	case n.labels == 1, !n.ok, len(n.last) == 1, !endsLikeDNS(n.last), isTextAfterDomain(n.last):
		return asDottedName
	case char.EqualFold(n.first, "www"):
		if n.labels == 2 && alone && !domain.has(n.last) && !isForeign(n.last) {
			return asDottedName
		}
		return 0
	case len(n.first) > len("www") && len(bytes.Trim(n.first, "wW")) == 0: // mistyped; hosts with two exist
		return asDottedName
	case isReversed(n.first, n.last) && (alone || n.labels > 2), registrant.has(n.first) && alone:
		return asDottedName
	case n.isFile(alone):
		return asFileName
	case hasPrefixFold(n.first, http) && (webAtEnd(n.first) == len(n.first) || hasPrefixFold(n.first[len(n.first)-3:], "www")): // without a colon
		return asDottedName
	case !alone, len(n.last) == 2, domain.has(n.last), isForeign(n.last):
		return 0
	}
	return asDottedName
}

// isMistypedDomain reports whether an authority ends in what is probably a mistyped top-level domain.
func isMistypedDomain(authority []byte) bool {
	n := readName(authority[bytes.LastIndexByte(authority, '@')+1:])
	if n.labels == 1 || n.size == 2*n.labels-1 || isForeign(n.last) || domain.has(n.last) {
		return false
	}
	return toplevel.IsMistyped(strings.ToLower(string(n.second)), strings.ToLower(string(n.last)))
}

// isFile reports whether a name is that of a file. One that may be of either kind is a host if it is not alone.
func (n *name) isFile(alone bool) bool {
	if n.labels > 2 {
		return extension.has(n.last) && !common.has(n.second)
	}
	return extension.has(n.last) || (alone || document.has(n.first)) && ambiguous.has(n.last) || alone && document.has(n.first) && isOfDocument(n.last)
}

// isOfDocument reports whether names of documents end in a top-level domain: that of a format, or, but for io, of a language.
func isOfDocument(last []byte) bool {
	return len(last) == 2 && !char.EqualFold(last, "io") || char.EqualFold(last, "org") || char.EqualFold(last, "info")
}

// isForeign reports whether a label has characters that are not ASCII, or is such a label in ASCII.
func isForeign(label []byte) bool { return hasPrefixFold(label, "xn--") || !char.IsASCII(label) }

// isReversed reports whether a name is that of a program, such as org.example.program: it begins with a top-level domain, and
// ends in none that is as common.
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

// isNoLabel reports whether a character is in no name.
func isNoLabel(c rune) bool {
	return c != '-' && c != '_' && c != '.' && !unicode.IsLetter(c) && !unicode.IsDigit(c) && !unicode.IsMark(c) || c == utf8.RuneError
}
