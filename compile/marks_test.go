package compile_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	. "example.org/iri/compile"
	"example.org/iri/compile/abnf"
	"example.org/iri/dfa"
	"example.org/iri/internal/testkit"
	"example.org/iri/internal/testkit/matcher"
)

// marking is the reference for marks: what the registers would say of a text,
// and what its readings say.
type marking struct {
	grammar *abnf.Grammar
	rule    *abnf.Rule
	marks   []string
	fired   map[string]uint // marks that fire behind a text
}

func newMarking(g *abnf.Grammar, rule string, marks []string) *marking {
	return &marking{g, g.Lookup(rule), marks, make(map[string]uint)}
}

// fires returns the set of marks that fire behind text: of the rules that begin
// there in one of its readings. In the grammars used here every reading can be
// completed.
func (m *marking) fires(text string) uint {
	set, known := m.fired[text]
	if !known {
		r := m.reader(text)
		r.Begin = func(x matcher.Reading, mark int) {
			if x.Text == text {
				set |= 1 << mark
			}
		}
		r.All(m.rule.Name)
		m.fired[text] = set
	}
	return set
}

func (m *marking) reader(text string) *matcher.Reader {
	r := matcher.ReadText(m.grammar, text)
	r.Spans = m.marks
	return r
}

// registers returns where each mark fired last, 0 if a mark before it in the
// list fired later.
func (m *marking) registers(text string) []int {
	last := make([]int, len(m.marks))
	for i := range len(text) + 1 {
		for k := range last {
			if m.fires(text[:i])>>k&1 != 0 {
				last[k] = i
			}
		}
	}
	for k := len(last) - 1; k > 0; k-- {
		if slices.Max(last[:k]) > last[k] {
			last[k] = 0
		}
	}
	return last
}

// readings returns for each reading of text where it last began each rule.
func (m *marking) readings(text string) (list [][]int) {
	for _, x := range m.reader(text).All(m.rule.Name) {
		if x.Text == text {
			var begun []int
			for k := range m.marks {
				begun = append(begun, max(x.Spans[k].Start, 0))
			}
			list = append(list, begun)
		}
	}
	return list
}

// wrong reports whether text shows that mark k is not exact.
func (m *marking) wrong(text string, k int) bool {
	if text == "" && m.fires("")>>k&1 != 0 {
		return true
	}
	want := m.registers(text)[k]
	return slices.ContainsFunc(m.readings(text), func(begun []int) bool { return begun[k] != want })
}

// check compares what Compile says of the marks with the reference, over texts
// in increasing length. It returns the automaton, or nil if marks were refused.
func (m *marking) check(t *testing.T, texts []string) *dfa.Automaton {
	t.Helper()
	a, err := Compile(m.grammar, m.rule.Name, &Options{Marks: m.marks})
	if err == nil {
		for k := range m.marks {
			if m.fires("")>>k&1 != 0 {
				t.Fatalf("mark %s can begin at offset 0 in\n%v", m.marks[k], m.grammar)
			}
		}
		for _, text := range texts {
			m.checkText(t, a, text)
		}
		return a
	}
	var refused *MarkError
	if !errors.As(err, &refused) {
		t.Fatalf("%v in\n%v", err, m.grammar)
	}
	k := slices.Index(m.marks, refused.Mark)
	if k < 0 || refused.Rule != m.rule.Name || !m.wrong(string(refused.Text), k) {
		t.Fatalf("%v: the text does not show it in\n%v", err, m.grammar)
	}
	for _, text := range texts {
		if len(text) < len(refused.Text) && m.wrong(text, k) {
			t.Fatalf("%v: %q shows it already in\n%v", err, text, m.grammar)
		}
		for earlier := range k {
			if m.wrong(text, earlier) {
				t.Fatalf("%v: %q shows that mark %s is wrong before that in\n%v", err, text, m.marks[earlier], m.grammar)
			}
		}
	}
	return nil
}

func (m *marking) checkText(t *testing.T, a *dfa.Automaton, text string) {
	t.Helper()
	var at dfa.Marks
	readings := m.readings(text)
	if dfa.Locate(a, text, &at) != (len(readings) > 0) {
		t.Fatalf("%q has %d readings, accepted: %t\n%v", text, len(readings), len(readings) == 0, m.grammar)
	}
	for _, begun := range readings {
		for k, want := range begun {
			if int(at[k]) != want {
				t.Fatalf("%q: mark %s at %d, a reading has it at %d\n%v%v", text, m.marks[k], at[k], want, m.grammar, a)
			}
		}
	}
}

// markForest is trees that refer to rules m and n.
func markForest(names ...string) *matcher.Forest {
	f := &matcher.Forest{Leaves: []abnf.Node{letterA, letterB}, Times: [][2]int{{0, abnf.Unbounded}, {0, 1}, {1, 2}}}
	for _, name := range names {
		f.Leaves = append(f.Leaves, &abnf.RuleRef{Name: name})
	}
	return f
}

// All small grammars with a mark or two: if they compile, offsets are those of
// every reading of every text; if not, the witness is one, and a shortest.
func TestMarksOfAllSmallGrammars(t *testing.T) {
	tests := []struct {
		rules string
		marks []string
		nodes int
	}{
		{"m = %x61\n", []string{"m"}, 4},
		{"m = *%x61\n", []string{"m"}, 4},
		{"m = [ %x62 ]\n", []string{"m"}, 4},
		{"m = *( %x61 / %x62 )\n", []string{"m"}, 4},
		{"m = \"\"\n", []string{"m"}, 4},
		{"m = *%x61\nn = [ %x62 ]\n", []string{"m", "n"}, 4},
		{"m = %x61 [ n ]\nn = *%x62\n", []string{"n", "m"}, 4},
	}
	texts := matcher.Texts("ab", 4)
	for i, text := range texts {
		texts[i] = "x" + text
	}
	texts = append([]string{""}, texts...)
	all := 0
	for _, test := range tests {
		made, refused := 0, 0
		for n := 1; n <= test.nodes && !(n == 4 && !*testkit.Long); n++ {
			for _, tree := range markForest(test.marks...).Trees(n) {
				g := matcher.Parse(t, fmt.Sprintf("r = %%x78 ( %v )\n%s", tree, test.rules))
				if newMarking(g, "r", test.marks).check(t, texts) != nil {
					made++
				} else {
					refused++
				}
			}
		}
		t.Logf("%-40q %4d made, %4d refused", test.rules, made, refused)
		if made < 10 || refused < 10 {
			t.Errorf("%q: %d made, %d refused: the test shows too little", test.rules, made, refused)
		}
		all += made + refused
	}
	t.Logf("%d grammars", all)
}

// Marks that can begin at offset 0 are refused, all others as before.
func TestMarksAtTheBeginning(t *testing.T) {
	refused := 0
	for n := 1; n <= 3; n++ {
		for _, tree := range markForest("m").Trees(n) {
			g := matcher.Parse(t, fmt.Sprintf("r = %v\nm = *%%x61\n", tree))
			if newMarking(g, "r", []string{"m"}).check(t, matcher.Texts("ab", 4)) == nil {
				refused++
			}
		}
	}
	if refused == 0 {
		t.Error("no mark was refused")
	}
}

// Grammars a person might write.
func TestMarks(t *testing.T) {
	link := "r = \"/\" [ user \"@\" ] host [ \":\" port ]\nuser = *( \"1\" / \":\" )\nhost = *\"1\"\nport = *\"1\"\n"
	tests := []struct {
		name, grammar, marks string
		refused              string // mark and witness, "" if it compiles
	}{
		{"last of a loop", "r = \"/\" *( \"a\" seg )\nseg = *\"b\"\n", "seg", ""},
		{"host and port", link, "host port", ""},
		{"a stale port", link, "port", `port "/:@"`},
		{"order decides", link, "port host", `port "/:@"`},
		{"an empty user or none", link, "user host", `user "/"`},
		{"user alone", link, "user", `user "/"`},
		{"one of several", "r = \"y\" *x \"y\"\nx = \"x\"\n", "x", `x "yy"`},
		{"first of a loop", "r = *x \"y\"\nx = \"x\"\n", "x", `x ""`},
		{"the rule itself", "r = \"a\"\n", "r", `r ""`},
		{"at offset 0", "r = m \"a\"\nm = \"b\"\n", "m", `m ""`},
		{"maybe at offset 0", "r = [ \"a\" ] m\nm = \"b\"\n", "m", `m ""`},
		{"two readings", "r = \"a\" *\"b\" m\nm = *\"b\"\n", "m", `m "ab"`},
		{"an end that is a beginning", "r = \"a\" *m\nm = \"b\"\n", "m", `m "a"`},
		{"not in the language", "r = \"a\"\nm = \"b\"\n", "m", ""},
		{"no way through", "r = \"a\" [ m %xD800 ]\nm = \"b\"\n", "m", ""},
		{"stale, then set again", "r = \"x\" ( m n m \"c\" / \"a\" n )\nm = \"a\"\nn = \"a\"\n", "n m", `m "xaa"`},
		{"a letter of its own", "r = *\"b\" %s\"a\" m\nm = *\"b\"\n", "m", ""},
	}
	for _, test := range tests {
		_, err := compileFirst(t, test.grammar, &Options{Marks: strings.Fields(test.marks)})
		got := ""
		var e *MarkError
		if errors.As(err, &e) {
			got = fmt.Sprintf("%s %q", e.Mark, e.Text)
		} else if err != nil {
			got = err.Error()
		}
		if got != test.refused {
			t.Errorf("%s: refused: %s, want %s", test.name, got, test.refused)
		}
	}
}

// The error says what is wrong, and with what text.
func TestMarkErrorTexts(t *testing.T) {
	tests := []struct{ grammar, want string }{
		{"r = m\nm = \"b\"\n", `abnf: 2:1: rule r: mark m would not be exact: the rule can begin at offset 0, which means absent, as in ""`},
		{"r = \"a\" *m\nm = \"b\"\n", `abnf: 2:1: rule r: mark m would not be exact: a register stays set though the rule is not there, as in "a"`},
		{"r = \"a\" ( *m \"c\" )\nm = \"b\"\n", `abnf: 2:1: rule r: mark m would not be exact: a register stays set though the rule is not there, as in "ac"`},
		{"r = \"a\" ( 1*m \"c\" )\nm = \"b\"\n", `abnf: 2:1: rule r: mark m would not be exact: the rule begins elsewhere than where its mark fired last, as in "abc"`},
	}
	for _, test := range tests {
		if _, err := compileFirst(t, test.grammar, &Options{Marks: []string{"m"}}); err == nil || err.Error() != test.want {
			t.Errorf("error\n%v, want\n%s", err, test.want)
		}
	}
}

// States that differ in their marks alone stay apart; without marks they merge.
func TestMarksKeepStatesApart(t *testing.T) {
	grammar := "r = *\"b\" %s\"a\" m\nm = *\"b\"\n"
	marked := compiled(t, grammar, &Options{Marks: []string{"m"}})
	bare := compiled(t, grammar, nil)
	checkMinimal(t, marked)
	if marked.NumStates() != bare.NumStates()+1 {
		t.Errorf("%d states with the mark, %d without\n%v", marked.NumStates(), bare.NumStates(), marked)
	}
	if w, equal := matcher.Equivalent(marked, bare); !equal {
		t.Errorf("the mark changes the language: %q", w)
	}
}

// The proof of the marks visits pairs of states; a lot of them are refused.
func TestMarksLimit(t *testing.T) {
	_, err := compileFirst(t, "r = 9000\"a\" m\nm = \"b\"\n", &Options{Marks: []string{"m"}})
	const want = "abnf: 1:1: rule r: more than 67108864 pairs of states in the proof of the marks"
	if err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
}
