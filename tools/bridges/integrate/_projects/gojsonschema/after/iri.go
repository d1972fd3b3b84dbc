package gojsonschema

import "example.org/iri/rule"

type ruleChecker struct{ rule rule.Rule }

func (c ruleChecker) IsFormat(input interface{}) bool {
	s, ok := input.(string)
	return ok && c.rule.ValidString(s)
}
