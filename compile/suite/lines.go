package suite

import (
	"bufio"
	"encoding/json"
	"io"

	"example.org/iri/dfa"
)

// Write writes the suite of a minimal automaton, see [Cases], as JSON Lines:
//
//	{"base64":"aHR0cDo=","valid":true}
//
// Strings are in base64 (RFC 4648, section 4), because some are not UTF-8. Package encoding/json decodes a line to a
// [Case].
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
