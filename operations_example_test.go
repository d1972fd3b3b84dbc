package iri_test

import (
	"errors"
	"fmt"
	"maps"
	"net/url"
	"slices"

	"example.org/iri"
)

// A Builder takes components as they stand in an IRI, in any order.
func ExampleBuilder() {
	x, err := iri.Builder{}.Scheme("ftp").Userinfo("me").Host("[2001:db8::7]").Port("2121").Path("/rosé").IRI()
	fmt.Println(x, err)
	_, err = iri.Builder{}.Scheme("ftp").Host("2001:db8::7").IRI()
	fmt.Println(err)
	// Output:
	// ftp://me@[2001:db8::7]:2121/rosé <nil>
	// iri: host: ':' is not allowed in a host: "2001:db8::7" (ihost, byte 4, expected iunreserved, pct-encoded, sub-delims or end)
}

// A link is made safe to follow and to show.
func ExampleIRI_With() {
	x := iri.MustParse("http://me:secret@example.org:80/a?b#c")
	y, err := x.With().Scheme("https").Without(iri.ComponentUserinfo, iri.ComponentPort, iri.ComponentFragment).IRI()
	fmt.Println(y, err)
	// Output: https://example.org/a?b <nil>
}

// What an HTTP client sends to the host: path and query.
func ExampleBuilder_Without() {
	for _, text := range []string{"http://example.org/a?b#c", "http://example.org//a"} {
		target := iri.MustParse(text).With().Without(iri.ComponentScheme, iri.ComponentAuthority, iri.ComponentFragment)
		fmt.Println(target.Reference())
	}
	// Output:
	// /a?b <nil>
	//  iri: path: '/' is not allowed in a path: "//a" (ipath-absolute, byte 1, expected iunreserved, pct-encoded, sub-delims, ":", "@" or end)
}

// Empty is not absent.
func ExampleBuilder_Query() {
	x := iri.MustParseReference("a?b#c").With()
	fmt.Println(x.Query("").Fragment("").Reference())
	fmt.Println(x.Without(iri.ComponentQuery, iri.ComponentFragment).Reference())
	// Output:
	// a?# <nil>
	// a <nil>
}

// Text that may hold anything is encoded for its component.
func ExampleBuilder_Fragment() {
	x := iri.MustParse("https://example.org/a").With()
	fmt.Println(x.Fragment("100 % rosé").IRI())
	fmt.Println(x.Fragment(iri.Encode(iri.ComponentFragment, "100 % rosé")).IRI())
	// Output:
	//  iri: fragment: ' ' is not allowed in a fragment: "100 % rosé" (ifragment, byte 3, expected iunreserved, pct-encoded, sub-delims, ":", "/", "?", "@" or end); it is written %20
	// https://example.org/a#100%20%25%20rosé <nil>
}

// One buffer serves for many strings.
func ExampleBuilder_Append() {
	var buf []byte
	item := iri.MustParse("https://example.org/items").With()
	for _, fragment := range []string{"a", "b"} {
		var parts iri.Parts
		buf, parts, _ = item.Fragment(fragment).Append(buf[:0])
		fmt.Println(string(buf), parts.Path())
	}
	// Output:
	// https://example.org/items#a {19 25}
	// https://example.org/items#b {19 25}
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

// Pairs are read as forms write them.
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

// What is not deleted stays byte by byte.
func ExampleBuilder_DeletePairs() {
	x := iri.MustParse("https://example.org/?utm_source=a&Q=%7e+&&utm_medium=b")
	fmt.Println(x.With().DeletePairs("utm_source").DeletePairs("utm_medium").IRI())
	fmt.Println(iri.MustParse("https://example.org/?utm_source=a").With().DeletePairs("utm_source").IRI())
	// Output:
	// https://example.org/?Q=%7e+& <nil>
	// https://example.org/ <nil>
}

// Segments are decoded; the span is that of the encoded segment.
func ExampleIRI_Segments() {
	x := iri.MustParse("https://example.org/files/a%2Fb/")
	for span, segment := range x.Segments() {
		fmt.Println(span, segment)
	}
	// Output:
	// {20 25} files
	// {26 31} a/b
	// {32 32}
}

// Steps and sets of steps can be joined.
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

// A crawler that keeps what it has seen needs targets in one form.
func ExampleResolver_normalize() {
	r := iri.Resolver{Base: iri.MustParse("HTTP://example.org/a/b"), Normalize: iri.ForComparison}
	fmt.Println(r.Resolve(iri.MustParseReference("../%7Eme/")))
	fmt.Println(r.Resolve(iri.MustParseReference("//example.org:80")))
	// Output:
	// http://example.org/~me/ <nil>
	// http://example.org/ <nil>
}

// The base of a request target or of a path in a file need not have a scheme.
func ExampleReference_Resolve() {
	base := iri.MustParseReference("/docs/guide/start.html")
	fmt.Println(base.Resolve(iri.MustParseReference("../faq.html#top")))
	fmt.Println(base.Resolve(iri.MustParseReference("//example.net/a/../b")))
	// Output:
	// /docs/faq.html#top
	// //example.net/b
}

func ExampleReference_Relativize() {
	base := iri.MustParseReference("/docs/guide/start.html")
	fmt.Println(base.Relativize(iri.MustParseReference("/docs/faq.html")))
	fmt.Println(base.Relativize(iri.MustParseReference("faq.html"))) // what a base with a slash resolves to has one
	// Output:
	// ../faq.html true
	//  false
}

func ExampleIRI_Normalize() {
	x := iri.MustParse("URN:a/%2E%2E//%6Eot-a-host")
	fmt.Println(x.Normalize(iri.SyntaxBased))
	// Output: urn:/.//not-a-host
}

func ExampleReference_Normalize() {
	x := iri.MustParseReference("../%61") // where it leads is told by its base alone
	fmt.Println(x.Normalize(iri.SyntaxBased))
	// Output: ../a
}

func ExampleAppendNormal() {
	line, parts, err := iri.AppendNormal([]byte("<"), []byte("HTTP://h:80"), iri.SchemeBased)
	fmt.Printf("%s> %v %v\n", line, parts.Path(), err)
	// Output: <http://h/> {8 9} <nil>
}

// What another library has as a map becomes a query.
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

func ExampleEncodeNonASCII() {
	fmt.Println(iri.EncodeNonASCII(iri.EncodeSegment("rosé/")))
	// Output: ros%C3%A9%2F
}

// AddPair encodes delimiters, spaces and plus signs.
func ExampleBuilder_AddPair() {
	fmt.Println(iri.MustParse("https://example.org/?q=1").With().AddPair("next", "/a b?c=1+1").IRI())
	// Output: https://example.org/?q=1&next=%2Fa%20b%3Fc%3D1%2B1 <nil>
}

func ExampleIRI_QueryValue() {
	x := iri.MustParse("https://example.org/?q=a+b%26c&q=2")
	fmt.Println(x.QueryValue("q"))
	fmt.Println(x.QueryValue("page"))
	// Output:
	// a b&c true
	//  false
}

// The zero IRI is NULL in a database.
func ExampleIRI_Value() {
	fmt.Println(iri.MustParse("https://example.org/").Value())
	fmt.Println(iri.IRI{}.Value())
	// Output:
	// https://example.org/ <nil>
	// <nil> <nil>
}
