package scan

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"example.org/iri/dfa"
	"example.org/iri/internal/language"
	"example.org/iri/internal/uri"
)

// walk is the judge of all that this package says: the automaton itself.
func walk(a *uri.Language, text []byte) (Offsets, bool) {
	var m dfa.Marks
	if s, n := dfa.Walk(a.Automaton, a.Start, text, &m); n < len(text) || !a.Accepts(s) {
		return Offsets{}, false
	}
	return Offsets{m[0], m[1], m[2], m[3], m[4], m[5], m[6], uint32(len(text))}, true
}

// differs tells what is wrong with the answer of a fast path, "" if nothing is.
func differs(a *uri.Language, text []byte, x Cut, v Verdict) string {
	want, valid := walk(a, text)
	switch {
	case v != Valid && v != Invalid && v != Ask, v == Valid && !valid, v == Invalid && valid:
		return fmt.Sprintf("%s: %q (%d bytes): verdict %d, but valid is %t", a.Name, text, len(text), v, valid)
	case v == Valid && x != want.Pack():
		return fmt.Sprintf("%s: %q (%d bytes): %x, want %x for %+v", a.Name, text, len(text), x, want.Pack(), want)
	case v == Ask && plain(text):
		return fmt.Sprintf("%s: %q (%d bytes): asks", a.Name, text, len(text))
	}
	return ""
}

// What the first block has to hold: the end of the authority, or a sign that
// there is none. Behind a scheme that takes two bytes.
var (
	authorityEnds = regexp.MustCompile(`^([A-Za-z][A-Za-z0-9+.-]*:)?//[^/?#]*[/?#]`)
	noAuthority   = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9+.-]*:(/[^/]|[^/].)|^(/[^/]|[?#]|[^:/?#]+[/?#])`)
)

// plain reports whether a text has to be decided without asking.
func plain(text []byte) bool {
	for _, c := range text {
		if c >= 0x80 || c == '[' || c == ']' {
			return false
		}
	}
	return len(text) <= 64 || authorityEnds.Match(text[:64]) || noAuthority.Match(text[:64])
}

// A fast path is what a jury judges, such as [Bytes].
type fastPath func(a *uri.Language, text []byte) (Cut, Verdict)

// A jury runs a fast path on texts, and complains of the first few wrong answers.
type jury struct {
	testing.TB
	fast           fastPath
	automata       []*uri.Language
	texts, ask, no int
}

// newJury returns one for the two automata that most texts are for.
func newJury(t testing.TB, fast fastPath) *jury {
	iri, ref := planned()
	j := &jury{TB: t, fast: fast, automata: []*uri.Language{iri, ref}}
	t.Cleanup(func() { t.Logf("%d texts, %d answers to ask, %d wrong", j.texts, j.ask, j.no) })
	return j
}

// others makes it one for the other automata that have plans.
func (j *jury) others() *jury {
	j.automata = []*uri.Language{
		&language.AbsoluteIRI, &language.IRelativeRef,
		&language.URI, &language.URIReference, &language.AbsoluteURI, &language.RelativeRef,
	}
	return j
}

func (j *jury) try(text []byte) {
	j.texts++
	for _, a := range j.automata {
		x, v := j.fast(a, text)
		if v == Ask {
			j.ask++
		}
		if s := differs(a, text, x, v); s != "" {
			if j.no++; j.no < 10 {
				j.Error(s)
			}
		}
	}
}

// One of each kind of byte that matters to texts of ASCII.
var alphabet = []byte("a:/?#@[%4- ")

// all tries head with all strings of up to depth bytes behind.
func (j *jury) all(head []byte, depth int) {
	j.try(head)
	if depth == 0 {
		return
	}
	for _, c := range alphabet {
		j.all(append(head[:len(head):len(head)], c), depth-1)
	}
}

func byModel(a *uri.Language, text []byte) (Cut, Verdict) {
	o, v := model(a.Plan, text)
	return o.Pack(), v
}

// exhaust tries all short texts, in the open and behind a beginning.
func (j *jury) exhaust(depth int) {
	j.all(nil, depth)
	j.all([]byte("a://"), depth-1)
	j.all([]byte("a://a"), depth-1)
}

func TestModelExhaustive(t *testing.T) {
	depth := 6
	if !*long {
		depth = 4
	}
	newJury(t, byModel).exhaust(depth)
	newJury(t, byModel).others().exhaust(depth - 1)
}

// The beginnings of texts that stay in one component if the letter repeats.
var components = []struct{ head, letter string }{
	{"", "a"}, {"/", "a"}, {"//", "a"}, {"//a@", "a"}, {"//a:", "4"}, {"?", "a"}, {"#", "a"}, {"4", "a"},
	{"a:", "a"}, {"a:/", "a"}, {"a://", "a"}, {"a://a:", "a"}, {"a://a@", "a"}, {"a://a:", "4"}, {"a:///", "/"},
	{"a://a/", "a"}, {"a://a/", "%44"}, {"a:?", "a"}, {"a:?", "?"}, {"a:#", "a"}, {"a:a?a#", "?"}, {"a:", "é"}, {"a:#", "中"},
}

// borders yields lengths around that of a block and of two.
func borders(yield func(int) bool) {
	for n := 57; n < 136; n++ {
		if (n <= 72 || 122 <= n) && !yield(n) {
			return
		}
	}
}

// pumped returns a text of n bytes.
func pumped(head, letter string, n int) []byte {
	text := append([]byte(head), bytes.Repeat([]byte(letter), n/len(letter))...)
	return text[:n:n]
}

// pump tries texts in which a component is as long as a block or two: with all
// strings behind it, and with all strings in front of the long part.
func (j *jury) pump(depth int) {
	for _, c := range components {
		for n := range borders {
			d := depth
			if n%64 > 3 && n%64 < 61 {
				d-- // a border is not within reach, or just about
			}
			j.all(pumped(c.head, c.letter, n), max(0, d))
		}
	}
	long := bytes.Repeat([]byte("4"), 140)
	var rec func(text []byte, depth int)
	rec = func(text []byte, depth int) {
		for _, n := range []int{62, 63, 64, 65, 66, 67, 127, 128, 129} {
			j.try(append(text[:len(text):len(text)], long[:n-len(text)]...))
		}
		if depth > 0 {
			for _, c := range alphabet {
				rec(append(text[:len(text):len(text)], c), depth-1)
			}
		}
	}
	for _, head := range []string{"", "a", "a:", "a://"} {
		rec([]byte(head), depth)
	}
}

func TestModelPumped(t *testing.T) {
	depth := 3
	if !*long {
		depth = 2
	}
	newJury(t, byModel).pump(depth)
	newJury(t, byModel).others().pump(depth - 2)
}

// Characters and bytes that are of interest: ends of ranges, ill-formed ones, and
// what is odd in ASCII.
var oddities = []string{
	"\u00e9", "\u0416", "\u4e2d", "\U0001F600", "\U000E0000", // no harm in most of them
	"\u0080", "\u009f", "\u00a0", "\ud7ff", "\ue000", "\uf8ff", "\uf900", "\ufdcf", "\ufdd0", "\ufdef", "\ufdf0",
	"\uffef", "\ufff0", "\uffff", "\U00010000", "\U0001fffd", "\U0001fffe", "\U000e0fff", "\U000e1000", "\U000efffd",
	"\U000f0000", "\U000ffffd", "\U00100000", "\U0010fffd", "\U0010ffff",
	"\x80", "\xbf", "\xc0\x80", "\xc1\xbf", "\xc3", "\xc3\xc3\xa9", "\u00e9\x80", "\xe0\x9f\xbf", "\xe4\xb8", "\xed\xa0\x80",
	"\xf0\x9f\x98", "\xf0\x8f\xbf\xbf", "\xf4\x90\x80\x80", "\xf5", "\xff",
	"%C3%A9", "%", "%4", "%4\u00e9", "\u00e9%", "%%44", "%4g", "[", "[::1]", "]", " ", "\x00", "\x7f", "\"",
}

// place tries each of the oddities at every place.
func (j *jury) place(places func(func(int) bool)) {
	tails := []string{"", "a", "?\u00e9", "#%44", strings.Repeat("a", 70)}
	for _, c := range components {
		for n := range places {
			if n < len(c.head) {
				continue
			}
			text := pumped(c.head, c.letter, n)
			for _, odd := range oddities {
				with := append(text[:n:n], odd...)
				for _, tail := range tails {
					j.try(append(with[:len(with):len(with)], tail...))
				}
			}
		}
	}
}

func TestModelOddities(t *testing.T) {
	newJury(t, byModel).place(func(yield func(int) bool) {
		for n := range 132 {
			if (n < 20 || 56 <= n && n < 70 || 122 <= n) && !yield(n) {
				return
			}
		}
	})
	newJury(t, byModel).others().place(slices.Values([]int{2, 62, 63, 64}))
}

// Bytes that begin or continue characters, one of each kind, across a border.
func TestModelCharacters(t *testing.T) {
	const bytes = "\x80\x8f\x90\x9f\xa0\xa3\xaf\xb0\xb7\xbd\xbe\xbf\xc1\xc2\xc3\xe0\xe1\xed\xee\xef\xf0\xf1\xf3\xf4\xff4?"
	j := newJury(t, byModel)
	var rec func(text []byte, depth int)
	rec = func(text []byte, depth int) {
		j.try(text)
		if depth > 0 {
			for i := range len(bytes) {
				rec(append(text[:len(text):len(text)], bytes[i]), depth-1)
			}
		}
	}
	for _, n := range []int{2, 60, 61, 62, 64} {
		rec(pumped("a:", "a", n), 3)
	}
	if *long {
		rec(pumped("a:", "a", 63), 4)
	}
}

// What went wrong in prototypes or nearly did here, see design note speed.md.
func TestModelRegressions(t *testing.T) {
	scheme := strings.Repeat("a", 58)
	iri, ref := planned()
	for _, test := range []struct {
		name, text string
		iri, ref   Verdict
	}{
		{"empty", "", Invalid, Valid},
		{"64 bytes that end in //", scheme + "aaa://", Valid, Valid},
		{"64 bytes that end in @", "a://" + scheme + "a@", Valid, Valid},
		{"64 bytes that end in two @", "a://" + scheme + "@@", Invalid, Invalid},
		{"64 bytes that end in the colon of a port", "a://" + scheme + "a:", Valid, Valid},
		{"64 bytes that end in the colon of a scheme", scheme + "aaaaa:", Valid, Valid},
		{"64 bytes of a scheme, no colon", scheme + "aaaaaa", Invalid, Valid},
		{"64 bytes that end in the slash of a path", "a://" + scheme + "a/", Valid, Valid},
		{"64 bytes that end in ?", "a:" + scheme + "aaa?", Valid, Valid},
		{"64 bytes that end in #", "a:" + scheme + "aaa#", Valid, Valid},
		{"64 bytes that end in ##", "a:" + scheme + "aa##", Invalid, Invalid},
		{"64 bytes, no port", "a://" + scheme + ":a", Invalid, Invalid},
		{"64 bytes, a port", "a://" + scheme + ":4", Valid, Valid},
		{"// across the border", scheme + "aaaa://", Ask, Ask},
		{"colon at the border", scheme + "aaaaa:/", Ask, Ask},
		{"scheme across the border", scheme + "aaaaaa:", Ask, Ask},
		{"no scheme up to the border", scheme + "aaaaaa/", Ask, Ask},
		{"no scheme, percent triple", "%44" + scheme + "aaa", Invalid, Valid},
		{"no scheme, percent triple, colon", "%44" + scheme + "aa:", Invalid, Invalid},
		{"no scheme, percent triple, border", "%44" + scheme + "aaa:", Invalid, Ask},
		{"authority across the border", "a://" + scheme + "aaa/", Ask, Ask},
		{"authority up to the border", "a://" + scheme + "aa/", Ask, Ask},
		{"slash at the border ends the authority", "a://" + scheme + "a/" + "a", Valid, Valid},
		{"@ in the second block, path in the first", "a://" + scheme + "a/" + "@", Valid, Valid},
		{"% at 61", "a:" + scheme + "a%44", Valid, Valid},
		{"% at 62, end", "a:" + scheme + "aa%4", Invalid, Invalid},
		{"% at 63, end", "a:" + scheme + "aaa%", Invalid, Invalid},
		{"% at 62", "a:" + scheme + "aa%44", Valid, Valid},
		{"% at 63", "a:" + scheme + "aaa%44", Valid, Valid},
		{"% at 64", "a:" + scheme + "aaaa%44", Valid, Valid},
		{"% at 62, cut off", "a:" + scheme + "aa%4g", Invalid, Invalid},
		{"% at 63, cut off", "a:" + scheme + "aaa%4", Invalid, Invalid},
		{"% at 63, no digit", "a:" + scheme + "aaa%4g", Invalid, Invalid},
		{"% at 63, no digit but %", "a:" + scheme + "aaa%%44", Invalid, Invalid},
		{"% at 61, end at 63", "a:" + scheme + "a%4", Invalid, Invalid},
		{"lead byte at 63, continued", "a:" + scheme + "aaa\u00e9", Valid, Valid},
		{"lead byte at 63, ASCII behind", "a:" + scheme + "aaa\xc3a", Ask, Ask},
		{"lead byte at 63, end", "a:" + scheme + "aaa\xc3", Ask, Ask},
		{"two of three bytes at 63, ASCII behind", "a:" + scheme + "aa\xe4\xb8a", Ask, Ask},
		{"two of three bytes at 63, end", "a:" + scheme + "aa\xe4\xb8", Ask, Ask},
		{"three of four bytes at 63, ASCII behind", "a:" + scheme + "a\xf0\x9f\x98a", Ask, Ask},
		{"three of four bytes at 63, continued", "a:" + scheme + "a\U0001f600", Valid, Valid},
		{"65 bytes, third byte of three", "a:" + scheme + "aa\u4e2d", Valid, Valid},
		{"65 bytes, the last one is of ASCII", "a:" + scheme + "aa\u00e9a", Valid, Valid},
		{"65 bytes, the last one bad", "a:" + scheme + "aaaa ", Invalid, Invalid},
		{"66 bytes, the last two bad", "a:" + scheme + "aaaa\xc3\xc3", Ask, Ask},
		{"66 bytes, # in either block", "a:" + scheme + "aaa#a#", Invalid, Invalid},
		{"? in either block", "a:" + scheme + "aaa?a?", Valid, Valid},
		{"? behind #", "a:" + scheme + "aaa#a?", Valid, Valid},
		{"letters of Greek", "a:\u0391\u03b2\u03b3/\u03be\u03bf\u03bf", Valid, Valid}, // was doubtful where \xbf was compared wrong
		{"private use", "a:\ue000", Ask, Ask},
		{"bracket", "a://[::1]", Ask, Ask},
		{"bracket and a bad byte", "a://[::1] ", Invalid, Invalid},
		{"bad byte behind a bracket's block", "a:[" + scheme + "aaaa ", Ask, Ask},
		{"letter that is no ASCII in a scheme", "\u00e9:", Invalid, Invalid},
		{"letter that is no ASCII in a port", "a://a:\u00e9", Invalid, Invalid},
		{"letter that is no ASCII in a password", "a://a:\u00e9@", Valid, Valid},
		{"triple in a port", "a://a:%44", Invalid, Invalid},
	} {
		for _, a := range []*uri.Language{iri, ref} {
			want := test.iri
			if a == ref {
				want = test.ref
			}
			x, v := byModel(a, []byte(test.text))
			if s := differs(a, []byte(test.text), x, v); s != "" || v != want {
				t.Errorf("%s: %s: verdict %d, want %d %s", test.name, a.Name, v, want, s)
			}
		}
	}
}

// Every byte at every place of a block of every length.
func TestClassify(t *testing.T) {
	a, _ := planned()
	roles := func(m masks) [12]uint64 {
		return [...]uint64{m.text, m.scheme, m.colon, m.slash, m.at, m.query, m.fragment, m.hex, m.digit, m.first, m.alive, m.high}
	}
	is := [12]func(c byte) bool{
		func(c byte) bool {
			return c < 0x80 && regexp.MustCompile(`[A-Za-z0-9._~!$&'()*+,;=:@/?#-]`).Match([]byte{c})
		},
	}
	for i, set := range []string{`[A-Za-z0-9+.-]`, ":", "/", "@", `\?`, "#", "[0-9A-Fa-f%]", "[0-9]", `[][A-Za-z]`, `[]A-Za-z0-9._~!$&'()*+,;=:@/?#%[-]`} {
		re := regexp.MustCompile(set)
		is[i+1] = func(c byte) bool { return c < 0x80 && re.Match([]byte{c}) }
	}
	is[11] = func(c byte) bool { return c >= 0x80 }
	for c := range 256 {
		m := roles(classify(a.Plan, []byte{byte(c)}))
		for k := range m {
			if got, want := m[k] == 1, is[k](byte(c)); got != want || m[k] > 1 {
				t.Errorf("byte %#x: mask %d is %b, want %t", c, k, m[k], want)
			}
		}
		block := bytes.Repeat([]byte{byte(c)}, 64)
		for n := range 65 {
			for k, x := range roles(classify(a.Plan, block[:n])) {
				if want := m[k] * (1<<n - 1); x != want {
					t.Errorf("%d bytes %#x: mask %d is %x, want %x", n, c, k, x, want)
				}
			}
		}
	}
}
