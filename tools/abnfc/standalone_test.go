//go:build nightly

package main

import (
	"os"
	"testing"
)

// sameAnswers compares two packages for rule r: plain, which imports package dfa, and alone, which does not.
const sameAnswers = `package same

import (
	"reflect"
	"testing"

	"example.org/iri/dfa"

	"try/alone"
	"try/plain"
)

func TestSameAnswers(t *testing.T) {
	letters := []string{"a", "x", "0", ":", "=", ";", "\"", "é", "\xff", "\n"}
	texts := []string{""}
	for i := 0; len(texts) < 10000; i++ {
		for _, l := range letters {
			texts = append(texts, texts[i]+l)
		}
	}
	valid := 0
	for _, text := range texts {
		if plain.ValidR(text) != alone.ValidR([]byte(text)) {
			t.Fatalf("%q: valid: %t", text, plain.ValidR(text))
		}
		pn, pok := plain.PrefixR(text)
		if qn, qok := alone.PrefixR([]byte(text)); pn != qn || pok != qok {
			t.Fatalf("%q: a prefix of %d bytes: %t, want %d: %t", text, qn, qok, pn, pok)
		}
		p, want := plain.ParseR(text)
		q, got := alone.ParseR(text)
		if (got == nil) != (want == nil) || (got == nil) != alone.ValidR(text) {
			t.Fatalf("%q: %v, want %v", text, got, want)
		}
		ps, pok := p.Value()
		qs, qok := q.Value()
		if pok != qok || ps != dfa.Span(qs) || got == nil && p.ValueText(text) != q.ValueText(text) {
			t.Fatalf("%q: value at %v, want %v", text, qs, ps)
		}
		if got == nil {
			valid++
			continue
		}
		g, w := got.(*alone.SyntaxError), want.(*dfa.SyntaxError)
		if g.Rule != w.Rule || g.Offset != w.Offset || g.Byte != w.Byte || g.Rune != w.Rune || g.End != w.End || g.Part != w.Part || !reflect.DeepEqual([4]uint64(g.Expected), [4]uint64(w.Expected)) {
			t.Fatalf("%q: %+v, want %+v", text, g, w)
		}
		if got.Error() != want.Error() {
			t.Fatalf("%q: %v, want %v", text, got, want)
		}
	}
	if valid < 100 {
		t.Errorf("%d valid texts", valid)
	}
}
`

// TestStandalone runs the tests of standalone packages with Go 1.24 in a module without requirements and without a
// proxy, and compares one with the package that imports dfa.
func TestStandalone(t *testing.T) {
	const grammar = "r = key *( \";\" key ) [ \":\" value ]\nkey = 1*%x61-78\nvalue = *( DIGIT / \"=\" / %xE9 )\n"
	root := module(t)
	if err := os.WriteFile("r.abnf", []byte(grammar), 0o644); err != nil {
		t.Fatal(err)
	}
	compile := func(args ...string) {
		if r := abnfc(append([]string{"compile"}, args...)...); r != (result{}) {
			t.Fatalf("%v: status %d\n%s%s", args, r.code, r.stdout, r.stderr)
		}
	}
	compile("--rule", "r,value", "--span", "value", "-o", "plain/r.go", "r.abnf")
	compile("--standalone", "--rule", "r,value", "--span", "value", "-o", "alone/r.go", "r.abnf")
	if err := os.MkdirAll("same", 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("same/same_test.go", []byte(sameAnswers), 0o644); err != nil {
		t.Fatal(err)
	}
	goRun(t, "test", "./alone", "./plain", "./same")

	folder(t, "go.mod", "module lonely\n\ngo 1.24.0\n")
	t.Setenv("GOPROXY", "off")
	t.Setenv("GOTOOLCHAIN", "local")
	compile("--standalone", "-o", "urn/urn.go", "--rule", "namestring", "--span", "NID,NSS", "--import", root+"/tables/rfc3986.abnf", root+"/grammars/urn.abnf")
	compile("--standalone", "--part", "month=date-month", "-o", "dates/dates.go", root+"/grammars/date-time.abnf")
	goRun(t, "test", "./...") // also runs vet
	goRun(t, "test", "-run", "^$", "-fuzz", "FuzzRulesOfURN", "-fuzztime", "200x", "./urn")
}
