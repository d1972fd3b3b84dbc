package mutant

import (
	"bytes"
	"encoding/binary"
	"iter"

	"example.org/iri/internal/uri"
)

// Plans yields plans that differ from p in one bit of the binary form: in every step-th bit from one on.
func Plans(p *uri.Plan, from, step int) iter.Seq2[int, *uri.Plan] {
	form, err := binary.Append(nil, binary.LittleEndian, p)
	if err != nil {
		panic(err)
	}
	return func(yield func(int, *uri.Plan) bool) {
		for bit := from; bit < 8*len(form); bit += step {
			b := bytes.Clone(form)
			b[bit/8] ^= 1 << (bit % 8)
			q := new(uri.Plan)
			if _, err := binary.Decode(b, binary.LittleEndian, q); err != nil {
				panic(err)
			}
			if *q != *p && !yield(bit, q) { // the other bits of a bool have no effect
				return
			}
		}
	}
}
