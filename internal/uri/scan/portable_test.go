package scan

import (
	"strings"
	"testing"

	"example.org/iri/dfa"
	"example.org/iri/internal/uri/find"
)

// beginnings lead into each component, or nearly so.
var beginnings = []string{
	"a:", "a:/", "a:a", "a://", "a://a", "a://a@", "a://a:4", "a://a/", "a://a?", "a://a?a", "a:#", "a://a?#a", "a:?#", "a://é",
	"a://%41", "a:%41", "a:?%41", "a:#%41", "http://", "https://", "http:/", "https:", "ttp://", "aaaaaaaaa:", "aaaaaaaaa://",
	"a/", "/", "//", "//a", "?", "#", "a", "%41", "é", "//a@a",
}

// TestBehind tests all short strings after a beginning.
func TestBehind(t *testing.T) {
	x := newTrial(t, paths(t))
	x.automata = tops
	for _, head := range beginnings {
		tryAll([]byte(head), []byte("a:/?#@[%4- \xc3\xa9"), effort(2, 3, 4), x.try)
	}
}

// TestPortableDense tests many runs of non-ASCII characters, which are left to the automaton at some point, and a wrong
// byte at the end.
func TestPortableDense(t *testing.T) {
	x := newTrial(t, []path{portable})
	x.automata = tops
	for _, head := range beginnings {
		for n := range 24 {
			for _, unit := range []string{"é/", "aé", "é%41", "abcdefghijklmnopé"} {
				run := head + strings.Repeat(unit, n)
				for _, tail := range []string{"", "é?é", "é#é", "%4", "\xff", "<"} {
					x.try([]byte(run + tail))
				}
			}
		}
	}
}

// TestBrackets tests valid and nearly valid hosts in brackets, in all contexts.
func TestBrackets(t *testing.T) {
	x := newTrial(t, paths(t))
	x.automata = tops
	for _, head := range []string{"a://", "http://", "//", "a:", "", "a://u@", "http://u:p@", "a://u", "a://u:", "a://u@h", "http://h/", "a:?"} {
		for _, host := range []string{"[::1]", "[v1.a:b]", "[fe80::1%25en1]", "[::%25%41]", "[::%2541]", "[::%20]", "[::%]", "[1::2::3]", "[", "[]", "[[::1]", "[::1]]", "[::1", "::1]", "[\x00]", "\x00", "[é]"} {
			for _, tail := range []string{"", ":", ":80", ":8x", ":80/a", "/", "/a/b?c#d", "?q", "#f", "a", "@", "@h", "é", "%41", "[", ":80[", "/[", "\x00", " "} {
				x.try([]byte(head + host + tail))
				x.try([]byte(head + host + tail + "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"))
			}
		}
	}
}

// TestPortableDecides tests that few strings of lists, and no hosts in brackets, are left to the automaton.
func TestPortableDecides(t *testing.T) {
	for _, l := range lists(t) {
		undecided := 0
		for _, text := range l.Texts {
			if _, v := Portable(tops[1], text); v != Valid && PortableValid(tops[1], text) && len(text) >= 8 {
				undecided++
			}
		}
		if undecided*50 > len(l.Texts) {
			t.Errorf("%s: undecided %d of %d strings", l.Name, undecided, len(l.Texts))
		}
	}
	for _, a := range tops {
		for _, text := range []string{"http://[::1]", "http://u@[::1]:80/a", "http://[v1.a]?q#f", "http://[fe80::1%25en1]/a", "//u@[::1]#f"} {
			if _, v := Portable(a, text); (v == Valid) != PortableValid(a, text) {
				t.Errorf("%s: %q: result %d", a.Name, text, v)
			}
		}
	}
}

// TestFallback compares results, offsets and errors of Fallback and Last with the automaton alone, wherever the
// portable path stopped.
func TestFallback(t *testing.T) {
	r := random(t)
	for range effort(1000, 20_000, 500_000) {
		text := mutate(r, []byte(anyText(r)))
		for _, a := range tops {
			o, valid := reference(a, text)
			want, place := dfa.Last(a.Automaton, a.Start, text)
			for _, decide := range []func() (find.Cut, dfa.State, int, bool){
				func() (find.Cut, dfa.State, int, bool) { return finish(a, text, find.Cut{}, Undecided) },
				func() (find.Cut, dfa.State, int, bool) { return Fallback(a, text) },
				func() (find.Cut, dfa.State, int, bool) { return Fallback(a, string(text)) },
			} {
				c, s, n, ok := decide()
				if ok != valid || ok && c != o.Pack() || !ok && (s != want || n != place || c != find.Cut{}) {
					t.Fatalf("%s: %q: %x, state %d at %d, %t; want %x, %d at %d, %t", a.Name, text, c, s, n, ok, o.Pack(), want, place, valid)
				}
			}
			if s, n, ok := Last(a, text); ok != valid || !ok && (s != want || n != place) {
				t.Fatalf("%s: %q: state %d at %d, %t; want %d at %d, %t", a.Name, text, s, n, ok, want, place, valid)
			}
		}
	}
}
