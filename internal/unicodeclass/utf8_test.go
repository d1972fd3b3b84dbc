package unicodeclass_test

import (
	"bytes"
	"fmt"
	"iter"
	"slices"
	"testing"
	"unicode/utf8"

	"github.com/leanovate/gopter/prop"

	"example.org/iri/internal/testkit"
	. "example.org/iri/internal/unicodeclass"
)

// TestTable37 compares the sequences of all of Unicode with table 3-7 of the Unicode Standard.
func TestTable37(t *testing.T) {
	tail := ByteRange{0x80, 0xBF}
	want := []Sequence{
		{{0x00, 0x7F}},
		{{0xC2, 0xDF}, tail},
		{{0xE0, 0xE0}, {0xA0, 0xBF}, tail},
		{{0xE1, 0xEC}, tail, tail},
		{{0xED, 0xED}, {0x80, 0x9F}, tail},
		{{0xEE, 0xEF}, tail, tail},
		{{0xF0, 0xF0}, {0x90, 0xBF}, tail, tail},
		{{0xF1, 0xF3}, tail, tail, tail},
		{{0xF4, 0xF4}, {0x80, 0x8F}, tail, tail},
	}
	if got := New(everything...).Sequences(); !slices.EqualFunc(got, want, slices.Equal) {
		t.Errorf("got  %X\nwant %X", got, want)
	}
}

// TestSequencesAreExact tests that the byte strings that the sequences match, in order, are the encodings of the
// members, in order. So every member is matched, nothing ill-formed is, and no two sequences overlap.
func TestSequencesAreExact(t *testing.T) {
	for i, test := range namedSets() {
		if !*testkit.Long && i >= 8 && i%7 > 0 {
			continue
		}
		if err := checkSequences(New(test.ranges...)); err != nil {
			t.Errorf("%s: %v", test.name, err)
		}
	}
}

func TestSequencesOfRandomSetsAreExact(t *testing.T) {
	n := 50
	if !*testkit.Long {
		n = 10
	}
	p := properties(t, n)
	p.Property("exact", prop.ForAll(func(ranges []Range) (bool, error) {
		err := checkSequences(New(ranges...))
		return err == nil, err
	}, randomRanges()))
	p.TestingRun(t)
}

// checkSequences returns an error if the sequences of s are not as documented.
func checkSequences(s Set) error {
	seqs := s.Sequences()
	members := slices.Collect(s.Ranges()) // not seen yet
	var buf [utf8.UTFMax]byte
	for got := range written(seqs) {
		if len(members) == 0 {
			return fmt.Errorf("%s: % X is too much", s, got)
		}
		next := &members[0].Lo
		if want := utf8.AppendRune(buf[:0], *next); !bytes.Equal(got, want) {
			return fmt.Errorf("%s: % X where U+%04X, % X, should be", s, got, *next, want)
		}
		if *next++; *next > members[0].Hi {
			members = members[1:]
		}
	}
	if len(members) > 0 {
		return fmt.Errorf("%s: U+%04X is missing", s, members[0].Lo)
	}
	for i, q := range seqs {
		if !consecutive(q) {
			return fmt.Errorf("%s: %X has gaps", s, q)
		}
		if i > 0 {
			if j := join(seqs[i-1], q); j != nil && consecutive(j) {
				return fmt.Errorf("%s: %X and %X could be %X", s, seqs[i-1], q, j)
			}
		}
	}
	return nil
}

// written yields the byte strings that each sequence matches, in increasing order. The slice is reused.
func written(seqs []Sequence) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		for _, q := range seqs {
			b := make([]byte, len(q))
			for i := range q {
				b[i] = q[i].Lo
			}
			for i := 0; i >= 0; {
				if !yield(b) {
					return
				}
				for i = len(q) - 1; i >= 0 && b[i] >= q[i].Hi; i-- { // count up like an odometer
					b[i] = q[i].Lo
				}
				if i >= 0 {
					b[i]++
				}
			}
		}
	}
}

// consecutive reports whether q matches as many encodings as there are code points from its first to its last.
func consecutive(q Sequence) bool {
	var first, last []byte
	size := 1
	for _, r := range q {
		first, last = append(first, r.Lo), append(last, r.Hi)
		size *= int(r.Hi) - int(r.Lo) + 1
	}
	lo, _ := utf8.DecodeRune(first)
	hi, _ := utf8.DecodeRune(last)
	return int(hi-lo)+1 == size
}

// join merges p and q if they differ in one position and are adjacent there.
func join(p, q Sequence) Sequence {
	if len(p) != len(q) {
		return nil
	}
	both, differ := slices.Clone(p), 0
	for i := range p {
		if p[i] == q[i] {
			continue
		}
		both[i].Hi = q[i].Hi
		if differ++; differ > 1 || int(p[i].Hi)+1 != int(q[i].Lo) {
			return nil
		}
	}
	return both
}
