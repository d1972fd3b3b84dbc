package codegen

import (
	"io"
	"slices"

	"example.org/iri/dfa"
)

// WriteTest writes a test file for f, which has functions: for each rule a test of its
// table and functions on the examples, and a fuzz target that begins with them.
func WriteTest(w io.Writer, f *File) error {
	all, err := f.names()
	if err != nil {
		return err
	}
	g := new(writer)
	g.header(f, "testing", "example.org/iri/dfa")
	for i, r := range f.Rules {
		t := tester{writer: g, names: all[i], all: all, tagged: r.Spans}
		t.testFunction(r.Examples)
		t.fuzzTarget()
	}
	return g.writeTo(w, f.Package)
}

// tester writes the test of a rule.
type tester struct {
	*writer
	names
	all    []names
	tagged *dfa.Tagged // nil if the rule has no spans
}

// testFunction prints the test of a rule, and the examples as a list that the fuzz target shares.
func (t *tester) testFunction(examples Examples) {
	t.printf("\n// Examples of rule %s: valid and invalid ones.\nvar %s = map[bool][]string{\n", t.rule, t.examples)
	t.list(true, examples.Valid)
	t.list(false, examples.Invalid)
	t.printf("}\n\nfunc %s(t *testing.T) {\n", t.test)
	t.printf("if err := %s.Check(); err != nil {\nt.Fatal(err)\n}\n", t.table)
	if t.tagged != nil {
		t.printf("if err := %s.Check(); err != nil {\nt.Fatal(err)\n}\n", t.spans)
	}
	t.printf("for want, texts := range %s {\nfor _, text := range texts {\n", t.examples)
	t.printf("if got := %s(text); got != want {\nt.Errorf(\"%%q: valid: %%t, want %%t\", text, got, want)\n}\n", t.valid)
	t.printf("%s(t, text)\n}\n}\n}\n", t.compare)
	t.comparison()
}

func (t *tester) list(valid bool, texts []string) {
	t.printf("%t: {\n", valid)
	for _, text := range texts {
		t.printf("%+q,\n", text)
	}
	t.printf("},\n")
}

// comparison prints a function that compares the functions of the rule on a text.
func (t *tester) comparison() {
	t.printf("\nfunc %s(t *testing.T, text string) {\nt.Helper()\nvalid := %s(text)\n", t.compare, t.valid)
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
	for k, rule := range t.tagged.Names {
		t.printf("if s, ok := parts.%s(); s.Start < 0 || s.Start > s.End || s.End > len(text) || !ok && s != (dfa.Span{})", t.methods[k])
		if i := slices.IndexFunc(t.all, func(n names) bool { return n.rule == rule }); i >= 0 {
			t.printf(" || ok && !%s(text[s.Start:s.End])", t.all[i].valid)
		}
		t.printf(" {\nt.Errorf(\"%%q: %s at %%v: %%t\", text, s, ok)\n}\n", rule)
	}
}

func (t *tester) fuzzTarget() {
	t.printf("\nfunc %s(f *testing.F) {\nfor _, texts := range %s {\nfor _, text := range texts {\nf.Add(text)\n}\n}\n", t.fuzz, t.examples)
	t.printf("f.Fuzz(%s)\n}\n", t.compare)
}
