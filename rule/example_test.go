package rule_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"example.org/iri/dfa"
	"example.org/iri/rule"
)

// A rule is chosen by its name in the RFC. It validates, splits, and says what is wrong.
func Example() {
	for _, s := range []string{"https://example.org:8080/a", "https://example.org:80a/", "/a"} {
		if !rule.URI.ValidString(s) {
			var e *rule.SyntaxError
			errors.As(rule.URI.CheckString(s), &e)
			fmt.Println(e.Reason, e.Span)
			continue
		}
		parts, _ := rule.URI.SplitString(s)
		host, _ := parts.Host()
		fmt.Println(s[host.Start:host.End])
	}
	// Output:
	// example.org
	// bad port {20 23}
	// no scheme {0 1}
}

func ExampleRule() {
	fmt.Println(rule.Scheme.ValidString("https"), rule.URI.ValidString("http://example.org/rosé"))
	fmt.Println(rule.IRelativeRef, rule.DecOctet == rule.Port)
	// Output:
	// true false
	// irelative-ref false
}

func ExampleRule_Check() {
	fmt.Println(rule.IPv4Address.Check([]byte("192.0.2.25")))
	// Output: <nil>
}

func ExampleRule_CheckString() {
	fmt.Println(rule.PctEncoded.CheckString("%4") != nil)
	// Output: true
}

func ExampleRule_Valid() {
	fmt.Println(rule.IPv6Address.Valid([]byte("::1")))
	// Output: true
}

func ExampleRule_ValidString() {
	fmt.Println(rule.Host.ValidString("例え.jp"), rule.IHost.ValidString("例え.jp"))
	// Output: false true
}

func ExampleRule_Prefix() {
	line := []byte("http://example.org/a> .")
	n := rule.IRI.Prefix(line)
	fmt.Printf("%s\n", line[:n])
	// Output: http://example.org/a
}

func ExampleRule_Automaton() {
	a := rule.DecOctet.Automaton()
	s := a.Start
	for _, b := range []byte("255") {
		s = a.Next(s, b)
		fmt.Println(a.Accepts(s))
	}
	fmt.Println(a.Next(s, '0') == dfa.Dead, a.NumStates())
	// Output:
	// true
	// true
	// true
	// true 7
}

func ExampleRule_Split() {
	text := []byte("coap://[::1]:5683/sensors")
	parts, err := rule.AbsoluteURI.Split(text)
	if port, ok := parts.Port(); ok {
		fmt.Printf("%s %v\n", text[port.Start:port.End], err)
	}
	// Output: 5683 <nil>
}

func ExampleRule_SplitString() {
	_, err := rule.AbsoluteURI.SplitString("http://example.org/#a")
	fmt.Println(err != nil)
	_, err = rule.Port.SplitString("80")
	fmt.Println(err == rule.ErrNoParts)
	// Output:
	// true
	// true
}

func ExampleParts_Get() {
	const s = "http://example.org/a?b"
	parts, _ := rule.URI.SplitString(s)
	for c := rule.ComponentScheme; c <= rule.ComponentFragment; c++ {
		if span, ok := parts.Get(c); ok {
			fmt.Println(c, s[span.Start:span.End])
		}
	}
	// Output:
	// scheme http
	// authority example.org
	// host example.org
	// path /a
	// query b
}

func ExampleByName() {
	r, ok := rule.ByName("iri-REFERENCE")
	fmt.Println(r, ok)
	_, ok = rule.ByName("url")
	fmt.Println(ok)
	// Output:
	// IRI-reference true
	// false
}

func ExampleAll() {
	var names []string
	for r := range rule.All() {
		if r.ValidString("80") && !r.ValidString("") {
			names = append(names, r.String())
		}
	}
	fmt.Println(strings.Join(names[:6], " "))
	// Output: ipath-noscheme ipath-rootless isegment-nz isegment-nz-nc h16 dec-octet
}

func ExampleMatcher() {
	m := rule.IRI.Matcher()
	for _, piece := range []string{"htt", "p://exa", "mple.org/\xC3", "\xA9"} {
		if _, err := m.WriteString(piece); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Println(m.Matched(), m.Len())
	// Output: true 21
}

func ExampleMatcher_Write() {
	m := rule.IRI.Matcher()
	n, err := io.Copy(&m, bytes.NewReader([]byte("http://example.org/a b")))
	fmt.Println(n, err != nil)
	// Output: 20 true
}

func ExampleMatcher_Err() {
	m := rule.Scheme.Matcher()
	fmt.Println(m.Err() != nil) // nothing is no scheme
	m.WriteString("a")
	fmt.Println(m.Err(), m.Len())
	// Output:
	// true
	// <nil> 1
}

func ExampleRule_Lines() {
	var b rule.Batch
	rule.IRI.Lines(&b, []byte("http://example.org/\nno scheme\nurn:x:y\n"))
	fmt.Printf("%d of %d: %03b\n", b.Count, b.Len, b.Valid[0])
	// Output: 2 of 3: 101
}

func ExampleBatch_Matches() {
	var b rule.Batch
	rule.IRI.Lines(&b, []byte("http://example.org/\nno scheme\n"))
	fmt.Println(b.Matches(0), b.Matches(1))
	// Output: true false
}

func ExampleBatch_Next() {
	var b rule.Batch
	rule.IRI.Lines(&b, []byte("http://example.org/\nno scheme\nurn:x:y\n"))
	for i := b.Next(0, false); i < b.Len; i = b.Next(i+1, false) {
		fmt.Println("line", i+1, "is wrong")
	}
	// Output: line 2 is wrong
}

func ExampleRule_Column() {
	var b rule.Batch
	rule.IRI.Column(&b, []byte("http://example.org/urn:x:y"), []int32{0, 19, 26})
	fmt.Println(b.Count)
	// Output: 2
}
