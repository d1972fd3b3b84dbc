// Package formats holds the examples of docs/recipes/json-schema.md whose libraries only this module
// requires.
package formats

import (
	"fmt"

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
