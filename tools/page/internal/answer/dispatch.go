package answer

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
)

// To answers a JSON [Request] in JSON. The answer to an invalid request is a [Failure].
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

// marshal returns an answer in JSON. Slices are never null, since the page reads their length.
func marshal(answer any) []byte {
	fill(reflect.ValueOf(answer))
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(answer); err != nil {
		panic(err) // answers have no other types than strings, booleans and integers
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}

// fill replaces nil slices by empty ones.
func fill(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			fill(v.Elem())
		}
	case reflect.Struct:
		for _, field := range v.Fields() {
			fill(field)
		}
	case reflect.Slice:
		if v.IsNil() {
			v.Set(reflect.MakeSlice(v.Type(), 0, 0))
		}
		for i := range v.Len() {
			fill(v.Index(i))
		}
	}
}
