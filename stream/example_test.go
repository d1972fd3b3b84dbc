package stream_test

import (
	"errors"
	"fmt"
	"strings"

	"example.org/iri/rule"
	"example.org/iri/stream"
)

// The invalid lines of a file of any size.
func Example() {
	file := strings.NewReader("http://example.org/\nhttp://example.org/a b\nurn:x:y\n")
	for c, err := range (stream.Scanner{Rule: rule.IRI}).Scan(file) {
		if err != nil {
			fmt.Println(err) // a line that is too long, or the error of the reader
			continue
		}
		for number, line := range c.Lines(false) {
			fmt.Println(number, rule.IRI.Check(line))
		}
	}
	// Output: 2 iri: ' ' is not allowed in a path: "http://example.org/a b" (IRI, byte 20, expected iunreserved, pct-encoded, sub-delims, ":", "/", "?", "#", "@" or end); it is written %20
}

func ExampleScanner_Scan() {
	file := strings.NewReader("http://example.org/\r\nno scheme\r\nurn:x:y\r\n")
	s := stream.Scanner{Rule: rule.IRI, CRLF: true}
	good := 0
	for c, err := range s.Scan(file) {
		if err != nil {
			fmt.Println(err)
			continue
		}
		good += c.Count
		for number, line := range c.Lines(false) {
			fmt.Printf("line %d: %q\n", number, line)
		}
	}
	fmt.Println(good, "are IRIs")
	// Output:
	// line 2: "no scheme"
	// 2 are IRIs
}

func ExampleTooLong() {
	file := strings.NewReader(strings.Repeat("x", stream.MaxLine+1) + "\nurn:x:y\n")
	for c, err := range (stream.Scanner{Rule: rule.IRI}).Scan(file) {
		if long := new(stream.TooLong); errors.As(err, &long) {
			fmt.Println("skipped: line", long.Line)
			continue
		}
		fmt.Println("validated: from line", c.First)
	}
	// Output:
	// skipped: line 1
	// validated: from line 2
}
