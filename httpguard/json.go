package httpguard

import (
	"bytes"
	"encoding/json"
	"errors"
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

// UnmarshalJSON sets the fields that an object has. The error is a [*PolicyError] with the field, if
// there is such a field; then p is as it was.
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
