package httpguard

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"example.org/iri/dfa"
	"example.org/iri/internal/language"
)

// policyError returns an error for a field of the JSON of a policy, or for no single field if field is "":
//
//	iri: policy: ports: "80-1" is not a range of ports
func policyError(field string, err error) error {
	if field == "" {
		return fmt.Errorf("iri: policy: %w", err)
	}
	return fmt.Errorf("iri: policy: %s: %w", field, err)
}

func notA(value, want string) error {
	return errors.New(strconv.Quote(value) + " is not a " + want)
}

// UnmarshalJSON sets the fields that are in an object:
//
//	{"refuse":["userinfo","encoded-slash"],"browser":true,"iri":true,"schemes":["http","https"],
//	 "ports":{"first":1,"last":65535},"max":{"target":8000,"host":255},"observe":true}
//
// Other fields of p stay. Unknown and duplicate names, names in another case, and null are errors. If there is an
// error, which names the field, p does not change.
func (p *Policy) UnmarshalJSON(data []byte) error {
	type fields Policy // has no UnmarshalJSON, which would call itself
	next := fields(*p)
	next.Schemes = slices.Clone(p.Schemes) // since encoding/json overwrites the elements of a slice
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(&next); err != nil {
		var mistyped *json.UnmarshalTypeError
		if errors.As(err, &mistyped) {
			return policyError(mistyped.Field, err)
		}
		return policyError("", err)
	}
	if err := checkNames(data); err != nil {
		return err
	}
	if err := (*Policy)(&next).check(); err != nil {
		return err
	}
	*p = Policy(next)
	return nil
}

func (p *Policy) check() error {
	for _, scheme := range p.Schemes {
		if !dfa.Match(language.Scheme.Automaton, scheme) { // RFC 3986, section 3.1
			return policyError("schemes", notA(scheme, "scheme"))
		}
	}
	if p.Ports.First > p.Ports.Last {
		return policyError("ports", notA(strconv.Itoa(int(p.Ports.First))+"-"+strconv.Itoa(int(p.Ports.Last)), "range of ports"))
	}
	if least := min(p.Max.Target, p.Max.Scheme, p.Max.Userinfo, p.Max.Host, p.Max.Path, p.Max.Query); least < 0 {
		return policyError("max", notA(strconv.Itoa(least), "length"))
	}
	return nil
}

// checkNames rejects input that encoding/json accepts: duplicate names, names in another case, null, and data after the
// object. It collects the names of all objects in one list, because no two objects of a policy share a name.
func checkNames(data []byte) error {
	d := json.NewDecoder(bytes.NewReader(data))
	names, err := appendNames(nil, d)
	for i, name := range names {
		if strings.Trim(name, "abcdefghijklmnopqrstuvwxyz") != "" {
			return policyError(name, errors.New("no such field"))
		}
		if slices.Contains(names[:i], name) {
			return policyError(name, errors.New("duplicate name"))
		}
	}
	if err != nil {
		return policyError("", err)
	}
	if _, err := d.Token(); err != io.EOF {
		return policyError("", errors.New("data after the object"))
	}
	return nil
}

func appendNames(names []string, d *json.Decoder) ([]string, error) {
	token, _ := d.Token()
	if token == nil {
		return names, errors.New("null is not a value")
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
	_, err := d.Token() // the end of the value
	return names, err
}
