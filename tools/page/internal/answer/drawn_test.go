package answer

import (
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"example.org/iri"
	"example.org/iri/internal/testkit"
	"example.org/iri/rule"
)

// inline requires a picture to be XML without styles or scripts, which the page's policy forbids.
func inline(t *testing.T, picture string) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(picture))
	for {
		token, err := d.Token()
		if err == io.EOF {
			return
		}
		if err != nil {
			t.Fatalf("%v in\n%s", err, picture)
		}
		e, is := token.(xml.StartElement)
		if !is {
			continue
		}
		if e.Name.Local == "style" || e.Name.Local == "script" {
			t.Fatalf("an element %s in\n%s", e.Name.Local, picture)
		}
		for _, a := range e.Attr {
			if strings.HasPrefix(a.Name.Local, "on") || a.Name.Local == "style" || a.Name.Local == "href" {
				t.Fatalf("an attribute %s in\n%s", a.Name.Local, picture)
			}
		}
	}
}

// TestRailroadRules is a golden test of the rules drawn for a mismatch and what each expects.
func TestRailroadRules(t *testing.T) {
	var all strings.Builder
	for _, text := range texts {
		a := railroadsOf(t, Request{Text: text})
		line, _ := json.Marshal(text)
		all.Write(line)
		for _, r := range a.Rules {
			all.WriteString("\n\t" + r.Rule + ": " + strings.Join(r.Expected, ", "))
		}
		all.WriteString("\n")
	}
	testkit.Golden(t, "testdata/railroads.golden", all.String())
}

func railroadsOf(t *testing.T, r Request) *Railroads {
	t.Helper()
	r.Kind = "railroad"
	a := new(Railroads)
	if err := json.Unmarshal(request(t, r), a); err != nil {
		t.Fatal(err)
	}
	return a
}

// TestRailroads requires for a mismatch the innermost open rule first, the rule itself last, and something expected in
// each.
func TestRailroads(t *testing.T) {
	for r := range rule.All() {
		if documentOf(r).grammar == nil {
			continue
		}
		for _, text := range texts {
			a := railroadsOf(t, Request{Rule: r.String(), Text: text})
			var e *iri.SyntaxError
			if !errors.As(r.CheckString(text), &e) {
				if a.Offset != -1 || len(a.Rules) != 1 || a.Rules[0].Rule != r.String() || strings.Contains(a.Rules[0].SVG, "expected") {
					t.Errorf("%v of %q: %+v", r, text, a)
				}
				continue
			}
			if a.Offset != int(e.Offset) && e.Reason != rule.ReasonPort || len(a.Rules) == 0 || a.Rules[len(a.Rules)-1].Rule != r.String() {
				t.Errorf("%v of %q: goes wrong at %d, not %d, in %d rules", r, text, a.Offset, e.Offset, len(a.Rules))
			}
			for _, d := range a.Rules {
				inline(t, d.SVG)
				ends := len(d.Expected) == 0 && len(a.Rules) == 1 && r.ValidString(text[:e.Offset]) // the string ended too late
				if !ends && (len(d.Expected) == 0 || !strings.Contains(d.SVG, `expected"`)) {
					t.Errorf("%v of %q: in %s nothing is expected, or nothing marked of %q", r, text, d.Rule, d.Expected)
				}
			}
		}
	}
}
