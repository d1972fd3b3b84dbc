package httpguard

import (
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"
)

// fieldCases has each field of a policy alone, with a request that only this field refuses or, for IRI and Browser,
// accepts.
var fieldCases = []struct {
	object  string
	policy  Policy
	target  string // of GET, with Host field h
	refused Reason
}{
	{`{}`, Policy{}, "/%2F", 0},
	{`{"refuse":["encoded-slash","dot-segment"]}`, Policy{Refuse: of(ReasonEncodedSlash, ReasonDotSegment)}, "/%2F", ReasonEncodedSlash},
	{`{"browser":true}`, Policy{Browser: true}, "/?[]", 0},
	{`{"iri":true}`, Policy{IRI: true}, "/é", 0},
	{`{"schemes":["ftp","a+b"]}`, Policy{Schemes: []string{"ftp", "a+b"}}, "http://h/", ReasonScheme},
	{`{"ports":{"first":1,"last":80}}`, Policy{Ports: PortRange{1, 80}}, "http://h:81/", ReasonPort},
	{`{"max":{"target":9}}`, Policy{Max: Lengths{Target: 9}}, "http://h/p", ReasonTooLong},
	{`{"max":{"scheme":2}}`, Policy{Max: Lengths{Scheme: 2}}, "http://h/", ReasonTooLong},
	{`{"max":{"userinfo":2}}`, Policy{Max: Lengths{Userinfo: 2}}, "http://uuu@h/", ReasonTooLong},
	{`{"max":{"host":2}}`, Policy{Max: Lengths{Host: 2}}, "http://h.e/", ReasonTooLong},
	{`{"max":{"path":2}}`, Policy{Max: Lengths{Path: 2}}, "/aa", ReasonTooLong},
	{`{"max":{"query":2}}`, Policy{Max: Lengths{Query: 2}}, "/?aaa", ReasonTooLong},
	{`{"observe":true}`, Policy{Observe: true}, "/", 0},
}

// TestFields checks the effect of each field, and its round trip in JSON.
func TestFields(t *testing.T) {
	fields := reflect.TypeFor[Policy]().NumField() + reflect.TypeFor[Lengths]().NumField() - 2 // without Max and Logger
	if len(fieldCases) != fields+1 {
		t.Errorf("%d cases for %d fields", len(fieldCases), fields)
	}
	for _, x := range fieldCases {
		var p Policy
		if err := json.Unmarshal([]byte(x.object), &p); err != nil || !reflect.DeepEqual(p, x.policy) {
			t.Errorf("%s: %+v, %v", x.object, p, err)
		}
		if object, err := json.Marshal(x.policy); err != nil || string(object) != x.object {
			t.Errorf("%s: %s, %v", x.object, object, err)
		}
		if got := refusal(x.policy, "GET", x.target, "h").Reason; got != x.refused {
			t.Errorf("%s: %s is refused: %v", x.object, x.target, got)
		}
		if other := refusal(RFC, "GET", x.target, "h").Reason; (other == 0) == (x.policy.IRI || x.policy.Browser) {
			t.Errorf("RFC: %s is refused: %v", x.target, other)
		}
	}
}

// TestPresets checks the JSON of the presets, and that decoding into a copy keeps absent fields and does not change the
// presets.
func TestPresets(t *testing.T) {
	const common = `"host-mismatch","host-name","encoded-slash","encoded-backslash","encoded-nul","encoded-control","encoded-percent","encoded-hash",` +
		`"encoded-question","encoded-semicolon","dot-segment","encoded-dot-segment","dot-end","empty-segment",`
	const rest = `"schemes":["http","https"],"ports":{"first":1,"last":65535},"max":{"target":8000,"host":255}}`
	for want, p := range map[string]Policy{
		`{}`: RFC,
		`{"refuse":["no-host","userinfo","empty-host",` + common + `"path-parameters","formatting"],` + rest: Safe,
		`{"refuse":["userinfo","empty-host",` + common + `"formatting"],"browser":true,` + rest:              Browser,
	} {
		if got, err := json.Marshal(p); err != nil || string(got) != want {
			t.Errorf("%s, %v", got, err)
		}
		if back := (Policy{}); back.UnmarshalJSON([]byte(want)) != nil || !reflect.DeepEqual(back, p) {
			t.Errorf("%s: %+v", want, back)
		}
	}
	p := Safe
	if err := json.Unmarshal([]byte(`{"refuse":[],"max":{"path":5},"schemes":["a","b"]}`), &p); err != nil {
		t.Error(err)
	}
	want := Policy{Schemes: []string{"a", "b"}, Ports: Safe.Ports, Max: Lengths{Target: 8000, Host: 255, Path: 5}}
	if !reflect.DeepEqual(p, want) || Safe.Schemes[0] != "http" || Browser.Schemes[0] != "http" {
		t.Errorf("%+v, %v", p, Safe.Schemes)
	}
}

// TestWrongPolicies checks that errors name the field and leave the policy unchanged.
func TestWrongPolicies(t *testing.T) {
	for _, x := range []struct{ object, field, err string }{
		{`{"nonsense":1}`, "", `iri: policy: json: unknown field "nonsense"`},
		{`{"max":{"fragment":1}}`, "", `iri: policy: json: unknown field "fragment"`},
		{`{"refuse":["userinfo"],"refuse":[]}`, "refuse", "iri: policy: refuse: duplicate name"},
		{`{"max":{"path":1,"path":2}}`, "path", "iri: policy: path: duplicate name"},
		{`{"Refuse":[]}`, "Refuse", "iri: policy: Refuse: no such field"},
		{`{"ſchemes":[]}`, "ſchemes", "iri: policy: ſchemes: no such field"},
		{`{"max":{"PATH":1}}`, "PATH", "iri: policy: PATH: no such field"},
		{`{"refuse":null}`, "", "iri: policy: null is not a value"},
		{`{"schemes":[null]}`, "", "iri: policy: null is not a value"},
		{`null`, "", "iri: policy: null is not a value"},
		{`{} {}`, "", "iri: policy: data after the object"},
		{`{"refuse":["syntax"]}`, "", `iri: policy: "syntax" is not a switch`},
		{`{"refuse":["encoded"]}`, "", `iri: policy: "encoded" is not a reason`},
		{`{"refuse":[""]}`, "", `iri: policy: "" is not a reason`},
		{`{"schemes":["a b"]}`, "schemes", `iri: policy: schemes: "a b" is not a scheme`},
		{`{"ports":{"first":2,"last":1}}`, "ports", `iri: policy: ports: "2-1" is not a range of ports`},
		{`{"max":{"path":-1}}`, "max", `iri: policy: max: "-1" is not a length`},
		{`{"ports":{"last":65536}}`, "ports.last", ""},
		{`{"max":{"path":"1"}}`, "max.path", ""},
		{`{"iri":1}`, "iri", ""},
		{`[]`, "", ""},
	} {
		p := Policy{Max: Lengths{Path: 7}}
		err := p.UnmarshalJSON([]byte(x.object))
		field := "iri: policy: "
		if x.field != "" {
			field += x.field + ": "
		}
		if err == nil || !strings.HasPrefix(err.Error(), field) || errors.Unwrap(err) == nil || x.err != "" && err.Error() != x.err {
			t.Errorf("%s: %v", x.object, err)
		}
		if !reflect.DeepEqual(p, Policy{Max: Lengths{Path: 7}}) {
			t.Errorf("%s: %+v", x.object, p)
		}
	}
}

// TestReasonNames checks that names are unique and decode, and that sets only have switches.
func TestReasonNames(t *testing.T) {
	var set Reasons
	names := make(map[string]bool)
	for r := ReasonMethod; r < numReasons; r++ {
		var back Reason
		if name, err := r.MarshalText(); err != nil || back.UnmarshalText(name) != nil || back != r || names[string(name)] {
			t.Errorf("%d: %s, %v, %v", r, name, err, back)
		}
		names[r.String()] = true
		set = set.With(r)
		if is := r >= firstSwitch; set.Has(r) != is || set.Without(r) == set == is {
			t.Errorf("%v: %b", r, set)
		}
	}
	back := ReasonPort
	if err := back.UnmarshalText([]byte("Port")); err == nil || back != ReasonPort {
		t.Error(err, back)
	}
	if s := Reason(0).String() + Reason(200).String(); s != "" || set.Has(0) || set.Has(200) {
		t.Error(s)
	}
	if list, err := json.Marshal(set); err != nil || strings.Count(string(list), ",") != int(lastSwitch-firstSwitch) {
		t.Errorf("%s, %v", list, err)
	}
}
