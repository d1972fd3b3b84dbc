package iri_test

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"maps"
	"net/netip"
	"os"
	"strings"
	"unicode/utf16"

	"example.org/iri"
	"example.org/iri/rule"
)

// The pages of docs/guide have the bodies of these examples.

func Example_components() {
	x := iri.MustParse("https://me:secret@[2001:db8::7]:8080/a%20b/?q=1&q=2#top")
	port, ok := x.PortNumber()
	address, _ := x.HostAddr()
	q, _ := x.QueryValue("q")
	fmt.Println(x.Scheme(), x.Hostname(), port, ok)
	fmt.Println(address.IsPrivate(), x.Path(), q)
	fmt.Println(x.Redacted())
	// Output:
	// https 2001:db8::7 8080 true
	// false /a%20b/ 1
	// https://me:xxxxx@[2001:db8::7]:8080/a%20b/?q=1&q=2#top
}

func Example_offsets() {
	line := []byte("https://example.org:8080/rosé")
	parts, err := iri.Split(line)
	if err != nil {
		fmt.Println(err)
		return
	}
	host, ok := parts.Host()
	fmt.Println(host, ok, string(line[host.Start:host.End]))
	// Output: {8 19} true example.org
}

func ExampleIRI_HostKind() {
	for _, s := range []string{"http://[::1]:80/", "http://127.0.0.1/", "http://127.1/", "http://example.org/", "mailto:me"} {
		x := iri.MustParse(s)
		address, ok := x.HostAddr()
		fmt.Println(x.HostKind(), address, ok && address.IsLoopback())
	}
	// Output:
	// IPv6address ::1 true
	// IPv4address 127.0.0.1 true
	// reg-name invalid IP false
	// reg-name invalid IP false
	// none invalid IP false
}

func Example_compare() {
	x := iri.MustParse("http://example.org/~me")
	y := iri.MustParse("HTTP://EXAMPLE.ORG:80/a/../%7Eme")
	fmt.Println(x == y)
	fmt.Println(y.Normalize(iri.SyntaxBased)) // the port still differs
	fmt.Println(y.Normalize(iri.SchemeBased))
	fmt.Println(x.Normalize(iri.SchemeBased) == y.Normalize(iri.SchemeBased))
	// Output:
	// false
	// http://example.org:80/~me
	// http://example.org/~me
	// true
}

func Example_duplicates() {
	known := make(map[iri.IRI]bool)
	for _, s := range []string{"http://example.org", "http://example.org:80/", "http://example.org/a"} {
		key := iri.MustParse(s).Normalize(iri.ForComparison)
		fmt.Println(s, known[key])
		known[key] = true
	}
	// Output:
	// http://example.org false
	// http://example.org:80/ true
	// http://example.org/a false
}

func Example_resolve() {
	base := iri.MustParse("http://example.org/docs/guide/start.html?q")
	for _, s := range []string{"faq.html", "../", "/x", "?page=2", "//example.net/", "#top", "mailto:me"} {
		fmt.Println(base.Resolve(iri.MustParseReference(s)))
	}
	// Output:
	// http://example.org/docs/guide/faq.html
	// http://example.org/docs/
	// http://example.org/x
	// http://example.org/docs/guide/start.html?page=2
	// http://example.net/
	// http://example.org/docs/guide/start.html?q#top
	// mailto:me
}

func Example_relativize() {
	r := iri.Resolver{Base: iri.MustParse("http://example.org/docs/guide/start.html")}
	target := iri.MustParse("http://example.org/docs/faq.html#top")
	fmt.Println(r.Base.Relativize(target))
	fmt.Println(r.Relativize(target, iri.FormAbsolutePath))
	fmt.Println(r.Base.Relativize(iri.MustParse("http://example.org/a/../b"))) // Resolve removes ..
	// Output:
	// ../faq.html#top true
	// /docs/faq.html#top true
	//  false
}

func ExampleBuilder_AddSegments() {
	x, err := iri.Builder{}.Scheme("https").Host("example.org").Port("8080").
		Path("/api").AddSegments("a/b", "rosé").AddPair("q", "x & y").IRI()
	fmt.Println(x, err)
	x, err = x.With().SetPair("q", "100 %").Without(iri.ComponentPort).IRI()
	fmt.Println(x, err)
	fmt.Println(x.ToURI())
	_, err = iri.Builder{}.Scheme("https").Path("//evil.example/").IRI()
	fmt.Println(err)
	// Output:
	// https://example.org:8080/api/a%2Fb/rosé?q=x%20%26%20y <nil>
	// https://example.org/api/a%2Fb/rosé?q=100%20%25 <nil>
	// https://example.org/api/a%2Fb/ros%C3%A9?q=100%20%25
	// iri: path: '/' is not allowed in a path: "//evil.example/" (ipath-absolute, byte 1, expected iunreserved, pct-encoded, sub-delims, ":", "@" or end)
}

func Example_encode() {
	segment := iri.EncodeSegment("50 % rosé/1")
	fmt.Println(segment)
	fmt.Println(iri.EncodeNonASCII(segment)) // for a URI
	fmt.Println(iri.Decode(segment))
	// Output:
	// 50%20%25%20rosé%2F1
	// 50%20%25%20ros%C3%A9%2F1
	// 50 % rosé/1 <nil>
}

func Example_errors() {
	_, err := iri.Parse("http://host:8080x/")
	fmt.Println(err)
	var mistake *iri.SyntaxError
	if errors.As(err, &mistake) && mistake.Reason == rule.ReasonPort {
		fmt.Println(mistake.Message())
		fmt.Println(mistake.Component(), mistake.Span, mistake.Offset)
	}
	// Output:
	// iri: port "8080x": 'x' is not a digit: "http://host:8080x/" (IRI, byte 17, expected DIGIT)
	// port "8080x": 'x' is not a digit
	// port {12 17} 17
}

func Example_editor() {
	s := "http://h/😀 b"
	_, err := iri.Parse(s)
	var mistake *iri.SyntaxError
	if errors.As(err, &mistake) {
		before := s[:mistake.Span.Start]
		fmt.Println(len(before), "bytes,", len(utf16.Encode([]rune(before))), "UTF-16 units")
	}
	// Output: 13 bytes, 11 UTF-16 units
}

func ExampleIRI_MarshalText() {
	type page struct {
		Link iri.IRI `json:"link,omitzero"`
		Home iri.IRI `json:"home"` // omitempty makes no difference: a struct is never empty
	}
	out, err := json.Marshal(page{})
	fmt.Println(string(out), err)
	fmt.Println(json.Unmarshal([]byte(`{"link": "http://[::1/"}`), new(page)))
	// Output:
	// {"home":""} <nil>
	// iri: ']' is missing after "[::1": "http://[::1/" (IRI, byte 11, expected HEXDIG, ":", "]" or ".")
}

func ExampleIRI_LogValue() {
	noTime := func(_ []string, a slog.Attr) slog.Attr {
		if a.Key == slog.TimeKey {
			return slog.Attr{}
		}
		return a
	}
	log := slog.New(slog.NewTextHandler(os.Stdout, &slog.HandlerOptions{ReplaceAttr: noTime}))
	flags := flag.NewFlagSet("server", flag.ContinueOnError)
	var proxy iri.IRI
	flags.TextVar(&proxy, "proxy", iri.IRI{}, "`IRI` of a proxy")
	fmt.Println(flags.Parse([]string{"-proxy", "http://me:secret@example.org/"}))
	fmt.Println(proxy.Redacted())
	log.Info("start", "proxy", proxy)
	// Output:
	// <nil>
	// http://me:xxxxx@example.org/
	// level=INFO msg=start proxy=http://me:xxxxx@example.org/
}

func Example_zone() {
	const proxy = "socks5://[fe80::1%25eth0]:1055"
	_, err := iri.ParseAs(rule.IRIWithZone, proxy)
	fmt.Println(err)
	parts, err := rule.IRIWithZone.SplitString(proxy)
	if err != nil {
		fmt.Println(err)
		return
	}
	host, _ := parts.Host()
	port, _ := parts.Port()
	literal, zone, _ := strings.Cut(proxy[host.Start+1:host.End-1], "%25")
	zone, err = iri.Decode(zone)
	address := netip.MustParseAddr(literal).WithZone(zone)
	fmt.Println(address, proxy[port.Start:port.End], err)
	// Output:
	// iri: '%' is not allowed in an IP address: "socks5://[fe80::1%25eth0]:1055" (IRI, byte 17, expected HEXDIG, ":", "]" or "."); rule IRIWithZone takes zone identifiers; an IRI has no zone: use rule.IRIWithZone.SplitString
	// fe80::1%eth0 1055 <nil>
}

func ExampleReference_Resolve() {
	page := iri.MustParseReference("../docs/index.html")
	for _, s := range []string{"logo.png", "../../x", "..", "/y", "?q"} {
		fmt.Println(page.Resolve(iri.MustParseReference(s)))
	}
	site := iri.MustParse("http://example.org/a/b/c/d")
	link := iri.MustParseReference("../x")
	fmt.Println(site.Resolve(page.Resolve(link)))
	fmt.Println(site.Resolve(page).Resolve(link))
	// Output:
	// ../docs/logo.png
	// ../../x
	// ../
	// /y
	// ../docs/index.html?q
	// http://example.org/a/b/x
	// http://example.org/a/b/x
}

func ExampleURLEncodedPairs() {
	x := iri.MustParse("https://example.org/callback#access_token=2YotnFZ%2F&state=a+b")
	fragment, _ := x.Fragment()
	for name, value := range iri.URLEncodedPairs(fragment) {
		fmt.Println(name, value)
	}
	body := iri.AppendURLEncoded(nil, maps.All(map[string]string{"scope": "a b&c"}))
	fmt.Println(string(body))
	// Output:
	// access_token 2YotnFZ/
	// state a b
	// scope=a+b%26c
}
