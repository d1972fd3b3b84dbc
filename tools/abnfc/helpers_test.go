package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"example.org/iri/compile"
	"example.org/iri/dfa"
	"example.org/iri/internal/codegen"
	"example.org/iri/internal/testkit"
	"example.org/iri/internal/testkit/matcher"
)

// helped has rules with numbers, and rules that may be absent or empty.
const helped = `version = "v" major [ "." minor ] [ "-" label ] [ "+" stamp ]
major   = 1*9DIGIT
minor   = 1*18DIGIT
label   = *ALPHA
stamp   = 1*DIGIT
`

// helpers tests the code for helped. The generated test also calls all functions.
const helpers = `package version

import (
	"io"
	"strings"
	"testing"
)

func TestSpans(t *testing.T) {
	for _, x := range []struct {
		s, major, minor, label string
		majorInt, minorInt     int
		hasMinor               bool
	}{
		{"v0", "0", "", "", 0, 0, false},
		{"v1-", "1", "", "", 1, 0, false},
		{"v12.034-rc+5", "12", "034", "rc", 12, 34, true},
		{"v999999999.999999999", "999999999", "999999999", "", 999999999, 999999999, true},
		{"v7.2147483648-x", "7", "2147483648", "x", 7, wide(1 << 31), is64Bit},
		{"v7.999999999999999999", "7", "999999999999999999", "", 7, wide(999999999999999999), is64Bit},
	} {
		p, err := ParseVersion(x.s)
		if err != nil {
			t.Fatal(err)
		}
		if major, minor, label := p.MajorText(x.s), p.MinorText(x.s), p.LabelText(x.s); major != x.major || minor != x.minor || label != x.label {
			t.Errorf("%q: %q, %q, %q", x.s, major, minor, label)
		}
		if n, ok := p.MajorInt(x.s); n != x.majorInt || !ok {
			t.Errorf("%q: major %d, %t", x.s, n, ok)
		}
		if n, ok := p.MinorInt(x.s); n != x.minorInt || ok != x.hasMinor {
			t.Errorf("%q: minor %d, %t", x.s, n, ok)
		}
		if n := testing.AllocsPerRun(10, func() { p.MajorText(x.s); p.MinorInt(x.s) }); n != 0 {
			t.Errorf("%v allocations", n)
		}
	}
	if s := new(VersionParts).MajorText(""); s != "" {
		t.Errorf("%q of nothing", s)
	}
}

const is64Bit = ^uint(0)>>63 == 1

// wide returns n, or 0 if int has only 32 bits.
func wide(n int64) int {
	if !is64Bit {
		return 0
	}
	return int(n)
}

func TestPrefix(t *testing.T) {
	for s, want := range map[string]int{"": -1, "v": -1, "v1": 2, "v1.": 2, "v1.2 is": 4, "v1-": 3, "v1-a1": 4, "x": -1} {
		n, ok := PrefixVersion([]byte(s))
		if ok != (want >= 0) || n != max(want, 0) {
			t.Errorf("%q: %d, %t", s, n, ok)
		}
	}
	if n, ok := PrefixLabel("1"); n != 0 || !ok {
		t.Errorf("the empty prefix: %d, %t", n, ok)
	}
}

func TestMatcher(t *testing.T) {
	if new(VersionMatcher).Matched() || !new(LabelMatcher).Matched() {
		t.Error("the empty string")
	}
	for s, want := range map[string]bool{"v1.234567890-label+123456789012345678901234567890": true, "v1.2+": false, "v1.2x": false, "v1 ": false} {
		for i := range len(s) {
			for j := i; j < len(s); j++ {
				var m VersionMatcher
				first, err := m.Write([]byte(s[:i]))
				copied := m
				middle, _ := m.WriteString(s[i:j])
				last, _ := io.Copy(&m, strings.NewReader(s[j:]))
				if m.Matched() != want || first != i || middle != j-i || int(last) != len(s)-j || err != nil {
					t.Errorf("%q, %q, %q: %t", s[:i], s[i:j], s[j:], m.Matched())
				}
				if copied.WriteString(s[i:]); copied.Matched() != want {
					t.Errorf("%q, %q in a copy: %t", s[:i], s[i:], !want)
				}
			}
		}
	}
	p := []byte("v1.2")
	if n := testing.AllocsPerRun(10, func() { var m VersionMatcher; m.Write(p); m.WriteString("3"); m.Matched() }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
`

// TestHelpers tests helper functions in both forms of a package.
func TestHelpers(t *testing.T) {
	helpedPackages(t)
	goRun(t, "test", "./...")
}

func helpedPackages(t *testing.T) {
	module(t)
	if err := os.WriteFile("version.abnf", []byte(helped), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, flags := range [][]string{{"-o", "plain/version.go"}, {"-o", "alone/version.go", "--standalone"}} {
		args := append(flags, "--pkg", "version", "--rule", "version,label", "--span", "major,minor,label,stamp", "version.abnf")
		if r := abnfc(append([]string{"compile"}, args...)...); r != (result{}) {
			t.Fatalf("%v: status %d\n%s%s", args, r.code, r.stdout, r.stderr)
		}
		if err := os.WriteFile(strings.Replace(flags[1], ".go", "_helpers_test.go", 1), []byte(helpers), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// TestLinked checks that a program links only the functions of a generated package that it calls. Without -long, each
// program is built with one form of the package.
func TestLinked(t *testing.T) {
	helpedPackages(t)
	const parse = "CheckVersion ParseVersion endsVersion spansVersion tableVersion "
	for i, x := range []struct{ call, want string }{
		{"ok = version.ValidVersion(s)", "ValidVersion tableVersion"},
		{"_, ok = version.PrefixVersion(s)", "PrefixVersion tableVersion"},
		{"var m version.VersionMatcher; m.WriteString(s); ok = m.Matched()", "(*VersionMatcher).Matched (*VersionMatcher).WriteString tableVersion"},
		{"p, _ := version.ParseVersion(s); _, ok = p.Minor()", parse + "(*VersionParts).Minor"},
		{"p, _ := version.ParseVersion(s); ok = p.LabelText(s) == s", parse + "(*VersionParts).Label (*VersionParts).LabelText"},
		{"p, _ := version.ParseVersion(s); _, ok = p.MajorInt(s)", parse + "(*VersionParts).Major (*VersionParts).MajorInt"},
	} {
		for j, form := range []string{"plain", "alone"} {
			if i%2 != j && !*testkit.Long {
				continue
			}
			program := "package main\n\nimport (\n\t\"os\"\n\n\tversion \"try/" + form + "\"\n)\n\nfunc main() {\n\ts, ok := os.Args[0], false\n" +
				x.call + "\nif ok {\n\t\tos.Exit(1)\n\t}\n}\n"
			if err := os.WriteFile("main.go", []byte(program), 0o644); err != nil {
				t.Fatal(err)
			}
			goRun(t, "build", "-o", "linked", "-ldflags=-w", "-gcflags=try/...=-l", ".") // inlined functions have no symbols
			want := strings.Fields(x.want)
			slices.Sort(want)
			if got := linked(t, "try/"+form); !slices.Equal(got, want) {
				t.Errorf("%s, %s: linked %v, want %v", x.call, form, got, want)
			}
		}
	}
}

// linked returns the names of a package, made from rules, that are in the program.
func linked(t *testing.T, pkg string) (names []string) {
	symbol := regexp.MustCompile(`(?m) [TtDdRr] ` + pkg + `\.(\S*(?:Version|Label)[^\s\[]*)`)
	for _, m := range symbol.FindAllStringSubmatch(goRun(t, "tool", "nm", "linked"), -1) {
		if !strings.HasPrefix(m[1], ".dict.") {
			names = append(names, m[1])
		}
	}
	slices.Sort(names)
	return names
}

// TestDecoders compares generated code with dfa.Find, for random grammars, grammars with delayed positions, and one
// with a list of events.
func TestDecoders(t *testing.T) {
	rules := 15
	if *testkit.Long {
		rules = 400
	}
	d := &decoderTest{File: codegen.File{Package: "decoders", Name: "decoders", Sources: []codegen.Source{{Name: "random.abnf"}}}}
	page := strings.Repeat("é€", 300) // a table of four-byte entries, so that events are in a list
	d.add(t, "r = *3x 600y\nx = %x61\ny = %x80-10FFFF\n", []string{page, "a" + page, "aaa" + page, "aaaa" + page})
	d.add(t, "r = *%x61 x %x3A / *%x61 %x62 [ y ]\nx = %x61\ny = 2*%x63\n", matcher.Texts("abc:", 5))
	d.add(t, "r = *( *%x63 / x / %x61 y %x63 ) 2%x62\nx = %x61 3*5%x62 %x61\ny = %x61 %x62\n", matcher.Texts("abc", 8))
	d.add(t, "r = *( x %x3A ) %x61 / *( y %x3A ) %x62\nx = *%x61\ny = *%x61\n", append(matcher.Texts("ab:", 6), strings.Repeat("aa:", 200)+"a", strings.Repeat("a:", 4)+"b"))
	d.add(t, "r = 2x [ %x61 ] 3y\nx = \"\"\ny = \"\"\n", matcher.Texts("a", 2)) // without an event
	d.add(t, "r = *( x / y )\nx = 1*%x61 %x3A\ny = 1*%x61 %x62\n", append(matcher.Texts("ab:", 6), strings.Repeat("a:ab", 99)))
	rnd := rand.New(rand.NewPCG(uint64(rules), 1))
	texts := matcher.Texts("abc", 5)
	for len(d.Rules) < rules {
		d.add(t, randomSpans(rnd.IntN), texts)
	}
	if d.listed == 0 || d.waiting == 0 || d.ends == 0 || d.lists == 0 {
		t.Errorf("%d with events in a list, %d with places that wait, %d with places that depend on the last state, %d with rules that repeat", d.listed, d.waiting, d.ends, d.lists)
	}
	d.run(t)
}

func randomSpans(pick func(int) int) string {
	var b strings.Builder
	b.WriteString("r = ")
	for range 2 + pick(4) {
		x := []string{"x", "y", "%x61", "%x62", "%x63"}[pick(5)]
		fmt.Fprintf(&b, []string{"%s ", "[ %s ] ", "*( %s %%x61 ) ", "( %s / %%x62 ) ", "*( %%x63 / %s ) "}[pick(5)], x)
	}
	return b.String() + fmt.Sprintf("\nx = %v\ny = %v\n", matcher.RandomTree(pick, 1+pick(4)), matcher.RandomTree(pick, 1+pick(4)))
}

// decoderTest collects rules with the expected results of their functions.
type decoderTest struct {
	codegen.File
	calls                 strings.Builder
	listed, waiting, ends int
	lists                 int
}

func (d *decoderTest) add(t *testing.T, grammar string, texts []string) {
	t.Helper()
	g := matcher.Parse(t, grammar)
	a, err := compile.Compile(g, "r", nil)
	if err != nil {
		t.Fatal(err)
	}
	s, err := compile.Spans(g, "r", []string{"x", "y"}, nil)
	if err != nil {
		return
	}
	a.Name = fmt.Sprintf("r%d", len(d.Rules))
	d.Rules = append(d.Rules, codegen.Rule{Automaton: a, Spans: s})
	if len(s.Automaton.Outputs) > 0 && !s.Automaton.InState {
		d.listed++
	}
	if len(s.Places) > 1 {
		d.ends++
	}
	for _, commits := range s.Registers {
		for _, c := range commits {
			if c.Ago > 1 {
				d.waiting++
			}
		}
	}
	if s.Repeats != 0 {
		d.lists++
	}
	for _, text := range texts {
		found, ok, err := matcher.Find(s, text)
		if err != nil {
			t.Error(err)
		}
		if !ok {
			continue
		}
		fmt.Fprintf(&d.calls, "\tcheck(t, ParseR%d[string], %q", len(d.Rules)-1, text)
		for k, o := range found {
			all := "nil"
			if s.Repeats>>k&1 != 0 {
				all = fmt.Sprintf("(*R%dParts).All%s", len(d.Rules)-1, []string{"X", "Y"}[k])
			}
			fmt.Fprintf(&d.calls, ", %s, %s", all, strings.ReplaceAll(fmt.Sprintf("%#v", append([]dfa.Span{}, o.Spans()...)), "table.", "dfa."))
		}
		d.calls.WriteString(")\n")
	}
}

const decoderCheck = `package decoders

import (
	"iter"
	"slices"
	"testing"

	"example.org/iri/dfa"
)

type parts interface {
	X() (dfa.Span, bool)
	Y() (dfa.Span, bool)
}

func check[V any, P interface {
	*V
	parts
}](t *testing.T, parse func(string) (V, error), text string, allX func(P) iter.Seq[dfa.Span], wantX []dfa.Span, allY func(P) iter.Seq[dfa.Span], wantY []dfa.Span) {
	t.Helper()
	p, err := parse(text)
	if err != nil {
		t.Errorf("%q: %v", text, err)
	}
	var zero V
	compare(t, text, P(&p), P.X, allX, wantX)
	compare(t, "", P(&zero), P.X, allX, nil)
	compare(t, text, P(&p), P.Y, allY, wantY)
}

func compare[P parts](t *testing.T, text string, p P, first func(P) (dfa.Span, bool), all func(P) iter.Seq[dfa.Span], want []dfa.Span) {
	t.Helper()
	x, ok := first(p)
	if ok != (len(want) > 0) || ok && x != want[0] || !ok && x != (dfa.Span{}) {
		t.Errorf("%q: first %v %t, want %v", text, x, ok, want)
	}
	if all == nil {
		return
	}
	if got := slices.Collect(all(p)); !slices.Equal(got, want) {
		t.Errorf("%q: all %v, want %v", text, got, want)
	}
}

func TestDecoders(t *testing.T) {
`

func (d *decoderTest) run(t *testing.T) {
	module(t)
	var source strings.Builder
	if err := codegen.Write(&source, &d.File); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"decoders.go": source.String(), "decoders_test.go": decoderCheck + d.calls.String() + "}\n"} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	goRun(t, "test", "-vet=off", ".")
}
