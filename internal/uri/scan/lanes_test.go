package scan

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"example.org/iri/dfa"
	"example.org/iri/internal/corpus"
	"example.org/iri/internal/uri"
)

// A column is texts as Lanes takes them.
type column struct {
	data    []byte
	offsets []int32
}

func newColumn(texts []string) column {
	c := column{offsets: []int32{0}}
	for _, text := range texts {
		c.data = append(c.data, text...)
		c.offsets = append(c.offsets, int32(len(c.data)))
	}
	return c
}

func bitmap(n int) []byte { return make([]byte, (n+7)/8) }

// tryLanes compares what is found out about texts together with what the automaton
// says of each; texts have no line feeds.
func tryLanes(t *testing.T, a *uri.Language, texts []string) {
	t.Helper()
	want, count := bitmap(len(texts)), 0
	for i, text := range texts {
		if dfa.Match(a.Automaton, text) {
			want[i/8] |= 1 << (i % 8)
			count++
		}
	}
	c := newColumn(texts)
	got := bitmap(len(texts))
	if n := Lanes(a, c.data, c.offsets, got); n != count || !bytes.Equal(got, want) {
		t.Fatalf("%s: %q: %d %x, want %d %x", a.Name, texts, n, got, count, want)
	}
	lines := strings.Join(texts, "\n")
	for _, end := range []string{"\n", ""} {
		if end == "" && (len(texts) == 0 || texts[len(texts)-1] == "") {
			continue // has a line less
		}
		got := bitmap(len(texts))
		if n := LineLanes(a, []byte(lines + end)[:(len(lines)+len(end))*min(len(texts), 1)], got); n != count || !bytes.Equal(got, want) {
			t.Fatalf("%s: lines %q: %d %x, want %d %x", a.Name, texts, n, got, count, want)
		}
	}
}

// TestLanesSizes: columns of all sizes around that of the queue, with few and with
// many texts that are put into it.
func TestLanesSizes(t *testing.T) {
	r := random(t)
	for _, a := range tops {
		for n := range 200 {
			for _, odd := range []float64{0, 0.1, 0.5, 1} {
				tryLanes(t, a, mixture(r, n, odd))
			}
		}
	}
}

// mixture returns n texts, some of them of kinds for which the automaton is asked.
func mixture(r *rand.Rand, n int, odd float64) []string {
	texts := make([]string, n)
	for i := range texts {
		switch {
		case r.IntN(20) == 0: // empty
		case r.Float64() < odd:
			texts[i] = corpus.Pick(r, []func(*rand.Rand) string{corpus.International, corpus.Percent, anyText})(r)
		default:
			texts[i] = corpus.Pick(r, []func(*rand.Rand) string{corpus.URL, corpus.RDF})(r)
		}
		if r.IntN(10) == 0 {
			texts[i] = strings.ReplaceAll(string(mutate(r, []byte(texts[i]))), "\n", "")
		}
	}
	return texts
}

func TestLanesLists(t *testing.T) {
	for _, l := range lists(t) {
		for _, a := range tops[:2] {
			texts := l.Texts[:len(l.Texts)/effort(16, 1, 1)]
			for chunk := range slices.Chunk(texts, 1000) {
				tryLanes(t, a, chunk)
			}
		}
	}
}

// TestLanesWithoutPlan: the automaton is asked about every text.
func TestLanesWithoutPlan(t *testing.T) {
	a := *tops[0]
	a.Plan = nil
	tryLanes(t, &a, mixture(random(t), 1000, 0.2))
}

func TestLanesAllocateNothing(t *testing.T) {
	texts := mixture(random(t), 1000, 0.3)
	c, got := newColumn(texts), bitmap(len(texts))
	lines := []byte(strings.Join(texts, "\n"))
	if n := testing.AllocsPerRun(10, func() {
		Lanes(tops[0], c.data, c.offsets, got)
		LineLanes(tops[0], lines, got)
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
