package find_test

import (
	"errors"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"example.org/iri/compile"
	"example.org/iri/compile/abnf"
	"example.org/iri/compile/proof"
	"example.org/iri/dfa"
	"example.org/iri/internal/language"
	"example.org/iri/internal/testkit"
	"example.org/iri/internal/uri"
	"example.org/iri/internal/uri/find"
	"example.org/iri/internal/uri/plan"
)

var rules = [7]string{"hier-part", "authority", "host", "port", "path-abempty", "query", "fragment"}

// prover returns a prover of URI-reference of RFC 3986, with strings of the grammar replaced.
func prover(t *testing.T, replace ...string) (*abnf.Grammar, *proof.Prover) {
	t.Helper()
	text, err := os.ReadFile("../../../tables/rfc3986.abnf")
	if err != nil {
		t.Fatal(err)
	}
	g, err := abnf.Parse([]byte(strings.NewReplacer(replace...).Replace(string(text))))
	if err != nil {
		t.Fatal(err)
	}
	p, err := proof.New(g, "URI-reference")
	if err != nil {
		t.Fatal(err)
	}
	return g, p
}

// split splits a valid reference by the regular expression of RFC 3986, appendix B, and its authority by delimiters.
func split(s string) (o find.Offsets) {
	m := appendixB.FindStringSubmatchIndex(s)
	at := func(k int) uint32 { return uint32(max(m[2*k], 0)) }
	if m[2] >= 0 {
		o.Hier = uint32(m[3])
	}
	if m[6] >= 0 {
		o.Authority, o.Host, o.Path = at(4), at(4), at(5)
		authority := s[m[8]:m[9]]
		if i := strings.LastIndexByte(authority, '@'); i >= 0 {
			o.Host += uint32(i) + 1
		}
		host := s[o.Host:m[9]]
		if i := strings.LastIndexByte(host, ':'); i >= 0 && !strings.Contains(host[i:], "]") {
			o.Port = o.Host + uint32(i) + 1
		}
	}
	o.Query, o.Fragment, o.End = at(7), at(9), uint32(len(s))
	return o
}

var appendixB = regexp.MustCompile(`^(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?`)

// TestFinder tests all strings of up to six bytes of a few, after a scheme, slashes and nothing.
func TestFinder(t *testing.T) {
	const bytes = "a1:/@?#[]%"
	n := 0
	var try func(s string, more int)
	try = func(s string, more int) {
		if dfa.Match(language.URIReference.Automaton, s) {
			n++
			if got, want := testkit.Find(&language.URIReference, s), split(s); got != want {
				t.Fatalf("%q: %+v, want %+v", s, got, want)
			}
		}
		for i := 0; i < len(bytes) && more > 0; i++ {
			try(s+bytes[i:i+1], more-1)
		}
	}
	try("", 6)
	for _, begin := range []string{"a://", "//", "a:", "//[::1]", "//a@[v1.:]", "//a:b%41@"} {
		try(begin, 5)
	}
	t.Logf("%d valid strings", n)
}

// TestResume tests that a Finder resumed in a component finds the same as without.
func TestResume(t *testing.T) {
	const s = "a://u:p@h:1/p:@/q?q/?#f/?"
	for _, x := range []struct {
		in   find.State
		from string
	}{{find.Path, "/p"}, {find.Path, "/q"}, {find.Query, "?q"}, {find.Query, "?#"}, {find.Fragment, "/?"}} {
		from := strings.LastIndex(s, x.from) + 1
		f := find.Resume(x.in, testkit.Find(&language.URIReference, s[:from]).Pack())
		for i := from; i < len(s); i++ {
			f.Read(language.URIReference.Roles()[s[i]], uint32(i)+1)
		}
		if got, want := f.Offsets(uint32(len(s))), split(s); got != want {
			t.Errorf("from %q: %+v, want %+v", s[from:], got, want)
		}
	}
}

// TestWrongGrammars tests languages that have plans, but derivations that a Finder does not find.
func TestWrongGrammars(t *testing.T) {
	for _, x := range []struct{ old, new, text, why string }{
		{`[ userinfo "@" ]`, `[ userinfo ( "@" / "|" ) ]`, `//|`, "host is 2 and should be 3"},
		{`[ "#" fragment ]`, `[ "#" [ "!" ] fragment ]`, `#!`, "fragment is 1 and should be 2"},
	} {
		g, p := prover(t, x.old, x.new)
		a, err := compile.Compile(g, "URI-reference", &compile.Options{Parts: []string{"query"}})
		if err != nil {
			t.Fatal(err)
		}
		fast, err := plan.New(a, ":/@?#")
		if err != nil {
			t.Fatal(err)
		}
		l := &uri.Language{Automaton: a, Shape: uri.Reference, Plan: fast}
		_, err = p.Spans(plan.Captures(l, rules))
		var c *proof.Counterexample
		if !errors.As(err, &c) || string(c.Text) != x.text || !strings.Contains(c.Why, x.why) {
			t.Errorf("%s: %v", x.new, err)
		}
	}
}

// TestMutants tests that the proof refutes all mutants of the tables but those in testdata/equivalent.txt, which has
// the reasons. Without -long, it tries one in 16.
func TestMutants(t *testing.T) {
	_, p := prover(t)
	prove := func() error {
		_, err := p.Spans(plan.Captures(&language.URIReference, rules))
		return err
	}
	if err := prove(); err != nil {
		t.Fatal(err)
	}
	equivalent := listed(t)
	refuted := 0
	for i, c := range find.Changes() {
		if !*testkit.Long && i%16 != 0 {
			continue
		}
		c.While(func() {
			err := prove()
			if (err == nil) != equivalent[c.Name] {
				t.Errorf("%s: error %v, listed as equivalent: %t", c.Name, err, equivalent[c.Name])
			}
			if err != nil {
				refuted++
			}
		})
		delete(equivalent, c.Name)
	}
	if *testkit.Long && len(equivalent) > 0 {
		t.Errorf("not among the changes: %v", slices.Sorted(maps.Keys(equivalent)))
	}
	t.Logf("%d refuted", refuted)
}

// listed returns the mutants that are equivalent.
func listed(t *testing.T) map[string]bool {
	text, err := os.ReadFile("testdata/equivalent.txt")
	if err != nil {
		t.Fatal(err)
	}
	list := make(map[string]bool)
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimSuffix(line, "\n"); line != "" && line[0] != '#' {
			list[line] = true
		}
	}
	return list
}
