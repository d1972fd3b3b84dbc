package compile

import (
	"io"
	"slices"

	"example.org/iri/dfa"
)

// Examples are texts of a rule for a generated test.
type Examples struct{ Valid, Invalid []string }

// WriteGoTest writes a test file for f, which has functions: for each automaton a
// test of its table and functions on examples, by rule, and a fuzz target that
// begins with them.
func WriteGoTest(w io.Writer, f *GoFile, examples map[string]Examples) error {
	g := new(goWriter)
	g.header(f, "testing", "example.org/iri/dfa")
	for _, a := range f.Automata {
		t := tester{goWriter: g, file: f, goNames: namesOf(a.Name)}
		if i := slices.IndexFunc(f.Spans, func(t *dfa.Tagged) bool { return t.Automaton.Name == a.Name }); i >= 0 {
			t.tagged = f.Spans[i]
		}
		t.test(examples[a.Name])
		t.fuzz()
	}
	return g.writeTo(w, f.Package)
}

// tester writes the test of a rule.
type tester struct {
	*goWriter
	goNames
	file   *GoFile
	tagged *dfa.Tagged // nil if the rule has no spans
}

// test prints the test of a rule, and the examples as a list that the fuzz target shares.
func (t *tester) test(examples Examples) {
	t.printf("\n// Examples of rule %s: valid and invalid ones.\nvar examples%s = map[bool][]string{\n", t.rule, t.table)
	t.list(true, examples.Valid)
	t.list(false, examples.Invalid)
	t.printf("}\n\nfunc TestRule%s(t *testing.T) {\n", t.table)
	t.printf("if err := %s.Check(); err != nil {\nt.Fatal(err)\n}\n", t.table)
	if t.tagged != nil {
		t.printf("if err := %s.Check(); err != nil {\nt.Fatal(err)\n}\n", t.spans)
	}
	t.printf("for want, texts := range examples%s {\nfor _, text := range texts {\n", t.table)
	t.printf("if got := %s(text); got != want {\nt.Errorf(\"%%q: valid: %%t, want %%t\", text, got, want)\n}\n", t.valid)
	t.printf("compare%s(t, text)\n}\n}\n}\n", t.table)
	t.compare()
}

func (t *tester) list(valid bool, texts []string) {
	t.printf("%t: {\n", valid)
	for _, text := range texts {
		t.printf("%+q,\n", text)
	}
	t.printf("},\n")
}

// compare prints a function that compares the functions of the rule on a text.
func (t *tester) compare() {
	t.printf("\nfunc compare%s(t *testing.T, text string) {\nt.Helper()\nvalid := %s(text)\n", t.table, t.valid)
	t.printf("err := %s(text)\nif valid != (err == nil) || valid != %s([]byte(text)) {\n", t.check, t.valid)
	t.printf("t.Errorf(\"%%q: valid: %%t, but %%v\", text, valid, err)\n}\n")
	t.printf("if e, is := err.(*dfa.SyntaxError); is && (e.Offset < 0 || e.Offset > len(text) || e.Error() == \"\") {\n")
	t.printf("t.Errorf(\"%%q: error at %%d: %%v\", text, e.Offset, e)\n}\n")
	if t.tagged != nil {
		t.comparePlaces()
	}
	t.printf("}\n")
}

func (t *tester) comparePlaces() {
	t.printf("parts, err := %s(text)\nif valid != (err == nil) {\n", t.parse)
	t.printf("t.Errorf(\"%%q: valid: %%t, but parsed: %%v\", text, valid, err)\n}\n")
	t.printf("if !valid {\nreturn\n}\n")
	for _, name := range t.tagged.Names {
		field := GoName(name)
		t.printf("if s := parts.%s; s != (dfa.Span{Start: -1, End: -1}) && (s.Start < 0 || s.Start > s.End || s.End > len(text)", field)
		if slices.ContainsFunc(t.file.Automata, func(a *dfa.Automaton) bool { return a.Name == name }) {
			t.printf(" || !%s(text[s.Start:s.End])", namesOf(name).valid)
		}
		t.printf(") {\nt.Errorf(\"%%q: %s at %%v\", text, s)\n}\n", name)
	}
}

func (t *tester) fuzz() {
	t.printf("\nfunc FuzzRule%s(f *testing.F) {\nfor _, texts := range examples%s {\nfor _, text := range texts {\nf.Add(text)\n}\n}\n", t.table, t.table)
	t.printf("f.Fuzz(compare%s)\n}\n", t.table)
}
