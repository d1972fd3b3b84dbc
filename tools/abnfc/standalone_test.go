//go:build nightly

package main

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// sameAnswers is a test that two packages for rule r of one grammar give the same answers: plain,
// which imports package dfa, and alone, which does not.
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

// TestStandalone makes standalone packages, runs their tests in a module without requirements
// or a proxy, as Go 1.24 reads it, and compares one with the form on package dfa.
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
	goRun(t, "test", "./...") // which vets too
	goRun(t, "test", "-run", "^$", "-fuzz", "FuzzRulesOfURN", "-fuzztime", "200x", "./urn")
}

// parsed are rules of grammars, the spans that grammars/spans_test.go asks for, and texts.
var parsed = []struct{ name, grammar, rule, spans, texts string }{
	{"urn", "urn", "namestring", "assigned-name,NID,NSS,f-component",
		"urn:example:foo-bar-baz-qux#somepart urn:ab:c/d?+e?=f?=g urn:isbn:0451450523 urn:uuid:6e8bc430-9c3a-11d9-9669-0800200c9a66 urn:ietf:rfc:2648 urn:nbn:de:bvb:19-146642"},
	{"dateTime", "date-time", "date-time", "full-date,partial-time,time-secfrac,time-offset",
		"1985-04-12T23:20:50.52Z 1996-12-19t16:39:57-08:00 2026-11-22T12:00:00Z 1990-12-31T23:59:60Z 1937-01-01T12:00:27.87+00:20"},
	{"mediaType", "media-type", "media-type", "type,subtype,parameter,parameter-name,parameter-value,quoted-string",
		`Text/HTML;Charset="utf-8" text/html;a=b;charset=c; application/json image/svg+xml multipart/form-data;boundary=----WebKit7MA4YWxkTrZu0gW application/vnd.api+json;profile="x"`},
	{"languageTag", "language-tag", "langtag", "language,extlang,script,region,variant,extension,privateuse",
		"zh-cmn-Hans-CN hy-Latn-IT-arevela sl-rozaj-biske es-419 en-a-myext-b-another az-Arab-x-AZE-derbend zh-CN-a-myext-x-private de-CH-1901 en-US"},
}

const parseRace = `package main

import (
	"fmt"
	"slices"
	"strings"
	"time"
%s)

var sum int

// pass returns the nanoseconds that a text takes.
func pass(texts []string, f func(string) int) float64 {
	begin := time.Now()
	for _, text := range texts {
		sum += f(text)
	}
	return float64(time.Since(begin).Nanoseconds()) / float64(len(texts))
}

// race prints the median times of interleaved passes.
func race(name, list string, valid func(string) bool, parse func(string) error) {
	var texts []string
	for i := range 2000 {
		words := strings.Fields(list)
		texts = append(texts, strings.Clone(words[i*i%%len(words)]))
	}
	var v, p []float64
	for range 301 {
		v = append(v, pass(texts, func(s string) int { if valid(s) { return 1 }; return 0 }))
		p = append(p, pass(texts, func(s string) int { if parse(s) == nil { return 1 }; return 0 }))
	}
	slices.Sort(v)
	slices.Sort(p)
	fmt.Println(name, v[150], p[150])
}

func main() {
%s}
`

// BenchmarkParse compares ParseX with ValidX, in one program for all rules: medians of 301 passes
// over 2,000 texts, in turns.
func BenchmarkParse(b *testing.B) {
	root := module(b)
	var imports, calls strings.Builder
	for _, p := range parsed {
		args := []string{"compile", "--notest", "-o", p.name + "/" + p.name + ".go", "--rule", p.rule, "--span", p.spans, "--import", root + "/tables/rfc3986.abnf", root + "/grammars/" + p.grammar + ".abnf"}
		if r := abnfc(args...); r.code != 0 {
			b.Fatalf("%v: %s", args, r.stderr)
		}
		name := map[string]string{"namestring": "Namestring", "date-time": "DateTime", "media-type": "MediaType", "langtag": "Langtag"}[p.rule]
		fmt.Fprintf(&imports, "\t\"try/%s\"\n", p.name)
		fmt.Fprintf(&calls, "\trace(%q, %q, %s.Valid%s[string], func(s string) error { _, err := %[3]s.Parse%[4]s(s); return err })\n", p.name, p.texts, p.name, name)
	}
	if err := os.WriteFile("main.go", fmt.Appendf(nil, parseRace, imports.String(), calls.String()), 0o644); err != nil {
		b.Fatal(err)
	}
	for line := range strings.Lines(goRun(b, "run", ".")) {
		var name string
		var valid, parse float64
		if _, err := fmt.Sscan(line, &name, &valid, &parse); err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(parse/valid, name+"/valid")
		b.ReportMetric(parse, name+"-ns")
	}
	b.ReportMetric(0, "ns/op")
}
