package scan

import (
	"bytes"
	"testing"

	"example.org/iri/dfa"

	"example.org/iri/internal/language"
	"example.org/iri/internal/uri"
	"example.org/iri/internal/uri/find"
)

// likes returns the languages that use the plan of another one.
func likes() (list []*uri.Language) {
	for _, l := range language.All() {
		if l.Like != nil {
			list = append(list, l)
		}
	}
	return list
}

// A likeTrial compares results with the automaton, at all levels.
type likeTrial struct {
	testing.TB
	language *uri.Language
	levels   []Level
	texts    int
	alike    int // how many of them needed no automaton
}

func newLikeTrial(t testing.TB, l *uri.Language) *likeTrial {
	x := &likeTrial{TB: t, language: l, levels: append(batchLevels(t), NoVectors)}
	t.Cleanup(func() {
		t.Logf("%s: %d strings, %d by the plan of %s", l.Name, x.texts, x.alike, l.Like.Name)
	})
	return x
}

func (x *likeTrial) try(text []byte) {
	a := x.language
	o, valid := reference(a, text)
	state, place := dfa.Last(a.Automaton, a.Start, text)
	for _, level := range x.levels {
		setLevel(level)
		x.texts++
		if _, ok := matchLike(a, text); ok {
			x.alike++
		}
		for _, decide := range []func() (find.Cut, dfa.State, int, bool){
			func() (find.Cut, dfa.State, int, bool) { return Fallback(a, text) },
			func() (find.Cut, dfa.State, int, bool) { return Fallback(a, string(text)) },
		} {
			c, s, n, ok := decide()
			if ok != valid || ok && c != o.Pack() || !ok && (s != state || n != place) {
				x.Fatalf("%s, level %d: %q: %+v, state %d at %d, %t; want %+v, %d at %d, %t",
					a.Name, level, text, c.Unpack(), s, n, ok, o, state, place, valid)
			}
		}
		if s, n, ok := Last(a, text); ok != valid || !ok && (s != state || n != place) {
			x.Fatalf("%s, level %d: %q: state %d at %d, %t; want %d at %d, %t", a.Name, level, text, s, n, ok, state, place, valid)
		}
		if Match(a, text) != valid || Match(a, string(text)) != valid {
			x.Fatalf("%s, level %d: %q: %t", a.Name, level, text, !valid)
		}
	}
}

// TestLike tests all short strings after the beginnings of targets and web addresses, before them, and after long
// components.
func TestLike(t *testing.T) {
	for _, l := range likes() {
		x, set := newLikeTrial(t, l), representatives(l.Like.Plan)
		tryAll(nil, set, effort(3, 4, 5), x.try)
		for _, head := range []string{"a", "[", "[::1]", "[v1.a]:", "example.org", "192.0.2.1:8", "/", "//", "http:", "HTTPS:", "http://", "https://a", "HtTp://a@"} {
			tryAll([]byte(head), set, effort(2, 4, 5), x.try)
			for n := range slides {
				tryAll(pumped(head, "a", n), alphabet, effort(1, 2, 3), x.try)
			}
		}
	}
}

// TestLikeRandom tests strings of many scripts, half of them with errors.
func TestLikeRandom(t *testing.T) {
	r := random(t)
	for _, l := range likes() {
		x := newLikeTrial(t, l)
		for range effort(300, 10_000, 200_000) {
			text := []byte(anyText(r))
			if r.IntN(2) == 0 {
				text = mutate(r, text)
			}
			for _, head := range []string{"", "/", "http://", "https://u@example.org:80/"} {
				x.try(append([]byte(head), text...))
			}
			_, host, _ := bytes.Cut(text, []byte("//"))
			x.try(host)
			x.try(host[:bytes.IndexByte(append(host, '/'), '/')])
		}
	}
}

// FuzzLike tests any bytes.
func FuzzLike(f *testing.F) {
	for _, text := range []string{
		"", "a", "[::1]", ":80", "192.0.2.1:", "u@h:1",
		"/", "//", "/a?b", "//a:b", "/%61", "/%6", "/a#b", "http://a", "http://@", "http://:80", "https://u@h:1/p?q", "https://[::1]",
		"http://a@:/", "HTTP://\u00e9/", "/\u4e2d\ue000", "ftp://a/b",
	} {
		f.Add([]byte(text))
		f.Add(append([]byte(text), "/path/of/more/than/twenty-four/bytes"...))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		for _, l := range likes() {
			newLikeTrial(t, l).try(text)
		}
	})
}
