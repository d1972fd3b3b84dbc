package compile_test

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	. "example.org/iri/compile"
	"example.org/iri/compile/abnf"
	"example.org/iri/dfa"
	"example.org/iri/internal/testkit"
	"example.org/iri/internal/testkit/matcher"
)

// sameAsWhole compiles a rule with and without the reduction of the NFA. If the latter compiles, both tables must be
// equal. It reports whether it compiles.
func sameAsWhole(t testing.TB, g *abnf.Grammar, rule string, opts Options) bool {
	t.Helper()
	a, err := Compile(g, rule, &opts)
	b, whole := CompileWhole(g, rule, fewer(opts))
	switch {
	case errors.As(whole, new(*LimitError)):
	case !sameFault(err, whole):
		t.Fatalf("rule %s: error %v, whole %v in\n%v", rule, err, whole, g)
	case err == nil && !sameTable(a, b):
		t.Fatalf("rule %s: table\n%vwhole\n%vin\n%v", rule, a, b, g)
	}
	return whole == nil
}

// fewer allows an eighth of the states: the number before minimization depends on the NFA.
func fewer(opts Options) *Options {
	opts.MaxStates /= 8
	return &opts
}

// sameFault reports whether two errors are the same.
func sameFault(a, b error) bool {
	return a == nil && b == nil || a != nil && b != nil && a.Error() == b.Error()
}

// sameTable reports whether two automata are equal except for their names.
func sameTable(a, b *dfa.Automaton) bool {
	return *a.Classes == *b.Classes && a.Start == b.Start && a.AcceptMin == b.AcceptMin && a.Shift == b.Shift &&
		slices.Equal(a.Trans, b.Trans) && slices.Equal(a.Outputs, b.Outputs)
}

// randomRules returns a grammar of rules that refer to later ones, with enough copies to be reduced within a rule.
func randomRules(rnd *rand.Rand) string {
	const rules = 6
	var b strings.Builder
	for i := range rules {
		fmt.Fprintf(&b, "r%d = ( %v )", i, matcher.RandomTree(rnd.IntN, 1+rnd.IntN(5)))
		for range rnd.IntN(4) {
			if i == rules-1 {
				break
			}
			joint := []string{" ", " / ", " [ \"d\" ] "}[rnd.IntN(3)]
			times := []string{"", "*", "1*", "2", "*3", "1*2", "*40"}[rnd.IntN(7)]
			ref := fmt.Sprintf("r%d", i+1+rnd.IntN(rules-1-i))
			if rnd.IntN(3) == 0 {
				ref = fmt.Sprintf("( %s / %v )", ref, matcher.RandomTree(rnd.IntN, 1+rnd.IntN(3)))
			}
			b.WriteString(joint + times + ref)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func TestReducingChangesNothing(t *testing.T) {
	rnd := random(t)
	n := 400
	if !*testkit.Long {
		n = 30
	}
	compiled, parted := 0, 0
	for range n {
		grammar := randomRules(rnd)
		if rnd.IntN(3) == 0 {
			grammar = matcher.RandomRecursive(rnd)
		}
		g := matcher.Parse(t, grammar)
		cache := new(Cache)
		for r := range g.Rules() {
			if sameAsWhole(t, g, r.Name, Options{Cache: cache, MaxStates: 800}) {
				compiled++
			}
			other := fmt.Sprintf("r%d", rnd.IntN(3))
			if sameAsWhole(t, g, r.Name, Options{Parts: []string{other}, Cache: cache, MaxStates: 800}) {
				parted++
			}
		}
	}
	if compiled < n || parted < n {
		t.Errorf("%d rules, %d with parts", compiled, parted)
	}
	t.Logf("%d rules, %d with parts", compiled, parted)
}

func TestReducingChangesNoneOfOurs(t *testing.T) {
	for _, list := range [][]string{
		{"../tables/rfc3987.abnf"}, {"../grammars/urn.abnf", "../tables/rfc3986.abnf"},
		{"../tables/rfc9112.abnf", "../tables/rfc3986.abnf"}, {"../grammars/language-tag.abnf"},
	} {
		g := matcher.Parse(t, read(t, list[0]))
		for _, file := range list[1:] {
			g.Import(matcher.Parse(t, read(t, file)))
		}
		cache, i := new(Cache), 0
		for r := range g.Rules() {
			if i++; *testkit.Long || i%3 == 1 {
				sameAsWhole(t, g, r.Name, Options{Cache: cache})
			}
		}
	}
}

// Whether spans are ambiguous does not depend on the reduction, nor do the string and the spans in the error.
func TestReducingKeepsSpans(t *testing.T) {
	rnd := random(t)
	n, compiled, ambiguous := 300, 0, 0
	if !*testkit.Long {
		n = 40
	}
	for range n {
		g := matcher.Parse(t, randomRules(rnd))
		name := fmt.Sprintf("r%d", 1+rnd.IntN(4))
		opts := &Options{MaxStates: 2000}
		a, err := Spans(g, "r0", []string{name}, opts)
		b, whole := SpansWhole(g, "r0", []string{name}, fewer(*opts))
		switch {
		case errors.As(whole, new(*LimitError)):
		case (err == nil) != (whole == nil) || err != nil && err.Error() != whole.Error():
			t.Fatalf("error %v, whole %v in\n%v", err, whole, g)
		case err != nil:
			ambiguous++
		default:
			compiled++
			for _, text := range matcher.Texts("abcd", 4) {
				p, ok := find(t, a, text)
				if q, same := find(t, b, text); same != ok || !slices.Equal(p, q) {
					t.Fatalf("%q: %v, whole %v in\n%v", text, p, q, g)
				}
			}
		}
	}
	t.Logf("%d compiled, %d ambiguous", compiled, ambiguous)
}

// Rules with small automata compile even if the whole NFA would be huge. Their shapes are those of RFC 5322 (comments
// and folding white space everywhere, and again in obsolete forms).
func TestSmallResultsCompile(t *testing.T) {
	const blanks = `
		blank = " " / %x09
		fold  = *blank %x0D.0A 1*blank / 1*blank
		note  = "(" *( [ fold ] ( %x21-27 / %x2A-5B / %x5D-7E / "\" %x00-7F / deep ) ) [ fold ] ")"
		deep  = "(" *( [ fold ] ( %x21-27 / %x2A-5B / %x5D-7E / "\" %x00-7F ) ) [ fold ] ")"
		space = 1*( [ fold ] note ) [ fold ] / fold
		atom  = [ space ] 1*( %x30-39 / %x41-5A / %x61-7A ) [ space ]
		text  = [ space ] %x22 *( [ fold ] ( %x21 / %x23-5B / %x5D-7E / "\" %x00-7F ) ) [ fold ] %x22 [ space ]
		word  = atom / text
		dots  = word *( "." word )
		spot  = dots "@" ( dots / [ space ] "[" *( [ fold ] %x21-5A ) [ fold ] "]" [ space ] )
		path  = [ space ] "<" *( "@" dots *( *( space / "," ) [ "@" dots ] ) ":" ) spot ">" [ space ]
		named = [ 1*word *( word / "." / space ) ] path
		each  = named / spot
		some  = ( each *( "," each ) ) / *( [ space ] "," ) each *( "," [ each / space ] )
		group = 1*word ":" [ some / space / *( [ space ] "," ) [ space ] ] ";" [ space ]
		all   = ( each / group ) *( "," ( each / group ) )
		to    = 4( all "!" )`
	for _, test := range []struct {
		grammar, rule string
		states        int
	}{
		{blanks, "each", 0}, {blanks, "some", 0}, {blanks, "all", 0}, {blanks, "to", 0},
		{"body = *( *998char line ) *998char\nchar = *LF *CR *( ( %x00-09 / %x0B / %x0C / %x0E-7F ) *LF *CR )\nline = CRLF\n", "body", 2},
	} {
		a, err := Compile(matcher.Parse(t, test.grammar), test.rule, nil)
		if err != nil || test.states > 0 && a.NumStates() != test.states {
			t.Errorf("%s: %v, error %v", test.rule, a, err)
			continue
		}
		t.Logf("%s: %d states", test.rule, a.NumStates())
	}
}

// eventProperties returns a grammar in the shape of the properties of an event in RFC 5545: each has a name, parameters
// that many share, and a value that ends only at a byte that it cannot have, and may contain the names of others.
func eventProperties(n int) string {
	var grammar strings.Builder
	grammar.WriteString("event = *( p0")
	for i := range n - 1 {
		fmt.Fprintf(&grammar, " / p%d", i+1)
	}
	grammar.WriteString(" )\n")
	for i := range n {
		fmt.Fprintf(&grammar, "p%d = %%s\"N%c\" *( \";\" parameter ) \":\" value\n", i, 'A'+i)
	}
	return grammar.String() + `parameter = language / other
language = "lang=" 2*3ALPHA *( "-" 1*8( ALPHA / DIGIT ) )
other    = name "=" content *( "," content )
name     = 1*( ALPHA / DIGIT / "-" )
content  = *( %x20-21 / %x23-2B / %x2D-39 / %x3C-7E ) / DQUOTE *( %x20-21 / %x23-7E ) DQUOTE
value    = *( %x20-3A / %x3C-7E )
`
}

// Sets of states with the same future explode, unless these are merged first.
func TestEventProperties(t *testing.T) {
	g := matcher.Parse(t, eventProperties(20))
	a, err := Compile(g, "event", nil)
	if err != nil {
		t.Fatal(err)
	}
	checkMinimal(t, a)
	if _, err := CompileWhole(g, "event", nil); !errors.As(err, new(*LimitError)) {
		t.Errorf("without the reduction: error %v", err)
	}
	if !sameAsWhole(t, matcher.Parse(t, eventProperties(8)), "event", Options{}) {
		t.Error("eight properties are too much")
	}
	t.Logf("%d states", a.NumStates())
}

// Rules that refer twice to the next one compile with a span of the last one: reduced rules are copied, instead of
// being built for each of the 2^100 paths.
func TestSpanInNestedRules(t *testing.T) {
	grammar := rulesOf(100, func(i int, letter byte) string {
		return fmt.Sprintf("\"%c\" r%d / \"%c\" r%d", letter, i+1, letter+1, i+1)
	})
	a, err := Spans(matcher.Parse(t, grammar), "r0", []string{"r100"}, nil)
	if err != nil || a.Automaton.NumStates() != 103 {
		t.Errorf("%v, error %v", a, err)
	}
}

// partsOf is the reference for parts: those that text may end in, by the definition in parts.go. There are several if
// parses nest the same parts differently.
func partsOf(g *abnf.Grammar, rule, text string, parts []string) []string {
	held, open := make(map[string]bool), make(map[string]bool)
	r := &matcher.Reader{Grammar: g, Parts: parts, Alphabet: "ab", Longest: len(text) + 1, Prefix: text}
	r.Read = func(before, after matcher.Reading) {
		switch {
		case after.Text == text:
			held[after.Last()] = true
		case before.Text == text: // it goes on
			next := pieces(after.Last())
			for i, piece := range pieces(before.Last()) {
				if i >= len(next) || next[i] != piece {
					break
				}
				open[partName(piece)] = true
			}
		}
	}
	r.All(rule)
	everywhere := func(part string) bool {
		for stack := range held {
			if !slices.ContainsFunc(pieces(stack), func(piece string) bool { return partName(piece) == part }) {
				return false
			}
		}
		return true
	}
	found := make(map[string]bool)
	for stack := range held {
		innermost := ""
		for _, piece := range pieces(stack) {
			if part := partName(piece); everywhere(part) && open[part] {
				innermost = part // the last one that contains the byte
			}
		}
		found[innermost] = true
	}
	return slices.Sorted(maps.Keys(found))
}

// pieces cuts the stack of a byte into NAME@OFFSET.
func pieces(stack string) []string {
	return strings.FieldsFunc(stack, func(r rune) bool { return r == '/' })
}

func partName(piece string) string { return piece[:strings.IndexByte(piece, '@')] }

// All small grammars with two parts, which may be nested.
func TestPartsOfAllSmallGrammars(t *testing.T) {
	rules := "p = 1*( %x61 / q )\nq = %x62 [ %x61 ]\n"
	parts := []string{"p", "q"}
	texts := matcher.Texts("ab", 4)[1:]
	nodes := 4
	if !*testkit.Long {
		nodes = 3
	}
	seen, unclear := make(map[string]int), 0
	for n := 1; n <= nodes; n++ {
		for _, tree := range partForest(parts...).Trees(n) {
			g := matcher.Parse(t, fmt.Sprintf("r = %v\n%s", tree, rules))
			a, err := Compile(g, "r", &Options{Parts: parts})
			if err != nil {
				t.Fatal(err)
			}
			for _, text := range texts {
				s := dfa.Run(a, a.Start, text)
				if s == dfa.Dead {
					continue
				}
				want := partsOf(g, "r", text, parts)
				if !slices.Contains(want, a.Part(s)) {
					t.Fatalf("r = %v\n%s%q ends in part %q, want %q\n%v", tree, rules, text, a.Part(s), want, a)
				}
				seen[a.Part(s)]++
				if len(want) > 1 {
					unclear++
				}
			}
		}
	}
	t.Logf("parts met: %v, %d unclear", seen, unclear)
	if len(seen) != 3 || unclear*10 > seen["p"] {
		t.Error("the test shows too little")
	}
}

func TestParts(t *testing.T) {
	grammar := "r = \"-\" [ user \"@\" ] host\nuser = *( \"1\" / \":\" / pct )\nhost = *( \"1\" / pct )\npct = \"%\" \"0\" \"0\"\n"
	a := compiled(t, grammar, &Options{Parts: []string{"user", "NAME=host", "pct"}})
	for text, want := range map[string]string{
		"": "", "-": "",
		"-1":    "",     // user or host
		"-:":    "user", // no host has a colon
		"-@":    "",     // the at sign is in neither
		"-@1":   "NAME",
		"-%":    "pct", // in both parses
		"-@%0":  "pct",
		"-@%00": "NAME", // the escape is whole
		"-:%00": "user",
	} {
		if got := a.Part(dfa.Run(a, a.Start, text)); got != want {
			t.Errorf("%q ends in part %q, want %q", text, got, want)
		}
	}
	if got := strings.Join(a.PartNames, ","); got != ",user,NAME,pct" {
		t.Errorf("names of parts: %s", got)
	}
	checkMinimal(t, a)
	if w, equal := matcher.Equivalent(a, compiled(t, grammar, nil)); !equal {
		t.Errorf("parts change the language: %q", w)
	}
}

// Parses that no string can complete do not count.
func TestPartsOfDeadReadings(t *testing.T) {
	a := compiled(t, "r = \"-\" ( p / q )\np = \"a\" %xD800\nq = \"a\" \"c\"\n", &Options{Parts: []string{"p", "q"}})
	if got := a.Part(dfa.Run(a, a.Start, "-a")); got != "q" {
		t.Errorf("part %q, want q", got)
	}
}

// The rule itself may be a part; before the first byte there is none.
func TestPartOfTheWhole(t *testing.T) {
	a := compiled(t, "r = 2\"a\"\n", &Options{Parts: []string{"r"}})
	if before, in := a.Part(a.Start), a.Part(dfa.Run(a, a.Start, "a")); before != "" || in != "r" {
		t.Errorf("part %q before the first byte, %q after it", before, in)
	}
}

// Several rules may share a name; up to 255 names are possible.
func TestPartNames(t *testing.T) {
	a := compiled(t, "r = \"-\" ( x / y )\nx = 2\"a\"\ny = 2\"b\"\n", &Options{Parts: []string{"P=x", "P=y"}})
	if fmt.Sprint(a.PartNames) != "[ P]" || a.Part(dfa.Run(a, a.Start, "-a")) != "P" || a.Part(dfa.Run(a, a.Start, "-b")) != "P" {
		t.Errorf("x and y are not both P:\n%v", a)
	}
	for _, n := range []int{255, 256} {
		grammar, parts := "r = \"a\"\n", []string(nil)
		for i := range n {
			grammar += fmt.Sprintf("r%d = \"b\"\n", i)
			parts = append(parts, fmt.Sprintf("r%d", i))
		}
		_, err := compileFirst(t, grammar, &Options{Parts: parts})
		var limit *LimitError
		is := errors.As(err, &limit)
		if n == 255 && err != nil || n == 256 && (!is || limit.Rule != "r" || limit.What != "parts" || limit.Max != 255) {
			t.Errorf("%d parts: error %v", n, err)
		}
	}
}

// partForest is trees that refer to some rules.
func partForest(names ...string) *matcher.Forest {
	f := &matcher.Forest{Leaves: []abnf.Node{letterA, letterB}, Times: [][2]int{{0, abnf.Unbounded}, {0, 1}, {1, 2}}}
	for _, name := range names {
		f.Leaves = append(f.Leaves, &abnf.RuleRef{Name: name})
	}
	return f
}
