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

// TestTable37 compares the split of all Unicode with table 3-7 of the Unicode Standard, row by row.
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

// TestSequencesAreExact is the proof, one set at a time: writing out every byte string that the
// sequences match, in order, gives the encodings of the members, in order, once each. So every
// member is matched, nothing ill-formed is, and no two sequences overlap.
func TestSequencesAreExact(t *testing.T) {
	for i, test := range namedSets() {
		if !*testkit.Long && i%7 > 0 {
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

// TestEveryScalarValue looks from the other side: each scalar value is in the set if and only if
// its bytes match.
func TestEveryScalarValue(t *testing.T) {
	for _, test := range namedSets()[:8] {
		s := New(test.ranges...)
		m, walked := newMatcher(s.Sequences()), 0
		var buf [utf8.UTFMax]byte
		for c := range members(everything) {
			walked++
			if b := utf8.AppendRune(buf[:0], c); m.match(b) != s.Contains(c) {
				t.Fatalf("%s: U+%04X is in the set: %t, but % X matches: %t", test.name, c, s.Contains(c), b, m.match(b))
			}
		}
		if walked != 1_112_064 {
			t.Fatalf("walked over %d scalar values", walked)
		}
	}
}

// TestEveryByteString looks at all strings of up to three bytes and, for four, at all pairs of
// first bytes with the interesting last bytes: they match if and only if they are well-formed and
// encode one member.
func TestEveryByteString(t *testing.T) {
	sets := []namedSet{{"everything", everything}, {"ucschar", ucschar}}
	if !*testkit.Long {
		sets = sets[:1]
	}
	var last []byte // before and after every border of a byte range in table 3-7 and in the sets
	for b := range 256 {
		if b < 2 || b > 253 || 0x7E <= b && b <= 0x81 || 0x8E <= b && b <= 0x91 || 0x9E <= b && b <= 0xA1 || 0xBC <= b && b <= 0xC2 {
			last = append(last, byte(b))
		}
	}
	for _, test := range sets {
		s := New(test.ranges...)
		m := newMatcher(s.Sequences())
		check := func(b []byte) {
			c, size := utf8.DecodeRune(b)
			member := size == len(b) && (c != utf8.RuneError || size == 3) && s.Contains(c)
			if m.match(b) != member {
				t.Fatalf("%s: % X matches: %t", test.name, b, !member)
			}
		}
		if m.match(nil) || m.match([]byte("\xF1\x80\x80\x80\x80")) {
			t.Fatalf("%s: matches no bytes or five", test.name)
		}
		var b [4]byte
		for i := range 1 << 24 {
			b[0], b[1], b[2] = byte(i>>16), byte(i>>8), byte(i)
			if i < 1<<8 {
				check(b[2:3])
			}
			if i < 1<<16 {
				check(b[1:3])
				lead := [4]byte{b[1], b[2]}
				for _, lead[2] = range last {
					for _, lead[3] = range last {
						check(lead[:])
					}
				}
			}
			check(b[:3])
		}
	}
}

// checkSequences says how the sequences of s break what Sequences promises.
func checkSequences(s Set) error {
	seqs := s.Sequences()
	members := slices.Collect(s.Ranges()) // still to come
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

// written yields every byte string that a sequence matches, sequence by sequence, each in
// increasing order. The slice is good until the next one is yielded.
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

// consecutive reports whether q matches the encodings of as many code points as lie between its
// first and last one.
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

// join returns the sequence that matches what p and q do, if they differ in one place and are
// adjacent there.
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

// matcher has the sequences by the first byte.
type matcher [256][]Sequence

func newMatcher(seqs []Sequence) *matcher {
	var m matcher
	for _, q := range seqs {
		for b := int(q[0].Lo); b <= int(q[0].Hi); b++ {
			m[b] = append(m[b], q)
		}
	}
	return &m
}

// match reports whether a sequence matches b, as the documentation of Sequence defines it.
func (m *matcher) match(b []byte) bool {
	if len(b) == 0 {
		return false
	}
next:
	for _, q := range m[b[0]] {
		if len(q) != len(b) {
			continue
		}
		for i, r := range q {
			if b[i] < r.Lo || r.Hi < b[i] {
				continue next
			}
		}
		return true
	}
	return false
}

func BenchmarkSequences(b *testing.B) {
	b.ReportAllocs()
	s := New(ucschar...)
	for b.Loop() {
		s.Sequences()
	}
}
