package sarif

import (
	"encoding/json"
	"testing"
)

// TestLog compares JSON with SARIF 2.1.0: messages have no control characters, paths are URIs, and a file without a
// line has no region.
func TestLog(t *testing.T) {
	got, err := json.Marshal(NewLog(Run{
		Tool:    Tool{Driver{Name: "n", Version: "v", Rules: []Rule{{ID: "r", Short: Message{"short"}}}}},
		Columns: "unicodeCodePoints",
		Results: []Result{
			{RuleID: "r", Level: "note", Message: Message{"a\x1b\u202eb"}, Locations: At("a b/é.abnf", 2, 3)},
			{RuleID: "r", Level: "error", Message: Message{"b"}, Locations: At("c:d", 0, 0)},
			{RuleID: "r", Level: "warning", Message: Message{"c"}},
		},
	}))
	const want = `{"$schema":"https://json.schemastore.org/sarif-2.1.0.json","version":"2.1.0","runs":[{` +
		`"tool":{"driver":{"name":"n","version":"v","rules":[{"id":"r","shortDescription":{"text":"short"}}]}},` +
		`"columnKind":"unicodeCodePoints","results":[` +
		`{"ruleId":"r","level":"note","message":{"text":"a\\x1b\\u202eb"},"locations":[{"physicalLocation":{` +
		`"artifactLocation":{"uri":"a%20b/%C3%A9.abnf"},"region":{"startLine":2,"startColumn":3}}}]},` +
		`{"ruleId":"r","level":"error","message":{"text":"b"},"locations":[{"physicalLocation":{"artifactLocation":{"uri":"./c:d"}}}]},` +
		`{"ruleId":"r","level":"warning","message":{"text":"c"}}]}]}`
	if err != nil || string(got) != want {
		t.Errorf("%v, %s, want %s", err, got, want)
	}
}

func TestURI(t *testing.T) {
	for name, want := range map[string]string{"a.abnf": "a.abnf", "/t/a b.abnf": "file:///t/a%20b.abnf", "-": "-", "//x": "file:////x"} {
		if got := URI(name); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}
