package draw

import (
	"slices"
	"strings"
	"testing"

	"example.org/iri/compile"
	"example.org/iri/compile/abnf"
	"example.org/iri/dfa"
	"example.org/iri/internal/testkit/matcher"
)

// TestOctets: arrows of octets lead where the automaton does, by every octet.
func TestOctets(t *testing.T) {
	for _, text := range []string{
		"r = *( \"a\" / %x80-FF )\n",
		"r = %xC3 %xA4 / %xE2-EF *3%x80-BF %x0A\n",
		"r = *%x00-FF %xFF\n",
	} {
		g := matcher.Parse(t, text)
		g.Encoding = abnf.Octets
		a, err := compile.Compile(g, "r", nil)
		if err != nil {
			t.Fatal(err)
		}
		m := newCharAutomaton(a, abnf.Octets)
		if len(m.states) != a.NumStates()-1 {
			t.Errorf("%s%d states of %d", text, len(m.states), a.NumStates())
		}
		for _, s := range m.states {
			if dfa.Run(a, a.Start, m.text(s)) != s {
				t.Errorf("%s%q leads elsewhere", text, m.text(s))
			}
			for b := range 256 {
				to := dfa.Dead
				for _, arrow := range m.arrows[s] {
					if arrow.chars.Contains(rune(b)) {
						to = arrow.to
					}
				}
				if to != a.Next(s, byte(b)) {
					t.Fatalf("%sstate %d, %#x: %d, not %d", text, s, b, to, a.Next(s, byte(b)))
				}
			}
		}
	}
}

// Octets are named by number, and texts are shown octet by octet.
func TestOctetLabels(t *testing.T) {
	g := matcher.Parse(t, "r = %xC3 %x80-BF obs-text / %x0A\nobs-text = %x80-FF\n")
	g.Encoding = abnf.Octets
	var labels []string
	for _, label := range readDOT(t, drawn(t, g, "r", nil).DOT()).edges {
		labels = append(labels, label)
	}
	slices.Sort(labels)
	if want := "0x80-0xBF 0xC3 LF obs-text"; strings.Join(labels, " ") != want {
		t.Errorf("got %q, want %s", labels, want)
	}
	if svg := string(drawn(t, g, "r", nil).SVG()); !strings.Contains(svg, `\xc3\x80`) {
		t.Error("no octets in the titles")
	}
}
