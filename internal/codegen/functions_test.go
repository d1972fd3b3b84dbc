package codegen_test

import (
	"go/format"
	"regexp"
	"slices"
	"strings"
	"testing"

	"example.org/iri/compile"
	"example.org/iri/compile/abnf"
	. "example.org/iri/internal/codegen"
	"example.org/iri/internal/testkit/matcher"
)

// apiFile returns a file with functions, and spans for its first rule.
func apiFile(t testing.TB, grammar string, spans ...string) *File {
	t.Helper()
	g := matcher.Parse(t, grammar)
	f := &File{Package: "p", Name: "p", Sources: []Source{{Name: "p.abnf", Text: []byte(grammar)}}, Pos: make(map[string]abnf.Pos)}
	for r := range g.Rules() {
		f.Pos[r.Name] = r.Pos
		a, err := compile.Compile(g, r.Name, nil)
		if err != nil {
			t.Fatal(err)
		}
		f.Rules = append(f.Rules, Rule{Automaton: a})
	}
	if len(spans) > 0 {
		a, err := compile.Spans(g, f.Rules[0].Name, spans, nil)
		if err != nil {
			t.Fatal(err)
		}
		f.Rules[0].Spans = a
		for _, span := range spans {
			f.Rules[0].Digits = append(f.Rules[0].Digits, Digits(compile.MustCompile(grammar, span)))
		}
	}
	return f
}

const pair = "pair = key-name \"=\" [ value ]\nkey-name = 1*%x61-63\nvalue = 1*DIGIT\n"

// Every rule has functions, and rules with spans have Parse. Tests of tools/abnfc call them.
func TestFunctions(t *testing.T) {
	source := write(t, apiFile(t, pair, "key-name", "value"))
	if formatted, err := format.Source([]byte(source)); err != nil || string(formatted) != source {
		t.Errorf("not formatted as by gofmt: %v", err)
	}
	var names []string
	for _, m := range regexp.MustCompile(`(?m)^(?:func|type|var) (?:\(\w \*?\w+\) )?(\w+)`).FindAllStringSubmatch(source, -1) {
		names = append(names, m[1])
	}
	want := []string{
		"ValidPair", "CheckPair", "PrefixPair", "PairMatcher", "Write", "WriteString", "Matched",
		"ParsePair", "PairParts", "KeyName", "KeyNameText", "Value", "ValueText",
		"ValidKeyName", "CheckKeyName", "PrefixKeyName", "KeyNameMatcher", "Write", "WriteString", "Matched",
		"ValidValue", "CheckValue", "PrefixValue", "ValueMatcher", "Write", "WriteString", "Matched",
		"tablePair", "spansPair", "endsPair", "tableKeyName", "tableValue",
	}
	if !slices.Equal(names, want) {
		t.Errorf("declared %v, want %v", names, want)
	}
	for _, line := range []string{
		"func (p *PairParts) Value() (dfa.Span, bool) {", "func (p *PairParts) ValueText(s string) string {",
		"func PrefixPair[Bytes ~[]byte | ~string](s Bytes) (n int, ok bool) {",
	} {
		if !strings.Contains(source, line+"\n") {
			t.Errorf("no %q in\n%s", line, source)
		}
	}
}

// All forms of code for spans type-check: registers, places by the last state, fixed distances, lists. Tests of
// tools/abnfc run such packages.
func TestSpanForms(t *testing.T) {
	c := newChecker(t)
	for _, test := range []struct {
		grammar string
		spans   []string
		want    string
	}{
		{"r = item *( \",\" item )\nitem = 1*ALPHA\n", []string{"item"}, ".Each("},
		{"r = [ x ] *y \"b\"\nx = 1*\"a\" \"-\"\ny = 1*DIGIT \";\"\n", []string{"x", "y"}, "at["},
		{"r = p \"/\" q\np = [ v ] *\"a\"\nq = [ v ]\nv = 1*DIGIT\n", []string{"p.v", "q"}, "v (p.v)"},
		{"r = 2x / \"b\"\nx = \"\"\n", []string{"x"}, "ParseR"},
		{"r = x %xD800\nx = \"b\"\n", []string{"x"}, "ParseR"},
		{"r = *%x61 x / %x62 x %x63\nx = 1*%x64 [ %x65 ]\n", []string{"x"}, "max("},
		{"r = *( \"ab\" / \"a\" ) x\nx = \"c\" / \"bc\"\n", []string{"x"}, "ParseR"},
	} {
		f := apiFile(t, test.grammar)
		g := matcher.Parse(t, test.grammar)
		a, err := compile.Spans(g, "r", test.spans, &compile.Options{PreferFirst: func(*compile.AmbiguousError) {}})
		if err != nil {
			t.Fatal(err)
		}
		f.Rules[0].Spans = a
		if source := write(t, f); !strings.Contains(source, test.want) {
			t.Errorf("no %q in\n%s", test.want, source)
		}
		c.checkFile(t, f)
	}
}

func TestWriteTest(t *testing.T) {
	f := apiFile(t, pair, "key-name", "value")
	f.Rules[0].Examples = Examples{[]string{"a=1", "b="}, []string{"", "\"\xff"}}
	var b strings.Builder
	if err := WriteTest(&b, f); err != nil {
		t.Fatal(err)
	}
	source := b.String()
	if formatted, err := format.Source([]byte(source)); err != nil || string(formatted) != source {
		t.Errorf("not formatted as by gofmt: %v", err)
	}
	for _, line := range []string{
		"package p\n\nimport (\n\t\"testing\"\n\n\t\"example.org/iri/dfa\"\n)\n",
		"\t{\"pair\", ValidPair[string], CheckPair[string], PrefixPair[string], func() matcherOfP { return new(PairMatcher) }, comparePartsPair,\n" +
			"\t\t[]string{\"a=1\", \"b=\"},\n\t\t[]string{\"\", \"\\\"\\xff\"}},\n",
		"func() matcherOfP { return new(KeyNameMatcher) }, nil,\n\t\tnil,\n\t\tnil},\n",
		"func TestRulesOfP(t *testing.T) {\n", "func FuzzRulesOfP(f *testing.F) {\n", "&tableValue,\n", "&spansPair,\n",
		"parts.KeyName()", "!ValidValue(s[x.Start:x.End])",
	} {
		if !strings.Contains(source, line) {
			t.Errorf("no %q in\n%s", line, source)
		}
	}
	f.Package = "no-package"
	if err := WriteTest(&b, f); err == nil || !strings.HasPrefix(err.Error(), "abnf: package no-package: ") {
		t.Errorf("error %v", err)
	}
}

func TestDigits(t *testing.T) {
	for definition, want := range map[string]int{
		"DIGIT": 1, "2DIGIT": 2, "1*18DIGIT": 18, "18DIGIT": 18, "\"0\" / %x31-39 *17DIGIT": 18, "%x37": 1,
		"*18DIGIT": 0, "1*19DIGIT": 0, "19DIGIT": 0, "1*DIGIT": 0, "18DIGIT *( DIGIT DIGIT )": 0, "2HEXDIG": 0, "DIGIT / \"-\" DIGIT": 0, "%x30-39 / %x660-669": 0,
		"\"\"": 0, "%xD800": 0,
	} {
		if got := Digits(compile.MustCompile("r = "+definition+"\n", "r")); got != want {
			t.Errorf("%s: %d digits, want %d", definition, got, want)
		}
	}
}

// Spans that fit into int64 have a method Int, and a test of it.
func TestIntegers(t *testing.T) {
	f := apiFile(t, "r = year \"-\" id \"-\" word\nyear = 4DIGIT\nid = 1*10DIGIT\nword = 1*DIGIT\n", "year", "id", "word")
	newChecker(t).checkFile(t, f)
	var test strings.Builder
	if err := WriteTest(&test, f); err != nil {
		t.Fatal(err)
	}
	source := write(t, f) + test.String()
	for line, want := range map[string]int{
		"// YearInt returns the year of s as a number of at most 4 digits. It returns\n// false if it is absent.\nfunc (p *RParts) YearInt(s string) (int, bool) {\n": 1,
		"// false if it is absent, or if the number does not fit into an int of 32 bits.\nfunc (p *RParts) IDInt(s string) (int, bool) {\n":                           1,
		"if n, ok := parts.YearInt(s); !isNumberOfP(parts.YearText(s), n, ok) {\n":                                                                                    1,
		"\t\"strconv\"\n": 1,
		"WordInt":         0,
	} {
		if got := strings.Count(source, line); got != want {
			t.Errorf("%d times %q in\n%s", got, line, source)
		}
	}
}
