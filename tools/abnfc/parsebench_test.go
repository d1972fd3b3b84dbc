//go:build nightly

package main

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

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
