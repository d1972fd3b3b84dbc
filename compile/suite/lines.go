package suite

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"

	"example.org/iri/dfa"
)

// Write writes the suite of a minimal automaton, see [Cases], as JSON Lines:
//
//	{"input_b64":"aHR0cDo=","valid":true}
//
// Strings are in base64 (RFC 4648, section 4), since they need not be UTF-8.
func Write(w io.Writer, a *dfa.Automaton) error {
	cases, err := Cases(a)
	if err != nil {
		return err
	}
	b := bufio.NewWriter(w)
	lines := json.NewEncoder(b)
	for _, c := range cases {
		if err := lines.Encode(c); err != nil {
			return err
		}
	}
	return b.Flush()
}

// Read yields the cases of a suite that was written by [Write]. It ends with the
// first error.
func Read(r io.Reader) iter.Seq2[Case, error] {
	return func(yield func(Case, error) bool) {
		lines := json.NewDecoder(r)
		lines.DisallowUnknownFields()
		for n := 1; ; n++ {
			// A nil pointer is a field that is absent.
			var line struct {
				Input *[]byte `json:"input_b64"`
				Valid *bool   `json:"valid"`
			}
			err := lines.Decode(&line)
			if err == io.EOF {
				return
			}
			if err == nil && (line.Input == nil || line.Valid == nil) {
				err = errors.New("a case has an input_b64 and a result")
			}
			if err != nil {
				yield(Case{}, fmt.Errorf("suite: case %d: %w", n, err))
				return
			}
			if !yield(Case{*line.Input, *line.Valid}, nil) {
				return
			}
		}
	}
}
