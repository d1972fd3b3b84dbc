package iri_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/netip"
	"os"

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

func ExampleValidString() {
	fmt.Println(iri.ValidString("urn:isbn:0451450523"))
	// Output: true
}

func ExampleValidReference() {
	fmt.Println(iri.ValidReference([]byte("../rosé")))
	// Output: true
}

func ExampleValidReferenceString() {
	fmt.Println(iri.ValidReferenceString(""), iri.ValidReferenceString("git@host:a/b.git"))
	// Output: true false
}

func ExampleSplit() {
	text := []byte("https://example.org/rosé?q=1")
	parts, err := iri.Split(text)
	if err != nil {
		fmt.Println(err)
		return
	}
	path := parts.Path()
	fmt.Printf("%s\n", text[path.Start:path.End])
	fmt.Println(parts.Path())
	// Output:
	// /rosé
	// {19 25}
}

func ExampleSplitString() {
	parts, err := iri.SplitString("urn:isbn:0451450523")
	_, hasAuthority := parts.Authority()
	fmt.Println(parts.Path(), hasAuthority, err)
	// Output: {4 19} false <nil>
}

func ExampleSplitReference() {
	parts, err := iri.SplitReference([]byte("?q"))
	query, ok := parts.Query()
	fmt.Println(query, ok, err)
	// Output: {1 2} true <nil>
}

func ExampleSplitReferenceString() {
	text := "//[2001:db8::7]:443/c"
	parts, _ := iri.SplitReferenceString(text)
	if port, ok := parts.Port(); ok {
		fmt.Println(text[port.Start:port.End])
	}
	// Output: 443
}

func ExampleParse() {
	_, err := iri.Parse("http://example.org/a b")
	var syntax *iri.SyntaxError
	if errors.As(err, &syntax) {
		fmt.Println(syntax.Rule, syntax.Offset)
	}
	// Output: IRI 20
}

func ExampleParseReference() {
	x, err := iri.ParseReference("../b?c")
	if err != nil {
		fmt.Println(err)
		return
	}
	_, absolute := x.IRI()
	fmt.Println(x.Path(), x.IsAbs(), absolute)
	// Output: ../b false false
}

func ExampleMustParse() {
	xsd := iri.MustParse("http://www.w3.org/2001/XMLSchema#")
	fragment, ok := xsd.Fragment()
	fmt.Printf("%v %q %v\n", xsd, fragment, ok)
	// Output: http://www.w3.org/2001/XMLSchema# "" true
}

func ExampleMustParseReference() {
	fmt.Println(iri.MustParseReference("../a").Path())
	// Output: ../a
}

func ExampleIRI_HasScheme() {
	x := iri.MustParse("HTTPS://example.org/")
	fmt.Println(x.HasScheme("https"), x.Scheme())
	// Output: true HTTPS
}

// The empty name finds what has to be resolved first.
func ExampleReference_HasScheme() {
	fmt.Println(iri.MustParseReference("../a").HasScheme(""))
	// Output: true
}

// These cannot fail. A Builder changes several components at once.
func ExampleIRI_WithoutPort() {
	x := iri.MustParse("https://me:secret@example.org:8443/a#b")
	fmt.Println(x.WithoutPort())
	fmt.Println(x.WithoutUserinfo())
	fmt.Println(x.WithoutFragment())
	// Output:
	// https://me:secret@example.org/a#b
	// https://example.org:8443/a#b
	// https://me:secret@example.org:8443/a
}

func ExampleIRI_Authority() {
	x := iri.MustParse("ftp://me:secret@example.org:21/a")
	authority, _ := x.Authority()
	userinfo, _ := x.Userinfo()
	host, _ := x.Host()
	port, _ := x.Port()
	fmt.Println(authority, userinfo, host, port)
	// Output: me:secret@example.org:21 me:secret example.org 21
}

func ExampleIRI_HostAddr() {
	for _, text := range []string{"http://192.0.2.1/", "http://[2001:db8::7]/", "http://example.org/", "urn:a"} {
		x := iri.MustParse(text)
		addr, ok := x.HostAddr()
		fmt.Println(x.HostKind(), x.Hostname(), addr, ok)
	}
	// Output:
	// IPv4address 192.0.2.1 192.0.2.1 true
	// IPv6address 2001:db8::7 2001:db8::7 true
	// reg-name example.org invalid IP false
	// none  invalid IP false
}

func ExampleIRI_IsURI() {
	fmt.Println(iri.MustParse("http://example.org/a").IsURI(), iri.MustParse("http://example.org/é").IsURI())
	// Output: true false
}

func ExampleIRI_Parts() {
	x := iri.MustParse("http://example.org/a")
	host, _ := x.Parts().Host()
	fmt.Println(host, x.String()[:host.End])
	// Output: {7 18} http://example.org
}

func ExampleIRI_Reference() {
	links := map[iri.Reference]int{}
	links[iri.MustParse("http://example.org/").Reference()]++
	links[iri.MustParseReference("http://example.org/")]++
	fmt.Println(links)
	// Output: map[http://example.org/:2]
}

func ExampleIRI_Redacted() {
	x := iri.MustParse("ftp://me:secret@example.org/")
	fmt.Println(x.Redacted())
	log := slog.New(slog.NewTextHandler(os.Stdout, &slog.HandlerOptions{ReplaceAttr: withoutTime}))
	log.Info("fetched", "from", x)
	// Output:
	// ftp://me:xxxxx@example.org/
	// level=INFO msg=fetched from=ftp://me:xxxxx@example.org/
}

func withoutTime(_ []string, a slog.Attr) slog.Attr {
	if a.Key == slog.TimeKey {
		return slog.Attr{}
	}
	return a
}

func ExampleIRI_UnmarshalText() {
	var record struct {
		ID   iri.IRI
		Next iri.Reference
	}
	fmt.Println(json.Unmarshal([]byte(`{"ID": "urn:a", "Next": "../b"}`), &record), record)
	err := json.Unmarshal([]byte(`{"ID": "no scheme"}`), &record)
	fmt.Println(err != nil, record.ID)
	// Output:
	// <nil> {urn:a ../b}
	// true urn:a
}

func ExampleIRI_AppendText() {
	line, _ := iri.MustParse("urn:a").AppendText([]byte("<"))
	fmt.Printf("%s>\n", line)
	// Output: <urn:a>
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
	_, err := iri.Parse("http://host:8080x/")
	fmt.Println(err)
	var syntax *iri.SyntaxError
	if errors.As(err, &syntax) && syntax.Reason == rule.ReasonPort {
		fmt.Println(syntax.Span, syntax.Offset, string(syntax.Rune))
		fmt.Println(syntax.Message())
	}
	// Output:
	// iri: port "8080x": 'x' is not a digit: "http://host:8080x/" (IRI, byte 17, expected DIGIT)
	// {12 17} 17 /
	// port "8080x": 'x' is not a digit
}

func ExampleSyntaxError_Expected() {
	_, err := iri.Parse("http://a/%4x")
	var syntax *iri.SyntaxError
	if errors.As(err, &syntax) {
		fmt.Println(syntax.Rule, syntax.Reason, syntax.Component(), syntax.Offset, syntax.Expected())
	}
	// Output:
	// IRI bad percent-encoding path 11 '0'-'9' 'A'-'F' 'a'-'f'
}

// What is sent to a host, for a cache: neither a fragment nor a password.
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

// Resolve follows RFC 3986, section 5.2, and leaves characters as they are.
func ExampleIRI_Resolve() {
	base := iri.MustParse("http://example.org/a/b?q#top")
	fmt.Println(base.Resolve(iri.MustParseReference("../é/ü?#")))
	fmt.Println(base.Resolve(iri.MustParseReference("#s")))
	// Output:
	// http://example.org/é/ü?#
	// http://example.org/a/b?q#s
}

// In Turtle, a reference that has a scheme stays as it is.
func ExampleResolver() {
	r := iri.Resolver{Base: iri.MustParse("http://example.org/a/b"), Verbatim: true}
	x, err := r.Resolve(iri.MustParseReference("http://example.org/c/../d"))
	fmt.Println(x, err)
	// Output: http://example.org/c/../d <nil>
}

func ExampleResolver_Resolve() {
	r := iri.Resolver{Base: iri.MustParse("urn:a/b")}
	fmt.Println(r.Resolve(iri.MustParseReference("..//x"))) // in urn://x, x would be a host
	// Output: urn:/.//x <nil>
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

// The shortest reference may have any form.
func ExampleIRI_Relativize() {
	base := iri.MustParse("http://example.org/a/b?q")
	for _, target := range []string{"http://example.org/a/b?q#s", "http://example.org/a/", "http://example.org/c", "urn:x", "urn:./x"} {
		fmt.Println(base.Relativize(iri.MustParse(target)))
	}
	// Output:
	// #s true
	// . true
	// /c true
	// urn:x true
	//  false
}

// A document that may move to another server has no use for references that begin with a slash.
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

func ExampleResolver_AppendRelativize() {
	r := iri.Resolver{Base: iri.MustParse("http://example.org/a/b")}
	var buf []byte
	for _, target := range []string{"http://example.org/a/c:d?q", "http://example.org/."} {
		var parts iri.Parts
		var err error
		buf, parts, err = r.AppendRelativize(buf[:0], []byte(target), iri.AnyForm)
		fmt.Println(string(buf), parts.Path(), err == iri.ErrNoReference)
	}
	// Output:
	// ./c:d?q {0 5} false
	//  {0 0} true
}

// A URI goes through protocols that take only ASCII; an IRI is for people.
func ExampleIRI_ToURI() {
	x := iri.MustParse("http://résumé.example.org/a%2Fé")
	fmt.Println(x.ToURI())
	fmt.Println(x.ToURI().ToIRI() == x)
	// Output:
	// http://r%C3%A9sum%C3%A9.example.org/a%2F%C3%A9
	// true
}

// What is not decoded: ill-formed UTF-8, formatting characters, and what delimits.
func ExampleIRI_ToIRI() {
	for _, text := range []string{"http://example.org/D%C3%BCrst", "http://example.org/D%FCrst", "http://example.org/%e2%80%ae%2f"} {
		fmt.Println(iri.MustParse(text).ToIRI())
	}
	// Output:
	// http://example.org/Dürst
	// http://example.org/D%FCrst
	// http://example.org/%E2%80%AE%2f
}

func ExampleReference_ToURI() {
	x := iri.MustParseReference("../é")
	fmt.Println(x.ToURI(), x.ToURI().ToIRI() == x)
	// Output: ../%C3%A9 true
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

func ExampleAppendIRI() {
	text, _, err := iri.AppendIRI([]byte("see "), []byte("%C3%A9?%ee%80%80"))
	fmt.Printf("%+q %v\n", text, err)
	// Output: "see \u00e9?\ue000" <nil>
}

// A string goes into a component and comes out again.
func ExampleEncodeSegment() {
	name := "50% of é/ü?"
	x := iri.MustParse("http://example.org/files/" + iri.EncodeSegment(name) + "#" + iri.Encode(iri.ComponentFragment, name))
	fmt.Println(x)
	fmt.Println(iri.EncodeNonASCII(iri.EncodeSegment(name)))
	// Output:
	// http://example.org/files/50%25%20of%20é%2Fü%3F#50%25%20of%20é/ü?
	// 50%25%20of%20%C3%A9%2F%C3%BC%3F
}

// Decoding is for parts that no delimiter divides any further.
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

// A string may have to be an IRI and something more.
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

// Packages that compare values in tests call Equal. IRIs are keys of maps, too, at 48 bytes each: a
// large set takes less room with strings as keys.
func ExampleIRI_Equal() {
	x, y := iri.MustParse("http://example.org/"), iri.MustParse("http://EXAMPLE.org/")
	seen := map[iri.IRI]bool{x: true}
	fmt.Println(x.Equal(y), seen[y], seen[y.Normalize(iri.ForComparison)])
	// Output: false false true
}

// An absent IRI is left out of JSON, and an empty string there is the zero IRI.
func ExampleIRI_IsZero() {
	type link struct {
		Target iri.IRI `json:"target"`
		Base   iri.IRI `json:"base,omitzero"`
	}
	var x link
	err := json.Unmarshal([]byte(`{"target": "http://example.org/", "base": ""}`), &x)
	text, _ := json.Marshal(x)
	fmt.Println(x.Base.IsZero(), string(text), err)
	// Output: true {"target":"http://example.org/"} <nil>
}

// The address and the port of a server. PortNumber is false for an absent port, an empty one, and one
// above 65535: Port returns which of them it is.
func ExampleIRI_PortNumber() {
	for _, s := range []string{"tcp://192.0.2.1:80", "tcp://[::1]:99999", "tcp://192.0.2.1"} {
		x := iri.MustParse(s)
		addr, isAddr := x.HostAddr()
		port, isNumber := x.PortNumber()
		text, _ := x.Port()
		fmt.Printf("%v %v %v %q\n", netip.AddrPortFrom(addr, port), isAddr, isNumber, text)
	}
	// Output:
	// 192.0.2.1:80 true true "80"
	// [::1]:0 true false "99999"
	// 192.0.2.1:0 true false ""
}
