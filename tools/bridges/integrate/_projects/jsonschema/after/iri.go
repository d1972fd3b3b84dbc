package jsonschema

import "example.org/iri/rule"

func is(r rule.Rule) func(v any) error {
	return func(v any) error {
		s, ok := v.(string)
		if !ok {
			return nil
		}
		return r.CheckString(s)
	}
}
