package iri_test

import (
	"testing"

	"example.org/iri/rule"
)

// seeds has a string of each kind.
var seeds = []string{
	"", "http://user:pw@example.org:8080/a/b?q=1#f", // every component
	"//:@", "http://a:b:c@d/", "//a:8a/", // a colon that is not that of a port
	"urn:isbn:0451450523", "../a:b", "a:b", "1a:b", "./a:b", // scheme or path
	"http://[::ffff:192.0.2.1]:/", "http://[v1F.a:b]/", "http://[::1", "http://[::256.1.1.1]/", // IP literals
	"http://1.2.3.4/", "http://256.1.1.1/", // address or name
	"http://a/%C3%A9%zz", "a:%", "a:%4", // percent
	"http://é.example/中文?\uE000#\u00A0", "a:\uE000", "a:\uFFFE", // ucschar, iprivate and neither
	"a:\x80", "a:\xC3", "a:\xED\xA0\x80", "a:\xF4\x90\x80\x80", // ill-formed UTF-8
	"http://a/\n", "http://a/ ", "a:?#", "#a#",
	"//[1:2:3:4:5:6:7:8]", "//[1::8", "//[::1.2.3.4]", "//[1:2:3:4:5:6:7::]", "//[1:2:3:4:5:6:7:8:9]", // all forms of IPv6 addresses
	"//[v1.]", "//[V1.:]", "//[v.a]", // a letter in either case; a missing digit
	"//255.255.255.256", "//00.1.2.3", // address or name, both alternatives of ihost
	"//@@", "//u:p@h:8:0", "//a:8@", // both meanings of a colon
	"/", "//", "///", "/:", ":", "a", "a:", "a:/", "a://", // each form of path
	"\u00a0", "\u009f", "\ufdcf", "\ufdd0", "\ufdf0", "\uffef", "\ufff0", // edges of ucschar
	"?\U000F0000\U0010FFFD", "?\U0010FFFE", "\U000E1000", "\U000E0FFF", // and of iprivate
	"\xc2", "\xe0\xa0", "\xf0\x90\x80", "\xef\xbf\xbd", // parts of characters, and U+FFFD
}

// FuzzValid compares results, prefixes, errors and matchers with the slow reference.
func FuzzValid(f *testing.F) {
	fuzzVerify(f, rule.AbsoluteIRI, rule.IRelativeRef, rule.URI, rule.URIReference, rule.AbsoluteURI, rule.RelativeRef)
}

func FuzzParse(f *testing.F) { fuzzVerify(f, rule.IRI, rule.IRIReference) }

func fuzzVerify(f *testing.F, rules ...rule.Rule) {
	for _, text := range seeds {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 300 {
			return // the reference is slow
		}
		for _, r := range rules {
			if err := compareWithReference(r, text); err != nil {
				t.Error(err)
			}
		}
	})
}

// FuzzRules compares calls with each other for every rule and any length, for which the reference is too slow.
func FuzzRules(f *testing.F) {
	for i, text := range seeds {
		f.Add([]byte(text), i%5)
	}
	f.Fuzz(func(t *testing.T, p []byte, cut int) {
		cut = max(0, min(cut, len(p)))
		for r := range rule.All() {
			valid, want := r.Valid(p), r.Check(p)
			if n := r.Prefix(p); (n == len(p)) != valid || n >= 0 && !r.Valid(p[:n]) || (want == nil) != valid {
				t.Fatalf("%v, %q: valid %v, prefix %d, check %v", r, p, valid, n, want)
			}
			m := r.Matcher()
			n, err := m.Write(p[:cut])
			if err == nil {
				var k int
				k, err = m.WriteString(string(p[cut:]))
				n += k
			}
			if m.Matched() != valid || int64(n) != m.Len() {
				t.Fatalf("%v, %q | %q: matched %v, %d taken, length %d", r, p[:cut], p[cut:], m.Matched(), n, m.Len())
			}
			if want != nil && !sameError(m.Err(), want, cut, len(p)) {
				t.Fatalf("%v, %q | %q: %v, want %v", r, p[:cut], p[cut:], m.Err(), want)
			}
			if err != nil && n > len(p) {
				t.Fatal("taken more than there is")
			}
		}
	})
}
