package expression

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os/exec"
	"path/filepath"
	"regexp"
	"regexp/syntax"
	"strings"
	"testing"

	"example.org/iri/compile"
	"example.org/iri/compile/abnf"
	"example.org/iri/dfa"
	"example.org/iri/internal/sample"
	"example.org/iri/internal/testkit/matcher"
)

// again converts an expression, parsed by package regexp, back to a node of a grammar: the expression is compiled by an
// independent path.
func again(t *testing.T, re *syntax.Regexp) abnf.Node {
	var sub []abnf.Node
	for _, x := range re.Sub {
		sub = append(sub, again(t, x))
	}
	repeat := func(least, most int) abnf.Node { return &abnf.Repetition{Min: least, Max: most, Elem: sub[0]} }
	switch re.Op {
	case syntax.OpEmptyMatch, syntax.OpBeginText, syntax.OpEndText:
		return &abnf.CharVal{}
	case syntax.OpNoMatch:
		return &abnf.NumVal{Values: []uint32{0xD800}}
	case syntax.OpLiteral:
		for _, c := range re.Rune {
			x := []rune{c, c}
			if re.Flags&syntax.FoldCase != 0 {
				other := regexpFold(c)
				x = append(x, other, other)
			}
			sub = append(sub, ranges(x))
		}
		return &abnf.Concatenation{Elems: sub}
	case syntax.OpCharClass:
		return ranges(re.Rune)
	case syntax.OpConcat:
		return &abnf.Concatenation{Elems: sub}
	case syntax.OpAlternate:
		return &abnf.Alternation{Alts: sub}
	case syntax.OpStar:
		return repeat(0, abnf.Unbounded)
	case syntax.OpPlus:
		return repeat(1, abnf.Unbounded)
	case syntax.OpQuest:
		return repeat(0, 1)
	case syntax.OpRepeat:
		if re.Max < 0 {
			return repeat(re.Min, abnf.Unbounded)
		}
		return repeat(re.Min, re.Max)
	}
	t.Fatalf("operator %v", re.Op)
	return nil
}

// regexpFold returns the other case of an ASCII letter, for which package regexp folds if the two are a whole class.
func regexpFold(c rune) rune { return c ^ 0x20 }

func ranges(list []rune) abnf.Node {
	x := new(abnf.Alternation)
	for i := 0; i < len(list); i += 2 {
		x.Alts = append(x.Alts, &abnf.NumVal{Range: true, Values: []uint32{uint32(list[i]), uint32(list[i+1])}})
	}
	if len(x.Alts) == 0 {
		return &abnf.NumVal{Values: []uint32{0xD800}}
	}
	return x
}

// check checks that the expression of a rule has exactly its language, and returns it.
func check(t *testing.T, g *abnf.Grammar, rule string) string {
	t.Helper()
	want, err := compile.Compile(g, rule, nil)
	if err != nil {
		t.Fatal(err)
	}
	text, err := Of(g, rule)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := regexp.Compile(text); err != nil {
		t.Fatalf("%s: %v\n%s", rule, err, text)
	}
	re, err := syntax.Parse(text, syntax.Perl)
	if err != nil {
		t.Fatal(err)
	}
	h := matcher.Parse(t, "whole = \"\"\n")
	h.Lookup("whole").Body = again(t, re)
	got, err := compile.Compile(h, "whole", nil)
	if err != nil {
		t.Fatalf("%s: %v", rule, err)
	}
	if witness, equal := matcher.Equivalent(want, got); !equal {
		t.Errorf("%s: %q\n%s\n%v", rule, witness, text, g.Lookup(rule))
	}
	return text
}

func TestGrammars(t *testing.T) {
	for _, name := range []string{"tables/rfc3986", "tables/rfc3987", "tables/rfc9112", "grammars/cookie", "grammars/date-time", "grammars/semver", "grammars/urn"} {
		g := matcher.ParseFile(t, filepath.Join("..", "..", filepath.FromSlash(name)+".abnf"))
		if name != "tables/rfc3986" {
			g.Import(matcher.ParseFile(t, filepath.Join("..", "..", "tables", "rfc3986.abnf")))
		}
		for r := range g.Rules() {
			check(t, g, r.Name)
		}
	}
}

func TestAllSmallTrees(t *testing.T) {
	f := &matcher.Forest{
		Leaves: []abnf.Node{&abnf.CharVal{Text: "k-"}, &abnf.CharVal{Text: "a"}, &abnf.NumVal{Values: []uint32{0x2028}}, &abnf.NumVal{Values: []uint32{0xD800}}, &abnf.CharVal{}},
		Times:  [][2]int{{0, abnf.Unbounded}, {1, abnf.Unbounded}, {2, abnf.Unbounded}, {0, 1}, {1, 1}, {2, 3}, {2, 2}},
	}
	n := 0
	for size := 1; size <= 3; size++ {
		for _, tree := range f.Trees(size) {
			g := matcher.Parse(t, "r = \"\"\n")
			g.Lookup("r").Body = tree
			check(t, g, "r")
			n++
		}
	}
	t.Logf("%d trees", n)
}

// TestCounts has repetitions beyond the limit of 1000 in RE2.
func TestCounts(t *testing.T) {
	for _, body := range []string{
		`2345"ab"`, `999*1001"a"`, `1500*1600"a"`, `*2500"a"`, `2500*"a"`, `30( 10*20"ab" / 60"c" )`, `2( 1001"a" )`, `3( *1500( "a" / "bc" ) "," )`,
		`2( *( 1000"x" ) )`, `2( 1*( 1000"x" ) )`, `2( [ 1000"x" ] )`,
	} {
		check(t, matcher.Parse(t, "r = "+body+"\n"), "r")
	}
}

func TestExpression(t *testing.T) {
	for _, test := range []struct{ grammar, want string }{
		{`a = "x1."`, `^[Xx]1\.$`},
		{`a = %s"x"`, `^x$`},
		{`a = ""`, `^$`},
		{`a = "a" / "/"`, `^[\/Aa]$`},
		{`a = %x61 / %x62-7A / %d13.10`, `^(?:\x0D\x0A|[a-z])$`},
		{`a = *"/" 1*"?" [ "#" ] 2"," 2*3b` + "\n" + `b = "&"`, `^/*\?+#?,{2}&{2,3}$`},
		{`a = *( "a" *"b" ) [ *"c" ] 1( "d" / "ef" )`, `^(?:[Aa][Bb]*)*(?:[Cc]*)?(?:[Ee][Ff]|[Dd])$`},
		{`a = %x80 / %xFF / %x100 / %x1F600-1F64F`, "^[\\x80\\xFF\u0100\U0001F600-\U0001F64F]$"},
		{`a = %x20-7E`, `^[ -~]$`},
		{`a = "[" / "]" / "^" / "\" / "-" / "a"`, `^[\-A\[-\^a]$`},
		{`a = 0<prose>`, `^$`},
		{`a = %xD800`, `^[^\s\S]$`},
		{`a = "[]" / %xD800`, `^\[\]$`},
		{`a = "[]" / %xD800`, `^\[\]$`},
	} {
		g := matcher.Parse(t, test.grammar+"\n")
		if got := check(t, g, "a"); got != test.want {
			t.Errorf("%s\ngot  %s\nwant %s", test.grammar, got, test.want)
		}
	}
}

func TestNoExpression(t *testing.T) {
	var double strings.Builder
	double.WriteString("r0 = 1000\"ab\"\n")
	for i := range 30 {
		double.WriteString(fmt.Sprintf("r%d = r%d r%d\n", i+1, i, i))
	}
	for _, test := range []struct{ grammar, rule, want string }{
		{`a = "(" [ a ] ")"`, "a", "1:11: rule a refers to itself"},
		{"a = b\nb = c\nc = *b", "a", "3:6: rule b refers to itself"},
		{`a = b`, "a", "is not defined"},
		{`a = <prose>`, "a", "prose"},
		{double.String(), "r30", "more than 1048576 bytes"},
		{"a = 1000000000\"x\"", "a", "more than 1048576 bytes"},
	} {
		g := matcher.Parse(t, test.grammar+"\n")
		if got, err := Of(g, test.rule); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: got %.100q, %v, want an error with %q", test.grammar, got, err, test.want)
		}
	}
}

// subject is an expression and strings, with the results of the automaton.
type subject struct {
	Expression string
	Strings    []string
	Valid      []bool
}

// newSubject samples a rule, and adds strings that differ in a character.
func newSubject(t *testing.T, g *abnf.Grammar, rule string) (x subject) {
	a, err := compile.Compile(g, rule, nil)
	if err != nil {
		t.Fatal(err)
	}
	s, err := sample.New(g, rule, 1)
	if err != nil {
		t.Fatal(err)
	}
	x.Expression = check(t, g, rule)
	for _, text := range s.Cover()[:min(len(s.Cover()), 40)] {
		for i := range min(len([]rune(text)), 30) {
			head, rest := string([]rune(text)[:i]), string([]rune(text)[i+1:])
			x.Strings = append(x.Strings, head+rest, head+"%"+rest, head+"\u00e9"+rest, head+"\u2028"+rest, head+"\U0001F600"+rest)
		}
		x.Strings = append(x.Strings, text, text+"\n", "\n"+text, strings.ToUpper(text), text+text)
	}
	for _, s := range x.Strings {
		x.Valid = append(x.Valid, dfa.Match(a, s))
	}
	return x
}

// mainJS prints the differences in ECMAScript, with each of the flags.
const mainJS = `const subjects = JSON.parse(require("node:fs").readFileSync(0, "utf8"));
for (const x of subjects) for (const flag of ["u", "v"]) {
	const re = new RegExp(x.Expression, flag);
	x.Strings.forEach((s, i) => { if (re.test(s) !== x.Valid[i]) console.log(flag, JSON.stringify(s), x.Expression); });
}
console.log(subjects.length);
`

func newSubjects(t *testing.T) (subjects []subject) {
	for _, name := range []string{"tables/rfc3986", "tables/rfc3987", "grammars/date-time", "grammars/semver"} {
		g := matcher.ParseFile(t, filepath.Join("..", "..", filepath.FromSlash(name)+".abnf"))
		for r := range g.Rules() {
			subjects = append(subjects, newSubject(t, g, r.Name))
		}
	}
	return subjects
}

// TestECMAScript compares Node.js and package regexp with the automata.
func TestECMAScript(t *testing.T) {
	subjects := newSubjects(t)
	valid, invalid := 0, 0
	for _, x := range subjects {
		re := regexp.MustCompile(x.Expression)
		for i, s := range x.Strings {
			if re.MatchString(s) != x.Valid[i] {
				t.Errorf("%q: %s", s, x.Expression)
			}
			if x.Valid[i] {
				valid++
			} else {
				invalid++
			}
		}
	}
	t.Logf("%d rules, %d valid and %d invalid strings", len(subjects), valid, invalid)
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip(err)
	}
	input, err := json.Marshal(subjects)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("node", "-e", mainJS)
	cmd.Stdin = bytes.NewReader(input)
	out, err := cmd.CombinedOutput()
	if want := fmt.Sprintf("%d\n", len(subjects)); err != nil || string(out) != want {
		t.Errorf("%v: %s", err, out)
	}
}
