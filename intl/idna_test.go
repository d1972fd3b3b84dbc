package intl_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"golang.org/x/net/idna"

	"example.org/iri"
	"example.org/iri/internal/testkit"
	"example.org/iri/intl"
)

var profiles = []intl.Profile{intl.UTS46, intl.IDNA2008, intl.Transitional}

// TestToURI checks the differences between the profiles; "" is an error.
func TestToURI(t *testing.T) {
	for _, c := range []struct{ text, uts46, idna2008, transitional string }{
		{"http://résumé.example.org/é", "http://xn--rsum-bpad.example.org/%C3%A9", "http://xn--rsum-bpad.example.org/%C3%A9", "http://xn--rsum-bpad.example.org/%C3%A9"},
		{"http://r%C3%A9sum%c3%a9.example.org", "http://xn--rsum-bpad.example.org", "http://xn--rsum-bpad.example.org", "http://xn--rsum-bpad.example.org"},
		{"http://faß.example", "http://xn--fa-hia.example", "http://xn--fa-hia.example", "http://fass.example"},
		{"http://βόλος.com", "http://xn--nxasmm1c.com", "http://xn--nxasmm1c.com", "http://xn--nxasmq6b.com"},
		{"http://É.example", "http://xn--9ca.example", "", "http://xn--9ca.example"},
		{"http://EXAMPLE.org", "http://example.org", "", "http://example.org"},
		{"http://例え。jp/", "http://xn--r8jz45g.jp/", "", "http://xn--r8jz45g.jp/"},
		{"http://example.org./", "http://example.org./", "http://example.org./", "http://example.org./"},
		{"http://u:p@é:80/?é#é", "http://u:p@xn--9ca:80/?%C3%A9#%C3%A9", "http://u:p@xn--9ca:80/?%C3%A9#%C3%A9", "http://u:p@xn--9ca:80/?%C3%A9#%C3%A9"},
		{"http://r3---sn-x.example/", "http://r3---sn-x.example/", "", "http://r3---sn-x.example/"},
		{"http://☃.example/", "http://xn--n3h.example/", "http://xn--n3h.example/", "http://xn--n3h.example/"}, // not allowed by RFC 5892
		{"http://１２７.0.0.1/", "http://127.0.0.1/", "", "http://127.0.0.1/"},                                    // becomes an address
		{"http://a\u00adb.example/", "http://ab.example/", "", "http://ab.example/"},
		{"http://[::1]/é", "http://[::1]/%C3%A9", "http://[::1]/%C3%A9", "http://[::1]/%C3%A9"},
		{"http://192.0.2.1/", "http://192.0.2.1/", "http://192.0.2.1/", "http://192.0.2.1/"},
		{"urn:é", "urn:%C3%A9", "urn:%C3%A9", "urn:%C3%A9"},
		{"file:///é", "file:///%C3%A9", "file:///%C3%A9", "file:///%C3%A9"},
		{"http://a_b.example/", "http://a_b.example/", "", ""}, // browsers accept it, host names in DNS do not have it
		{"http://_x.bücher.example/", "http://_x.xn--bcher-kva.example/", "", ""},
		{"http://b_ü.example/", "http://xn--b_-yka.example/", "", ""},
		{"http://a＿b.example/", "http://a_b.example/", "", ""},
		{"http://-a-.example/", "http://-a-.example/", "", ""},
		{"http://!$&'()*+,;=~.é/", "http://!$&'()*+,;=~.xn--9ca/", "", ""}, // all characters of a reg-name
		{"http://a%2Fb.example/", "", "", ""},                              // a delimiter
		{"http://a%25b/", "", "", ""},                                      // a percent sign
		{"http://a%2541/", "", "", ""},                                     // a percent sign that some decode again
		{"http://a％41/", "", "", ""},                                       // the same, fullwidth
		{"http://［%3A%3A1］/", "", "", ""},                                  // an address in brackets
		{"http://%C2%AD/", "", "", ""},                                     // mapped to nothing
		{"http://%E9.example/", "", "", ""},                                // not UTF-8
		{"http://xn--a.example/", "", "", ""},                              // not a label of IDNA
		{"http://xn--localhost-/", "", "", ""},                             // Punycode of ASCII
		{"http://ｘ\u00adN--localhost－/", "", "", ""},                       // the same, mapped
		{"http://xn--/", "", "", ""},                                       // Punycode of nothing
		{"http://xn--é-/", "", "", ""},                                     // not Punycode
		{"http://xn--xn--a--gua/", "", "", ""},                             // Punycode of a label with xn--
		{"http://é\u200e.example/", "", "", ""},                            // a formatting character
		{"http://a%EF%BC%8Fb.example/", "", "", ""},                        // mapped to a slash by UTS 46
		{"http://a\u2488com/", "", "", ""},                                 // with a dot in its mapping
		{"http://١/", "", "", ""},                                          // an Arabic digit alone (RFC 5893)
	} {
		for i, want := range []string{c.uts46, c.idna2008, c.transitional} {
			p := profiles[i]
			got, err := p.ToURI(iri.MustParse(c.text))
			var wrong *intl.HostError
			if got.String() != want || (err != nil) != (want == "") || err != nil && (!errors.As(err, &wrong) || wrong.Err == nil) {
				t.Errorf("%v %q: %q, %v, want %q", p, c.text, got, err, want)
			}
		}
	}
}

func TestToUnicode(t *testing.T) {
	for text, want := range map[string]string{
		"http://xn--rsum-bpad.example.org/%C3%A9": "http://résumé.example.org/%C3%A9",
		"http://u@xn--fa-hia.example:8/":          "http://u@faß.example:8/",
		"http://example.org/":                     "http://example.org/",
		"http://EXAMPLE.org/":                     "http://EXAMPLE.org/",
		"http://xn--a.example/":                   "http://xn--a.example/",
		"http://[::1]/":                           "http://[::1]/",
		"urn:xn--rsum-bpad":                       "urn:xn--rsum-bpad",
	} {
		x := iri.MustParse(text)
		if got := intl.UTS46.ToUnicode(x); got.String() != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// TestASCIIHosts compares the fast path for ASCII hosts with package idna.
func TestASCIIHosts(t *testing.T) {
	mapper := idna.New(idna.MapForLookup(), idna.BidiRule(), idna.CheckHyphens(false), idna.StrictDomainName(false))
	const letters = "azA09-._~!$xn"
	var hosts func(host string, n int)
	hosts = func(host string, n int) {
		if n == 0 {
			return
		}
		for i := range len(letters) {
			longer := host + letters[i:i+1]
			x, err := intl.UTS46.ToASCII(iri.MustParse("x://" + longer + "/"))
			got, _ := x.Host()
			if want, wrong := mapper.ToASCII(longer); got != want || (err != nil) != (wrong != nil) {
				t.Errorf("%q: %q, %v, package idna says %q, %v", longer, got, err, want, wrong)
			}
			hosts(longer, n-1)
		}
	}
	hosts("", 3)
	hosts("ab-", 3)
	hosts("1-.", 3)
}

func TestAppend(t *testing.T) {
	for _, p := range profiles {
		for _, host := range []string{"a", "A", "é.example", "xn--9ca", "XN--9CA", "%C3%A9", "%41", "1.2.3.4", "[::A]", "a..b", "-a", "\u200d", "%FF", "☃", ""} {
			for _, rest := range []string{"/é/%C3%A9", "", ":80?é#%c3%a9"} {
				x := iri.MustParse("x://" + host + rest)
				uri, err := p.ToURI(x)
				compareAppend(t, p.AppendURI, x.String(), uri, err)
				compareAppend(t, p.AppendIRI, x.String(), p.ToUnicode(x).ToIRI(), nil)
			}
		}
	}
	for _, text := range []string{"é", "./a:é", "?%C3%A9", "", "#é"} {
		x := iri.MustParseReference(text)
		for _, p := range profiles {
			if got, _, err := p.AppendURI(nil, []byte(text)); err != nil || string(got) != x.ToURI().String() {
				t.Errorf("%v, %q: %q, %v", p, text, got, err)
			}
		}
	}
	if got, _, err := intl.UTS46.AppendURI([]byte("x"), []byte("a b")); string(got) != "x" || !errors.As(err, new(*iri.SyntaxError)) {
		t.Errorf("%q, %v", got, err)
	}
}

// compareAppend compares the result of f for an IRI, with and without its scheme x, with the expected IRI.
func compareAppend(t *testing.T, f func(dst, reference []byte) ([]byte, iri.Parts, error), text string, want iri.IRI, wrong error) {
	t.Helper()
	for _, scheme := range []string{"x:", ""} {
		without := strings.TrimPrefix("x:", scheme)
		got, parts, err := f([]byte("before"), []byte(strings.TrimPrefix(text, without)))
		if wrong != nil {
			if string(got) != "before" || !errors.As(err, new(*intl.HostError)) {
				t.Errorf("%q: %q, %v, want %v", text, got, err, wrong)
			}
			continue
		}
		result := strings.TrimPrefix(want.String(), without)
		again, _ := iri.SplitReferenceString(result)
		if err != nil || string(got) != "before"+result || parts != again {
			t.Errorf("%q: %q, %v, %v, want %q, %v", text, got, parts, err, result, again)
		}
	}
}

// TestIDNAStable checks that a profile does not change its own results.
func TestIDNAStable(t *testing.T) {
	labels := []string{
		"", "a", "é", "ß", "ς", "Ü", "中", "xn--9ca", "%C3%A9", "a-b", "-a", "ｅ", "\u200d", "א", "1", "_x", "≠", "☃", "xn--a-",
		"1☃", "\u0301", "%25", "a~", "XN--Zca", "ẞ", "=\u0338", "a．b", "א1",
	}
	for _, p := range profiles {
		for _, a := range labels {
			for _, b := range labels {
				x := iri.MustParse("http://" + a + "." + b + "/")
				y, err := p.ToASCII(x)
				if err != nil {
					continue
				}
				again, err := p.ToURI(y)
				if err != nil || again != y || !y.IsURI() {
					t.Errorf("%v %v: %v, then %v, %v", p, x, y, again, err)
				}
				if z, err := p.ToASCII(p.ToUnicode(y)); err != nil || z != y {
					t.Errorf("%v %v: %v, for display %v, back %v, %v", p, x, y, p.ToUnicode(y), z, err)
				}
			}
		}
	}
}

// TestConformanceIDNA compares ToURI with conversions of other projects.
func TestConformanceIDNA(t *testing.T) {
	count := 0
	testkit.EachLine(t, testkit.Cases(t, "convert.jsonl"), func(_ int, c *struct{ IRI, URI, Host string }) {
		if c.Host != "idna" {
			return
		}
		count++
		if got, err := intl.UTS46.ToURI(iri.MustParse(c.IRI)); err != nil || got.String() != c.URI {
			t.Errorf("%s: %v, %v, want %s", c.IRI, got, err, c.URI)
		}
	})
	t.Logf("conformance: %d conversions by IDNA", count)
}

func ExampleProfile() {
	x := iri.MustParse("http://faß.example/é")
	fmt.Println(x.ToURI())
	for _, p := range []intl.Profile{intl.UTS46, intl.IDNA2008, intl.Transitional} {
		y, err := p.ToURI(x)
		fmt.Println(p, y, err)
	}
	// Output:
	// http://fa%C3%9F.example/%C3%A9
	// UTS46 http://xn--fa-hia.example/%C3%A9 <nil>
	// IDNA2008 http://xn--fa-hia.example/%C3%A9 <nil>
	// Transitional http://fass.example/%C3%A9 <nil>
}

func ExampleProfile_ToUnicode() {
	fmt.Println(intl.UTS46.ToUnicode(iri.MustParse("http://xn--rsum-bpad.example.org/")))
	// Output: http://résumé.example.org/
}

func ExampleProfile_ToASCII() {
	x := iri.MustParse("http://my_host.bücher.example/é")
	fmt.Println(intl.UTS46.ToASCII(x))
	_, err := intl.Transitional.ToASCII(x)
	fmt.Println(err)
	// Output:
	// http://my_host.xn--bcher-kva.example/é <nil>
	// iri: cannot convert host "my_host.b\u00fccher.example" to ASCII by Transitional: idna: disallowed rune U+005F
}

func ExampleIsNFC() {
	text := "http://example.org/re\u0301sume"
	span, ok := intl.IsNFC(text)
	fmt.Printf("%v %v %+q\n", ok, span, text[span.Start:span.End])
	// Output: false {20 23} "e\u0301"
}
