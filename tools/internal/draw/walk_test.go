package draw

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"example.org/iri/compile/abnf"
	"example.org/iri/dfa"
	"example.org/iri/internal/testkit"
	"example.org/iri/internal/testkit/matcher"
	"example.org/iri/internal/values"
)

// checkWalk holds a walk against the automaton, which reads bytes, and against the drawing.
func checkWalk(t *testing.T, d *Drawing, encoding abnf.Encoding, text string) {
	t.Helper()
	w, a := d.Walk(text), d.automaton.Automaton
	if w.Accepts != dfa.Match(a, text) {
		t.Errorf("%s: %q: accepts %v", d.name, text, w.Accepts)
	}
	s, read := a.Start, 0 // by whole characters
	for read < len(text) {
		_, n := values.Decode(encoding, text[read:])
		to := s
		for i := range max(n, 1) {
			to = a.Next(to, text[read+i])
		}
		if to == dfa.Dead {
			break
		}
		s, read = to, read+n
	}
	if w.Read != read {
		t.Errorf("%s: %q: reads %d bytes, not %d", d.name, text, w.Read, read)
	}
	end, at := 0, -1
	for i, stay := range w.Stays {
		node := -1
		for j := range d.nodes {
			if w.nodes[j] && d.nodes[j].name() == stay.Node && (i == 0 || w.edges[[2]int{at, j}]) {
				node = j
			}
		}
		if stay.Start != end || stay.End < stay.Start || i > 0 && stay.End == stay.Start || node < 0 {
			t.Errorf("%s: %q: stay %d of %+v", d.name, text, i, w.Stays)
		}
		end, at = stay.End, node
	}
	if end != w.Read {
		t.Errorf("%s: %q: %+v of %d bytes", d.name, text, w.Stays, w.Read)
	}
	for e := range w.edges {
		drawn := false
		for _, x := range d.edges {
			drawn = drawn || x.from == e[0] && x.to == e[1]
		}
		if !drawn {
			t.Errorf("%s: %q: goes on an edge from %s to %s that is not there", d.name, text, d.nodes[e[0]].id, d.nodes[e[1]].id)
		}
	}
	checkWalked(t, d, w, text)
}

// checkWalked counts what lies on the way in the picture.
func checkWalked(t *testing.T, d *Drawing, w *Walk, text string) {
	t.Helper()
	svg := string(d.WalkSVG(w))
	stopped := 0
	if !w.Accepts {
		stopped = 1
	}
	if got := strings.Count(svg, `class="walked stopped"`); got != stopped {
		t.Errorf("%s: %q: stops at %d nodes", d.name, text, got)
	}
	if got := strings.Count(svg, `<g class="walked"><title>`); got != len(w.nodes)-stopped {
		t.Errorf("%s: %q: %d nodes on the way, not %d", d.name, text, got, len(w.nodes)-stopped)
	}
	_, over, _ := strings.Cut(svg, `<g class="walked" fill="none"`)
	over, _, _ = strings.Cut(over, "</g>")
	if got := strings.Count(over, "<path"); got != len(w.edges) {
		t.Errorf("%s: %q: %d edges on the way, not %d", d.name, text, got, len(w.edges))
	}
}

// All short strings over a few characters, and some that are no UTF-8, in drawings with boxes, loops and
// both.
func TestWalk(t *testing.T) {
	for _, x := range []struct {
		rule, alphabet string
		grammar        *abnf.Grammar
		opts           *Options
	}{
		{"IRI", "a:/é[%", iris(t), &Options{Parts: iriparts}},
		{"IRI-reference", "a:/?#", iris(t), nil},
		{"dec-octet", "0257", iris(t), nil},
		{"link", "/x@:", matcher.Parse(t, links), &Options{Parts: []string{"user", "host"}}},
		{"none", "x", matcher.Parse(t, "none = none \"x\"\n"), nil},
	} {
		d := drawn(t, x.grammar, x.rule, x.opts)
		if x.rule == "none" {
			if w := d.Walk("x"); w.Accepts || w.Read != 0 {
				t.Errorf("%+v", w)
			}
			continue
		}
		texts := []string{""}
		for length := range 3 {
			for _, text := range texts {
				if len([]rune(text)) == length {
					for _, r := range x.alphabet {
						texts = append(texts, text+string(r))
					}
				}
			}
		}
		for _, text := range append(texts, "a:\xff", "a:\xc3", "a:é\xc3", "http://me@example.org:80/a/b?q#f", "http://[::1]/ b") {
			checkWalk(t, d, abnf.UTF8, text)
		}
	}
}

// Of octets each is a character.
func TestWalkOctets(t *testing.T) {
	g := matcher.Parse(t, "s = 1*( %x80-FF \"a\" )\n")
	g.Encoding = abnf.Octets
	d := drawn(t, g, "s", nil)
	for _, text := range []string{"", "\xffa", "éa", "\x80a\xffa", "\xc3"} {
		checkWalk(t, d, abnf.Octets, text)
	}
}

// A way that was looked at, and the drawing without one.
func TestWalkGolden(t *testing.T) {
	d := drawn(t, matcher.Parse(t, links), "link", &Options{Parts: []string{"user", "host"}})
	testkit.Golden(t, "testdata/walk.svg", string(d.WalkSVG(d.Walk("/x:@x?"))))
	if !bytes.Equal(d.SVG(), d.WalkSVG(new(Walk))) {
		t.Error("no way is something")
	}
	if got := fmt.Sprint(d.Walk("/x:@x?").Stays); got != "[{1 [] 0 0} {user / host [user host] 0 3} {5 [host] 3 5}]" {
		t.Error(got)
	}
}
