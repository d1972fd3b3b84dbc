package fix_test

import (
	"errors"
	"fmt"

	"example.org/iri"
	"example.org/iri/fix"
)

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

// The changes tell what was done, and where.
func ExampleFixer_Fix() {
	_, changes, err := fix.Fixer{URI: true}.Fix(`http:\\example.org/[é]`)
	for _, c := range changes {
		fmt.Printf("%v: %q at %d becomes %q\n", c.Kind, c.From, c.Span.Start, c.To)
	}
	fmt.Println(err)
	// Output:
	// backslash: "\\" at 5 becomes "/"
	// backslash: "\\" at 6 becomes "/"
	// percent-encoded: "[" at 19 becomes "%5B"
	// percent-encoded: "é" at 20 becomes "%C3%A9"
	// percent-encoded: "]" at 22 becomes "%5D"
	// <nil>
}

func ExampleError() {
	_, _, err := fix.Fixer{}.Fix("http://example.org:80a/b c")
	fmt.Println(err)
	var wrong *fix.Error
	if errors.As(err, &wrong) {
		fmt.Println(wrong.Err.Reason == iri.ReasonPort, wrong.Span)
	}
	// Output:
	// iri: cannot be repaired: port "80a": 'a' is not a digit (byte 22)
	// true {22 23}
}
