package main

import (
	"fmt"
	"regexp"

	protovalidatecel "buf.build/go/protovalidate/cel"
	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"
	"github.com/fredbi/uri"
	"github.com/go-openapi/strfmt"
	"github.com/piprate/json-gold/ld"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/wasilibs/go-re2"
	"github.com/xeipuuv/gojsonschema"
	"gonum.org/v1/gonum/graph/formats/rdf"

	"example.org/iri/compile/abnf"
	"example.org/iri/dfa"
	"example.org/iri/internal/expression"
	"example.org/iri/internal/language"
)

// engines run rule IRI of the grammar as one regular expression.
func engines(g *abnf.Grammar) ([]*contestant, error) {
	text, err := expression.RE2(g, language.IRI.Name)
	if err != nil {
		return nil, err
	}
	standard, err := regexp.Compile(text)
	if err != nil {
		return nil, err
	}
	wasm, err := re2.Compile(text)
	if err != nil {
		return nil, err
	}
	return []*contestant{
		{name: "go-re2, RFC 3987 ABNF", kind: engine, rule: language.IRI.Automaton, judge: wasm.MatchString},
		{name: "regexp, RFC 3987 ABNF", kind: engine, rule: language.IRI.Automaton, judge: standard.MatchString},
	}, nil
}

// protovalidate exports its checks only as functions of its language for
// constraints. They are called without the interpreter of that language, which
// costs the allocation of an argument.
func protovalidate() ([]*contestant, error) {
	env, err := cel.NewEnv(cel.Lib(protovalidatecel.NewLibrary()))
	if err != nil {
		return nil, err
	}
	var field []*contestant
	for _, x := range []struct {
		function, overload string
		rule               *dfa.Automaton
	}{
		{"isUri", "string_is_uri_bool", language.URI.Automaton},
		{"isUriRef", "string_is_uri_ref_bool", language.URIReference.Automaton},
	} {
		call, err := binding(env, x.function, x.overload)
		if err != nil {
			return nil, err
		}
		judge := func(text string) bool { return call(types.String(text)) == types.True }
		field = append(field, &contestant{name: "protovalidate " + x.function + " (CEL)", kind: peer, rule: x.rule, judge: judge})
	}
	return field, nil
}

// binding returns the Go function behind a function of the language.
func binding(env *cel.Env, function, overload string) (func(...ref.Val) ref.Val, error) {
	f, ok := env.Functions()[function]
	if !ok {
		return nil, fmt.Errorf("protovalidate: no function %s", function)
	}
	bindings, err := f.Bindings()
	if err != nil {
		return nil, err
	}
	for _, b := range bindings {
		if b.Operator == overload && b.Function != nil {
			return b.Function, nil
		}
	}
	return nil, fmt.Errorf("protovalidate: %s is not bound to a Go function", function)
}

// jsonSchemas check the formats of JSON Schema that are rules of the RFCs: without
// the rest of a validator, which takes longer than the check.
func jsonSchemas() ([]*contestant, error) {
	var field []*contestant
	for _, x := range []struct {
		format string
		rule   *dfa.Automaton
	}{
		{"uri", language.URI.Automaton},
		{"uri-reference", language.URIReference.Automaton},
		{"iri", language.IRI.Automaton},
		{"iri-reference", language.IRIReference.Automaton},
	} {
		format, err := compileFormat(x.format)
		if err != nil {
			return nil, err
		}
		judge := func(text string) bool { return format.Validate(text) == nil }
		field = append(field, &contestant{name: "jsonschema/v6 " + x.format, kind: peer, rule: x.rule, judge: judge})
	}
	return append(field,
		&contestant{name: "gojsonschema iri", kind: peer, rule: language.IRI.Automaton, judge: func(text string) bool {
			return gojsonschema.FormatCheckers.IsFormat("iri", text)
		}},
	), nil
}

// compileFormat takes a format out of a schema.
func compileFormat(name string) (*jsonschema.Format, error) {
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	const id = "schema:format"
	if err := c.AddResource(id, map[string]any{"format": name}); err != nil {
		return nil, err
	}
	schema, err := c.Compile(id)
	if err != nil {
		return nil, err
	}
	return schema.Format, nil
}

func otherPeers() []*contestant {
	return []*contestant{
		{name: "fredbi/uri.IsURI", kind: peer, rule: language.URI.Automaton, judge: uri.IsURI},
		{name: "fredbi/uri.IsURIReference", kind: peer, rule: language.URIReference.Automaton, judge: uri.IsURIReference},
		{name: "strfmt uri", kind: peer, rule: language.URI.Automaton, judge: func(text string) bool {
			return strfmt.Default.Validates("uri", text)
		}},
		{name: "gonum rdf.NewIRITerm", kind: peer, rule: language.IRI.Automaton, judge: func(text string) bool {
			_, err := rdf.NewIRITerm(text)
			return err == nil
		}},
		{name: "json-gold IsAbsoluteIri", kind: peer, rule: language.IRI.Automaton, judge: ld.IsAbsoluteIri},
	}
}
