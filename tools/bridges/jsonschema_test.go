package bridges

import (
	"fmt"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"example.org/iri/rule"
)

// format returns a format of JSON Schema. Formats are of strings; other values pass.
func format(name string, r rule.Rule) *jsonschema.Format {
	return &jsonschema.Format{Name: name, Validate: func(v any) error {
		s, ok := v.(string)
		if !ok {
			return nil
		}
		return r.CheckString(s)
	}}
}

// The four formats of JSON Schema for github.com/santhosh-tekuri/jsonschema, whose own take
// whatever net/url does.
func Example_jsonschema() {
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	c.RegisterFormat(format("uri", rule.URI.Rule))
	c.RegisterFormat(format("uri-reference", rule.URIReference.Rule))
	c.RegisterFormat(format("iri", rule.IRI.Rule))
	c.RegisterFormat(format("iri-reference", rule.IRIReference.Rule))

	if err := c.AddResource("schema.json", map[string]any{"format": "uri"}); err != nil {
		fmt.Println(err)
		return
	}
	schema, err := c.Compile("schema.json")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, text := range []string{"http://example.org/rosé", "http://example.org/ros%C3%A9", "http://[v7.a:b]/"} {
		fmt.Println(schema.Validate(text) == nil, text)
	}
	// Output:
	// false http://example.org/rosé
	// true http://example.org/ros%C3%A9
	// true http://[v7.a:b]/
}
