package dfa_test

import (
	"bytes"
	"math/rand/v2"
	"testing"

	. "example.org/iri/dfa"
	"example.org/iri/internal/tables"
)

// FuzzUnmarshalBinary reads hostile forms. They stand behind a valid preamble,
// so that the fuzzer need not find it first.
func FuzzUnmarshalBinary(f *testing.F) {
	for _, a := range []*Automaton{
		link(),             // marks, parts
		nothing(),          // the smallest table there is
		everything(),       // a row of one entry
		&tables.Port,       // the start accepts
		&tables.DecOctet,   // a full row
		&tables.PctEncoded, // spare entries in rows
		&tables.Iprivate,   // UTF-8
	} {
		f.Add(marshal(f, a)[len(preamble):])
	}
	f.Add([]byte{})                       // nothing behind the preamble
	f.Add([]byte("\xff\xff\xff\xffname")) // a name of 4 GB
	f.Fuzz(func(t *testing.T, body []byte) {
		data := append([]byte(preamble), body...)
		var a Automaton
		if err := a.UnmarshalBinary(data); err != nil {
			if a.Classes != nil || a.Name != "" || a.Trans != nil {
				t.Errorf("after error %q the automaton is not empty", err)
			}
			return
		}
		if err := a.Check(); err != nil {
			t.Fatal(err)
		}
		if again := marshal(t, &a); !bytes.Equal(again, data) {
			t.Errorf("read from %q, written as %q", data, again)
		}
		exercise(t, &a, rand.New(rand.NewPCG(1, 2)))
	})
}
