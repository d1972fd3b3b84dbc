package codegen_test

import (
	"go/format"
	"regexp"
	"strings"
	"testing"

	"example.org/iri/compile"
	. "example.org/iri/internal/codegen"
)

// aloneFile is apiFile as a package that imports only the standard library.
func aloneFile(t testing.TB, grammar string, spans ...string) *File {
	f := apiFile(t, grammar, spans...)
	f.Standalone = true
	return f
}

// A standalone package type-checks with its test, as Go 1.24 reads it, and has what it needs of the runtime.
func TestStandalone(t *testing.T) {
	f := aloneFile(t, pair)
	source := write(t, f)
	if formatted, err := format.Source([]byte(source)); err != nil || string(formatted) != source {
		t.Errorf("not formatted as by gofmt: %v", err)
	}
	for _, word := range []string{"dfa\\.", "dfaTagged", "dfaNote", "Span", "Check\\("} {
		if found := regexp.MustCompile("(?m)^[^\n]*\\b" + word).FindString(source); found != "" {
			t.Errorf("the package has %q", found)
		}
	}
	for _, line := range []string{
		"// CheckPair returns nil if s matches rule pair, and otherwise a [*SyntaxError]: where\n", "\treturn dfaRun(&tablePair, tablePair.Start, s) >= tablePair.AcceptMin\n", "var tablePair = dfaAutomaton{\n",
		"\nimport (\n\t\"iter\"\n\t\"strconv\"\n\t\"strings\"\n\t\"unicode/utf8\"\n)\n",
		"\ntype SyntaxError struct {\n", "\n// dfaPrefix returns the length in bytes of the longest prefix of text", "\nfunc (e *SyntaxError) Error() string {\n", "\nfunc (s ByteSet) Has(b byte) bool {",
	} {
		if !strings.Contains(source, line) {
			t.Errorf("no %q in\n%s", line, source)
		}
	}
	c := newChecker(t)
	c.known = nil
	for _, f := range []*File{
		f, aloneFile(t, pair, "key-name", "value"), aloneFile(t, "list = *item\nitem = \"a\" *DIGIT\n", "item"), aloneFile(t, "none = %xD800\n"),
		aloneFile(t, "dfa = *span [ byteset ] [ iter ]\nspan = \"a\" *DIGIT\nbyteset = \"b\"\niter = \"c\"\nsyntaxerror = \"dfa.Run\"\ndfarun = dfa\n", "span", "byteset", "iter"),
	} {
		f.Tables = true
		c.checkFile(t, f)
	}
}

// What looks like a name of package dfa in a string is left alone.
func TestStandaloneStrings(t *testing.T) {
	f := aloneFile(t, "a = \"x\"\n")
	f.Rules[0].Examples.Invalid = []string{"dfa.Run", "\"dfa.Run"}
	var b strings.Builder
	if err := WriteTest(&b, f); err != nil {
		t.Fatal(err)
	}
	if want := `[]string{"dfa.Run", "\"dfa.Run"}`; !strings.Contains(b.String(), want) {
		t.Errorf("no %s in\n%s", want, b.String())
	}
}

// Classifiers stand alone too, and errors of the writer come back.
func TestStandaloneClassifier(t *testing.T) {
	digits := compile.MustCompile("digits = 1*DIGIT\n", "digits")
	k, err := compile.Classifier("Number", digits)
	if err != nil {
		t.Fatal(err)
	}
	f := &File{Package: "p", Classifiers: []Classifier{{"Number", k}}, Standalone: true}
	source := write(t, f)
	if err := newChecker(t).check(source); err != nil || strings.Contains(source, "SyntaxError") || strings.Contains(source, "import") {
		t.Errorf("%v in\n%s", err, source)
	}
	f.Package = "no-package"
	if err := Write(new(strings.Builder), f); err == nil {
		t.Error("no-package is a package")
	}
}
