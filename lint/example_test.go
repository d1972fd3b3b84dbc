package lint_test

import (
	"fmt"

	"example.org/iri"
	"example.org/iri/lint"
)

// The links of a page are valid, but two of them are not what somebody wants.
func Example() {
	for _, link := range []string{"https://example.org/a", "http:///a", "https://EXAMPLE.org:443/a"} {
		x, err := iri.ParseReference(link)
		if err != nil {
			fmt.Println(err)
			continue
		}
		for _, f := range lint.Check(x) {
			fmt.Printf("%s: %v: %s\n", link, f.Severity, f.Message)
		}
	}
	// Output:
	// http:///a: error: no host, which http and https require
	// https://EXAMPLE.org:443/a: note: upper-case letters in the host
	// https://EXAMPLE.org:443/a: note: the default port of the scheme
}

func ExampleCheck() {
	x := iri.MustParse("HTTP://ann:k7Wq@192.0.2.16:80/%7Eme/../a,")
	for _, f := range lint.Check(x.Reference()) {
		fmt.Printf("%d: %v: %s [%s]\n", f.Span.Start, f.Severity, f.Message, f.Code)
	}
	// Output:
	// 0: note: upper-case letters in the scheme [scheme-upper-case]
	// 7: error: a userinfo, which http and https do not allow [http-userinfo]
	// 11: warning: a password in clear text [password]
	// 26: note: the default port of the scheme [port-default]
	// 30: note: a character that needs no percent-encoding [percent-unreserved]
	// 30: note: a dot segment that can be removed [dot-segments]
	// 40: warning: punctuation at the end that is probably not part of the URL [end-punctuation]
}

func ExampleRepair() {
	x := iri.MustParse("HTTP://example.org:80/")
	findings := lint.Check(x.Reference())
	for _, f := range findings {
		fmt.Println(f.Span, f.Severity, f.Code, f.Message)
	}
	text := lint.Repair(x.String(), findings) // what is certain
	fmt.Println(text)
	// Output:
	// {0 4} note scheme-upper-case upper-case letters in the scheme
	// {18 21} note port-default the default port of the scheme
	// http://example.org/
}

// A list of valid references is checked without an allocation for most of them.
func ExampleAppendCheck() {
	var findings []lint.Finding
	for _, line := range []string{"http://example.org/", "http://example.org/a/../b"} {
		reference := []byte(line)
		parts, err := iri.SplitReference(reference)
		if err != nil {
			continue
		}
		findings, _ = lint.AppendCheck(findings[:0], reference, parts)
		fmt.Println(line, len(findings))
	}
	// Output:
	// http://example.org/ 0
	// http://example.org/a/../b 1
}

// A finding whose severity is at least a warning fails a build; an editor shows its repair.
func ExampleFinding() {
	for _, f := range lint.Check(iri.MustParseReference("http://example.org:/")) {
		if f.Severity < lint.Warning {
			continue
		}
		for _, edit := range f.Repair {
			fmt.Printf("%s: put %q at %v\n", f.Source, edit.Text, edit.Span)
		}
	}
	// Output: RFC 3986, section 3.2.3: put "" at {18 19}
}

func ExampleSeverity() {
	var worst lint.Severity
	for _, f := range lint.Check(iri.MustParseReference("http:///a")) {
		worst = max(worst, f.Severity)
	}
	fmt.Println(worst)
	// Output: error
}
