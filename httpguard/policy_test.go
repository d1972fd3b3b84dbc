package httpguard

import (
	"encoding/json"
	"errors"
	"log/slog"
	"math"
	"reflect"
	"strconv"
	"testing"
)

// fieldCases has each field of a policy, alone, in both forms, and a request that only this field
// refuses or, with IRI, lets pass.
var fieldCases = []struct {
	text, object string
	policy       Policy
	target       string // of GET, with the Host field h
	refused      Reason
}{
	{"rfc\n", `{}`, Policy{}, "/%2F", 0},
	{"refuse encoded-slash dot-segment\n", `{"refuse":["encoded-slash","dot-segment"]}`,
		Policy{Refuse: ReasonEncodedSlash | ReasonDotSegment}, "/%2F", ReasonEncodedSlash},
	{"iri\n", `{"iri":true}`, Policy{IRI: true}, "/é", 0},
	{"schemes ftp a+b\n", `{"schemes":["ftp","a+b"]}`, Policy{Schemes: []string{"ftp", "a+b"}}, "http://h/", ReasonScheme},
	{"ports 1-80\n", `{"ports":{"first":1,"last":80}}`, Policy{Ports: PortRange{1, 80}}, "http://h:81/", ReasonPort},
	{"max target 9\n", `{"max":{"target":9}}`, Policy{Max: Lengths{Target: 9}}, "http://h/p", ReasonTooLong},
	{"max scheme 2\n", `{"max":{"scheme":2}}`, Policy{Max: Lengths{Scheme: 2}}, "http://h/", ReasonTooLong},
	{"max userinfo 2\n", `{"max":{"userinfo":2}}`, Policy{Max: Lengths{Userinfo: 2}}, "http://uuu@h/", ReasonTooLong},
	{"max host 2\n", `{"max":{"host":2}}`, Policy{Max: Lengths{Host: 2}}, "http://h.e/", ReasonTooLong},
	{"max path 2\n", `{"max":{"path":2}}`, Policy{Max: Lengths{Path: 2}}, "/aa", ReasonTooLong},
	{"max query 2\n", `{"max":{"query":2}}`, Policy{Max: Lengths{Query: 2}}, "/?aaa", ReasonTooLong},
	{"observe\n", `{"observe":true}`, Policy{Observe: true}, "/", 0},
}

// TestFields: each field, in text and JSON, does what it says, and comes back.
func TestFields(t *testing.T) {
	fields := reflect.TypeFor[Policy]().NumField() + reflect.TypeFor[Lengths]().NumField() - 2 // not Max and Logger
	if len(fieldCases) != fields+1 {
		t.Errorf("%d cases for %d fields", len(fieldCases), fields)
	}
	for _, x := range fieldCases {
		var byText, byJSON Policy
		if err := byText.UnmarshalText([]byte(x.text)); err != nil || !same(byText, x.policy) {
			t.Errorf("%s: %+v, %v", x.text, byText, err)
		}
		if err := json.Unmarshal([]byte(x.object), &byJSON); err != nil || !same(byJSON, x.policy) {
			t.Errorf("%s: %+v, %v", x.object, byJSON, err)
		}
		if text, err := x.policy.MarshalText(); err != nil || string(text) != "rfc\n"+x.text && string(text) != x.text {
			t.Errorf("%s: %q, %v", x.text, text, err)
		}
		if got := refusal(x.policy, "GET", x.target, "h").Reason; got != x.refused {
			t.Errorf("%s: %s is refused: %v", x.text, x.target, got)
		}
		if other := refusal(RFC, "GET", x.target, "h").Reason; (other == 0) == x.policy.IRI {
			t.Errorf("rfc: %s is refused: %v", x.target, other)
		}
	}
}

// same compares policies; no schemes are no schemes.
func same(p, q Policy) bool {
	if len(p.Schemes)+len(q.Schemes) == 0 {
		p.Schemes, q.Schemes = nil, nil
	}
	return reflect.DeepEqual(p, q)
}

// TestText: presets, comments, and lines that take back what others say.
func TestText(t *testing.T) {
	for text, want := range map[string]Policy{
		"":                      RFC,
		"# nothing\n\n":         RFC,
		"rfc":                   RFC,
		" safe # for everybody": Safe,
		"\n\tsafe\r\nallow userinfo empty-host host-mismatch encoded-slash encoded-backslash encoded-nul encoded-percent encoded-hash\n" +
			"allow encoded-question encoded-semicolon dot-segment encoded-dot-segment empty-segment formatting\n" +
			"schemes\nports\nmax target 0\nmax host 0": RFC,
		"safe\nrefuse userinfo\nallow userinfo\nrefuse userinfo": Safe,
		"max path 1\nmax path 2":                                 {Max: Lengths{Path: 2}},
		"max path " + strconv.Itoa(math.MaxInt):                  {Max: Lengths{Path: math.MaxInt}},
		"ports 0-65535":                                          {Ports: PortRange{0, 65535}},
	} {
		var p Policy
		if err := p.UnmarshalText([]byte(text)); err != nil || !same(p, want) {
			t.Errorf("%q: %+v, %v", text, p, err)
		}
	}
	logger := slog.Default()
	if p := (Policy{Logger: logger}); p.UnmarshalText(nil) != nil || p.Logger != logger {
		t.Error("the logger is gone")
	}
	if p := Safe; p.UnmarshalText([]byte("schemes a")) != nil || Safe.Schemes[0] != "http" {
		t.Error("Safe is another")
	}
}

// TestPresets: JSON of the presets, which shows all fields.
func TestPresets(t *testing.T) {
	for want, p := range map[string]Policy{
		`{"refuse":[],"iri":false,"schemes":[],"ports":{"first":0,"last":0},` +
			`"max":{"target":0,"scheme":0,"userinfo":0,"host":0,"path":0,"query":0},"observe":false}`: RFC,
		`{"refuse":["userinfo","empty-host","host-mismatch","encoded-slash","encoded-backslash","encoded-nul","encoded-percent",` +
			`"encoded-hash","encoded-question","encoded-semicolon","dot-segment","encoded-dot-segment","empty-segment","formatting"],` +
			`"iri":false,"schemes":["http","https"],"ports":{"first":1,"last":65535},` +
			`"max":{"target":8000,"scheme":0,"userinfo":0,"host":255,"path":0,"query":0},"observe":false}`: Safe,
	} {
		if got, err := json.Marshal(p); err != nil || string(got) != want {
			t.Errorf("%s, %v", got, err)
		}
	}
	p := Safe
	if err := json.Unmarshal([]byte(`{"refuse":[],"max":{"path":5}}`), &p); err != nil {
		t.Error(err)
	}
	want := Safe
	want.Refuse, want.Max.Path = 0, 5
	if !same(p, want) {
		t.Errorf("what an object does not have stays: %+v", p)
	}
}

// TestWrongPolicies: errors name the line or the field, and leave a policy as it was.
func TestWrongPolicies(t *testing.T) {
	for _, x := range []struct {
		text, field, err string
		line             int
	}{
		{"nonsense", "nonsense", "iri: policy: line 1: nonsense: no such word", 1},
		{"Safe", "Safe", "iri: policy: line 1: Safe: no such word", 1},
		{"# a\nobserve\nsafe", "safe", "iri: policy: line 3: safe: stands alone in front of all others", 3},
		{"rfc safe", "rfc", "iri: policy: line 1: rfc: stands alone in front of all others", 1},
		{"rfc\nrefuse userinfo encoded\n", "refuse", `iri: policy: line 2: refuse: "encoded" is no reason`, 2},
		{"allow syntax", "allow", `iri: policy: line 1: allow: "syntax" is no switch`, 1},
		{"refuse too-long userinfo", "refuse", `iri: policy: line 1: refuse: "too-long" is no switch`, 1},
		{"schemes http 1a", "schemes", `iri: policy: line 1: schemes: "1a" is no scheme`, 1},
		{"ports 80", "ports", `iri: policy: line 1: ports: "80" is no range of ports`, 1},
		{"ports 0-0", "ports", `iri: policy: line 1: ports: "0-0" is no range of ports`, 1},
		{"safe\nallow", "allow", "iri: policy: line 2: allow: takes names of switches", 2},
		{"refuse # all", "refuse", "iri: policy: line 1: refuse: takes names of switches", 1},
		{"ports 2-1", "ports", `iri: policy: line 1: ports: "2-1" is no range of ports`, 1},
		{"ports 1-65536", "ports", `iri: policy: line 1: ports: "1-65536" is no range of ports`, 1},
		{"ports 1 -2", "ports", `iri: policy: line 1: ports: "1 -2" is no range of ports`, 1},
		{"max target", "max", "iri: policy: line 1: max: takes the name of a length and a number", 1},
		{"max fragment 1", "max", `iri: policy: line 1: max: "fragment" is no name of a length`, 1},
		{"max path -1", "max", `iri: policy: line 1: max: "-1" is no length`, 1},
		{"iri yes", "iri", "iri: policy: line 1: iri: takes no more words", 1},
		{"observe no", "observe", "iri: policy: line 1: observe: takes no more words", 1},

		{`{"nonsense":1}`, "", `iri: policy: json: unknown field "nonsense"`, 0},
		{`{"max":{"fragment":1}}`, "", `iri: policy: json: unknown field "fragment"`, 0},
		{`{"refuse":["userinfo"],"refuse":[]}`, "refuse", "iri: policy: refuse: comes twice", 0},
		{`{"max":{"path":1,"path":2}}`, "path", "iri: policy: path: comes twice", 0},
		{`{"Refuse":[]}`, "Refuse", "iri: policy: Refuse: no such field", 0},
		{`{"max":{"PATH":1}}`, "PATH", "iri: policy: PATH: no such field", 0},
		{`{"refuse":null}`, "", "iri: policy: null is no value", 0},
		{`{"schemes":[null]}`, "", "iri: policy: null is no value", 0},
		{`null`, "", "iri: policy: null is no value", 0},
		{`{} {}`, "", "iri: policy: more than an object", 0},
		{`{"refuse":["syntax"]}`, "refuse", `iri: policy: refuse: "syntax" is no switch`, 0},
		{`{"refuse":[""]}`, "refuse", `iri: policy: refuse: "" is no reason`, 0},
		{`{"schemes":["a b"]}`, "schemes", `iri: policy: schemes: "a b" is no scheme`, 0},
		{`{"ports":{"first":2,"last":1}}`, "ports", `iri: policy: ports: "2-1" is no range of ports`, 0},
		{`{"max":{"path":-1}}`, "max", `iri: policy: max: "-1" is no length`, 0},
		{`{"ports":{"last":65536}}`, "ports.last", "", 0},
		{`{"max":{"path":"1"}}`, "max.path", "", 0},
		{`{"iri":1}`, "iri", "", 0},
		{`[]`, "", "", 0},
	} {
		p := Policy{Max: Lengths{Path: 7}}
		unmarshal := p.UnmarshalText
		if x.line == 0 {
			unmarshal = p.UnmarshalJSON
		}
		err := unmarshal([]byte(x.text))
		var e *PolicyError
		if !errors.As(err, &e) || e.Line != x.line || e.Field != x.field || errors.Unwrap(e) != e.Err || x.err != "" && e.Error() != x.err {
			t.Errorf("%s: %v", x.text, err)
		}
		if !same(p, Policy{Max: Lengths{Path: 7}}) {
			t.Errorf("%s: %+v", x.text, p)
		}
	}
}

func TestReasonText(t *testing.T) {
	all := Reason(1<<numReasons - 1)
	var back Reason
	text, err := all.MarshalText()
	if err != nil || back.UnmarshalText(text) != nil || back != all {
		t.Errorf("%s, %v, %v", text, err, back)
	}
	if err := back.UnmarshalText([]byte("port Port")); err == nil || back != all {
		t.Error(err, back)
	}
	if s := Reason(0).String(); s != "" {
		t.Error(s)
	}
}
