package scan

import (
	"bytes"
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"example.org/iri/dfa"
	"example.org/iri/internal/language"
	"example.org/iri/internal/testkit"
	"example.org/iri/internal/uri"
	"example.org/iri/internal/uri/find"
)

var exhaustive = flag.Bool("exhaustive", false, "test everything, which takes minutes")

// random returns a source of random numbers, and logs its seed.
func random(t testing.TB) *rand.Rand {
	t.Logf("-seed=%d", testkit.Seed(1))
	return rand.New(rand.NewPCG(uint64(testkit.Seed(1)), 0))
}

// A path is a fast path with a name, independent of the choice for the processor.
type path struct {
	name   string
	locate func(a *uri.Language, text []byte) (find.Cut, Result)
	check  func(a *uri.Language, text []byte) Result
}

// fast returns the kernels and the portable path.
func fast(t testing.TB) []path {
	return append(kernels(t), portable)
}

// paths adds the model, which is slow.
func paths(t testing.TB) []path {
	check := func(a *uri.Language, text []byte) Result {
		_, v := byModel(a, text)
		return v
	}
	return append(fast(t), path{name: "model", locate: byModel, check: check})
}

// portable is the portable path, with the automaton where it is undecided.
var portable = path{
	name: "portable",
	locate: func(a *uri.Language, text []byte) (find.Cut, Result) {
		if c, v := Portable(a, text); v > Valid {
			if from, begin := resume(a, c, v); dfa.Run(a.Automaton, a.Start, text[:begin]) != from {
				return c, misled
			}
		}
		c, _, _, ok := Fallback(a, text)
		return c, result(ok)
	},
	check: func(a *uri.Language, text []byte) Result { return result(PortableValid(a, text)) },
}

// misled is the result if the automaton cannot continue where a path stopped.
const misled Result = -1

func result(valid bool) Result {
	if valid {
		return Valid
	}
	return Invalid
}

// tops has the automata with plans, beginning with those of package iri's functions.
var tops = []*uri.Language{
	&language.IRI, &language.IRIReference, &language.AbsoluteIRI, &language.IRelativeRef,
	&language.URI, &language.URIReference, &language.AbsoluteURI, &language.RelativeRef,
	&language.IRIStrict, &language.IRIReferenceStrict, &language.IRIWithZone, &language.IRIReferenceWithZone,
	&language.URIWithZone, &language.URIReferenceWithZone, &language.LEIRI, &language.LEIRIReference,
	&language.AbsoluteForm, &language.PartialURI, &language.Location, &language.Referer, &language.ContentLocation,
}

// reference is the reference for all tests: the automaton, and a Finder byte by byte.
func reference(a *uri.Language, text []byte) (find.Offsets, bool) {
	if !dfa.Match(a.Automaton, text) {
		return find.Offsets{}, false
	}
	return testkit.Find(a, text), true
}

// A trial compares results and offsets of paths with the reference.
type trial struct {
	testing.TB
	paths     []path
	automata  []*uri.Language
	texts     int
	undecided []int // by path: number of strings left to the automaton
	wrong     int
}

// newTrial returns a trial for the two automata of most strings.
func newTrial(t testing.TB, paths []path) *trial {
	x := &trial{TB: t, paths: paths, automata: tops[:2:2], undecided: make([]int, len(paths))}
	t.Cleanup(func() {
		var list []string
		for i, p := range x.paths {
			list = append(list, fmt.Sprintf("%s undecided %d times", p.name, x.undecided[i]))
		}
		t.Logf("%d strings: %s", x.texts, strings.Join(list, ", "))
	})
	return x
}

func (x *trial) try(text []byte) {
	x.texts++
	for _, a := range x.automata {
		o, valid := reference(a, text)
		want := Invalid
		if valid {
			want = Valid
		}
		cut := o.Pack()
		for i := range x.paths {
			p := &x.paths[i]
			got, v := p.locate(a, text)
			c := p.check(a, text)
			switch {
			case v == want && c == want && (!valid || got == cut):
			case v == Undecided && c == Undecided && !(valid && easy(a, text, o)):
				x.undecided[i]++
			default:
				x.fail("%s: %s: %q (%d bytes): results %d and %d, %x; want %d, %x (%+v)",
					p.name, a.Name, text, len(text), v, c, got, want, cut, o)
			}
		}
	}
}

// fail reports the first few errors.
func (x *trial) fail(format string, args ...any) {
	x.Helper()
	x.wrong++
	switch {
	case x.wrong < 10:
		x.Errorf(format, args...)
	case x.wrong == 10:
		x.Fatalf(format, args...)
	}
}

// easy reports whether no path may leave a valid string undecided: it is not empty, is ASCII without rare bytes, has a
// scheme that ends in the first half of the first block, and begins its path, or ends its first segment, in the first
// block.
func easy(a *uri.Language, text []byte, x find.Offsets) bool {
	for _, c := range text {
		if c >= 0x80 || a.Plan.Class[c] == uri.Rare {
			return false
		}
	}
	n := uint32(len(text))
	switch {
	case n < 32:
		return n > 0
	case x.Hier > 31 || x.Path > 62:
		return false
	}
	return n < 64 || x.Hier != 0 || bytes.ContainsAny(text[:63], "/?#")
}

// tryAll calls try with head, and with all strings of up to depth bytes of a set after it.
func tryAll(head, set []byte, depth int, try func(text []byte)) {
	try(head)
	if depth == 0 {
		return
	}
	text := append(head[:len(head):len(head)], 0)
	for _, c := range set {
		text[len(head)] = c
		tryAll(text, set, depth-1, try)
	}
}
