// Package suites reads conformance suites for tests.
package suites

import (
	"encoding/json"
	"io"
	"iter"

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
