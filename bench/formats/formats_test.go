// Package formats has the examples of docs/recipes/json-schema.md whose libraries only this module requires.
package formats

import (
	"fmt"
	"net/http/httptest"
	"reflect"
	"strings"

	"github.com/gin-gonic/gin/binding"
	"github.com/go-playground/validator/v10"
	"github.com/xeipuuv/gojsonschema"

	"example.org/iri"
	"example.org/iri/rule"
	"example.org/iri/ssrf"
)

// checker is a rule as a format of gojsonschema.
type checker struct{ rule.Rule }

// IsFormat reports whether a value has the format. Every value that is not a string has it.
func (c checker) IsFormat(v any) bool {
	s, is := v.(string)
	return !is || c.ValidString(s)
}

// gojsonschema has its formats for the whole program.
func Example_gojsonschema() {
	gojsonschema.FormatCheckers.
		Add("iri", checker{rule.IRI}).
		Add("iri-reference", checker{rule.IRIReference}).
		Add("uri", checker{rule.URI}).
		Add("uri-reference", checker{rule.URIReference})

	schema := gojsonschema.NewStringLoader(`{"format": "iri-reference"}`)
	for _, s := range []string{"../rosé", "#a#b", "a b"} {
		result, err := gojsonschema.Validate(schema, gojsonschema.NewGoLoader(s))
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(result.Valid(), s)
	}
	// Output:
	// true ../rosé
	// false #a#b
	// false a b
}

// register gives a validator tags: rules, and what may be fetched.
func register(v *validator.Validate) error {
	for tag, r := range map[string]rule.Rule{"uri": rule.URI, "iri": rule.IRI, "iri_reference": rule.IRIReference} {
		err := v.RegisterValidation(tag, func(field validator.FieldLevel) bool {
			return r.ValidString(field.Field().String())
		})
		if err != nil {
			return err
		}
	}
	return v.RegisterValidation("fetchable", func(field validator.FieldLevel) bool {
		x, err := iri.Parse(field.Field().String())
		return err == nil && (ssrf.Policy{}).Check(x) == nil
	})
}

type hook struct {
	Topic    string `validate:"iri"`
	Callback string `validate:"fetchable"`
}

func Example_validator() {
	v := validator.New(validator.WithRequiredStructEnabled())
	if err := register(v); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(v.Struct(hook{"tag:example.org,2026:rosé", "https://example.org/hook"}))
	fmt.Println(v.Struct(hook{`http://example.org\a`, "http://127.1/hook"}))
	// Output:
	// <nil>
	// Key: 'hook.Topic' Error:Field validation for 'Topic' failed on the 'iri' tag
	// Key: 'hook.Callback' Error:Field validation for 'Callback' failed on the 'fetchable' tag
}

// registerIRI lets required and other tags see an IRI as its string, so that the zero IRI is empty.
func registerIRI(v *validator.Validate) {
	v.RegisterCustomTypeFunc(func(field reflect.Value) any {
		return field.Interface().(fmt.Stringer).String()
	}, iri.IRI{}, iri.Reference{})
}

type page struct {
	Link iri.IRI `json:"link" binding:"required" validate:"required"`
	Icon iri.IRI `json:"icon" binding:"omitempty,startswith=https://" validate:"omitempty,startswith=https://"`
}

// Without registerIRI, required accepts the zero IRI, because validator does not look at structs, unless it has
// option WithRequiredStructEnabled.
func Example_required() {
	v := validator.New()
	fmt.Println(v.Struct(page{}))
	registerIRI(v)
	fmt.Println(v.Struct(page{}))
	fmt.Println(v.Struct(page{Link: iri.MustParse("urn:x"), Icon: iri.MustParse("http://h/")}))
	// Output:
	// <nil>
	// Key: 'page.Link' Error:Field validation for 'Link' failed on the 'required' tag
	// Key: 'page.Icon' Error:Field validation for 'Icon' failed on the 'startswith' tag
}

func Example_gin() {
	registerIRI(binding.Validator.Engine().(*validator.Validate))
	for _, body := range []string{`{}`, `{"link": "http://a b"}`, `{"link": "http://h/é"}`} {
		request := httptest.NewRequest("POST", "/", strings.NewReader(body))
		var p page
		err := binding.JSON.Bind(request, &p)
		fmt.Println(p.Link, err)
	}
	// Output:
	//  Key: 'page.Link' Error:Field validation for 'Link' failed on the 'required' tag
	//  iri: ' ' is not allowed in an authority: "http://a b" (IRI, byte 8, expected iunreserved, pct-encoded, sub-delims, ":", "/", "?", "#", "@" or end)
	// http://h/é <nil>
}

// Identifiers of JSON Schema are equal if their normal forms are; the next draft requires the syntax-based one.
func Example_identifiers() {
	base := iri.Resolver{Base: iri.MustParse("https://example.org/schemas/page"), Normalize: iri.SyntaxBased}
	id, err := base.Resolve(iri.MustParseReference("HTTPS://EXAMPLE.org/schemas/%7Eme/../link"))
	fmt.Println(id, err)
	ref, err := base.Resolve(iri.MustParseReference("./link#/$defs/x"))
	fmt.Println(ref.WithoutFragment() == id, err)
	// Output:
	// https://example.org/schemas/link <nil>
	// true <nil>
}
