package answer

import (
	"encoding/json"
	"reflect"
	"testing"
)

// TestAnswersAreJSON requires that answers can be read back, and have no null slices.
func TestAnswersAreJSON(t *testing.T) {
	for _, r := range requests() {
		answer, err := r.answer()
		if err != nil {
			t.Errorf("%+v: %v", r, err)
			continue
		}
		written := request(t, r)
		read := reflect.New(reflect.TypeOf(answer).Elem())
		if err := json.Unmarshal(written, read.Interface()); err != nil {
			t.Errorf("%+v: %v: %s", r, err, written)
			continue
		}
		if again := marshal(read.Interface()); string(again) != string(written) {
			t.Errorf("%+v: %s is read as %s", r, written, again)
		}
	}
}

// requests returns at least one request of each kind.
func requests() []Request {
	const grammar = "a = \"x\" b / \"htt\" c\nb = 1*DIGIT\nc = b / %x80-90\n"
	list := []Request{
		{Kind: "rules"},
		{Kind: "grammar", Grammar: "a = |"}, {Kind: "grammar", Grammar: "a = b <c>"}, {Kind: "grammar", Grammar: "see:\n  a ::= 'x'\n", Wild: true},
		{Kind: "samples", Grammar: grammar, Rule: "none"}, {Kind: "lint", Grammar: "a = "},
	}
	for _, kind := range []string{"grammar", "diagrams", "samples", "lint", "railroad"} {
		list = append(list, Request{Kind: kind, Grammar: grammar, Rule: "a", Text: "ht\U0001f600\x01", Seed: 7})
	}
	for _, kind := range []string{"text", "railroad"} {
		for _, text := range texts {
			list = append(list, Request{Kind: kind, Text: text, Base: "http://a/b/c/d;p?q"}, Request{Kind: kind, Text: text, Rule: "URI-reference", Base: "b"})
		}
	}
	return list
}

// request returns the answer to a request in JSON.
func request(t *testing.T, r Request) []byte {
	t.Helper()
	request, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	return To(request)
}

// TestFailures requires a Failure for invalid requests.
func TestFailures(t *testing.T) {
	for _, request := range []string{
		"", "{", "}", "null", "[]", `{"kind"}`, `{"kind":}`, `{"kind":"text"`, `{"kind":"text",`, `{"kind":"text",}`, `{"kind":"text"}}`, `{kind:"text"}`,
		`{"kind":"nothing"}`, `{"other":"x"}`, `{"kind":'t'}`, "{\"kind\":`text`}", `{"wild":2}`, `{"seed":-1}`, `{"text":"\ud800"}`, `{"wild":true`,
		`{"kind":"text","rule":"none"}`, `{"kind":"railroad","rule":"IRIStrict"}`,
	} {
		var f Failure
		if err := json.Unmarshal(To([]byte(request)), &f); err != nil || f.Failure == "" {
			t.Errorf("%s: %+v, %v", request, f, err)
		}
	}
}
