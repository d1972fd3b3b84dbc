package dfa_test

import (
	"slices"
	"testing"

	. "example.org/iri/dfa"
)

func TestByteRangeString(t *testing.T) {
	tests := []struct {
		r    ByteRange
		want string
	}{
		{ByteRange{'0', '0'}, "'0'"},
		{ByteRange{'0', '9'}, "'0'-'9'"},
		{ByteRange{0, 255}, "0x00-0xFF"},
		{ByteRange{0x80, 0xBF}, "0x80-0xBF"},
		{ByteRange{' ', '!'}, "0x20-'!'"},
		{ByteRange{'~', 0x7F}, "'~'-0x7F"},
		{ByteRange{'\'', '\''}, "'''"},
		{ByteRange{'\\', '\\'}, `'\'`},
		{ByteRange{'\n', '\n'}, "0x0A"},
	}
	for _, test := range tests {
		if got := test.r.String(); got != test.want {
			t.Errorf("%#v is printed %s, want %s", test.r, got, test.want)
		}
	}
}

func TestByteSetString(t *testing.T) {
	set := func(list ...byte) (s ByteSet) {
		for _, b := range list {
			s.Add(b)
		}
		return s
	}
	tests := []struct {
		set  ByteSet
		want string
	}{
		{ByteSet{}, ""},
		{set('a'), "'a'"},
		{set('c', 'a', 'b', 'a'), "'a'-'c'"},
		{set(0, 63, 64, 127, 128, 191, 192, 255), "0x00 '?'-'@' 0x7F-0x80 0xBF-0xC0 0xFF"},
		{ByteSet{^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0)}, "0x00-0xFF"},
	}
	for _, test := range tests {
		if got := test.set.String(); got != test.want {
			t.Errorf("%v is printed %q, want %q", [4]uint64(test.set), got, test.want)
		}
	}
}

// Every range of bytes, against a list of booleans.
func TestAddRange(t *testing.T) {
	for lo := range 256 {
		for hi := range 256 {
			var set ByteSet
			r := ByteRange{byte(lo), byte(hi)}
			set.AddRange(r)
			if n := max(0, hi-lo+1); set.Len() != n {
				t.Fatalf("%v: %d bytes, want %d", r, set.Len(), n)
			}
			if lo > hi {
				continue // empty
			}
			if list := slices.Collect(set.Ranges()); len(list) != 1 || list[0] != r {
				t.Fatalf("%v comes back as %v", r, list)
			}
		}
	}
}

// The algebra of sets, byte by byte.
func TestByteSetOperations(t *testing.T) {
	rnd := random(t)
	for range 200 {
		s := ByteSet{rnd.Uint64(), rnd.Uint64(), rnd.Uint64(), rnd.Uint64()}
		u := ByteSet{rnd.Uint64() & rnd.Uint64(), 0, ^uint64(0), rnd.Uint64()}
		union, minus, n := s.Union(u), s.Minus(u), 0
		var again, ranges ByteSet
		for b := range 256 {
			c := byte(b)
			if union.Has(c) != (s.Has(c) || u.Has(c)) || minus.Has(c) != (s.Has(c) && !u.Has(c)) {
				t.Fatalf("byte %#x of %v and %v: union %t, minus %t", b, s, u, union.Has(c), minus.Has(c))
			}
			if s.Has(c) {
				n++
				again.Add(c)
			}
		}
		for r := range s.Ranges() {
			ranges.AddRange(r)
		}
		if n != s.Len() || again != s || ranges != s {
			t.Fatalf("%v: Len %d, want %d; from its bytes %v; from its ranges %v", s, s.Len(), n, again, ranges)
		}
	}
}
