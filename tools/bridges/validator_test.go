package bridges

import (
	"fmt"

	"github.com/go-playground/validator/v10"

	"example.org/iri"
	"example.org/iri/fetch"
	"example.org/iri/rule"
)

// Tags for github.com/go-playground/validator: a rule by its name, and what may be fetched.
func Example_validator() {
	v := validator.New(validator.WithRequiredStructEnabled())
	for tag, r := range map[string]rule.Rule{"uri": rule.URI.Rule, "iri": rule.IRI.Rule, "iri_reference": rule.IRIReference.Rule} {
		err := v.RegisterValidation(tag, func(field validator.FieldLevel) bool { return r.ValidString(field.Field().String()) })
		if err != nil {
			fmt.Println(err)
			return
		}
	}
	err := v.RegisterValidation("fetchable", func(field validator.FieldLevel) bool {
		x, err := iri.Parse(field.Field().String())
		return err == nil && fetch.CheckFetch(x, fetch.Policy{}) == nil
	})
	if err != nil {
		fmt.Println(err)
		return
	}

	type hook struct {
		Topic    string `validate:"iri"`
		Callback string `validate:"fetchable"`
	}
	fmt.Println(v.Struct(hook{"tag:example.org,2026:rosé", "https://example.org/hook"}))
	fmt.Println(v.Struct(hook{`http://example.org\a`, "http://127.1/hook"}))
	// Output:
	// <nil>
	// Key: 'hook.Topic' Error:Field validation for 'Topic' failed on the 'iri' tag
	// Key: 'hook.Callback' Error:Field validation for 'Callback' failed on the 'fetchable' tag
}
