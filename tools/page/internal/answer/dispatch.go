package answer

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// To returns the answer to a [Request], both as JSON. It is a [Failure] if that is none.
func To(request []byte) []byte {
	var r Request
	err := json.Unmarshal(request, &r)
	var answer any
	if err == nil {
		answer, err = r.answer()
	}
	if err != nil {
		answer = Failure{err.Error()}
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false) // pictures are full of <
	if err := e.Encode(answer); err != nil {
		panic(err) // all types here can be written
	}
	return b.Bytes()
}

func (r *Request) answer() (any, error) {
	switch r.Kind {
	case "rules":
		return allRules(), nil
	case "text":
		return r.text()
	case "path":
		return r.path()
	case "railroad":
		return r.railroads()
	case "grammar":
		return r.grammar(), nil
	case "diagrams":
		return r.diagrams()
	case "automaton":
		return r.automaton(), nil
	case "samples":
		return r.samples(), nil
	case "lint":
		return r.lint(), nil
	}
	return nil, fmt.Errorf("there is no answer of kind %q", r.Kind)
}
