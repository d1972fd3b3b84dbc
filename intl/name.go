// Package intl converts the hosts of IRIs to Punycode and back (IDN, IDNA), and reports findings that need Unicode
// data: strings that are not in normalization form C, mixed scripts, bidirectional labels.
//
//	uri, err := intl.UTS46.ToURI(x)   // https://bücher.example/ to https://xn--bcher-kva.example/
//	y := intl.UTS46.ToUnicode(uri)    // and back, to show it
//
// It is a module of its own because it requires golang.org/x/net and golang.org/x/text.
package intl

import (
	"errors"
	"slices"
	"strings"

	"golang.org/x/net/idna"
	"golang.org/x/text/unicode/norm"

	"example.org/iri"
	"example.org/iri/dfa"
	"example.org/iri/internal/inet"
	"example.org/iri/internal/language"
	"example.org/iri/rule"
)

// Errors in names that package idna accepts.
var (
	errEmpty   = errors.New("the mapped name is empty")
	errPercent = errors.New("the decoded name has a percent sign")
	errACE     = errors.New("a label begins with xn-- and is not valid Punycode")
	errLength  = errors.New("a label is empty or has more than 63 octets, or the name has more than 253")
	errHyphen  = errors.New("a label begins or ends with a hyphen")
)

const (
	dot       = "."
	acePrefix = "xn--" // RFC 3490, section 5
)

func (p Profile) name(host string) (string, error) {
	decoded, err := iri.Decode(host)
	if err != nil {
		return "", err
	}
	mapper := p.mapper()
	ascii, err := mapper.ToASCII(decoded)
	if err != nil {
		return "", err
	}
	if !keepsACE(mapper, decoded, ascii) {
		return "", errACE
	}
	return ascii, p.check(ascii)
}

// check checks a converted name. Of the forbidden domain code points (WHATWG), a reg-name can only have the percent sign.
func (p Profile) check(ascii string) error {
	switch {
	case ascii == "":
		return errEmpty
	case strings.IndexByte(ascii, '%') >= 0:
		return errPercent
	case p == UTS46:
		return rule.RegName.CheckString(ascii)
	case !inDNS(ascii):
		return errLength
	case !dfa.Match(&language.DnsHost, ascii): // package idna has checked the characters
		return errHyphen
	}
	return nil
}

// inDNS reports whether a name, with or without a final dot, is within the lengths of DNS (RFC 1035, section 2.3.4).
func inDNS(name string) bool {
	name = strings.TrimSuffix(name, dot)
	return len(name) <= inet.MaxName && inet.HasShortLabels(name) && !slices.Contains(strings.Split(name, dot), "")
}

// keepsACE reports whether the labels of name that begin with xn-- after the mapping are also in ascii, its conversion,
// and do not decode to such labels (UTS 46 since revision 33, section 4, step 4, and section 4.1, criterion 4). Package
// idna does not check this: it converts xn--localhost- to localhost.
func keepsACE(mapper *idna.Profile, name, ascii string) bool {
	kept := strings.Split(ascii, dot)
	for i, label := range strings.Split(mapped(mapper, name), dot) {
		if strings.HasPrefix(label, acePrefix) && (i >= len(kept) || kept[i] != label) {
			return false
		}
	}
	unicode, err := mapper.ToUnicode(ascii)
	return err == nil && !slices.ContainsFunc(strings.Split(unicode, dot), func(label string) bool {
		return strings.HasPrefix(label, acePrefix)
	})
}

// mapped maps a name without decoding labels of Punycode, because it maps single characters. So it does not normalize
// the name, but normalization does not change ASCII labels.
func mapped(mapper *idna.Profile, name string) string {
	var b strings.Builder
	for _, c := range name {
		one, _ := mapper.ToUnicode(string(c)) // errors in the whole name have been found
		b.WriteString(one)
	}
	return b.String()
}

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
