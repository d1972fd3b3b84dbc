package fix_test

import (
	"errors"
	"fmt"

	"example.org/iri/fix"
	"example.org/iri/rule"
)

// Somebody has pasted a link.
func Example() {
	x, changes, err := fix.Fixer{Scheme: "https"}.Fix("“https://example.org/a b”\n")
	fmt.Println(x, err)
	for _, c := range changes {
		fmt.Printf("%v: %q becomes %q\n", c.Kind, c.From, c.To)
	}
	// Output:
	// https://example.org/a%20b <nil>
	// surrounding text: "“" becomes ""
	// percent-encoded: " " becomes "%20"
	// surrounding text: "”\n" becomes ""
}

func ExampleFixer() {
	f := fix.Fixer{Scheme: "https"}
	for _, text := range []string{"<example.org/é b>", "git@example.org:a.git", `C:\100% sure.txt`, "http://example.org/"} {
		x, changes, err := f.Fix(text)
		fmt.Println(x, len(changes), err)
	}
	// Output:
	// https://example.org/é%20b 4 <nil>
	// ssh://git@example.org/a.git 1 <nil>
	// file:///C:/100%25%20sure.txt 1 <nil>
	// http://example.org/ 0 <nil>
}

// The changes say what was done, and where.
func ExampleFixer_Fix() {
	_, changes, err := fix.Fixer{ASCII: true}.Fix(`http:\\example.org/?[é]`)
	for _, c := range changes {
		fmt.Printf("%v: %q at %d becomes %q\n", c.Kind, c.From, c.Span.Start, c.To)
	}
	fmt.Println(err)
	// Output:
	// backslash: "\\" at 5 becomes "/"
	// backslash: "\\" at 6 becomes "/"
	// percent-encoded: "[" at 20 becomes "%5B"
	// percent-encoded: "é" at 21 becomes "%C3%A9"
	// percent-encoded: "]" at 23 becomes "%5D"
	// <nil>
}

// A link checker repairs what browsers repair. Other mistakes are findings.
func ExampleFixer_allow() {
	f := fix.Fixer{Relative: true, Allow: fix.Surrounding | fix.Whitespace | fix.Backslash | fix.Encoded}
	for _, link := range []string{" /a b", "12:30 notes"} {
		x, _, err := f.Fix(link)
		fmt.Printf("%q: %v\n", x, err)
		var wrong *fix.Error
		if errors.As(err, &wrong) && wrong.Kind != 0 {
			fmt.Println(wrong.Kind, "-", wrong.Err.Message())
		}
	}
	// Output:
	// "/a%20b": <nil>
	// "": iri: cannot be repaired: a change of kind "colon in first segment" is not allowed (byte 0)
	// colon in first segment - ':' is not allowed in the first segment of a relative reference
}

// A form asks for a website.
func ExampleFixer_web() {
	f := fix.Fixer{Scheme: "https", Web: true}
	for _, text := range []string{"example.org:8080/a", "https:/example.org", "htp://https://example.org", "me@example.org", "https://a.example, https://b.example"} {
		x, _, err := f.Fix(text)
		var wrong *fix.Error
		if errors.As(err, &wrong) {
			fmt.Printf("%q may be %q\n", text, wrong.Readings)
			continue
		}
		fmt.Println(x)
	}
	// Output:
	// https://example.org:8080/a
	// https://example.org
	// https://example.org
	// "me@example.org" may be ["an e-mail address"]
	// "https://a.example, https://b.example" may be ["two URLs"]
}

// A buffer is enough for many lines.
func ExampleFixer_AppendFix() {
	f := fix.Fixer{Scheme: "https"}
	var fixed []byte
	for _, line := range []string{" example.org/a b", "N/A"} {
		var err error
		fixed, err = f.AppendFix(fixed[:0], []byte(line))
		fmt.Printf("%s %v\n", fixed, err)
	}
	// Output:
	// https://example.org/a%20b <nil>
	//  iri: cannot be repaired: no scheme: "N/A" has '/' before any ':'; rule IRI-reference takes strings without a scheme (byte 0)
}

func ExampleKind() {
	fmt.Println(fix.Surrounding | fix.Encoded)
	// Output: surrounding text, percent-encoded
}

func ExampleError() {
	_, _, err := fix.Fixer{}.Fix("http://example.org:80a/b c")
	fmt.Println(err)
	var wrong *fix.Error
	if errors.As(err, &wrong) {
		fmt.Println(wrong.Err.Reason == rule.ReasonPort, wrong.Span)
	}
	// Output:
	// iri: cannot be repaired: port "80a": 'a' is not a digit (byte 19)
	// true {19 22}
}
