package stream_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"

	"example.org/iri/rule"
	"example.org/iri/stream"
)

// A program prints the invalid lines of a file of any size.
func Example() {
	file := strings.NewReader("http://example.org/\nhttp://example.org/a b\nurn:x:y\n")
	for c, err := range (stream.Scanner{Rule: rule.IRI}).Chunks(file) {
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

func ExampleScanner_Chunks() {
	file := strings.NewReader("http://example.org/\r\nno scheme\r\nurn:x:y\r\n")
	s := stream.Scanner{Rule: rule.IRI, CRLF: true}
	good := 0
	for c, err := range s.Chunks(file) {
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

func ExampleLineTooLongError() {
	file := strings.NewReader(strings.Repeat("x", stream.MaxLine+1) + "\nurn:x:y\n")
	for c, err := range (stream.Scanner{Rule: rule.IRI}).Chunks(file) {
		if long := new(stream.LineTooLongError); errors.As(err, &long) {
			fmt.Println("skipped: line", long.Line)
			continue
		}
		fmt.Println("validated: from line", c.First)
	}
	// Output:
	// skipped: line 1
	// validated: from line 2
}

// A program without goroutines validates lines by two rules.
func ExampleReader() {
	lines := stream.NewReader(strings.NewReader("http://example.org/\nurn:é\nno scheme\n"), '\n')
	var chunk stream.Lines
	var iris, uris rule.Batch
	for {
		err := lines.Next(&chunk)
		if long := new(stream.LineTooLongError); errors.As(err, &long) {
			fmt.Println("skipped: line", long.Line)
			continue
		}
		if err != nil {
			fmt.Println(err)
			break
		}
		rule.IRI.Lines(&iris, chunk.Text)
		rule.URI.Lines(&uris, chunk.Text)
		fmt.Println(chunk.Len, "lines,", iris.Count, "IRIs,", uris.Count, "URIs")
	}
	// Output:
	// 3 lines, 2 IRIs, 1 URIs
	// EOF
}

// A Batch finds an invalid line, and SkipLines its text.
func ExampleSkipLines() {
	text := []byte("urn:a\nurn:b\nno scheme\nurn:c\n")
	var b rule.Batch
	rule.IRI.Lines(&b, text)
	if i := b.Next(0, false); i < b.Len {
		line, _, _ := bytes.Cut(stream.SkipLines(text, i, '\n'), []byte("\n"))
		fmt.Printf("line %d: %s\n", i+1, line)
	}
	// Output: line 3: no scheme
}

// Run validates the columns of a Parquet file, batch by batch, in the layout of package arrow of Apache.
func ExampleRun() {
	type column struct {
		data    []byte
		offsets []int32
		result  rule.Batch
	}
	batches := [][]string{{"urn:a", "b"}, {"http://example.org/", "c:d"}}
	next, invalid := 0, 0
	err := stream.Run(context.Background(), runtime.GOMAXPROCS(0), stream.Steps[column]{
		Read: func(c *column) bool {
			if next == len(batches) {
				return false
			}
			c.data, c.offsets = c.data[:0], append(c.offsets[:0], 0)
			for _, s := range batches[next] {
				c.data = append(c.data, s...)
				c.offsets = append(c.offsets, int32(len(c.data)))
			}
			next++
			return true
		},
		Work: func(c *column) { rule.IRI.Column(&c.result, c.data, c.offsets) },
		Write: func(c *column) error {
			invalid += c.result.Len - c.result.Count
			return nil
		},
	})
	fmt.Println(invalid, "invalid", err)
	// Output: 1 invalid <nil>
}
