package iri_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"example.org/iri"
)

func Example() {
	text := "https://user@example.org:8080/rosé?q=1#top"
	parts, err := iri.ParseString(text)
	if err != nil {
		fmt.Println(err)
		return
	}
	if host, ok := parts.Host(); ok {
		fmt.Println("host", text[host.Start:host.End])
	}
	path := parts.Path()
	fmt.Println("path", text[path.Start:path.End])
	// Output:
	// host example.org
	// path /rosé
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

func ExampleParse() {
	parts, err := iri.Parse([]byte("urn:isbn:0451450523"))
	_, hasAuthority := parts.Authority()
	fmt.Println(parts.Path(), hasAuthority, err)
	// Output: {4 19} false <nil>
}

func ExampleParseString() {
	_, err := iri.ParseString("http://a b")
	var syntax *iri.SyntaxError
	if errors.As(err, &syntax) {
		fmt.Println(syntax.Offset, syntax.Part())
	}
	fmt.Println(err)
	// Output:
	// 8 iauthority
	// iri: IRI: byte 8: iauthority: found U+0020 ' ', expected iunreserved, pct-encoded, sub-delims, ":", "/", "?", "#", "@" or end
}

func ExampleParseReference() {
	parts, err := iri.ParseReference([]byte("?q"))
	query, ok := parts.Query()
	fmt.Println(query, ok, err)
	// Output: {1 2} true <nil>
}

func ExampleParseReferenceString() {
	text := "//[2001:db8::7]:443/c"
	parts, err := iri.ParseReferenceString(text)
	if err != nil {
		fmt.Println(err)
		return
	}
	kind, _ := parts.HostKindString(text)
	port, _ := parts.Port()
	fmt.Println(kind == iri.HostIPv6, text[port.Start:port.End], parts.IsAbs())
	// Output: true 443 false
}

func ExampleParts_HostKind() {
	for _, text := range []string{"//1.2.3.4", "//256.1.1.1", "//[v7.x]"} {
		parts, _ := iri.ParseReferenceString(text)
		kind, _ := parts.HostKind([]byte(text))
		fmt.Println(kind == iri.HostIPv4, kind == iri.HostRegName, kind == iri.HostIPvFuture)
	}
	// Output:
	// true false false
	// false true false
	// false false true
}

func ExampleRule() {
	fmt.Println(iri.Scheme.ValidString("https"), iri.URI.ValidString("http://example.org/rosé"))
	fmt.Println(iri.IRelativeRef, iri.DecOctet == iri.Port)
	// Output:
	// true false
	// irelative-ref false
}

func ExampleRule_Check() {
	fmt.Println(iri.IPv4Address.Check([]byte("192.0.2.256")))
	fmt.Println(iri.IPv4Address.Check([]byte("192.0.2.25")))
	// Output:
	// iri: IPv4address: byte 10: found U+0036 '6', expected '0'-'5' or end
	// <nil>
}

func ExampleRule_CheckString() {
	fmt.Println(iri.PctEncoded.CheckString("%4"))
	// Output: iri: pct-encoded: byte 2: found end, expected HEXDIG
}

func ExampleRule_Valid() {
	fmt.Println(iri.IPv6Address.Valid([]byte("::1")))
	// Output: true
}

func ExampleRule_ValidString() {
	fmt.Println(iri.ISegmentNZ.ValidString("rosé"))
	// Output: true
}

func ExampleRule_Prefix() {
	line := []byte("http://example.org/a> .")
	n := iri.IRI.Prefix(line)
	fmt.Printf("%s\n", line[:n])
	// Output: http://example.org/a
}

func ExampleRule_Automaton() {
	fmt.Print(iri.DecOctet.Automaton())
	// Output:
	// dec-octet: 7 states, 7 classes
	//     0  dead
	// >   1  ""    '0' 2, '1' 3, '2' 4, '3'-'9' 5
	//   * 2  "0"
	//   * 3  "1"   '0'-'9' 5
	//   * 4  "2"   '0'-'4' 5, '5' 6, '6'-'9' 2
	//   * 5  "3"   '0'-'9' 2
	//   * 6  "25"  '0'-'5' 2
}

func ExampleRuleByName() {
	rule, ok := iri.RuleByName("iri-REFERENCE")
	fmt.Println(rule, ok)
	_, ok = iri.RuleByName("url")
	fmt.Println(ok)
	// Output:
	// IRI-reference true
	// false
}

func ExampleRules() {
	var names []string
	for r := range iri.Rules() {
		if r.ValidString("80") && !r.ValidString("") {
			names = append(names, r.String())
		}
	}
	fmt.Println(strings.Join(names[:6], " "))
	// Output: ipath-noscheme ipath-rootless isegment-nz isegment-nz-nc h16 dec-octet
}

func ExampleMatcher() {
	m := iri.IRI.Matcher()
	for _, piece := range []string{"htt", "p://exa", "mple.org/\xC3", "\xA9"} {
		if _, err := m.WriteString(piece); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Println(m.Matched(), m.Len())
	// Output: true 21
}

func ExampleMatcher_Write() {
	m := iri.IRI.Matcher()
	_, err := io.Copy(&m, bytes.NewReader([]byte("http://example.org/a b")))
	fmt.Println(err)
	// Output: iri: IRI: byte 20: ipath: found U+0020 ' ', expected iunreserved, pct-encoded, sub-delims, ":", "/", "?", "#", "@" or end
}

func ExampleMatcher_Err() {
	m := iri.Scheme.Matcher()
	fmt.Println(m.Err())
	m.WriteByte('a')
	fmt.Println(m.Err())
	// Output:
	// iri: scheme: byte 0: found end, expected ALPHA
	// <nil>
}

func ExampleSyntaxError_Expected() {
	err := iri.IRI.CheckString("http://a/%4x")
	var syntax *iri.SyntaxError
	if errors.As(err, &syntax) {
		fmt.Println(syntax.Expected())
		fmt.Println(syntax.Rule, syntax.Part(), syntax.Offset, syntax.Byte == 'x')
	}
	// Output:
	// '0'-'9' 'A'-'F' 'a'-'f'
	// IRI pct-encoded 11 true
}

func ExampleRule_Lines() {
	var b iri.Batch
	iri.IRI.Lines(&b, []byte("http://example.org/\nno scheme\nurn:x:y\n"))
	fmt.Printf("%d of %d: %03b\n", b.Count, b.Len, b.Valid[0])
	// Output: 2 of 3: 101
}

func ExampleRule_Column() {
	data, offsets := []byte("http://example.org/urn:x:y"), []int32{0, 19, 26}
	b := iri.Batch{Parts: []iri.Parts{}} // ask for components
	iri.IRI.Column(&b, data, offsets)
	for i, x := range b.Parts {
		scheme, _ := x.Scheme()
		fmt.Printf("%s\n", data[offsets[i]:][scheme.Start:scheme.End])
	}
	// Output:
	// http
	// urn
}

func ExampleClassify() {
	set := iri.Classify([]byte("http://example.org/rosé"))
	fmt.Println(set.Has(iri.InIRI), set.Has(iri.InURI), set.Has(iri.InIRIStrict))
	fmt.Println(iri.ClassifyString("../a?b"))
	// Output:
	// true false true
	// IRI-reference|URI-reference|IRIReferenceStrict
}
