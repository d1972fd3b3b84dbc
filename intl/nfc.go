// Package intl has what needs the data of Unicode, and so other modules: hosts by IDNA, and whether
// a text is in normalization form C. Nothing here changes a text on its own account.
package intl

import (
	"golang.org/x/text/unicode/norm"

	"example.org/iri"
)

// IsNFC reports whether text is in Unicode Normalization Form C, which RFC 3987, section 5.3.2.2,
// recommends for new IRIs. If it is not, the span is the first characters that have to change: as
// few as can be told apart, a character and what combines with it. Percent-encoded characters are
// not looked at. It takes linear time.
func IsNFC(text string) (iri.Span, bool) {
	end := norm.NFC.QuickSpanString(text)
	for end < len(text) {
		begin := end
		if n := norm.NFC.NextBoundaryInString(text[begin:], true); n > 0 {
			end += n
		} else {
			end = len(text)
		}
		if !norm.NFC.IsNormalString(text[begin:end]) {
			return iri.Span{Start: begin, End: end}, false
		}
	}
	return iri.Span{}, true
}
