package dfa_test

import (
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
			s[b>>6] |= 1 << (b & 63)
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
