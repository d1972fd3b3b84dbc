// Package bench benchmarks this library and others with package testing. Benchmarks that belong together differ in a
// key of their names, so that benchstat returns medians and ratios:
//
//	go -C bench test -run - -bench Validate -count 10 . >/tmp/bench.txt
//	go -C bench tool benchstat -filter .unit:sec/string -row /list -col /func,/tier /tmp/bench.txt
//
// Command figures runs all of them, interleaved, and prints the tables of docs/reference/benchmarks.md. The module and
// its go.work are separate so that nobody else needs the modules that it requires.
package bench

import (
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	protovalidatecel "buf.build/go/protovalidate/cel"
	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/types"
	"github.com/fredbi/uri"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/wasilibs/go-re2"

	"example.org/iri"
	"example.org/iri/compile"
	"example.org/iri/compile/abnf"
	"example.org/iri/compile/suite"
	"example.org/iri/dfa"
	"example.org/iri/internal/expression"
	"example.org/iri/internal/language"
	"example.org/iri/internal/uri/scan"
)

// A Tier is a set of instructions that package iri may use.
type Tier struct {
	Name  string
	level scan.Level
}

func Tiers() (list []Tier) {
	defer scan.Limit(scan.Best)
	for _, t := range []Tier{{"AVX-512", scan.AVX512Batch}, {"AVX2", scan.AVX2}, {"portable", scan.NoVectors}} {
		if scan.Limit(scan.Best); scan.Limit(t.level) == t.level {
			list = append(list, t)
		}
	}
	return list
}

// Use limits package iri to the tier until done is called. The zero Tier is the best.
func (t Tier) Use() (done func()) {
	if t.Name != "" {
		scan.Limit(t.level)
	}
	return func() { scan.Limit(scan.Best) }
}

// A Validator validates strings.
type Validator struct {
	Name  string // in names of benchmarks
	Title string // in tables
	Rule  string // that it validates by, or ""
	Tier  Tier
	Exact bool // a wrong result is a bug, of this library or its peer
	Valid func(s string) bool
}

// Benchmark returns the keys of a validator in names of benchmarks.
func (v *Validator) Benchmark() string {
	if v.Tier.Name == "" {
		return "func=" + v.Name
	}
	return "func=" + v.Name + "/tier=" + v.Tier.Name
}

// Validators returns utf8.Valid, the baseline of all ratios, package iri by tier, and peers. root is the folder of iri.
func Validators(root string) ([]*Validator, error) {
	g, err := Grammar(filepath.Join(root, "tables", "rfc3987.abnf"))
	if err != nil {
		return nil, err
	}
	list := []*Validator{{Name: "utf8.Valid", Title: "`utf8.Valid`", Valid: utf8.ValidString}}
	return slices.Concat(list, own(), engines(g), peers()), nil
}

// own returns the functions of package iri by tier, and the automaton alone, as in Prefix and Matcher.
func own() (list []*Validator) {
	for _, tier := range Tiers() {
		list = append(list,
			exact("iri.Valid", "**`iri.Valid`, "+tier.Name+"**", tier, iri.ValidString),
			exact("iri.Split", "**`iri.Split`, "+tier.Name+"**", tier, func(s string) bool {
				_, err := iri.SplitString(s)
				return err == nil
			}))
	}
	automaton := language.IRI.Automaton
	return append(list, exact("dfa.Match", "**the automaton alone**", Tier{}, func(s string) bool {
		return dfa.Match(automaton, s)
	}))
}

func engines(g *abnf.Grammar) []*Validator {
	text := must(expression.Of(g, "IRI"))
	return []*Validator{
		exact("regexp", "`regexp`, the grammar as an expression", Tier{}, regexp.MustCompile(text).MatchString),
		exact("re2", "`go-re2`, the grammar as an expression", Tier{}, re2.MustCompile(text).MatchString),
	}
}

func exact(name, title string, tier Tier, valid func(string) bool) *Validator {
	return &Validator{Name: name, Title: title, Rule: "IRI", Tier: tier, Exact: true, Valid: valid}
}

// peers returns other modules, and package net/url, which does not claim to validate but is used for it.
func peers() []*Validator {
	return []*Validator{
		{Name: "url.Parse", Title: "`net/url.Parse`", Rule: "URI-reference", Valid: func(s string) bool {
			_, err := url.Parse(s)
			return err == nil
		}},
		{Name: "jsonschema", Title: "`jsonschema/v6`, format iri", Rule: "IRI", Valid: jsonSchema("iri")},
		{Name: "protovalidate", Title: "`protovalidate`, isUri", Rule: "URI", Valid: protovalidate()},
		{Name: "fredbi", Title: "`fredbi/uri.IsURI`", Rule: "URI", Valid: uri.IsURI},
	}
}

// jsonSchema returns the check of a format without the rest of a JSON Schema validator, which takes longer.
func jsonSchema(format string) func(string) bool {
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	const id = "schema:format"
	if err := c.AddResource(id, map[string]any{"format": format}); err != nil {
		panic(err)
	}
	schema := must(c.Compile(id))
	return func(s string) bool { return schema.Format.Validate(s) == nil }
}

// protovalidate returns the unexported function isUri of CEL without the interpreter. The call allocates an argument.
func protovalidate() func(string) bool {
	env := must(cel.NewEnv(cel.Lib(protovalidatecel.NewLibrary())))
	for _, b := range must(env.Functions()["isUri"].Bindings()) {
		if b.Operator == "string_is_uri_bool" && b.Function != nil {
			return func(s string) bool { return b.Function(types.String(s)) == types.True }
		}
	}
	panic("isUri is not bound to a Go function")
}

// must is for calls that are known to succeed.
func must[T any](x T, err error) T {
	if err != nil {
		panic(err)
	}
	return x
}

func Grammar(file string) (*abnf.Grammar, error) {
	src, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	return abnf.ParseFile(file, src)
}

// Suite returns the conformance suite of a rule without the cases that are not UTF-8, which not all peers support.
func Suite(root, rule string) ([]suite.Case, error) {
	file := "rfc3986.abnf"
	if strings.HasPrefix(rule, "IRI") {
		file = "rfc3987.abnf"
	}
	g, err := Grammar(filepath.Join(root, "tables", file))
	if err != nil {
		return nil, err
	}
	a, err := compile.Compile(g, rule, nil)
	if err != nil {
		return nil, err
	}
	cases, err := suite.Cases(a)
	return slices.DeleteFunc(cases, func(c suite.Case) bool { return !utf8.Valid(c.Input) }), err
}

func (v *Validator) Wrong(cases []suite.Case) (n int) {
	defer v.Tier.Use()()
	for _, c := range cases {
		if v.Valid(string(c.Input)) != c.Valid {
			n++
		}
	}
	return n
}
