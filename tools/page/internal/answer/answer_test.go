package answer_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"example.org/iri/tools/page/internal/answer"
)

// A request for a string while it is typed.
func ExampleTo() {
	response := answer.To([]byte(`{"kind":"text","text":"http://host:8080x/","rule":"IRI"}`))
	var text answer.Text
	if err := json.Unmarshal(response, &text); err != nil {
		panic(err)
	}
	fmt.Println(text.Mistake.Message)
	fmt.Println(text.Mistake.Section)
	// Output:
	// port "8080x": 'x' is not a digit
	// RFC 3986, section 3.2.3
}

// FuzzTo requires JSON for any request.
func FuzzTo(f *testing.F) {
	for _, kind := range []string{"rules", "text", "railroad", "grammar", "diagrams", "samples", "lint", "none"} {
		f.Add(kind, "http://a b/", "a", "a = \"x\" [ a ]\n", true)
		f.Add(kind, "x\U0001f600", "IRI", "a = b\n", false)
		f.Add(kind, "", "", "", false)
	}
	f.Fuzz(func(t *testing.T, kind, text, rule, grammar string, wild bool) {
		request, err := json.Marshal(answer.Request{Kind: kind, Text: text, Rule: rule, Base: text, Grammar: grammar, Wild: wild})
		if err != nil {
			t.Skip(err)
		}
		if response := answer.To(request); !json.Valid(response) {
			t.Errorf("%s: %s", request, response)
		}
		answer.To([]byte(text))
	})
}
