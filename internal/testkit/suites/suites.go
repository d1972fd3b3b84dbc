// Package suites reads conformance suites for tests.
package suites

import (
	"compress/gzip"
	"encoding/json"
	"io"
	"iter"
	"os"

	"example.org/iri/compile/suite"
)

// Read yields the cases of a suite that [suite.Write] has written. It stops after the first error.
func Read(r io.Reader) iter.Seq2[suite.Case, error] {
	return func(yield func(suite.Case, error) bool) {
		for lines := json.NewDecoder(r); ; {
			var c suite.Case
			err := lines.Decode(&c)
			if err == io.EOF || !yield(c, err) || err != nil {
				return
			}
		}
	}
}

// File yields the cases of a compressed file.
func File(name string) iter.Seq2[suite.Case, error] {
	return func(yield func(suite.Case, error) bool) {
		f, err := os.Open(name)
		if err != nil {
			yield(suite.Case{}, err)
			return
		}
		defer f.Close()
		r, err := gzip.NewReader(f)
		if err != nil {
			yield(suite.Case{}, err)
			return
		}
		Read(r)(yield)
	}
}
