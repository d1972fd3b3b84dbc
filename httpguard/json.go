package httpguard

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"slices"
)

// object is a policy in JSON.
type object struct {
	Refuse  []string  `json:"refuse"`
	IRI     bool      `json:"iri"`
	Schemes []string  `json:"schemes"`
	Ports   PortRange `json:"ports"`
	Max     Lengths   `json:"max"`
	Observe bool      `json:"observe"`
}

func (p *Policy) object() object {
	schemes := append([]string{}, p.Schemes...) // not null
	return object{(p.Refuse & switches).names(), p.IRI, schemes, p.Ports, p.Max, p.Observe}
}

// MarshalJSON returns an object with all fields but Logger:
//
//	{"refuse":["userinfo","encoded-slash"],"iri":false,"schemes":["http","https"],
//	 "ports":{"first":1,"last":65535},
//	 "max":{"target":8000,"scheme":0,"userinfo":0,"host":255,"path":0,"query":0},
//	 "observe":false}
func (p Policy) MarshalJSON() ([]byte, error) { return json.Marshal(p.object()) }

// UnmarshalJSON sets the fields that an object has. It is strict: unknown fields are errors, and so
// are fields that come twice or in another case, and null. The error is a [*PolicyError] with the
// field, if it can be told; then p is as it was.
func (p *Policy) UnmarshalJSON(data []byte) error {
	o := p.object()
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(&o); err != nil {
		e := &PolicyError{Err: err}
		var mistyped *json.UnmarshalTypeError
		if errors.As(err, &mistyped) {
			e.Field = mistyped.Field
		}
		return e
	}
	if err := checkNames(data); err != nil {
		return err
	}
	set, err := parseSwitches(o.Refuse)
	for _, x := range [...]PolicyError{
		{Field: "refuse", Err: err},
		{Field: "schemes", Err: checkSchemes(o.Schemes)},
		{Field: "ports", Err: o.Ports.check()},
		{Field: "max", Err: o.Max.check()},
	} {
		if x.Err != nil {
			return &x
		}
	}
	*p = Policy{set, o.IRI, o.Schemes, o.Ports, o.Max, o.Observe, p.Logger}
	return nil
}

// checkNames returns an error for what encoding/json takes without a word: a field that comes twice
// or in another case, null, and what stands behind the object. Other mistakes have been found
// before.
func checkNames(data []byte) error {
	all, _ := Policy{}.MarshalJSON()
	known, _ := fieldNames(all)
	names, err := fieldNames(data)
	for i, name := range names {
		if !slices.Contains(known, name) {
			return &PolicyError{Field: name, Err: errors.New("no such field")}
		}
		if slices.Contains(names[:i], name) {
			return &PolicyError{Field: name, Err: errors.New("comes twice")}
		}
	}
	if err != nil {
		return &PolicyError{Err: err}
	}
	return nil
}

// fieldNames returns the names of the fields in a text of JSON. In a policy, no two objects have
// fields of the same name.
func fieldNames(data []byte) (names []string, _ error) {
	d := json.NewDecoder(bytes.NewReader(data))
	names, err := appendNames(nil, d)
	if err != nil {
		return names, err
	}
	if _, err := d.Token(); err != io.EOF {
		return names, errors.New("more than an object")
	}
	return names, nil
}

// appendNames appends the names of the fields in the next value.
func appendNames(names []string, d *json.Decoder) ([]string, error) {
	token, _ := d.Token()
	if token == nil {
		return names, errors.New("null is no value")
	}
	open, is := token.(json.Delim)
	if !is {
		return names, nil
	}
	for d.More() {
		if open == '{' {
			name, _ := d.Token()
			names = append(names, name.(string))
		}
		var err error
		if names, err = appendNames(names, d); err != nil {
			return names, err
		}
	}
	_, err := d.Token() // which closes the value
	return names, err
}
