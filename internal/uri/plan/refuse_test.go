package plan_test

import (
	"strings"
	"testing"

	"example.org/iri/dfa"
	"example.org/iri/internal/testkit"
	"example.org/iri/internal/uri"
	"example.org/iri/internal/uri/plan"
)

// Grammars that differ from RFC 3986 in one position, each of which some claim rejects.
func TestRefused(t *testing.T) {
	for i, test := range []struct {
		name        string
		replace     []string
		claim, text string
	}{
		{"no userinfo", []string{`[ userinfo "@" ]`, ``}, "delimiters", ""},
		{"no port", []string{`[ ":" port ]`, ""}, "template", "A://:"},
		{"a blank in queries", []string{`query         = *( pchar`, `query = *( pchar / " "`}, "sets", "A:?  "},
		{"no second question mark", []string{`query         = *( pchar / "/" / "?" )`, `query = *( pchar / "/" )`}, "sets", "A:?!?"},
		{"a hash in fragments", []string{`fragment      = *( pchar`, `fragment = *( pchar / "#"`}, "sets", "A:##"},
		{"no question mark in fragments", []string{`fragment      = *( pchar / "/" / "?" )`, `fragment = *( pchar / "/" )`}, "sets", "A:#?"},
		{"a bracket in paths", []string{`pchar         =`, `pchar = "[" /`}, "sets", "A:!["},
		{"a tilde in userinfos only", []string{`reg-name      = *( unreserved`, `reg-name = *( ALPHA`}, "sets", "A://--"},
		{"two bytes begin percent-encoded octets", []string{`"%" HEXDIG`, `( "%" / "^" ) HEXDIG`}, "percent", "A:!"},
		{"no byte begins percent-encoded octets", []string{`"%" HEXDIG HEXDIG`, `"~"`}, "percent", "A:!"},
		{"percent-encoded octets of one digit", []string{`"%" HEXDIG HEXDIG`, `"%" HEXDIG`}, "percent", "A://:!%0"},
		{"percent-encoded octets of three digits", []string{`"%" HEXDIG HEXDIG`, `"%" 3HEXDIG`}, "pct-encoded", "A:%00"},
		{"percent-encoded octets without digits", []string{`"%" HEXDIG HEXDIG`, `"%" [ HEXDIG HEXDIG ]`}, "percent", "A:!"},
		{"a fragment may end in a percent-encoded octet", []string{`fragment      = *( pchar / "/" / "?" )`, `fragment = *( pchar / "/" / "?" ) [ "%" ]`}, "percent", "A:#%"},
		{"a port may end in half a percent-encoded octet", []string{`port          = *DIGIT`, `port = *DIGIT [ "%" HEXDIG ]`}, "percent", "A://:%0"},
		{"percent-encoded octets in brackets of another kind", []string{`1*( unreserved / sub-delims / ":" )`, `1*( unreserved / sub-delims / ":" / "%" "0" )`}, "percent", "A://[V0.%0"},
		{"no percent-encoded octets in host names", []string{`reg-name      = *( unreserved / pct-encoded`, `reg-name = *( unreserved`}, "pct-encoded", "A://%00"},
		{"no percent-encoded octets in queries", []string{`query         = *( pchar`, `query = *( unreserved / sub-delims / ":" / "@"`}, "pct-encoded", "A:?%00"},
		{"a digit of percent-encoded octets alone", []string{`"%" HEXDIG HEXDIG`, `"%" 2( HEXDIG / "|" )`}, "roles", ""},
		{"a delimiter that is not ASCII", []string{`[ userinfo "@" ]`, `[ userinfo %xE9 ]`, `/ ":" / "@"`, `/ ":" / %xE9`, `sub-delims / "@"`, `sub-delims / %xE9`}, "delimiters", ""},
		{"schemes of one byte", []string{`ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )`, `ALPHA`}, "roles", "A"},
		{"schemes with a delimiter", []string{`ALPHA *( ALPHA /`, `ALPHA *( ALPHA / "@" /`}, "roles", "@"},
		{"a letter ends ports", []string{`port          = *DIGIT`, `port = *DIGIT [ "x" ]`}, "template", "A://:X"},
		{"ports not empty", []string{`port          = *DIGIT`, `port = 1*DIGIT`}, "template", "A://:"},
		{"ports of one digit", []string{`port          = *DIGIT`, `port = [ DIGIT ]`}, "template", "A://:0"},
		{"hosts not empty", []string{`reg-name      = *(`, `reg-name = 1*(`}, "delimiters", ""},
		{"paths not empty", []string{`/ path-empty`, ``}, "template", "A:"},
		{"no colon in the first segment", []string{`path-rootless = segment-nz `, `path-rootless = segment-nz-nc `}, "template", "A::"},
		{"a bracket begins schemes", []string{`scheme        = ALPHA`, `scheme = [ "[" ] ALPHA`}, "rare", "["},
		{"a bracket ends schemes", []string{`URI           = scheme`, `URI = scheme [ "[" ]`}, "rare", "A["},
		{"brackets may stay open", []string{`IPvFuture  ) "]"`, `IPvFuture  ) "]" / "[x" [ "y" ]`}, "brackets", "A://[XY"},
		{"a letter after brackets", []string{`IPvFuture  ) "]"`, `IPvFuture  ) "]" [ "x" ]`}, "brackets", "A://[::]X"},
		{"a character in paths, not in host names", []string{`pchar         =`, `pchar = %xE9 /`}, "returns", "A:!\xc3\xa9"},
		{"another character begins queries", []string{`query         = *(`, `query = [ %x80 ] *(`}, "components", "A:?\xc2"},
	} {
		if !*testkit.Long && i%4 != 0 {
			continue
		}
		a := variant(t, "URI", test.replace...)
		p, err := plan.New(a, delimiters)
		if p != nil {
			t.Errorf("%s: a plan", test.name)
		}
		expect(t, test.name, err, test.claim, test.text)
	}
}

// Invalid automata and plans.
func TestNoPlan(t *testing.T) {
	_, err := plan.New(new(dfa.Automaton), delimiters)
	expect(t, "the zero automaton", err, "automaton", "")
	_, err = plan.New(topRules[0].Automaton, delimiters[:4])
	expect(t, "four delimiters", err, "delimiters", "")
	_, err = plan.New(topRules[0].Automaton, ":/@[#")
	expect(t, "a bracket as delimiter", err, "sets", "")
	expect(t, "the zero automaton", plan.Verify(new(dfa.Automaton), new(uri.Plan)), "automaton", "")
	expect(t, "no plan", plan.Verify(topRules[0].Automaton, nil), "plan", "")
	expect(t, "the zero plan", plan.Verify(topRules[0].Automaton, new(uri.Plan)), "roles", "")
}

// Paths of two kinds have two states.
func TestParts(t *testing.T) {
	_, err := plan.New(compiled(t, "URI", edited(t, "rfc3986"), "query", "path-abempty", "path-rootless"), delimiters)
	expect(t, "two kinds of paths", err, "template", "A:/!")
	if !strings.Contains(err.Error(), "a path is another state after") {
		t.Error(err)
	}
}
