package rule_test

import (
	"errors"
	"fmt"
	"strings"

	"example.org/iri/dfa"
	"example.org/iri/rule"
)

// A rule is chosen by its name in the RFC.
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

// A program that reads many strings reports all mistakes in one buffer.
func ExampleRule_SplitInto() {
	var wrong rule.SyntaxError
	var mistake *rule.SyntaxError
	var log []byte
	for _, line := range [][]byte{[]byte("http://a b/"), []byte("http://example.org/"), []byte("http://h/%zz")} {
		parts, err := rule.IRI.SplitInto(&wrong, line)
		switch {
		case err == nil:
			host, _ := parts.Host()
			fmt.Printf("%s\n", line[host.Start:host.End])
		case errors.As(err, &mistake): // it is &wrong
			log = append(mistake.AppendMessage(log), '\n')
		}
	}
	fmt.Printf("%s", log)
	// Output:
	// example.org
	// ' ' is not allowed in an authority
	// '%' without two hexadecimal digits; the sign itself is written %25
}

func ExampleRule_CheckInto() {
	lines := [][]byte{[]byte("urn:a:b"), []byte("/a"), []byte("http://h:8x/"), []byte("b")}
	count := make(map[rule.Reason]int)
	var wrong rule.SyntaxError
	for _, line := range lines {
		if !rule.URI.Valid(line) {
			rule.URI.CheckInto(&wrong, line)
			count[wrong.Reason]++
		}
	}
	fmt.Println(count)
	// Output: map[no scheme:2 bad port:1]
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
