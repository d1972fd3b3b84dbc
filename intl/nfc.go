// Package intl converts the hosts of IRIs to Punycode and back (IDN, IDNA), and reports findings that need Unicode
// data: strings that are not in normalization form C, mixed scripts, bidirectional labels.
//
//	uri, err := intl.UTS46.ToURI(x)   // https://bücher.example/ to https://xn--bcher-kva.example/
//	y := intl.UTS46.ToUnicode(uri)    // and back, to show it
//
// It is a module of its own because it requires golang.org/x/net and golang.org/x/text.
package intl

import (
	"golang.org/x/text/unicode/norm"

	"example.org/iri"
)

// IsNFC reports whether s is in Unicode Normalization Form C, which RFC 3987, section 5.3.2.2, recommends for new IRIs.
// If it is not, the span is the first part that has to change: a character with all that combine with it.
// IsNFC does not decode percent-encoded characters. It takes linear time.
func IsNFC(s string) (iri.Span, bool) {
	end := norm.NFC.QuickSpanString(s)
	for end < len(s) {
		begin := end
		if n := norm.NFC.NextBoundaryInString(s[begin:], true); n > 0 {
			end += n
		} else {
			end = len(s)
		}
		if !norm.NFC.IsNormalString(s[begin:end]) {
			return iri.Span{Start: begin, End: end}, false
		}
	}
	return iri.Span{}, true
}
