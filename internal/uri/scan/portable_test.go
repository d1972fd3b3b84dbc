package scan

import (
	"fmt"
	"strings"
	"testing"

	"example.org/iri/dfa"
	"example.org/iri/internal/uri"
)

// kinds has a byte of each kind that matters, and a letter of two bytes in halves.
var kinds = []string{"a", ":", "/", "?", "#", "@", "[", "%", "4", "-", " ", "\xc3", "\xa9"}

// A judge compares all tiers with the automaton, down to the state in which this
// has to go on.
type judge struct {
	t     *testing.T
	a     *uri.Language
	texts int
}

// judges runs a test for each automaton that has a plan.
func judges(t *testing.T, test func(*judge)) {
	for _, a := range tops {
		t.Run(a.Name, func(t *testing.T) {
			j := &judge{t: t, a: a}
			test(j)
			t.Log(j.texts, "texts")
		})
	}
}

// An opinion is what the automaton has to say of a text.
type opinion struct {
	valid bool
	cut   Cut
	last  dfa.State // of the walk,
	n     int       // which goes so far
}

func (j *judge) opinion(text string) opinion {
	var m dfa.Marks
	last, n := dfa.Walk(j.a.Automaton, j.a.Start, text, &m)
	if n < len(text) || !j.a.Accepts(last) {
		return opinion{last: last, n: n}
	}
	return opinion{true, Offsets{m[0], m[1], m[2], m[3], m[4], m[5], m[6], uint32(n)}.Pack(), last, n}
}

func (j *judge) try(text string) {
	j.texts++
	want := j.opinion(text)
	j.tryCheck(text, want.valid)
	for _, f := range tiers {
		c, v := f.locateString(j.a, text)
		if c2, v2 := f.locateBytes(j.a, []byte(text)); c2 != c || v2 != v {
			j.t.Fatalf("%s(%q): a string has %x %v, bytes %x %v", f.name, text, c, v, c2, v2)
		}
		if wrong := j.wrong(text, c, v, want); wrong != "" {
			j.t.Fatalf("%s(%q) = %x %v: %s; want %v %x", f.name, text, c, v, wrong, want.valid, want.cut)
		}
		if got := f.validString(j.a, text); got != want.valid {
			j.t.Fatalf("%s: valid(%q) = %v", f.name, text, got)
		}
		if got := f.validBytes(j.a, []byte(text)); got != want.valid {
			j.t.Fatalf("%s: valid(%q as bytes) = %v", f.name, text, got)
		}
	}
}

// tryCheck compares what PortableValid is made of, and is not shown short texts.
func (j *judge) tryCheck(text string, valid bool) {
	for _, patient := range []bool{false, true} {
		if v := portableCheck(j.a, text, patient); v != Ask && (v == Valid) != valid {
			j.t.Fatalf("portableCheck(%q, %v) = %v, want %v", text, patient, v, valid)
		}
	}
}

// wrong tells what is wrong with an answer, "" if nothing is.
func (j *judge) wrong(text string, c Cut, v Verdict, want opinion) string {
	switch v {
	case NoKernel:
		return ""
	case Valid, Invalid:
		if want.valid != (v == Valid) || want.valid && c != want.cut {
			return "not so"
		}
		return ""
	}
	from, begin := resume(j.a, c, v)
	if s := dfa.Run(j.a.Automaton, j.a.Start, text[:begin]); s != from {
		return fmt.Sprintf("there it is in a %q, not a %q", j.a.Part(s), j.a.Part(from))
	}
	got, s, n, ok := finish(j.a, text, c, v)
	if s != want.last || n != want.n || ok != want.valid || got != want.cut {
		return fmt.Sprintf("it goes on to state %d at %d, not %d at %d, and %x", s, n, want.last, want.n, got)
	}
	return ""
}

// words yields all strings of up to depth kinds.
func words(depth int, yield func(string)) {
	var grow func(text string, depth int)
	grow = func(text string, depth int) {
		yield(text)
		if depth > 0 {
			for _, x := range kinds {
				grow(text+x, depth-1)
			}
		}
	}
	grow("", depth)
}

// TestPortableShort: all short strings, with and without what makes them long
// enough to load a word.
func TestPortableShort(t *testing.T) {
	judges(t, func(j *judge) {
		depth := effort(3, 4, 4)
		if j.a.Plan == tops[0].Plan || j.a.Plan == tops[1].Plan {
			depth = effort(4, 5, 6)
		}
		words(depth, func(text string) {
			j.try(text)
			j.try(text + "aaaaaaaa")
			j.try("aaaaaaaa" + text)
		})
	})
}

// Beginnings that lead into each component, or nearly so.
var beginnings = []string{
	"a:", "a:/", "a:a", "a://", "a://a", "a://a@", "a://a:4", "a://a/", "a://a?", "a://a?a", "a:#", "a://a?#a", "a:?#", "a://é",
	"a://%41", "a:%41", "a:?%41", "a:#%41", "http://", "https://", "http:/", "https:", "ttp://", "aaaaaaaaa:", "aaaaaaaaa://",
	"a/", "/", "//", "//a", "?", "#", "a", "%41", "é", "//a@a",
}

// TestPortableBehind: all short strings behind a beginning.
func TestPortableBehind(t *testing.T) {
	judges(t, func(j *judge) {
		for _, head := range beginnings {
			words(effort(2, 3, 4), func(text string) {
				j.try(head + text)
				j.try(head + text + "aaaaaaa")
			})
		}
	})
}

// TestPortablePumped: runs of every length in each component, short strings behind.
func TestPortablePumped(t *testing.T) {
	judges(t, func(j *judge) {
		for _, head := range beginnings {
			for n := 0; n <= 72; n++ {
				if n > 40 && n < 56 {
					continue
				}
				for _, unit := range []string{"a", "4", "%41", "é", "a/", "?"} {
					run := head + strings.Repeat(unit, n)
					words(effort(1, 1, 2), func(text string) { j.try(run + text) })
				}
				run := head + strings.Repeat("a", n)
				words(effort(1, 2, 3), func(text string) { j.try(run + text) })
			}
		}
	})
}

// TestPortableDense: many runs of characters from 0x80 up, which in the end are left
// to the automaton wherever that comes, and a wrong byte at the end.
func TestPortableDense(t *testing.T) {
	judges(t, func(j *judge) {
		for _, head := range beginnings {
			for n := range 24 {
				for _, unit := range []string{"é/", "aé", "é%41", "abcdefghijklmnopé"} {
					run := head + strings.Repeat(unit, n)
					for _, tail := range []string{"", "é?é", "é#é", "%4", "\xff", "<"} {
						j.try(run + tail)
					}
				}
			}
		}
	})
}

// TestPortableBytes: every byte at every place of texts with all components.
func TestPortableBytes(t *testing.T) {
	texts := []string{
		"http://us@www.example.org:80/path/to?query=a%20b#fragment", "//host/path?q#f", "urn:a-b:c%41d/e", "path/to/a?b#c",
		"a://é.中文.x/中文/é?é\U000f0000#é", "data:text/plain;base64,AAAA==",
	}
	judges(t, func(j *judge) {
		for _, text := range texts {
			for i := range len(text) {
				for c := range 256 {
					one := string([]byte{byte(c)})
					j.try(text[:i] + one + text[i+1:])
					j.try(text[:i] + one + text[i:])
				}
				j.try(text[:i])
				j.try(text[i:])
			}
		}
	})
}

// TestPortableRunes: characters of all kinds in each component.
func TestPortableRunes(t *testing.T) {
	judges(t, func(j *judge) {
		for _, head := range []string{"aaaa://", "a://a/", "a:?aaaaa", "a:#aaaaa", "//aaaaaaaaaa/"} {
			for c := rune(0x80); c <= 0x10ffff; c += rune(effort(997, 61, 1)) {
				j.try(head + string(c))
			}
		}
	})
}

// TestPortableLists: the lines of the lists, and mutants of them.
func TestPortableLists(t *testing.T) {
	all := lists(t)
	judges(t, func(j *judge) {
		r := random(t)
		for _, l := range all {
			for k, text := range l.Texts {
				if k%effort(32, 4, 1) != 0 {
					continue
				}
				j.try(text)
				j.try(text[r.IntN(len(text)+1):])
				j.try(text[:r.IntN(len(text)+1)])
				j.try(string(mutate(r, []byte(text))))
			}
		}
	})
}

// TestPortableDecides: the automaton is asked about few texts of the lists.
func TestPortableDecides(t *testing.T) {
	for _, l := range lists(t) {
		asked := 0
		for _, text := range l.Texts {
			if _, v := Portable(tops[1], text); v != Valid && tops[1].Accepts(dfa.Run(tops[1].Automaton, tops[1].Start, text)) && len(text) >= 8 {
				asked++
			}
		}
		if asked*50 > len(l.Texts) {
			t.Errorf("%s: asks about %d of %d texts", l.Name, asked, len(l.Texts))
		}
	}
}

func TestPortableAllocatesNothing(t *testing.T) {
	texts := []string{"", "a", "http://us@www.example.org:80/path/to?query=a%20b#fragment", "http://é.x/é é", "http://[::1]/", "urn:a:%41/é é"}
	for _, f := range tiers {
		for _, a := range tops {
			for _, text := range texts {
				b := []byte(text)
				n := testing.AllocsPerRun(10, func() {
					f.locateString(a, text)
					f.locateBytes(a, b)
					f.validString(a, text)
					f.validBytes(a, b)
				})
				if n != 0 {
					t.Errorf("%s: %q: %v allocations", f.name, text, n)
				}
			}
		}
	}
}
