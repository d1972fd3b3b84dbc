package dfa_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"example.org/iri/compile"
	"example.org/iri/dfa"
	"example.org/iri/internal/testkit/matcher"
)

// lists returns a grammar of n optional letters, and the names of their rules.
func lists(n int) (grammar string, names []string) {
	all, rules := "all =", ""
	for i := range n {
		name := fmt.Sprintf("l%d", i)
		names = append(names, name)
		all += " [ " + name + " ]"
		rules += fmt.Sprintf("%s = 1*%%x%x\n", name, 'a'+i)
	}
	return all + "\n" + rules, names
}

// spansOf compiles a rule with spans.
func spansOf(t *testing.T, grammar, rule string, names ...string) *dfa.Tagged {
	t.Helper()
	a, err := compile.Spans(matcher.Parse(t, grammar), rule, names, nil)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// TestFindManyEvents tests tables with few events, which are in the states, and with many.
func TestFindManyEvents(t *testing.T) {
	rnd := random(t)
	for _, n := range []int{1, 6, 20} {
		grammar, names := lists(n)
		a := spansOf(t, grammar, "all", names...)
		spans := make([]dfa.Span, n)
		for range 500 {
			text, want, set := "", make([]dfa.Span, n), uint64(0)
			for k := range n {
				if rnd.IntN(2) > 0 {
					begin := len(text)
					text += strings.Repeat(string(rune('a'+k)), 1+rnd.IntN(12))
					want[k], set = dfa.Span{Start: begin, End: len(text)}, set|1<<k
				}
			}
			if present, ok := dfa.Find(a, text, spans); !ok || present != set || !slices.Equal(spans, want) {
				t.Errorf("%d rules, %q: %b, %t, %v, want %b, %v", n, text, present, ok, spans, set, want)
			}
		}
		before := spans[0]
		if present, ok := dfa.Find(a, "a!", spans); ok || present != 0 || spans[0] != before {
			t.Errorf("%d rules: %b, %t, %v", n, present, ok, spans)
		}
	}
}

// A string with more occurrences than fit without an allocation, on all paths of a run.
func TestFindAll(t *testing.T) {
	a := spansOf(t, "list = *( item *\" \" ) [ \"#\" *%x61-7A ]\nitem = %x41-5A *DIGIT\n", "list", "item")
	for n := range 150 {
		for _, space := range []string{"", " ", strings.Repeat(" ", 7), strings.Repeat(" ", 90)} {
			var text strings.Builder
			var want []dfa.Span
			for k := range n {
				begin := text.Len()
				text.WriteString("A" + strings.Repeat("7", k%11))
				want = append(want, dfa.Span{Start: begin, End: text.Len()})
				text.WriteString(space)
			}
			for _, tail := range []string{"", "#", "#" + strings.Repeat("z", 50)} {
				if got := slices.Collect(dfa.FindAll(a, text.String()+tail, 0)); !slices.Equal(got, want) {
					t.Fatalf("%q: %v, want %v", text.String()+tail, got, want)
				}
			}
			if got := slices.Collect(dfa.FindAll(a, text.String()+"!", 0)); got != nil {
				t.Fatalf("%q!: %v", text.String(), got)
			}
		}
	}
	for range dfa.FindAll(a, "A1B2", 0) {
		break // a range may end early
	}
	text := strings.Repeat("A1 ", 8)
	spans := make([]dfa.Span, 1)
	if n := testing.AllocsPerRun(100, func() {
		dfa.Find(a, text, spans)
		for s := range dfa.FindAll(a, text, 0) {
			spans[0] = s
		}
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// TestFindAllOf tests rules that repeat, with events in the states and not, and with few and many notes.
func TestFindAllOf(t *testing.T) {
	for _, others := range []int{1, 20} {
		grammar, names := lists(others)
		a := spansOf(t, "r = all *( \"-\" item )\nitem = 1*DIGIT\n"+grammar, "r", append(names, "item")...)
		if a.Automaton.InState != (others == 1) {
			t.Errorf("%d others: events in the states: %t", others, a.Automaton.InState)
		}
		for _, n := range []int{0, 1, 2, 30, 150, 151, 152, 500} {
			text := []byte("aa")
			var want []dfa.Span
			for k := range n {
				text = append(text, "-777"[:2+k%3]...)
				want = append(want, dfa.Span{Start: len(text) - 1 - k%3, End: len(text)})
			}
			spans := make([]dfa.Span, others+1)
			present, ok := dfa.Find(a, text, spans)
			if first := append(want, dfa.Span{})[0]; !ok || present>>others&1 == 1 != (n > 0) || spans[others] != first || present&1 != 1 || spans[0] != (dfa.Span{Start: 0, End: 2}) {
				t.Errorf("%d others, %d items: %b, %t, %v", others, n, present, ok, spans)
			}
			if got := slices.Collect(dfa.FindAll(a, text, others)); !slices.Equal(got, want) {
				t.Errorf("%d others, %d items: %v, want %v", others, n, got, want)
			}
			if got := slices.Collect(dfa.FindAll(a, text, 0)); !slices.Equal(got, spans[:1]) {
				t.Errorf("%d others, %d items: all %v, want %v", others, n, got, spans[:1])
			}
			if got := slices.Collect(dfa.FindAll(a, append(text, '-'), others)); got != nil {
				t.Errorf("%d others, %d items: %v of no match", others, n, got)
			}
		}
	}
}

// Rules that repeat may have no events, and the zero result of a generated package, whose log has its own size, is that
// of a string that does not match.
func TestFewEvents(t *testing.T) {
	for _, grammar := range []string{
		"r = 2x / \"b\"\nx = \"\"\n", "r = 1*x\nx = \"b\"\n", "r = 2x %xD800\nx = \"b\"\n",
		"r = %x68.65.61.64.69.6E.67.3A 1*x\nx = \"b\"\n",
	} {
		a := spansOf(t, grammar, "r", "x")
		for _, text := range []string{"", "b", "bb", "c", "heading:bb", "heaping:bb"} {
			log := make([]dfa.Note, 20)
			s, n, more := dfa.Record(&a.Automaton, a.FirstList, text, log)
			if more != nil {
				log = more
			}
			want, got := slices.Collect(dfa.FindAll(a, text, 0)), []dfa.Span(nil)
			a.Each(0, s, len(text), log[16:max(n, 16)], func(x dfa.Span) bool { got = append(got, x); return true })
			if !slices.Equal(got, want) {
				t.Errorf("%q: %v, want %v of\n%s", text, got, want, grammar)
			}
		}
		a.Each(0, 0, 0, nil, func(x dfa.Span) bool { t.Errorf("nothing matched, but x at %v of\n%s", x, grammar); return true })
	}
}
