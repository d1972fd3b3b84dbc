package bridges

import (
	"fmt"

	"github.com/xeipuuv/gojsonschema"

	"example.org/iri/rule"
)

// checker is a rule as a format of github.com/xeipuuv/gojsonschema.
type checker struct{ rule.Rule }

// IsFormat reports whether a value is of the format. Values that are no strings are.
func (c checker) IsFormat(v any) bool {
	s, ok := v.(string)
	return !ok || c.ValidString(s)
}

// The four formats for github.com/xeipuuv/gojsonschema, which has them for the whole program.
func Example_gojsonschema() {
	gojsonschema.FormatCheckers.
		Add("uri", checker{rule.URI.Rule}).
		Add("uri-reference", checker{rule.URIReference.Rule}).
		Add("iri", checker{rule.IRI.Rule}).
		Add("iri-reference", checker{rule.IRIReference.Rule})

	schema := gojsonschema.NewStringLoader(`{"format": "iri-reference"}`)
	for _, text := range []string{"../rosé", "#a#b", "a b"} {
		result, err := gojsonschema.Validate(schema, gojsonschema.NewGoLoader(text))
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(result.Valid(), text)
	}
	// Output:
	// true ../rosé
	// false #a#b
	// false a b
}
