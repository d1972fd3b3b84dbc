package compile_test

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	. "example.org/iri/compile"
	"example.org/iri/compile/abnf"
	"example.org/iri/dfa"

	"example.org/iri/internal/naming"
	"example.org/iri/internal/testkit"
	"example.org/iri/internal/testkit/matcher"
)

// find returns the results of dfa.FindAll.
func find(t *testing.T, a *dfa.Tagged, text string) ([]matcher.Occurrences, bool) {
	t.Helper()
	spans, ok, err := matcher.Find(a, text)
	if err != nil {
		t.Error(err)
	}
	return spans, ok
}

// placesIn returns the distinct places of rules in the parses of strings of rule r.
func placesIn(g *abnf.Grammar, names []string, alphabet string, longest int) map[string]map[matcher.Location]bool {
	r := matcher.Reader{Grammar: g, Spans: names, Alphabet: alphabet, Longest: longest}
	all := make(map[string]map[matcher.Location]bool)
	for _, x := range r.All("r") {
		if all[x.Text] == nil {
			all[x.Text] = make(map[matcher.Location]bool)
		}
		all[x.Text][x.Spans] = true
	}
	return all
}

// compareSpans compares the result of Spans with all parses of strings up to a length. It reports whether the grammar
// is unambiguous.
func compareSpans(t *testing.T, grammar string, names []string, alphabet string, longest int) bool {
	t.Helper()
	g := matcher.Parse(t, grammar)
	a, err := Spans(g, "r", names, nil)
	var ambiguous *AmbiguousError
	is := errors.As(err, &ambiguous)
	if err != nil && !is {
		t.Fatalf("%v in\n%s", err, grammar)
	}
	if is {
		longest = min(longest, max(0, len(ambiguous.Text)-1)) // of longer strings nothing is claimed
	}
	places := placesIn(g, names, alphabet, longest)
	for _, text := range matcher.Texts(alphabet, longest) {
		all := places[text]
		if is {
			if len(text) < len(ambiguous.Text) && len(all) > 1 {
				t.Fatalf("%v; shorter: %q in\n%s", err, text, grammar)
			}
			continue
		}
		if len(all) > 1 {
			t.Fatalf("%q has readings %v in\n%s", text, all, grammar)
		}
		spans, found := find(t, a, text)
		if found != (len(all) == 1) {
			t.Fatalf("%q found: %t in\n%s", text, found, grammar)
		}
		for places := range all {
			if !slices.Equal(spans, places[:len(names)]) {
				t.Fatalf("%q: %v, want %v in\n%s%v", text, spans, places, grammar, a)
			}
		}
	}
	if is {
		checkWitness(t, g, names, ambiguous)
	}
	return !is
}

// checkWitness checks that a string has two parses with the places in an error.
func checkWitness(t *testing.T, g *abnf.Grammar, names []string, e *AmbiguousError) {
	t.Helper()
	k := slices.IndexFunc(names, func(entry string) bool { return naming.SpanName(entry) == e.Name })
	met := make(map[matcher.Occurrences]bool)
	all, _ := matcher.Places(g, "r", names, string(e.Text))
	for _, places := range all {
		met[places[k]] = true
	}
	first, second := matcher.OccurrencesAt(e.Places[0]...), matcher.OccurrencesAt(e.Places[1]...)
	if !met[first] || !met[second] || first == second {
		t.Fatalf("%v; parses %v of\n%v", e, met, g)
	}
}

func TestSpans(t *testing.T) {
	for _, test := range []struct {
		grammar, names string
		exact          bool
	}{
		{"r = x \":\" y\nx = *\"a\"\ny = *\"b\"\n", "x y", true},
		{"r = x y\nx = *\"a\"\ny = *\"b\"\n", "x y", true},
		{"r = [ x ] y\nx = \"a\"\ny = *\"b\"\n", "x y", true},
		{"r = *( x [ \":\" ] )\nx = \"a\" / \"b\"\n", "x", true}, // the last of many
		{"r = x / y\nx = *\"a\"\ny = *\"b\"\n", "x y", false},    // the empty string is both
		{"r = *x\nx = *\"a\"\n", "x", false},
		{"r = \":\" *( \"a\" x )\nx = *\"b\"\n", "x", true},
		{"r = *\"b\" %s\"a\" x\nx = *\"b\"\n", "x", true},
		{"r = \"a\" *\"b\" x\nx = *\"b\"\n", "x", false},
		{"r = \"a\" [ x %xD800 ]\nx = \"b\"\n", "x", true}, // no string has x
		// A register must be copied: whether the last a begins x is known at the end.
		{"r = *\"a\" x \":\" / *\"a\" \"b\"\nx = \"a\"\n", "x", true},
		{"r = *( \"a\" / \"b\" ) x 2( \"a\" / \"b\" )\nx = \"a\" / \"b\"\n", "x", true},
		{"r = *( \"a\" / \"b\" ) x 2y\nx = \"a\"\ny = \"a\" / \"b\"\n", "x y", true},
		{"r = *y x *y \":\" *y\nx = \"a\"\ny = \"b\"\n", "x y", true},
		// The last x is determined, those before it are not.
		{"r = *( *\"a\" x ) \"b\" x\nx = \"a\"\n", "x", false},
		// Lists grow in several registers, one of which counts in the end.
		{"r = *( x \":\" ) \"a\" / *( y \":\" ) \"b\"\nx = *\"a\"\ny = *\"a\"\n", "x y", true},
		{"r = *( x / y )\nx = 1*\"a\" \":\"\ny = 1*\"a\" \"b\"\n", "x y", true},
		{"r = *( x \"b\" / \"a\" \":\" ) *( \":\" x )\nx = \"a\"\n", "x", true},
		{"r = 2x [ x ] *( y )\nx = \"a\" / \":\"\ny = \"b\" x\n", "x y", true},
		{"r = *( \"a\" x )\nx = [ \"b\" ]\n", "x", true}, // empty
		{"r = x x\nx = *\"a\"\n", "x", false},
		{"r = *2( x )\nx = \"\"\n", "x", false},
		{"r = 2( x )\nx = \"\"\n", "x", true}, // two empty ones at one offset
		// By path.
		{"r = x [ \":\" y ]\nx = 1*d\ny = *d\nd = \"a\" / \"b\"\n", "x.d y.d", true},
		{"r = x [ \":\" y ]\nx = 1*d\ny = *d\nd = \"a\" / \"b\"\n", "d z=y.d", true},
		// The rule with the span occurs in several positions, some of which count.
		{"r = m x \":\" m\nx = *m \"b\"\nm = \"a\" d / \":\" d\nd = \"a\"\n", "x.d x.m m d", true},
		{"r = x [ \":\" y ] / d\nx = \"b\" y \"b\"\ny = *( d [ \":\" ] )\nd = \"a\"\n", "x.y.d r.y y.d", true},
		{"r = *\"a\" x *\"a\"\nx = \"a\"\n", "x", false},
		{"r = host / name\nhost = \"a\" / \"b\"\nname = 1*( \"a\" / \"b\" )\n", "host", false},
		{"r = [ user \":\" ] host [ \":\" port ]\nuser = *( \"a\" / \":\" )\nhost = *\"b\"\nport = *\"a\"\n", "user host port", false},
		{"r = [ user \"::\" ] host [ \":\" port ]\nuser = *\"a\"\nhost = *\"b\"\nport = *\"a\"\n", "user host port", true},
		{"r = x\nx = \"a\" r1\nr1 = \"b\" r1 / y\ny = \":\"\n", "x y", true}, // recursion within a span
	} {
		if exact := compareSpans(t, test.grammar, strings.Fields(test.names), "ab:", 7); exact != test.exact {
			t.Errorf("exact: %t, want %t of\n%s", exact, test.exact, test.grammar)
		}
	}
}

func TestRandomSpans(t *testing.T) {
	rnd := random(t)
	n := 3000
	if !*testkit.Long {
		n = 200
	}
	exact, seen := 0, make(map[string]int)
	for range n {
		var b strings.Builder
		fmt.Fprintf(&b, "r = %s\n", randomBody(rnd.IntN, 2+rnd.IntN(5)))
		for _, name := range []string{"x", "y"} {
			fmt.Fprintf(&b, "%s = %v\n", name, matcher.RandomTree(rnd.IntN, 1+rnd.IntN(4)))
		}
		if !compareSpans(t, b.String(), []string{"x", "y"}, "abc", 5) {
			continue
		}
		exact++
		if a, err := Spans(matcher.Parse(t, b.String()), "r", []string{"x", "y"}, nil); err == nil {
			for _, what := range features(a) {
				seen[what]++
			}
		}
	}
	t.Logf("%d of %d unambiguous, with %v", exact, n, seen)
	for _, what := range []string{"two registers of a tag", "places that wait", "a register with several events", "fixed places"} {
		if seen[what] == 0 {
			t.Errorf("never had %s", what)
		}
	}
}

// features lists the features that a table uses.
func features(a *dfa.Tagged) (list []string) {
	for _, places := range a.Places {
		for tag, p := range places {
			if p.Register == dfa.None && p.Ago > 1 {
				list = append(list, "places that wait")
			}
			if p.Register != dfa.None && a.Places[0][tag].Register != dfa.None && a.Places[0][tag].Register != p.Register {
				list = append(list, "two registers of a tag")
			}
		}
	}
	for _, commits := range a.Registers {
		if len(commits) > 1 {
			list = append(list, "a register with several events")
		}
	}
	if len(a.Fixed) > 0 {
		list = append(list, "fixed places")
	}
	return list
}

// randomBody returns a random right-hand side with references to x and y.
func randomBody(pick func(int) int, n int) string {
	if n <= 1 {
		return []string{"x", "y", "x", "y", "%x61", "%x62", "%x61-63"}[pick(7)]
	}
	left := 1 + pick(n-1)
	switch pick(6) {
	case 0:
		return "*( " + randomBody(pick, n-1) + " )"
	case 1:
		return "[ " + randomBody(pick, n-1) + " ]"
	case 2:
		return "( " + randomBody(pick, left) + " / " + randomBody(pick, n-left) + " )"
	}
	return "( " + randomBody(pick, left) + " " + randomBody(pick, n-left) + " )"
}

// component is the regular expression of RFC 3986, appendix B, with an authority split.
var component = regexp.MustCompile(`^(?:([^:/?#]+):)?(?://(?:[^/?#@]*@)?([^/?#:]*)(?::([^/?#]*))?)?[^?#]*(?:\?([^#]*))?(?:#(.*))?`)

// TestSpansOfIRIs compares the spans of IRI-reference with the groups of the regular expression of the RFC.
func TestSpansOfIRIs(t *testing.T) {
	g := matcher.Parse(t, read(t, "../tables/rfc3987.abnf"))
	names := []string{"scheme", "ihost", "port", "iquery", "ifragment"}
	a, err := Spans(g, "IRI-reference", names, nil)
	if err != nil {
		t.Fatal(err)
	}
	plain, err := Compile(g, "IRI-reference", nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, equal := matcher.Equivalent(&a.Automaton, plain); !equal {
		t.Error("another language")
	}
	for _, text := range matcher.Texts("a:/@?#1", 6) {
		spans, ok := find(t, a, text)
		if ok != dfa.Match(plain, text) {
			t.Fatalf("%q: %t", text, ok)
		} else if !ok {
			continue
		}
		at := component.FindStringSubmatchIndex(text)[2:]
		for k, name := range names {
			want := matcher.OccurrencesAt()
			if at[2*k] >= 0 {
				want = matcher.OccurrencesAt(dfa.Span{Start: at[2*k], End: at[2*k+1]})
			}
			if spans[k] != want {
				t.Fatalf("%q: %s at %v, want %v", text, name, spans[k], want)
			}
		}
	}
	t.Logf("%d states, %d registers, %d sets of places, %d fixed places", a.Automaton.NumStates(), len(a.Registers), len(a.Places), len(a.Fixed))
}

func TestSpansErrors(t *testing.T) {
	g := matcher.Parse(t, "r = x y\nx = *\"a\"\ny = *\"a\"\n")
	for _, test := range []struct {
		rule  string
		names []string
		opts  *Options
		want  string
	}{
		{"r", []string{"x"}, nil, `abnf: 2:1: rule r: where x lies is ambiguous: in "A" it is at 0 to 0 or at 0 to 1`},
		{"r", []string{"z"}, nil, `abnf: span z is not a rule of the grammar`},
		{"r", []string{"x", "X"}, nil, `abnf: span X is listed twice`},
		{"q", nil, nil, `abnf: rule "q" is not defined`},
		{"r", []string{"x"}, &Options{Parts: []string{"x"}}, `compile: an automaton with spans has no parts`},
		{"r", make([]string, 32), nil, `abnf: 1:1: rule r: more than 31 spans`},
	} {
		a, err := Spans(g, test.rule, test.names, test.opts)
		if err == nil || err.Error() != test.want || a != nil {
			t.Errorf("%s %v: %v, want %s", test.rule, test.names, err, test.want)
		}
	}
}

func TestSpansLimits(t *testing.T) {
	for _, test := range []struct {
		grammar  string
		encoding abnf.Encoding
		opts     *Options
		want     string
	}{
		{"r = *%s\"a\" x 300%s\"a\" *%s\"b\"\nx = %s\"a\"\n", abnf.UTF8, nil, "abnf: 1:1: rule r: more than 192 registers of a tag"},
		{"r = *%s\"a\" x 140%s\"a\" *%s\"b\"\nx = %s\"a\"\n", abnf.UTF8, nil, "abnf: 1:1: rule r: more than 1024 different events"},
		{"r = *( \"a\" / \"b\" ) \"a\" 9( \"a\" / \"b\" ) \":\" x\nx = \"a\"\n", abnf.UTF8, &Options{MaxStates: 100}, "abnf: 1:1: rule r: more than 100 states of the DFA"},
		{"r = 1000[ \"a\" ] \":\" x\nx = \"a\"\n", abnf.UTF8, &Options{MaxStates: 1100}, "abnf: 1:1: rule r: more than 281600 states of the NFA in all states of the DFA together"},
		{"r = 200( \"a\" x )\nx = \"a\"\n", abnf.UTF8, &Options{MaxStates: 100}, "abnf: 1:5: rule r: more than 400 states of the NFA"},
		{"r = x %x100\nx = \"a\"\n", abnf.Octets, nil, "abnf: 1:7: rule r: %x100 is not an octet"},
		{manyClasses(128, 1<<12) + "x = \"a\"\n", abnf.Octets, nil, "abnf: 1:1: rule r: more than 1048576 cells of the table"},
		{"r = [ x ] [ y ]\nx = \"\"\ny = \"a\"\n", abnf.UTF8, nil, `abnf: 2:1: rule r: where x lies is ambiguous: in "" it is absent or at 0 to 0`},
	} {
		g := matcher.Parse(t, test.grammar)
		g.Encoding = test.encoding
		a, err := Spans(g, "r", []string{"x"}, test.opts)
		if err == nil || err.Error() != test.want || a != nil {
			t.Errorf("%.80s: error %v, want %s", test.grammar, err, test.want)
		}
	}
}

// TestEveryAmbiguousSpan tests that each span that is ambiguous by itself is reported, independently of other spans.
func TestEveryAmbiguousSpan(t *testing.T) {
	g := matcher.Parse(t, "r = a *b c\na = 1*\"x\"\nb = \"x\"\nc = \"y\"\n")
	names := func(err error) (list []string) {
		if joined, is := err.(interface{ Unwrap() []error }); is {
			for _, err := range joined.Unwrap() {
				list = append(list, err.(*AmbiguousError).Name)
			}
		}
		slices.Sort(list)
		return list
	}
	for spans, want := range map[string]string{"a,b,c": "a b", "c,b": "b", "c": ""} {
		list := strings.Split(spans, ",")
		if _, err := Spans(g, "r", list, nil); strings.Join(names(err), " ") != want {
			t.Errorf("%s: %v", spans, err)
		}
		var reported []string
		_, err := Spans(g, "r", list, &Options{PreferFirst: func(e *AmbiguousError) { reported = append(reported, e.Name) }})
		if slices.Sort(reported); err != nil || strings.Join(reported, " ") != want {
			t.Errorf("%s: %v, %v", spans, reported, err)
		}
	}
}
