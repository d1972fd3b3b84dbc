package tables_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"example.org/iri/compile"
	"example.org/iri/compile/abnf"
	"example.org/iri/compile/proof"
	"example.org/iri/dfa"
	"example.org/iri/internal/abnftest"
	. "example.org/iri/internal/tables"
)

// grammarOf reads grammars; the first goes before the others.
func grammarOf(t *testing.T, texts ...string) *abnf.Grammar {
	t.Helper()
	g := new(abnf.Grammar)
	for _, name := range texts {
		text, err := os.ReadFile(name)
		if err != nil {
			text = []byte(name) // no file, but the grammar itself
		}
		h, err := abnf.ParseFile("", text)
		if err != nil {
			t.Fatal(err)
		}
		g.Import(h)
	}
	return g
}

func language(t *testing.T, g *abnf.Grammar, rule string) *dfa.Automaton {
	t.Helper()
	a, err := compile.Compile(g, rule, nil)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// must returns the value of an operation on languages.
func must(a *dfa.Automaton, err error) *dfa.Automaton {
	if err != nil {
		panic(err)
	}
	return a
}

// strictCharacters is ucschar without those that RFC 3987, section 4.1, forbids.
const strictCharacters = `
ucschar = %xA0-200D / %x2010-2029 / %x202F-D7FF / %xF900-FDCF / %xFDF0-FFEF
        / %x10000-1FFFD / %x20000-2FFFD / %x30000-3FFFD
        / %x40000-4FFFD / %x50000-5FFFD / %x60000-6FFFD
        / %x70000-7FFFD / %x80000-8FFFD / %x90000-9FFFD
        / %xA0000-AFFFD / %xB0000-BFFFD / %xC0000-CFFFD
        / %xD0000-DFFFD / %xE1000-EFFFD
`

// TestProofOfDerivedLanguages: every derived table accepts the language of a
// grammar with a rule replaced, for all byte strings, by derivatives. For the strict
// ones that is another way than the equation's, which takes texts away.
func TestProofOfDerivedLanguages(t *testing.T) {
	for _, x := range []struct {
		a        *dfa.Automaton
		rule     string
		grammars []string
	}{
		{&IRIStrict, "IRI", []string{strictCharacters, "rfc3987.abnf"}},
		{&IRIReferenceStrict, "IRI-reference", []string{strictCharacters, "rfc3987.abnf"}},
		{&IRIWithZone, "IRI", []string{"languages/zone.abnf", "rfc3987.abnf"}},
		{&IRIReferenceWithZone, "IRI-reference", []string{"languages/zone.abnf", "rfc3987.abnf"}},
		{&URIWithZone, "URI", []string{"languages/zone.abnf", "rfc3986.abnf"}},
		{&LEIRI, "IRI", []string{"languages/leiri.abnf", "rfc3987.abnf"}},
		{&LEIRIReference, "IRI-reference", []string{"languages/leiri.abnf", "rfc3987.abnf"}},
	} {
		p, err := proof.New(grammarOf(t, x.grammars...), x.rule, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		claim, err := p.Language(x.a, proof.Classes)
		if err != nil {
			t.Errorf("%s: %v", x.a.Name, err)
			continue
		}
		t.Logf("%s: %v", x.a.Name, claim)
	}
}

// TestProofOfDifferences: what is left of a marked table, if a language is taken away
// from it, locates components exactly, and knows which of them a text is in: by
// derivatives of a grammar of what is left.
func TestProofOfDifferences(t *testing.T) {
	formatting := language(t, grammarOf(t, "has-formatting = *%x00-10FFFF ( %x200E-200F / %x202A-202E ) *%x00-10FFFF\n"), "has-formatting")
	f := families[slices.IndexFunc(families, func(f family) bool { return f.name == "rfc3987" })]
	for _, a := range []*dfa.Automaton{&IRI, &IRIReference} {
		strict := must(compile.Difference(a.Name, a, formatting))
		p, err := proof.New(grammarOf(t, strictCharacters, "rfc3987.abnf"), a.Name, f.generateFlag(t, "mark"), f.generateFlag(t, "part"))
		if err != nil {
			t.Fatal(err)
		}
		if claim, err := p.Language(strict, proof.Classes); err != nil {
			t.Error(claim, err)
		}
		if claims, err := p.Marks(strict); err != nil {
			t.Error(claims, err)
		}
		if claim, err := p.Fires(strict); err != nil {
			t.Error(claim, err)
		}
		if claim, err := p.Parts(strict); err != nil {
			t.Error(claim, err)
		}
	}
}

// TestEquations: what the languages are to one another, each decided by comparing
// minimal automata.
func TestEquations(t *testing.T) {
	rules := grammarOf(t, `
any            = *%x00-10FFFF
ascii          = *%x00-7F
has-formatting = any ( %x200E-200F / %x202A-202E ) any
has-userinfo   = scheme "://" iuserinfo "@" any
web            = ( "http" / "https" ) ":" any
`, "rfc3987.abnf")
	ascii, formatting := language(t, rules, "ascii"), language(t, rules, "has-formatting")
	both := func(a, b *dfa.Automaton) *dfa.Automaton { return must(compile.Intersection("both", a, b)) }
	minus := func(a, b *dfa.Automaton) *dfa.Automaton { return must(compile.Difference("minus", a, b)) }
	either := func(a, b *dfa.Automaton) *dfa.Automaton { return must(compile.Union("either", a, b)) }
	for _, x := range []struct {
		equation string
		a, b     *dfa.Automaton
	}{
		{"IRI & ascii = URI", both(&IRI, ascii), &URI},
		{"IRI-reference & ascii = URI-reference", both(&IRIReference, ascii), &URIReference},
		{"absolute-IRI & ascii = absolute-URI", both(&AbsoluteIRI, ascii), &AbsoluteURI},
		{"irelative-ref & ascii = relative-ref", both(&IrelativeRef, ascii), &RelativeRef},
		{"IRIWithZone & ascii = URIWithZone", both(&IRIWithZone, ascii), &URIWithZone},
		{"IRI-reference - irelative-ref = IRI", minus(&IRIReference, &IrelativeRef), &IRI},
		{"IRI-reference = IRI | irelative-ref", either(&IRI, &IrelativeRef), &IRIReference},
		{"IRIStrict = IRI - has-formatting", minus(&IRI, formatting), &IRIStrict},
		{"IRIReferenceStrict = IRI-reference - has-formatting", minus(&IRIReference, formatting), &IRIReferenceStrict},
		{"IRIStrict & IRI = IRIStrict", both(&IRIStrict, &IRI), &IRIStrict},
		{"URI | IRIStrict = IRIStrict", either(&URI, &IRIStrict), &IRIStrict},
		{"IRI | LEIRI = LEIRI", either(&IRI, &LEIRI), &LEIRI},
		{"IRI-reference | LEIRIReference = LEIRIReference", either(&IRIReference, &LEIRIReference), &LEIRIReference},
		{"IRI & IRIWithZone = IRI", both(&IRI, &IRIWithZone), &IRI},
		// Profiles that are not shipped.
		{"IRI without userinfo, by a grammar", minus(&IRI, language(t, rules, "has-userinfo")),
			language(t, grammarOf(t, "iauthority = ihost [ \":\" port ]\n", "rfc3987.abnf"), "IRI")},
		{"IRI of two schemes, by a grammar", both(&IRI, language(t, rules, "web")),
			language(t, grammarOf(t, "scheme = \"http\" / \"https\"\n", "rfc3987.abnf"), "IRI")},
	} {
		if w, equal := abnftest.Equivalent(x.a, x.b); !equal {
			t.Errorf("%s does not hold, as %q shows", x.equation, w)
		}
	}
	for _, a := range []*dfa.Automaton{&IRIStrict, &IRIWithZone, &LEIRI} {
		if _, equal := abnftest.Equivalent(a, &IRI); equal {
			t.Errorf("%s is IRI", a.Name)
		}
	}
}

// classified are the languages of the classifier, in its order.
var classified = []*dfa.Automaton{&IRI, &IRIReference, &AbsoluteIRI, &URI, &URIReference, &AbsoluteURI, &IRIStrict, &IRIReferenceStrict}

// TestClassifierIsTheProduct walks the classifier and its languages side by side,
// through all tuples of states that some text leads to: for every text the set says
// what the single tables say.
func TestClassifierIsTheProduct(t *testing.T) {
	if err := Languages.Check(); err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, a := range classified {
		names = append(names, a.Name)
	}
	if !slices.Equal(names, Languages.Names) {
		t.Fatalf("the classifier knows %v, not %v", Languages.Names, names)
	}
	type tuple struct {
		state int
		of    [8]dfa.State
	}
	begin := tuple{state: int(Languages.Start)}
	for i, a := range classified {
		begin.of[i] = a.Start
	}
	seen := map[tuple]bool{begin: true}
	for queue := []tuple{begin}; len(queue) > 0; queue = queue[1:] {
		at := queue[0]
		want := uint16(0)
		for i, a := range classified {
			if a.Accepts(at.of[i]) {
				want |= 1 << i
			}
		}
		if Languages.Sets[at.state] != want {
			t.Fatalf("state %d has set %b, want %b", at.state, Languages.Sets[at.state], want)
		}
		for b := range 256 {
			next := tuple{state: int(Languages.Trans[at.state<<Languages.Shift+int(Languages.Classes[b])])}
			for i, a := range classified {
				next.of[i] = a.Next(at.of[i], byte(b))
			}
			if !seen[next] {
				seen[next] = true
				queue = append(queue, next)
			}
		}
	}
	t.Logf("%d tuples", len(seen))
	if len(seen) < len(Languages.Sets) {
		t.Errorf("%d of %d states can be reached", len(seen), len(Languages.Sets))
	}
}

// The lines of languages.sum are those of the linked tables.
func TestSumsOfLanguages(t *testing.T) {
	text, err := os.ReadFile("languages.sum")
	if err != nil {
		t.Fatal(err)
	}
	var want strings.Builder
	for _, a := range []*dfa.Automaton{&IRIStrict, &IRIReferenceStrict, &IRIWithZone, &IRIReferenceWithZone, &URIWithZone, &LEIRI, &LEIRIReference} {
		line, err := compile.SumLine(a.Name, a)
		if err != nil {
			t.Fatal(err)
		}
		want.WriteString(line + "\n")
	}
	want.WriteString(compile.ClassifierLine("Languages", &Languages) + "\n")
	if string(text) != want.String() {
		t.Errorf("languages.sum is\n%swant\n%s%s", text, &want, repair)
	}
}
