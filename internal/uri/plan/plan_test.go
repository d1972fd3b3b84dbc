package plan_test

import (
	"errors"
	"os"
	"strings"
	"testing"

	"example.org/iri/compile"
	"example.org/iri/compile/abnf"
	"example.org/iri/dfa"
	"example.org/iri/internal/language"
	"example.org/iri/internal/uri"
	"example.org/iri/internal/uri/plan"
)

// The plans of the library are up to date, and proved.
func TestShipped(t *testing.T) {
	for _, a := range allRules {
		if a.Plan == nil {
			t.Errorf("%s has no plan", a.Name)
			continue
		}
		if err := plan.Verify(a.Automaton, a.Plan); err != nil {
			t.Error(err)
		}
		if p, err := plan.New(a.Automaton, delimiters); err != nil || *p != *a.Plan {
			t.Errorf("%s: error %v, or another plan than the one shipped: run go generate ./tables", a.Name, err)
		}
	}
}

// Roles agree with the RFCs.
func TestRoles(t *testing.T) {
	const (
		upper, lower, digit = "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "abcdefghijklmnopqrstuvwxyz", "0123456789"
		hex                 = digit + "ABCDEF" + "abcdef"
	)
	for _, a := range topRules {
		p := a.Plan
		scheme, first, fragment := 65, upper+lower, "#"
		if strings.HasSuffix(a.Name, "relative-ref") {
			scheme, first = 0, ""
		}
		if strings.HasPrefix(a.Name, "absolute") {
			fragment = ""
		}
		for _, x := range []struct{ what, got, want string }{
			{"First", bytesWith(p, uri.First|uri.Scheme), first},
			{"Digit", bytesWith(p, uri.Digit), digit},
			{"Hex of letters", bytesWith(p, uri.Text|uri.Hex), hex},
			{"Hex alone", bytesAs(p, uri.Hex), "%"},
			{"Colon", bytesAs(p, uri.Colon), ":"},
			{"Slash", bytesAs(p, uri.Slash), "/"},
			{"At", bytesAs(p, uri.At), "@"},
			{"Query", bytesAs(p, uri.Query), "?"},
			{"Fragment", bytesAs(p, uri.Fragment), fragment},
			{"Rare", bytesAs(p, uri.Rare), "[]"},
		} {
			if x.got != x.want {
				t.Errorf("%s: %s: %q, want %q", a.Name, x.what, x.got, x.want)
			}
		}
		// 66 unreserved and 11 sub-delims; 4 more delimiters; 62 letters and digits and 3 more
		host := 0
		for _, role := range p.Class {
			if role&(uri.Text|uri.Delim) == uri.Text {
				host++
			}
		}
		if text, s := len(bytesWith(p, uri.Text)), len(bytesWith(p, uri.Scheme)); host != 77 || text != 81 || s != scheme {
			t.Errorf("%s: %d bytes in host names, %d in queries, %d in schemes", a.Name, host, text, s)
		}
	}
}

// Roles in the derived languages.
func TestOtherRoles(t *testing.T) {
	for _, a := range allRules[8:] {
		ordinary, rare := "", "[]"
		if strings.HasPrefix(a.Name, "LEIRI") {
			ordinary, rare = " \x7f<>\"{}|\\^`\x01\x1f", "\x00[]"
		}
		for _, b := range []byte(ordinary) {
			if a.Plan.Class[b] != uri.Text {
				t.Errorf("%s: %q has role %#x", a.Name, b, a.Plan.Class[b])
			}
		}
		if got := bytesAs(a.Plan, uri.Rare); got != rare {
			t.Errorf("%s: rare are %q, want %q", a.Name, got, rare)
		}
	}
}

// A language with other delimiters, digits and letters has a plan, too.
func TestOtherBytes(t *testing.T) {
	a := variant(t, "URI-reference",
		`":"`, `"|"`, `"/"`, `"\"`, `"//"`, `"\\"`, `"@"`, `"^"`, `"?"`, `"{"`, `"#"`, `"}"`, `"%" HEXDIG HEXDIG`, `"<" 2( "g" / "0" )`,
		`port          = *DIGIT`, `port = *"x"`, `ALPHA *(`, `"~" *( "~" /`)
	p, err := plan.New(a, `|\^{}`)
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct{ what, got, want string }{
		{"delimiters", bytesAs(p, uri.Colon) + bytesAs(p, uri.Slash) + bytesAs(p, uri.At) + bytesAs(p, uri.Query) + bytesAs(p, uri.Fragment), `|\^{}`},
		{"percent", bytesAs(p, uri.Hex), "<"},
		{"hex", bytesWith(p, uri.Hex|uri.Text), "0Gg"},
		{"digits", bytesWith(p, uri.Digit), "Xx"},
		{"first", bytesWith(p, uri.First|uri.Scheme), "~"},
	} {
		if x.got != x.want {
			t.Errorf("%s: %q, want %q", x.what, x.got, x.want)
		}
	}
}

// The languages of the library have codes for batches. If a byte has a role without a code, such as a hexadecimal digit
// that is in no port, a plan has none.
func TestBatch(t *testing.T) {
	for _, a := range allRules {
		if !a.Plan.Batch || a.Plan.Schemes != (bytesWith(a.Plan, uri.First|uri.Scheme) != "") {
			t.Errorf("%s: for batches: %t, schemes: %t", a.Name, a.Plan.Batch, a.Plan.Schemes)
		}
	}
	p := planned(t, variant(t, "URI", "port          = *DIGIT", `port = ""`))
	if p.Batch || p.Codes != [0x80]uint8{} || !p.Schemes || bytesWith(p, uri.Digit) != "" {
		t.Errorf("without ports: for batches: %t, codes %d, schemes: %t, digits %q", p.Batch, p.Codes, p.Schemes, bytesWith(p, uri.Digit))
	}
}

// If there are no hosts in brackets, or two kinds, a plan has no bracket.
func TestBrackets(t *testing.T) {
	const literal = `IP-literal    = "[" ( IPv6address / IPvFuture  ) "]"`
	for _, replace := range [][]string{
		{`host          = IP-literal / `, `host = `},
		{literal, `IP-literal = ( "[" / "<" ) "v" *HEXDIG ( "]" / ">" )`},
		{literal, `IP-literal = "[" IPv6address "]" / "<" IPvFuture ">"`},
	} {
		if p := planned(t, variant(t, "URI", replace...)); p.Bracket != 0 || p.Inside != dfa.Dead || p.Behind != dfa.Dead {
			t.Errorf("%v: bracket %q, states %d and %d", replace, p.Bracket, p.Inside, p.Behind)
		}
	}
	a := topRules[0]
	for name, change := range map[string]func(p *uri.Plan){
		"a plan without brackets has states of them": func(p *uri.Plan) { p.Bracket = 0 },
		"a letter is no bracket":                     func(p *uri.Plan) { p.Bracket = 'a' },
		"another byte is rare":                       func(p *uri.Plan) { p.Bracket = ']' },
		"inside is elsewhere":                        func(p *uri.Plan) { p.Inside = p.Path },
		"after is inside":                            func(p *uri.Plan) { p.Behind = dfa.Run(a.Automaton, a.Start, "a://[:") },
		"after is a path":                            func(p *uri.Plan) { p.Behind = p.Path },
	} {
		p := *a.Plan
		change(&p)
		var e *plan.Error
		if err := plan.Verify(a.Automaton, &p); !errors.As(err, &e) || e.Claim != "brackets" {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

var topRules = []*uri.Language{
	&language.IRI, &language.IRIReference, &language.AbsoluteIRI, &language.IRelativeRef,
	&language.URI, &language.URIReference, &language.AbsoluteURI, &language.RelativeRef,
}

// allRules adds the languages derived from topRules.
var allRules = append(topRules[:8:8],
	&language.IRIStrict, &language.IRIReferenceStrict, &language.IRIWithZone, &language.IRIReferenceWithZone,
	&language.URIWithZone, &language.URIReferenceWithZone, &language.LEIRI, &language.LEIRIReference,
)

const delimiters = ":/@?#"

// variant compiles a rule of a grammar with strings replaced, which are given in pairs.
func variant(t testing.TB, rule string, replace ...string) *dfa.Automaton {
	t.Helper()
	name, query := "rfc3986", "query"
	if strings.HasPrefix(strings.ToLower(rule), "i") {
		name, query = "rfc3987", "iquery"
	}
	return compiled(t, rule, edited(t, name, replace...), query)
}

// edited returns a grammar with strings replaced.
func edited(t testing.TB, name string, replace ...string) string {
	t.Helper()
	text, err := os.ReadFile("../../../tables/" + name + ".abnf")
	if err != nil {
		t.Fatal(err)
	}
	grammar := string(text)
	for i := 0; i < len(replace); i += 2 {
		if !strings.Contains(grammar, replace[i]) {
			t.Fatalf("%s has no %q", name, replace[i])
		}
		grammar = strings.ReplaceAll(grammar, replace[i], replace[i+1])
	}
	return grammar
}

// compiled compiles a rule. No state is both in one of parts and outside.
func compiled(t testing.TB, rule, grammar string, parts ...string) *dfa.Automaton {
	t.Helper()
	g, err := abnf.Parse([]byte(grammar))
	if err != nil {
		t.Fatal(err)
	}
	a, err := compile.Compile(g, rule, &compile.Options{Parts: parts})
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// planned returns the plan of an automaton, which must have one.
func planned(t testing.TB, a *dfa.Automaton) *uri.Plan {
	t.Helper()
	p, err := plan.New(a, delimiters)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// expect tests that err is about a claim, with the counterexample want.
func expect(t *testing.T, what string, err error, claim, want string) {
	t.Helper()
	var e *plan.Error
	ok := errors.As(err, &e)
	switch {
	case !ok:
		t.Errorf("%s: error %v", what, err)
	case e.Claim != claim || string(e.Text) != want:
		t.Errorf("%s: claim %s, text %q, want %s, %q (%v)", what, e.Claim, e.Text, claim, want, err)
	case e.Why == "" || !strings.Contains(err.Error(), e.Rule) || !strings.Contains(err.Error(), e.Why):
		t.Errorf("%s: error %v", what, err)
	}
}

// bytesWith returns the bytes that have all bits of a role.
func bytesWith(p *uri.Plan, role uint8) string {
	var list []byte
	for b, r := range p.Class {
		if r&role == role {
			list = append(list, byte(b))
		}
	}
	return string(list)
}

// bytesAs returns the bytes that have exactly one role.
func bytesAs(p *uri.Plan, role uint8) string {
	var list []byte
	for b, r := range p.Class {
		if r == role {
			list = append(list, byte(b))
		}
	}
	return string(list)
}
