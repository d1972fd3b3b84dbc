package answer

import (
	"bytes"
	"encoding/json"
	"reflect"
)

// marshal writes an answer as JSON, in which a slice is never null: the page takes the length of each.
func marshal(answer any) []byte {
	fill(reflect.ValueOf(answer))
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(answer); err != nil {
		panic(err) // answers have strings, booleans and whole numbers
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}

// fill puts an empty slice in the place of each that is nil.
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
