package codegen

import (
	"io"
	"slices"
	"strings"
)

// WriteTest writes a test file for f: a list of the rules with their functions and examples, a
// test that goes through it, and a fuzz target that begins with it. One of each keeps the test of a
// grammar with thousands of rules small.
func WriteTest(w io.Writer, f *File) error {
	all, err := f.names()
	if err != nil {
		return err
	}
	suffix := GoName(strings.Map(letterOrDigit, f.Name))
	t := &tester{writer: &writer{standalone: f.Standalone}, file: f, all: all[:len(f.Rules)],
		list: "rulesOf" + suffix, compare: "compareRuleOf" + suffix, test: "TestRulesOf" + suffix, fuzz: "FuzzRulesOf" + suffix}
	t.header(f)
	if f.Standalone {
		t.imports("testing")
	} else {
		t.imports("testing", "example.org/iri/dfa")
	}
	t.rules()
	t.testFunction()
	t.fuzzTarget()
	t.comparison()
	for i, r := range f.Rules {
		if r.Spans != nil {
			t.comparePlaces(&t.all[i], r.Spans.Names)
		}
	}
	return t.writeTo(w, f.Package)
}

// letterOrDigit turns what has no place in the name of a rule into a hyphen.
func letterOrDigit(r rune) rune {
	if r < 0x80 && (isLower(byte(r)) || isUpper(byte(r)) || '0' <= r && r <= '9') {
		return r
	}
	return '-'
}

// tester writes a test file.
type tester struct {
	*writer
	file *File
	all  []names // of the rules

	list, compare, test, fuzz string // names in the test file
}

// rules prints the list of the rules.
func (t *tester) rules() {
	t.printf("\n// %s has a rule a line, with texts that match and texts that do not.\n", t.list)
	t.printf("var %s = []struct {\nname string\nvalid func(string) bool\ncheck func(string) error\n", t.list)
	t.printf("places func(*testing.T, string) // nil without spans\nmatch, differ []string\n}{\n")
	for i, r := range t.file.Rules {
		n, places := &t.all[i], "nil"
		if r.Spans != nil {
			places = n.comparePlaces
		}
		t.printf("{%q, %s[string], %s[string], %s, ", n.rule, n.valid, n.check, places)
		t.texts(r.Examples.Valid)
		t.printf(", ")
		t.texts(r.Examples.Invalid)
		t.printf("},\n")
	}
	t.printf("}\n")
}

func (t *tester) texts(texts []string) {
	if len(texts) == 0 {
		t.printf("nil")
		return
	}
	t.printf("[]string{")
	for i, text := range texts {
		if i > 0 {
			t.printf(", ")
		}
		t.printf("%+q", text)
	}
	t.printf("}")
}

func (t *tester) testFunction() {
	t.printf("\n// The tables are in order, and texts match or do not.\nfunc %s(t *testing.T) {\n", t.test)
	if !t.file.Standalone {
		t.checkTables()
	}
	t.printf("for i, r := range %s {\n", t.list)
	for _, x := range []struct {
		list string
		want bool
	}{{"match", true}, {"differ", false}} {
		t.printf("for _, text := range r.%s {\nif got := r.valid(text); got != %t {\n", x.list, x.want)
		t.printf("t.Errorf(\"%%s: %%q: valid: %%t, want %%t\", r.name, text, got, !got)\n}\n%s(t, i, text)\n}\n", t.compare)
	}
	t.printf("}\n}\n")
}

func (t *tester) checkTables() {
	t.printf("for _, table := range []interface{ Check() error }{\n")
	for i := range t.all {
		t.printf("&%s,\n", t.all[i].table)
		if spans := t.all[i].spans; spans != "" {
			t.printf("&%s,\n", spans)
		}
	}
	t.printf("} {\nif err := table.Check(); err != nil {\nt.Error(err)\n}\n}\n")
}

func (t *tester) fuzzTarget() {
	t.printf("\nfunc %s(f *testing.F) {\nfor i, r := range %s {\n", t.fuzz, t.list)
	for _, list := range []string{"match", "differ"} {
		t.printf("for _, text := range r.%s {\nf.Add(i, text)\n}\n", list)
	}
	t.printf("}\nf.Fuzz(func(t *testing.T, i int, text string) {\nif 0 <= i && i < len(%s) {\n%s(t, i, text)\n}\n})\n}\n", t.list, t.compare)
}

// comparison prints a function that compares the functions of a rule on a text.
func (t *tester) comparison() {
	t.printf("\n// %s compares the functions of the i-th rule.\n", t.compare)
	t.printf("func %s(t *testing.T, i int, text string) {\nt.Helper()\nr := %s[i]\nvalid, err := r.valid(text), r.check(text)\n", t.compare, t.list)
	t.printf("if valid != (err == nil) {\nt.Errorf(\"%%s: %%q: valid: %%t, but %%v\", r.name, text, valid, err)\n}\n")
	t.printf("if e, is := err.(*dfa.SyntaxError); is && (e.Offset < 0 || e.Offset > len(text) || e.Error() == \"\") {\n")
	t.printf("t.Errorf(\"%%s: %%q: error at %%d: %%v\", r.name, text, e.Offset, e)\n}\n")
	t.printf("if r.places != nil {\nr.places(t, text)\n}\n}\n")
}

// comparePlaces prints a function that checks where a rule's spans lie in a text.
func (t *tester) comparePlaces(n *names, spans []string) {
	t.printf("\n// %s checks that the spans of %s lie in a text, and match.\n", n.comparePlaces, n.rule)
	t.printf("func %s(t *testing.T, text string) {\nt.Helper()\nparts, err := %s(text)\n", n.comparePlaces, n.parse)
	t.printf("if valid := %s(text); valid != (err == nil) {\n", n.valid)
	t.printf("t.Errorf(\"%%q: valid: %%t, but parsed: %%v\", text, valid, err)\n}\n")
	t.printf("if err != nil {\nreturn\n}\n")
	for k, rule := range spans {
		t.printf("if s, ok := parts.%s(); s.Start < 0 || s.Start > s.End || s.End > len(text) || !ok && s != (dfa.Span{})", n.methods[k])
		if i := slices.IndexFunc(t.all, func(n names) bool { return n.rule == rule }); i >= 0 {
			t.printf(" || ok && !%s(text[s.Start:s.End])", t.all[i].valid)
		}
		t.printf(" {\nt.Errorf(\"%%q: %s at %%v: %%t\", text, s, ok)\n}\n", rule)
	}
	t.printf("}\n")
}
