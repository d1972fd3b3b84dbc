package iri_test

import (
	"errors"
	"flag"
	"fmt"
	"maps"
	"net/url"
	"slices"

	"example.org/iri"
	"example.org/iri/rule"
)

func Example() {
	x, err := iri.Parse("https://user@example.org:8080/rosé?q=1#top")
	if err != nil {
		fmt.Println(err)
		return
	}
	query, ok := x.Query()
	fmt.Println(x.Scheme(), x.Hostname(), x.Path(), query, ok)
	// Output: https example.org /rosé q=1 true
}

func ExampleValid() {
	fmt.Println(iri.Valid([]byte("http://example.org/rosé")))
	fmt.Println(iri.Valid([]byte("http://example.org/a b")))
	fmt.Println(iri.Valid([]byte("../rosé")))
	// Output:
	// true
	// false
	// false
}

// A cache key for a host has neither a fragment nor a password.
func ExampleParts() {
	text := "https://me:secret@example.org/a?b#c"
	parts, err := iri.SplitString(text)
	if err != nil {
		fmt.Println(err)
		return
	}
	if fragment, ok := parts.Fragment(); ok {
		text = text[:fragment.Start-1]
	}
	if user, ok := parts.Userinfo(); ok {
		text = text[:user.Start] + text[user.End+1:]
	}
	fmt.Println(text)
	// Output: https://example.org/a?b
}

func ExampleSplitReference() {
	parts, err := iri.SplitReference([]byte("?q"))
	query, ok := parts.Query()
	fmt.Println(query, ok, err)
	// Output: {1 2} true <nil>
}

// A string may have to be an IRI and also match another rule.
func ExampleParseAs() {
	for _, s := range []string{"https://example.org/", "https:///", "http://[fe80::1%25en0]/"} {
		_, err := iri.ParseAs(rule.HTTPSURI, s)
		_, errOfZone := iri.ParseAs(rule.URIWithZone, s)
		fmt.Println(err == nil, errOfZone == nil)
	}
	// Output:
	// true true
	// false true
	// false false
}

func ExampleIRI_Scan() {
	var x iri.IRI
	fmt.Println(x.Scan("http://example.org/"), x)
	fmt.Println(x.Scan(42), x)
	fmt.Println(x.Scan(nil), x.IsZero())
	// Output:
	// <nil> http://example.org/
	// iri: cannot scan int into *iri.IRI http://example.org/
	// <nil> true
}

func ExampleSyntaxError() {
	_, err := iri.Parse("http://a/%4x")
	var syntax *iri.SyntaxError
	if errors.As(err, &syntax) {
		fmt.Println(syntax.Rule, syntax.Reason, syntax.Component(), syntax.Offset, syntax.Expected())
	}
	// Output:
	// IRI bad percent-encoding path 11 '0'-'9' 'A'-'F' 'a'-'f'
}

// Turtle keeps a reference that has a scheme unchanged.
func ExampleResolver() {
	r := iri.Resolver{Base: iri.MustParse("http://example.org/a/b"), Verbatim: true}
	x, err := r.Resolve(iri.MustParseReference("http://example.org/c/../d"))
	fmt.Println(x, err)
	// Output: http://example.org/c/../d <nil>
}

func ExampleResolver_AppendResolve() {
	r := iri.Resolver{Base: iri.MustParse("http://example.org/a/b")}
	var buf []byte
	for _, ref := range []string{"c", "//example.net"} {
		var parts iri.Parts
		buf, parts, _ = r.AppendResolve(buf[:0], []byte(ref))
		fmt.Println(string(buf), parts.Path())
	}
	// Output:
	// http://example.org/a/c {18 22}
	// http://example.net {18 18}
}

// A document that may move to another server must not use references that begin with a slash.
func ExampleResolver_Relativize() {
	r := iri.Resolver{Base: iri.MustParse("http://example.org/a/b/c/")}
	const within = iri.FormFragment | iri.FormQuery | iri.FormRelativePath
	fmt.Println(r.Relativize(iri.MustParse("http://example.org/d"), iri.AnyForm))
	fmt.Println(r.Relativize(iri.MustParse("http://example.org/d"), within))
	fmt.Println(r.Relativize(iri.MustParse("http://example.net/d"), within))
	fmt.Println(r.Relativize(iri.MustParse("http://example.net/d"), within|iri.FormAbsolutePath|iri.FormNetworkPath))
	fmt.Println(r.Relativize(iri.MustParse("http://example.net/d"), iri.FormIRI))
	// Output:
	// /d true
	// ../../../d true
	//  false
	// //example.net/d true
	// http://example.net/d true
}

// Ill-formed UTF-8, formatting characters and delimiters stay encoded.
func ExampleIRI_ToIRI() {
	for _, text := range []string{"http://example.org/D%C3%BCrst", "http://example.org/D%FCrst", "http://example.org/%e2%80%ae%2f"} {
		fmt.Println(iri.MustParse(text).ToIRI())
	}
	// Output:
	// http://example.org/Dürst
	// http://example.org/D%FCrst
	// http://example.org/%E2%80%AE%2f
}

func ExampleAppendURI() {
	var buf []byte
	for _, text := range []string{"../é?ü", "#a"} {
		var parts iri.Parts
		buf, parts, _ = iri.AppendURI(buf[:0], []byte(text))
		fmt.Println(string(buf), parts.Path())
	}
	// Output:
	// ../%C3%A9?%C3%BC {0 9}
	// #a {0 0}
}

// Decode only parts without delimiters.
func ExampleDecode() {
	fmt.Println(iri.Decode("50%25%20of%20%C3%A9%2F"))
	fmt.Println(iri.Decode("r%E9sum%E9"))
	octets, err := iri.AppendDecoded(nil, []byte("r%E9sum%E9"))
	fmt.Printf("%q %v\n", octets, err)
	// Output:
	// 50% of é/ <nil>
	//  iri: ill-formed UTF-8 (pct-encoded, byte 1)
	// "r\xe9sum\xe9" <nil>
}

// The methods of a Builder set percent-encoded components in any order.
func ExampleBuilder() {
	x, err := iri.Builder{}.Scheme("ftp").Userinfo("me").Host("[2001:db8::7]").Port("2121").Path("/rosé").IRI()
	fmt.Println(x, err)
	_, err = iri.Builder{}.Scheme("ftp").Host("2001:db8::7").IRI()
	fmt.Println(err)
	// Output:
	// ftp://me@[2001:db8::7]:2121/rosé <nil>
	// iri: host: ':' is not allowed in a host: "2001:db8::7" (ihost, byte 4, expected iunreserved, pct-encoded, sub-delims or end); an IPv6 address has brackets: use HostAddr
}

func ExampleComponentError() {
	_, err := iri.MustParse("s:a:b").With().Without(iri.ComponentScheme).Reference()
	var component *iri.ComponentError
	if errors.As(err, &component) {
		fmt.Println(component.Component)
	}
	var syntax *iri.SyntaxError
	if errors.As(err, &syntax) {
		fmt.Println(syntax.Reason, syntax.Span)
	}
	// Output:
	// path
	// colon in first segment {0 2}
}

// Pairs are decoded as in forms.
func ExampleIRI_QueryPairs() {
	x := iri.MustParse("https://example.org/?q=ros%C3%A9+wine&page=1&page&a%26b=c")
	for p := range x.QueryPairs() {
		fmt.Printf("%q=%q %v %s\n", p.Name, p.Value, p.HasValue, x.String()[p.NameSpan.Start:p.NameSpan.End])
	}
	fmt.Println(x.QueryValue("page"))
	// Output:
	// "q"="rosé wine" true q
	// "page"="1" true page
	// "page"="" false page
	// "a&b"="c" true a%26b
	// 1 true
}

// A program reads the steps from its command line. Configuration files use the same names.
func ExampleNormalization_UnmarshalText() {
	var steps iri.Normalization
	flags := flag.NewFlagSet("dedup", flag.ContinueOnError)
	flags.TextVar(&steps, "level", iri.SyntaxBased, "normalize to `LEVEL`")
	fmt.Println(steps)
	err := flags.Parse([]string{"-level", "rfc3986-6.2.3,ipv6"})
	fmt.Println(err, steps == iri.SchemeBased|iri.IPv6Text)
	// Output:
	// rfc3986-6.2.2
	// <nil> true
}

// A program that needs both the host and the normal form of a string splits it once.
func ExampleAppendNormalParts() {
	line := []byte("HTTP://example.org:80/%7Eme")
	parts, err := iri.Split(line)
	if err != nil {
		fmt.Println(err)
		return
	}
	host, _ := parts.Host()
	if string(line[host.Start:host.End]) == "example.org" {
		key, _, err := iri.AppendNormalParts(nil, line, parts, iri.ForComparison)
		fmt.Printf("%s %v\n", key, err)
	}
	// Output: http://example.org/~me <nil>
}

func ExampleNormalization() {
	x := iri.MustParse("HTTP://Example.ORG:80/%7Eme/../caf%C3%A9")
	for _, steps := range []iri.Normalization{
		iri.CaseNormalization | iri.PercentNormalization, iri.SyntaxBased, iri.SchemeBased, iri.ForComparison,
	} {
		fmt.Println(x.Normalize(steps))
	}
	// Output:
	// http://example.org:80/~me/../caf%C3%A9
	// http://example.org:80/caf%C3%A9
	// http://example.org/caf%C3%A9
	// http://example.org/café
}

// The base of a request target, or of a path in a file, may lack a scheme.
func ExampleReference() {
	base := iri.MustParseReference("/docs/guide/start.html")
	fmt.Println(base.Resolve(iri.MustParseReference("../faq.html#top")))
	fmt.Println(base.Resolve(iri.MustParseReference("//example.net/a/../b")))
	// Output:
	// /docs/faq.html#top
	// //example.net/b
}

func ExampleAppendNormal() {
	line, parts, err := iri.AppendNormal([]byte("<"), []byte("HTTP://h:80"), iri.SchemeBased)
	fmt.Printf("%s> %v %v\n", line, parts.Path(), err)
	// Output: <http://h/> {8 9} <nil>
}

// A map of another library becomes a query.
func ExampleBuilder_AddPairs() {
	form := url.Values{"state": {"a b"}, "code": {"x&y"}}
	pairs := func(yield func(string, string) bool) {
		for _, name := range slices.Sorted(maps.Keys(form)) {
			for _, value := range form[name] {
				if !yield(name, value) {
					return
				}
			}
		}
	}
	fmt.Println(iri.MustParse("https://example.org/back").With().AddPairs(pairs).IRI())
	// Output: https://example.org/back?code=x%26y&state=a%20b <nil>
}

func ExampleEncode() {
	fmt.Println(iri.Encode(iri.ComponentUserinfo, "a:b@c"))
	fmt.Println(iri.Encode(iri.ComponentHost, "a b.example"))
	fmt.Println(iri.Encode(iri.ComponentPath, "/100 %/a?b"))
	fmt.Println(iri.Encode(iri.ComponentQuery, "100 %?"))
	fmt.Println(iri.Encode(iri.ComponentFragment, "a#b"))
	// Output:
	// a:b%40c
	// a%20b.example
	// /100%20%25/a%3Fb
	// 100%20%25?
	// a%23b
}
