package percent

import (
	"iter"
	"strings"
	"testing"
	"unicode/utf8"

	"example.org/iri/dfa"
	"example.org/iri/internal/language"
	"example.org/iri/internal/testkit"
)

// characters yields all characters or, without -long, those near the ends of planes and a sample.
func characters() iter.Seq[rune] {
	return func(yield func(rune) bool) {
		for r := rune(0); r <= utf8.MaxRune; r++ {
			edge := r < 0x3000 || r&0xFFFF >= 0xF000 || r&0xFFFF < 0x100 // all ranges of the grammars end there
			if utf8.ValidRune(r) && (*testkit.Long || edge || r%61 == 0) && !yield(r) {
				return
			}
		}
	}
}

// encode encodes every octet in lower case, which Append never does.
func encode(octets string) string {
	var b []byte
	for i := range len(octets) {
		b = Append(b, octets[i])
	}
	return strings.ToLower(string(b))
}

// sets has the sets of characters, each with a simple reference implementation.
var sets = []struct {
	name string
	set  *dfa.Automaton
	has  func(c string) bool
}{
	{"unreserved", Unreserved(), unreserved},
	{"iunreserved", IUnreserved(false), iunreserved},
	{"in queries", IUnreserved(true), func(c string) bool {
		return iunreserved(c) || dfa.Match(language.IPrivate.Automaton, c)
	}},
}

func unreserved(c string) bool { return dfa.Match(language.Unreserved.Automaton, c) }

// iunreserved follows RFC 3987, sections 2.2 and 4.1.
func iunreserved(c string) bool {
	formatting := "\u200e\u200f\u202a\u202b\u202c\u202d\u202e"
	return unreserved(c) || dfa.Match(language.UCSChar.Automaton, c) && !strings.Contains(formatting, c)
}

// TestDecodeCharacters decodes characters that precede others.
func TestDecodeCharacters(t *testing.T) {
	for r := range characters() {
		c := string(r)
		text := encode(c)
		for _, x := range sets {
			want := 0
			if x.has(c) {
				want = len(c)
			}
			for _, after := range []string{"", "%c3%a9", "a"} {
				octets, n := Decode(text+after, x.set)
				if n != want || string(octets[:n]) != c[:n] || octets[0] != c[0] {
					t.Fatalf("%s, U+%04X and %q: % X", x.name, r, after, octets[:n])
				}
			}
		}
	}
}

// TestDecodeOctets decodes all octets and pairs of octets, and truncated, overlong and surrogate encodings. The result
// must be well-formed UTF-8.
func TestDecodeOctets(t *testing.T) {
	check := func(octets string) {
		in := sets[len(sets)-1]
		got, n := Decode(encode(octets), in.set)
		r, size := utf8.DecodeRuneInString(octets)
		if r == utf8.RuneError && size == 1 || !in.has(octets[:size]) {
			size = 0
		}
		if n != size || string(got[:n]) != octets[:n] {
			t.Errorf("% X: % X", octets, got[:n])
		}
	}
	for a := range 256 {
		check(string([]byte{byte(a)}))
		for b := range 256 {
			check(string([]byte{byte(a), byte(b)}))
			for _, c := range []byte{0x00, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xFF} {
				check(string([]byte{byte(a), byte(b), c}))
				for _, d := range []byte{0x00, 0x80, 0xBF, 0xC2} {
					check(string([]byte{byte(a), byte(b), c, d}))
				}
			}
		}
	}
}

// TestOctet tests digits of both cases.
func TestOctet(t *testing.T) {
	for b := range 256 {
		pctEncoded := Append(nil, byte(b))
		if len(pctEncoded) != Size || !dfa.Match(language.PctEncoded.Automaton, pctEncoded) || string(pctEncoded) != strings.ToUpper(string(pctEncoded)) {
			t.Errorf("%#x is %q", b, pctEncoded)
		}
		if Octet(pctEncoded) != byte(b) || Octet(strings.ToLower(string(pctEncoded))) != byte(b) {
			t.Errorf("%q is %#x, want %#x", pctEncoded, Octet(pctEncoded), b)
		}
	}
}

// TestEncode encodes characters and all octets for every component. Those that the rule of the component has, except
// formatting characters, must stay, and decoding must return the original.
func TestEncode(t *testing.T) {
	for _, x := range []struct{ set, rule *dfa.Automaton }{
		{&language.IUserinfoStrict, language.IUserinfo.Automaton},
		{&language.IRegNameStrict, language.IRegName.Automaton},
		{&language.ISegmentStrict, language.ISegment.Automaton},
		{&language.IQueryStrict, language.IQuery.Automaton},
		{&language.IFragmentStrict, language.IFragment.Automaton},
	} {
		check := func(c string, stays bool) {
			got := string(AppendEncoded([]byte("<"), c, x.set))[1:]
			want := strings.ToUpper(encode(c))
			if stays {
				want = c
			}
			if got != want || string(AppendDecoded(nil, got)) != c || !dfa.Match(x.rule, got) {
				t.Errorf("%s, %+q: %+q, want %+q", x.rule.Name, c, got, want)
			}
		}
		for r := range characters() {
			c := string(r)
			check(c, dfa.Match(x.rule, c) && (r < utf8.RuneSelf || iunreserved(c) || dfa.Match(language.IPrivate.Automaton, c)))
		}
		for b := range 0x80 {
			check(string([]byte{byte(0x80 + b)}), false)
		}
		check("\xe2\x82", false)
		if got := string(AppendEncoded(nil, "%41", x.set)); got != "%2541" {
			t.Errorf("%s: a percent-encoded octet of the string is one of the component: %s", x.rule.Name, got)
		}
	}
}

func TestAppendPath(t *testing.T) {
	for path, want := range map[string]string{
		"": "<", "/": "</", "a b": "<a%20b", "//a?/%/é:@": "<//a%3F/%25/é:@", "a/": "<a/",
	} {
		if got := string(AppendPath([]byte("<"), path)); got != want {
			t.Errorf("%q: %q, want %q", path, got, want)
		}
	}
}

// TestBeyondASCII tests octets at any offset.
func TestBeyondASCII(t *testing.T) {
	text := ""
	for n := range 40 {
		for i := range n {
			one := []byte(text)
			one[i] = 0x80 + byte(i)
			if got := BeyondASCII(one); got != 1 || BeyondASCII(strings.Repeat("\xff", n)) != n || BeyondASCII(text) != 0 {
				t.Errorf("%q: %d", one, got)
			}
		}
		text += "\x7f"
	}
}
