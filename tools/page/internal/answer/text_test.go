package answer

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"example.org/iri"
	"example.org/iri/internal/testkit"
	"example.org/iri/rule"
)

var texts = []string{
	"", "a:", "http://example.org/", "foo://me@example.com:8042/over/there?q=1#nose", "HTTP://Example.org:80/../a?q=%7e#f", "../é?#\U0001f600",
	"http://[::1]:80", "http://192.0.2.1/日本語?q", "urn:isbn:0451450523", "http://a/\u200eb", "g;x=1/../y",
	// invalid ones
	"http://a b/", "http://exämple.org/\U0001f600 b", "1:2", " http://a/", "http://host:8080x/", "http://[1::2::3]/", "http://[fe80::1%25eth0]/",
	"http://example.org/100%", "http://a/\ue000", `C:\a\b`, "git@example.org:a.git", "<http://example.org/>", "http://[::1/", "http://a/#b#c", "http://u:<@a/",
	"x:\x00", "example.org/a b",
}

// textOf returns the answer to a "text" request.
func textOf(t *testing.T, r Request) *Text {
	t.Helper()
	r.Kind = "text"
	a := new(Text)
	if err := json.Unmarshal(request(t, r), a); err != nil {
		t.Fatal(err)
	}
	return a
}

// TestText is a golden test, a line for each string. It leaves out results of all rules, and forms equal to the string.
func TestText(t *testing.T) {
	var all []byte
	for _, text := range texts {
		a := textOf(t, Request{Text: text, Base: "http://a/b/c/d;p?q"})
		a.Languages = slices.DeleteFunc(a.Languages, func(v RuleResult) bool { return v.Rule != "IRI-reference" && v.Rule != "URI" })
		a.Forms = slices.DeleteFunc(a.Forms, func(f Form) bool { return !f.Changed })
		all = fmt.Appendf(all, "text %s%s\n", marshal(text), marshal(a))
	}
	lines := strings.NewReplacer("},{", "},\n\t{", "],\"", "],\n\"", "},\"", "},\n\"", "\"{", "\"\n{")
	testkit.Golden(t, "testdata/text.golden", lines.Replace(string(all)))
}

// TestCases compares answers with the cases of the library that are UTF-8, as JSON strings are.
func TestCases(t *testing.T) {
	file, err := os.Open("../../../../testdata/cases.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	n := 0
	for d := json.NewDecoder(file); d.More(); n++ {
		var c struct {
			Rule, Input string
			Valid       bool
		}
		if err := d.Decode(&c); err != nil {
			t.Fatal(err)
		}
		text, err := strconv.Unquote(`"` + c.Input + `"`)
		if err != nil {
			t.Fatal(err)
		}
		if !utf8.ValidString(text) {
			continue
		}
		r, _ := rule.ByName(c.Rule)
		if a := textOf(t, Request{Text: text, Rule: c.Rule}); a.Rule != r.String() || a.Valid != c.Valid {
			t.Errorf("%+v: %v is %v", c, a.Rule, a.Valid)
		}
		checkText(t, text)
	}
	if n == 0 {
		t.Error("no cases")
	}
}

// checkText compares an answer with the library: results of all rules, and offsets, which must refer to the same
// characters in JavaScript.
func checkText(t *testing.T, text string) {
	t.Helper()
	a := textOf(t, Request{Text: text})
	i := 0
	for r := range rule.All() {
		if v := a.Languages[i]; v.Rule != r.String() || v.Valid != r.ValidString(text) || (v.Message == "") != v.Valid {
			t.Errorf("%q: %v: %+v", text, r, v)
		}
		i++
	}
	if a.Valid != iri.ValidString(text) || a.Valid != (a.Mistake == nil) || a.Relative != (iri.ValidReferenceString(text) && !iri.ValidString(text)) || i != len(a.Languages) {
		t.Errorf("%q: %+v", text, a)
	}
	units := utf16.Encode([]rune(text))
	check := func(s Span, part string) {
		t.Helper()
		if text[s.Start:s.End] != part || string(utf16.Decode(units[s.Start16:s.End16])) != part {
			t.Errorf("%q: %+v is not %q", text, s, part)
		}
	}
	for _, c := range a.Components {
		check(c.Span, c.Text)
	}
	if m := a.Mistake; m != nil {
		check(m.Span, text[m.Start:m.End])
		var e *iri.SyntaxError
		errors.As(rule.IRI.CheckString(text), &e)
		if (m.Found == "") != (int(e.Offset) == len(text)) || m.Expected == "" || m.Section == "" {
			t.Errorf("%q: %+v", text, m)
		}
	}
	if r := a.Repair; r != nil && (!iri.ValidString(r.Text) || len(r.Changes) == 0) {
		t.Errorf("%q: %+v", text, r)
	}
	for _, f := range a.Findings {
		if f.Repair != "" && !iri.ValidReferenceString(f.Repair) {
			t.Errorf("%q: %+v", text, f)
		}
	}
}

// TestComponentsOfRule covers rules that split strings other than references.
func TestComponentsOfRule(t *testing.T) {
	a := textOf(t, Request{Text: "[::1]:80", Rule: "host-field"})
	if !a.Valid || len(a.Components) < 2 || a.Components[0].Text != "[::1]" || a.Components[1].Text != "80" {
		t.Errorf("%+v", a)
	}
}

// TestBase requires a Mistake for a base that is not an IRI.
func TestBase(t *testing.T) {
	if a := textOf(t, Request{Text: "x", Base: "b"}); a.Resolved == nil || a.Resolved.Mistake == nil || a.Resolved.Mistake.Reason != "no scheme" || a.Resolved.Target != "" {
		t.Errorf("%+v", a.Resolved)
	}
	if a := textOf(t, Request{Text: "../x", Base: "http://a/b/c/d"}); a.Resolved.Target != "http://a/b/x" || a.Resolved.Relative != "../x" {
		t.Errorf("%+v", a.Resolved)
	}
}
