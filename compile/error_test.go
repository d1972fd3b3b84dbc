package compile_test

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	. "example.org/iri/compile"
	"example.org/iri/compile/abnf"
	"example.org/iri/dfa"
	"example.org/iri/internal/testkit"
	"example.org/iri/internal/testkit/matcher"
	"example.org/iri/internal/walk"
)

func TestUndefinedNames(t *testing.T) {
	g := matcher.Parse(t, "scheme = ALPHA *digits\ndigits = DIGIT\nbroken = \"a\" dgits\nprose = <anything>\n")
	tests := []struct {
		rule, want string
		opts       Options
	}{
		{"shceme", `abnf: rule "shceme" is not defined (did you mean "scheme"?)`, Options{}},
		{"", `abnf: rule "" is not defined`, Options{}},
		{"port", `abnf: rule "port" is not defined`, Options{}},
		{"broken", `abnf: 3:14: rule "dgits" is not defined (did you mean "digits"?)`, Options{}},
		{"prose", `abnf: 4:9: rule "prose" depends on prose: <anything> (define it in ABNF instead)`, Options{}},
		{"scheme", `abnf: part x is not a rule of the grammar`, Options{Parts: []string{"x"}}},
		{"scheme", `abnf: part digts is not a rule of the grammar; did you mean digits?`, Options{Parts: []string{"N=digts"}}},
		{"scheme", `abnf: part Digits is listed twice`, Options{Parts: []string{"digits", "Digits"}}},
		{"scheme", `abnf: part digits is listed twice`, Options{Parts: []string{"digits", "N=digits"}}},
		{"scheme", `abnf: "=digits" is neither RULE nor NAME=RULE`, Options{Parts: []string{"=digits"}}},
	}
	for _, test := range tests {
		a, err := Compile(g, test.rule, &test.opts)
		if err == nil || err.Error() != test.want || a != nil {
			t.Errorf("%s: %v, error\n%v, want\n%s", test.rule, a, err, test.want)
		}
	}
	_, err := Compile(g, "broken", nil)
	var list abnf.ErrorList
	if !errors.As(err, &list) || len(list) != 1 || list[0].Line != 3 {
		t.Errorf("%T is not a list with an error in line 3", err)
	}
}

func TestNotRegular(t *testing.T) {
	tests := []struct {
		grammar string
		want    string // "" if it is regular
		places  string // where a rule of the cycle refers to the next
	}{
		{"a = \"(\" a \")\" / \"\"\n", "a -> a", "1:9"},
		{"a = \"x\" a a\n", "a -> a", "1:9"},
		{"a = [ a ] \"x\" [ a ]\n", "a -> a", "1:7"}, // at the beginning and at the end
		{"a = *( \"x\" A \"y\" )\n", "a -> a", "1:12"},
		{"a = *( \"x\" A ) \"y\"\n", "a -> a", "1:12"},
		{"a = *3( \"x\" A )\n", "a -> a", "1:13"},           // each takes one of three rounds
		{"a = *( \"x\" *( \"y\" A ) )\n", "a -> a", "1:19"}, // rounds within rounds
		{"a = \"x\" 2*( \"y\" A )\n", "a -> a", "1:17"},
		{"a = \"x\" *( \"y\" A ) / \"z\" *( \"u\" A )\n", "a -> a", "1:16"}, // two loops
		{"a = *( A \"x\" ) \"y\" / *( A \"z\" ) \"u\"\n", "a -> a", "1:8"},
		{"a = *( \"x\" A ) / A \"y\"\n", "a -> a", "1:18"},
		{"a = *( \"x\" / A )\n", "", ""},
		{"a = \"z\" 1*( \"x\" A )\n", "", ""},
		{"a = *2a / \"x\"\n", "a -> a", "1:7"},
		{"a = b \"y\"\nb = \"x\" [ a ]\n", "a -> b -> a", "1:5 2:11"},
		{"a = b\nb = \"x\" / c\nc = 2b\n", "c -> b -> c", "3:6 2:11"},
		{"a = c b\nb = c\nc = d\nd = *a\n", "a -> c -> d -> a", "1:5 3:5 4:6"},
		{"a = b b\nb = a\n", "a -> b -> a", "1:5 2:5"},
		{"a = \"x\" s\ns = s \"x\" / \"y\" s\n", "s -> s", "2:5"},
		{"a = 0a \"x\"\n", "", ""},
		{"a = \"x\" *0( a b )\nb = \"y\"\n", "", ""},
		{"a = \"x\" 0<a>\n", "", ""},
		{"a = b b b\nb = c c c\nc = \"x\"\n", "", ""}, // no cycle, although referenced often
		{"a = \"x\"\nb = \"(\" b \")\"\n", "", ""},    // not needed
	}
	for _, test := range tests {
		_, err := compileFirst(t, test.grammar, nil)
		if test.want == "" {
			if err != nil {
				t.Errorf("%q: %v", test.grammar, err)
			}
			continue
		}
		var e *NotRegularError
		if !errors.As(err, &e) {
			t.Errorf("%q: error %v", test.grammar, err)
			continue
		}
		var places []string
		for _, p := range e.Links {
			places = append(places, p.String())
		}
		if got := strings.Join(e.Cycle, " -> "); got != test.want || strings.Join(places, " ") != test.places {
			t.Errorf("%q: %s at %v, want %s at %s", test.grammar, got, places, test.want, test.places)
		}
	}
}

// Errors name files, positions, the cycle and the reason. Each component has an error.
func TestNotRegularText(t *testing.T) {
	g, err := abnf.ParseFile("my.abnf", []byte("s = a / x\na = \"(\" b \")\"\nb = a\nx = x \"1\" / \"2\" x\n"))
	if err != nil {
		t.Fatal(err)
	}
	_, err = Compile(g, "s", nil)
	const want = `abnf: my.abnf:2:9: rule a refers to itself in the middle of a rule: a -> b (my.abnf:2:9) -> a (my.abnf:3:5); recursion is regular if all of it stands at the end, or all at the beginning
abnf: my.abnf:4:5: rule x refers to itself at the beginning of a rule and, at my.abnf:4:17, at the end of one: x -> x (my.abnf:4:5); recursion is regular if all of it stands at the end, or all at the beginning`
	if err == nil || err.Error() != want {
		t.Errorf("error\n%v, want\n%s", err, want)
	}
}

func TestLimits(t *testing.T) {
	tests := []struct {
		name, grammar string
		opts          *Options
		want          string // "" if it compiles
	}{
		{"a billion copies", "r = 1000000000\"a\"\n", nil, "abnf: 1:5: rule r: more than 262144 states of the NFA"},
		{"a billion options", "r = *1000000000\"a\"\n", nil, "abnf: 1:5: rule r: more than 262144 states of the NFA"},
		{"a billion copies of nothing", "r = 1000000000\"\"\n", nil, "abnf: 1:5: rule r: more than 262144 states of the NFA"},
		{"a million million copies", "r = 1000000r2\nr2 = 1000000( \"a\" / %x1-10FFFF )\n", nil, "abnf: 2:6: rule r2: more than 262144 states of the NFA"},
		{"a large tree", "r = \"b\" s\ns = 40\"a\"\n", &Options{MaxStates: 5}, "abnf: 2:5: rule s: more than 20 states of the NFA"},
		{"2^16 sets", "r = *( \"a\" / \"b\" ) \"a\" 15( \"a\" / \"b\" )\n", &Options{MaxStates: 1000}, "abnf: 1:1: rule r: more than 1000 states of the DFA"},
		{"2^17 sets, default", "r = *( \"a\" / \"b\" ) \"a\" 17( \"a\" / \"b\" )\n", nil, "abnf: 1:1: rule r: more than 65536 states of the DFA"},
		{"2^6 sets", "r = *( \"a\" / \"b\" ) \"a\" 5( \"a\" / \"b\" )\n", &Options{MaxStates: 65}, ""},
		{"2^6 sets and the dead state", "r = *( \"a\" / \"b\" ) \"a\" 5( \"a\" / \"b\" )\n", &Options{MaxStates: 64}, "abnf: 1:1: rule r: more than 64 states of the DFA"},
	}
	for _, test := range tests {
		if !*testkit.Long && strings.Contains(test.name, "2^17") {
			continue
		}
		begin := time.Now()
		a, err := compileFirst(t, test.grammar, test.opts)
		if d := time.Since(begin); d > 10*time.Second {
			t.Errorf("%s: took %v", test.name, d)
		}
		var e *LimitError
		ok := errors.As(err, &e)
		switch {
		case test.want == "":
			if err != nil {
				t.Errorf("%s: %v", test.name, err)
			}
		case !ok || e.Error() != test.want || a != nil:
			t.Errorf("%s: error %v, want %v", test.name, err, test.want)
		}
	}
}

// Each limit is an option. The error names it, and the innermost rule that exceeds it by itself.
func TestLimitOptions(t *testing.T) {
	const inner = "r = *s \"x\"\ns = t / 3( t u )\nt = *( \"a\" / \"b\" ) \"a\" 7( \"a\" / \"b\" )\nu = \"c\"\n"
	for _, test := range []struct {
		opts               Options
		rule, what, option string
	}{
		{Options{MaxStates: 200}, "t", "states of the DFA", "MaxStates"},
		{Options{MaxStates: 3}, "t", "states of the NFA", "MaxStates"},
		{Options{MaxStates: 200, Cache: new(Cache)}, "t", "states of the DFA", "MaxStates"},
		{Options{MaxStates: 200, Trace: io.Discard}, "t", "states of the DFA", "MaxStates"},
		{Options{MaxStates: 200, Parts: []string{"u"}}, "t", "states of the DFA", "MaxStates"},
	} {
		g := matcher.Parse(t, inner)
		for range 2 { // again with the same cache
			_, err := Compile(g, "r", &test.opts)
			var e *LimitError
			if !errors.As(err, &e) || e.Rule != test.rule || e.What != test.what || e.Option != test.option {
				t.Errorf("%+v: error %v", test.opts, err)
			}
		}
	}
	if _, err := Compile(matcher.Parse(t, inner), "r", nil); err != nil {
		t.Error(err)
	}
}

// manyClasses returns a grammar that distinguishes n bytes, followed by t bytes.
func manyClasses(n, t int) string {
	var grammar strings.Builder
	grammar.WriteString("r = ")
	for b := range n {
		grammar.WriteString(fmt.Sprintf("%%d%d.%d / ", b, b))
	}
	return grammar.String() + fmt.Sprintf("%%d%d %d%%d0\n", n, t)
}

// Entries are states up to 256 rows of more than 128 classes, and numbers of states above.
func TestCells(t *testing.T) {
	for tail := 120; tail < 140; tail++ {
		a, err := compileFirstOf(t, octetGrammar(t, manyClasses(128, tail)), nil)
		if err != nil {
			t.Fatal(err)
		}
		if a.NumStates() != tail+130 || walk.NumClasses(a) != 130 || len(a.Trans) != (tail+130)<<8 {
			t.Fatalf("tail of %d: %d states, %d classes, %d entries", tail, a.NumStates(), walk.NumClasses(a), len(a.Trans))
		}
		text := "\x80" + strings.Repeat("\x00", tail)
		if !dfa.Match(a, text) || dfa.Match(a, text+"\x00") || !dfa.Match(a, "\x7f\x7f") || dfa.Match(a, "\x7f\x7e") {
			t.Errorf("tail of %d: a wrong language", tail)
		}
	}
}

func TestCellLimit(t *testing.T) {
	_, err := compileFirstOf(t, octetGrammar(t, manyClasses(128, 1<<12)), nil)
	var e *LimitError
	if !errors.As(err, &e) || e.Error() != "abnf: 1:1: rule r: more than 1048576 cells of the table" {
		t.Errorf("4226 states of 130 classes: error %v", err)
	}
}

// Up to 256 classes fit into a row, unless low bits of states need space before them.
func TestClassLimit(t *testing.T) {
	// The byte in place i has bit i set, so no two bytes behave alike.
	grammar, rules := "r =", ""
	for i := range 8 {
		grammar += fmt.Sprintf(" b%d", i)
		rules += fmt.Sprintf("b%d = ", i)
		for b := range 256 {
			if b>>i&1 != 0 && b != 255 {
				rules += fmt.Sprintf("%%d%d / ", b)
			}
		}
		rules += "%d255\n"
	}
	grammar += "\n" + rules
	g := octetGrammar(t, grammar)
	a, err := compileFirstOf(t, g, nil)
	if err != nil || walk.NumClasses(a) != 256 || a.Shift != 8 {
		t.Errorf("%d classes, shift %d", walk.NumClasses(a), a.Shift)
	}
}

func TestOctets(t *testing.T) {
	const high = "r = %x80-FF\n"
	if a, err := compileFirstOf(t, octetGrammar(t, high), nil); err != nil || !dfa.Match(a, "\xff") || dfa.Match(a, "\u00ff") {
		t.Error("FF is not a byte")
	}
	if a := compiled(t, high, nil); dfa.Match(a, "\xff") || !dfa.Match(a, "\u00ff") {
		t.Error("FF is not U+00FF")
	}
	for grammar, want := range map[string]string{
		"r = \"a\" %x100\n":       "abnf: 1:9: rule r: %x100 is not an octet",
		"r = s\ns = %x80-100\n":   "abnf: 2:5: rule s: %x80-100 is not an octet",
		"r = %x41.1F600 / \"\"\n": "abnf: 1:5: rule r: %x41.1F600 is not an octet",
	} {
		if _, err := compileFirstOf(t, octetGrammar(t, grammar), nil); err == nil || err.Error() != want {
			t.Errorf("%q: error %v, want %s", grammar, err, want)
		}
		if _, err := compileFirst(t, grammar, nil); err != nil {
			t.Errorf("%q in UTF-8: %v", grammar, err)
		}
	}
}
