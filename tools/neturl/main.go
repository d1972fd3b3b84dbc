// Command neturl lists the texts that package iri and net/url read in different ways:
// docs/reference/neturl.md.
//
//	go run ./tools/neturl
//
// It runs in the root of the module and prints the list for the Go version that it was built with,
// since net/url changes from one to the next.
package main

import (
	"fmt"
	"os"
)

func main() {
	text, err := page("testdata/suites")
	if err == nil {
		_, err = os.Stdout.WriteString(text)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
