package iri

import (
	"iter"
	"strings"

	"example.org/iri/internal/uri/percent"
)

// URLEncodedPairs yields the names and values of a string in the format application/x-www-form-urlencoded (URL
// Standard, section 5.1) in order, decoded as in [Pair]: the body of a form, the query of a URL, the fragment of an
// OAuth response. A pair without an equals sign has an empty value.
//
// Every string can be parsed. A percent sign without two hexadecimal digits after it stays. So do octets that are not
// UTF-8, which the URL Standard replaces by U+FFFD, as [strings.ToValidUTF8] does.
func URLEncodedPairs(s string) iter.Seq2[string, string] {
	return func(yield func(name, value string) bool) {
		for text := range strings.SplitSeq(s, separator) {
			name, value, _ := strings.Cut(text, equals)
			if text != "" && !yield(fromForm(name), fromForm(value)) {
				return
			}
		}
	}
}

// AppendURLEncoded appends names and values to dst in the format application/x-www-form-urlencoded (URL Standard,
// section 5.2). A space becomes a plus sign. ASCII letters, digits, asterisks, hyphens, dots and underscores stay;
// everything else is percent-encoded. [URLEncodedPairs] is the inverse. A nil sequence has no pairs.
func AppendURLEncoded(dst []byte, pairs iter.Seq2[string, string]) []byte {
	if pairs == nil {
		return dst
	}
	first := true
	for name, value := range pairs {
		if !first {
			dst = append(dst, separator...)
		}
		first = false
		dst = appendURLEncoded(dst, name)
		dst = appendURLEncoded(append(dst, equals...), value)
	}
	return dst
}

func appendURLEncoded(dst []byte, s string) []byte {
	for i := range len(s) {
		switch b := s[i]; b {
		case ' ':
			dst = append(dst, forSpace...)
		case '*': // reserved in RFC 3986, but not in the URL Standard
			dst = append(dst, b)
		case '~': // vice versa
			dst = percent.Append(dst, b)
		default:
			dst = percent.AppendEncoded(dst, s[i:i+1], percent.Unreserved())
		}
	}
	return dst
}

func fromForm(s string) string { return decoded(strings.ReplaceAll(s, forSpace, " ")) }

// decoded percent-decodes s. A percent sign without two hexadecimal digits after it stays.
func decoded(s string) string {
	if strings.IndexByte(s, '%') < 0 {
		return s
	}
	var buf [256]byte
	return string(percent.AppendDecoded(buf[:0], s))
}
