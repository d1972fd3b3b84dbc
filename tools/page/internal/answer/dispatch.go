package answer

import (
	"encoding/json"
	"fmt"
)

// To returns the answer to a [Request], both as JSON. It is a [Failure] if that is none.
func To(request []byte) []byte {
	var r Request
	var answer any
	err := json.Unmarshal(request, &r)
	if err == nil {
		answer, err = r.answer()
	}
	if err != nil {
		answer = Failure{err.Error()}
	}
	return marshal(answer)
}

func (r *Request) answer() (any, error) {
	switch r.Kind {
	case "rules":
		return allRules(), nil
	case "text":
		return r.text()
	case "railroad":
		return r.railroads()
	case "grammar":
		return r.grammar(), nil
	case "diagrams":
		return r.diagrams()
	case "samples":
		return r.samples(), nil
	case "lint":
		return r.lint(), nil
	}
	return nil, fmt.Errorf("there is no answer of kind %q", r.Kind)
}
