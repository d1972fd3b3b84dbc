package browser

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"example.org/iri/internal/testkit/suites"
	"example.org/iri/rule"
)

// driver is JavaScript that enters strings into the page one by one, and returns the results that the page displays.
const driver = `(() => {
	const field = document.getElementById("text"), result = document.getElementById("text-result");
	window.validate = async text => {
		const shown = new Promise(resolve => new MutationObserver((_, watch) => { watch.disconnect(); resolve(); }).observe(result, { childList: true }));
		field.value = text;
		field.dispatchEvent(new Event("input", { bubbles: true }));
		await shown;
		return {
			valid: result.classList.contains("good"),
			rules: Array.from(document.querySelectorAll("#languages .chips .good span:nth-child(2)"), name => name.textContent),
		};
	};
	window.validateAll = async texts => {
		const shown = [];
		for (const text of texts) shown.push(await validate(text));
		return shown;
	};
	return true;
})()`

// shown is the result that the page shows for a string.
type shown struct {
	Valid bool     `json:"valid"` // by rule IRI
	Rules []string `json:"rules"` // that the string matches
}

func validate(t *testing.T, ctx context.Context, texts []string) []shown {
	t.Helper()
	list, err := json.Marshal(texts)
	if err != nil {
		t.Fatal(err)
	}
	eval[bool](t, ctx, driver)
	return eval[[]shown](t, ctx, fmt.Sprintf("validateAll(%s)", list))
}

// suite returns the strings of a conformance suite that can be entered into a text field, which normalizes line ends
// and only has characters.
func suite(t *testing.T, name string) (valid, wrong []string) {
	t.Helper()
	for c, err := range suites.File("../../testdata/suites/" + name + ".jsonl.gz") {
		if err != nil {
			t.Fatal(err)
		}
		switch {
		case !utf8.Valid(c.Input) || strings.Contains(string(c.Input), "\r"):
		case c.Valid:
			valid = append(valid, string(c.Input))
		default:
			wrong = append(wrong, string(c.Input))
		}
	}
	return valid, wrong
}

// TestConformance compares the page with the library by every rule, on a sample of the suite of IRI-reference; the
// whole suite takes minutes.
func TestConformance(t *testing.T) {
	valid, wrong := suite(t, "IRI-reference")
	texts := append(every(valid, 17), every(wrong, 173)...)
	ctx := open(t, desktop)
	iris := 0
	for chunk := range slices.Chunk(texts, 200) {
		for i, got := range validate(t, ctx, chunk) {
			var want []string
			for r := range rule.All() {
				if r.ValidString(chunk[i]) {
					want = append(want, r.String())
				}
			}
			slices.Sort(want)
			slices.Sort(got.Rules)
			if got.Valid != rule.IRI.ValidString(chunk[i]) || !slices.Equal(got.Rules, want) {
				t.Errorf("%q: the page shows %v and rules %q, the library has %q", chunk[i], got.Valid, got.Rules, want)
			}
			if got.Valid {
				iris++
			}
		}
	}
	t.Logf("%d strings, %d of them IRIs", len(texts), iris)
	if iris == 0 || iris == len(texts) {
		t.Error("the sample has only valid or only invalid strings")
	}
}

func every(list []string, n int) (sample []string) {
	for i := 0; i < len(list); i += n {
		sample = append(sample, list[i])
	}
	return sample
}
