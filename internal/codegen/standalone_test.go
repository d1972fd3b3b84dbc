package codegen_test

import (
	"go/format"
	"regexp"
	"strings"
	"testing"

	. "example.org/iri/internal/codegen"
)

// aloneFile is apiFile as a package that imports nothing.
func aloneFile(t testing.TB, grammar string, spans ...string) *File {
	f := apiFile(t, grammar, spans...)
	f.Standalone = true
	return f
}

// A package that stands alone type-checks with its test, and has what it needs and no more.
func TestStandalone(t *testing.T) {
	f := aloneFile(t, pair)
	source := write(t, f)
	if formatted, err := format.Source([]byte(source)); err != nil || string(formatted) != source {
		t.Errorf("not formatted as by gofmt: %v", err)
	}
	for _, word := range []string{"import", "dfa\\.", "Tagged", "Span", "Check\\(", "func (.*) Union", "bits"} {
		if found := regexp.MustCompile("(?m)^[^/\n]*\\b" + word).FindString(source); found != "" {
			t.Errorf("the package has %q", found)
		}
	}
	for _, line := range []string{
		"// CheckPair returns nil if s matches rule pair, and otherwise a [*SyntaxError]: where\n", "\treturn dfaRun(&tablePair, tablePair.Start, s) >= tablePair.AcceptMin\n", "var tablePair = dfaAutomaton{\n",
		"\ntype SyntaxError struct {\n", "\n// dfaPrefix returns the length of the longest prefix of text that is in the language of a, -1 if\n", "\nfunc (e *SyntaxError) Error() string {\n", "\nfunc (s ByteSet) Has(b byte) bool {",
	} {
		if !strings.Contains(source, line) {
			t.Errorf("no %q in\n%s", line, source)
		}
	}
	c := newChecker(t)
	c.known = nil
	for _, f := range []*File{f, aloneFile(t, pair, "key-name", "value"), aloneFile(t, "none = %xD800\n")} {
		c.checkFile(t, f)
	}
}

// TestStandaloneErrors: errors of the writer come back.
func TestStandaloneErrors(t *testing.T) {
	f := aloneFile(t, "a = \"x\"\n")
	f.Package = "no-package"
	if err := Write(new(strings.Builder), f); err == nil {
		t.Error("no-package is a package")
	}
}
