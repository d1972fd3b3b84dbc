package grammars_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"example.org/iri/compile"
	"example.org/iri/compile/abnf"
	"example.org/iri/compile/proof"
	"example.org/iri/dfa"

	"example.org/iri/internal/testkit/matcher"
)

// absent represents a missing span.
const absent = "-"

// TestSpans has rules whose spans the grammar determines, proved exact, with examples.
func TestSpans(t *testing.T) {
	for _, test := range []struct {
		grammar, rule, names string
		texts                map[string]string // the strings of names, separated by blanks, by text
	}{
		{"cookie", "set-cookie-string", "cookie-name cookie-value cookie-av", map[string]string{
			"SID=31d4d96e407aad42; Path=/; Secure; HttpOnly": "SID 31d4d96e407aad42 Path=/,Secure,HttpOnly",
			"lang=":                       "lang  -",
			`a="b"; Path=/; x=y; path=/a`: `a "b" Path=/,x=y,path=/a`,
		}},
		{"cookie", "cookie-string", "cookie-name cookie-value", map[string]string{
			"SID=31d4d96e407aad42; lang=en-US": "SID,lang 31d4d96e407aad42,en-US",
		}},
		{"did-url", "did-url", "did method-name method-specific-id path-abempty query fragment", map[string]string{
			"did:example:123456789abcdefghi":         "did:example:123456789abcdefghi example 123456789abcdefghi  - -",
			"did:web:a.example:b/c/d?service=x/y#k?": "did:web:a.example:b web a.example:b /c/d service=x/y k?",
		}},
		{"semver", "valid-semver", "major minor patch pre-release-identifier pre-release.numeric-identifier build-identifier", map[string]string{
			"1.9.10":                  "1 9 10 - - -",
			"1.0.0-rc.1.x-7+001.sha5": "1 0 0 rc,1,x-7 1 001,sha5",
			"0.0.0+a-b":               "0 0 0 - - a-b",
		}},
		{"date-time", "date-time", "full-date partial-time time-secfrac time-offset", map[string]string{
			"1985-04-12T23:20:50.52Z":   "1985-04-12 23:20:50.52 .52 Z",
			"1996-12-19t16:39:57-08:00": "1996-12-19 16:39:57 - -08:00",
		}},
		{"date-time", "date-time", "time-hour time-minute time-second", map[string]string{
			"1985-04-12T23:20:50.52Z":   "23 20 50",
			"1996-12-19T16:39:57-08:00": "16,08 39,00 57",
		}},
		{"date-time", "date-time", "partial-time.time-hour offset=time-offset.time-hour time-numoffset.time-minute", map[string]string{
			"1985-04-12T23:20:50.52Z":   "23 - -",
			"1996-12-19T16:39:57-08:30": "16 08 30",
		}},
		{"language-tag", "langtag", "language extlang script region variant extension privateuse", map[string]string{
			"zh-cmn-Hans-CN":              "zh-cmn cmn Hans CN - - -",
			"hy-Latn-IT-arevela":          "hy - Latn IT arevela - -",
			"sl-rozaj-biske":              "sl - - - rozaj,biske - -",
			"es-419":                      "es - - 419 - - -",
			"en-a-myext-b-another":        "en - - - - a-myext,b-another -",
			"az-Arab-x-AZE-derbend":       "az - Arab - - - x-AZE-derbend",
			"zh-CN-a-myext-x-private":     "zh - - CN - a-myext x-private",
			"de-CH-1901":                  "de - - CH 1901 - -",
			"ar-a-aaa-b-bbb-a-ccc":        "ar - - - - a-aaa,b-bbb,a-ccc -",
			"abcdefgh-abcd-ab-0abc-abcde": "abcdefgh - abcd ab 0abc,abcde - -",
		}},
		{"media-type", "media-type", "type subtype parameter parameter-name parameter-value quoted-string", map[string]string{
			"Text/HTML;Charset=\"utf-8\"":  `Text HTML Charset="utf-8" Charset "utf-8" "utf-8"`,
			"text/html; a=b ; charset=c;":  "text html a=b,charset=c a,charset b,c -",
			"multipart/byteranges; \t; ; ": "multipart byteranges - - - -",
		}},
		{"uri-template", "URI-Template", "expression operator variable-list varname prefix explode", map[string]string{
			"http://example.com/search{?q,lang}": "{?q,lang} ? q,lang q,lang - -",
			"{/list*,path:4}":                    "{/list*,path:4} / list*,path:4 list,path :4 *",
			"\u65e5\u672c":                       "- - - - - -",
		}},
		{"urn", "namestring", "assigned-name NID NSS f-component", map[string]string{
			"urn:example:foo-bar-baz-qux#somepart": "urn:example:foo-bar-baz-qux example foo-bar-baz-qux somepart",
			"urn:ab:c/d?+e?=f?=g":                  "urn:ab:c/d ab c/d -",
		}},
	} {
		g, names := named(t, test.grammar), strings.Fields(test.names)
		tagged, err := compile.Spans(g, test.rule, names, nil)
		if err != nil {
			t.Errorf("%s: %v", test.rule, err)
			continue
		}
		for text, want := range test.texts {
			spans, ok, err := matcher.Find(tagged, text)
			if !ok || err != nil {
				t.Errorf("%s: %q: %t, %v", test.rule, text, ok, err)
			}
			if got := textsOf(text, spans); got != want {
				t.Errorf("%s: %q: %s are %q, want %q", test.rule, text, test.names, got, want)
			}
		}
		checkProved(t, test.rule, tagged, test.grammar)
	}
}

// textsOf returns the strings at spans, separated by blanks, and by commas for several occurrences.
func textsOf(text string, spans []matcher.Occurrences) string {
	var list []string
	for _, occurrences := range spans {
		var all []string
		for _, s := range occurrences.Spans() {
			all = append(all, text[s.Start:s.End])
		}
		if len(all) == 0 {
			all = []string{absent}
		}
		list = append(list, strings.Join(all, ","))
	}
	return strings.Join(list, " ")
}

// checkProved proves that the spans are those of every derivation of every string.
func checkProved(t *testing.T, rule string, tagged *dfa.Tagged, grammar string) {
	t.Helper()
	p, err := proof.New(named(t, grammar), rule)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.Language(&tagged.Automaton); err != nil {
		t.Error(err)
	}
	if claims, err := p.Spans(tagged); err != nil || len(claims) != len(tagged.Names) {
		t.Errorf("%s: %v, %v", rule, claims, err)
	}
}

// TestAmbiguous has ambiguities of the RFCs' grammars, with a shortest string for each.
func TestAmbiguous(t *testing.T) {
	type places = []dfa.Span
	for _, test := range []struct {
		grammar, rule, name, text string
		places                    [2][]dfa.Span
	}{
		{"cookie", "set-cookie-string", "path-value", "!=; PATH=", [2]places{nil, {{Start: 9, End: 9}}}},
		{"cookie", "set-cookie-string", "max-age", "!=; MAX-AGE=1", [2]places{nil, {{Start: 12, End: 13}}}},
		{"language-tag", "Language-Tag", "grandfathered", "NO-BOK", [2]places{nil, {{Start: 0, End: 6}}}},
		{"language-tag", "Language-Tag", "language", "NO-BOK", [2]places{nil, {{Start: 0, End: 6}}}},
		{"language-tag", "Language-Tag", "variant", "ZH-GUOYU", [2]places{nil, {{Start: 3, End: 8}}}},
		{"urn", "namestring", "rq-components", "URN:00:!", [2]places{nil, {{Start: 8, End: 8}}}},
		{"urn", "namestring", "r-component", "URN:00:!?+!?=!", [2]places{{{Start: 10, End: 11}}, {{Start: 10, End: 14}}}},
		{"urn", "namestring", "q-component", "URN:00:!?+!?=!", [2]places{nil, {{Start: 13, End: 14}}}},
	} {
		_, err := compile.Spans(named(t, test.grammar), test.rule, []string{test.name}, nil)
		var e *compile.AmbiguousError
		if !errors.As(err, &e) {
			t.Errorf("%s of %s: got %v, want an *AmbiguousError", test.name, test.rule, err)
		} else if string(e.Text) != test.text || !slices.EqualFunc(e.Places[:], test.places[:], slices.Equal[places]) || e.Rule != test.rule || e.Name != test.name {
			t.Errorf("%s of %s: got %+v, want %q %v", test.name, test.rule, e, test.text, test.places)
		}
	}
}

// TestGrandfathered checks the tags of RFC 5646, section 2.1: the regular ones are langtags, the irregular ones are
// not.
func TestGrandfathered(t *testing.T) {
	g := named(t, "language-tag")
	langtag, regular, irregular := compiled(t, g, "langtag"), compiled(t, g, "regular"), compiled(t, g, "irregular")
	const tags = `en-GB-oed i-ami i-bnn i-default i-enochian i-hak i-klingon i-lux i-mingo i-navajo i-pwn i-tao i-tay i-tsu
		sgn-BE-FR sgn-BE-NL sgn-CH-DE art-lojban cel-gaulish no-bok no-nyn zh-guoyu zh-hakka zh-min zh-min-nan zh-xiang`
	for tag := range strings.FieldsSeq(tags) {
		if dfa.Match(regular, tag) == dfa.Match(irregular, tag) {
			t.Errorf("%s is to be either regular or irregular", tag)
		}
	}
	if witness, found, err := compile.Witness(regular, langtag); found || err != nil {
		t.Errorf("regular, but no langtag: %q, %v", witness, err)
	}
	if text, found := matcher.Common(irregular, langtag); found {
		t.Errorf("irregular and a langtag: %q", text)
	}
}

// TestNamestringsAreURIs checks that the namestrings are a proper subset of the URIs that begin with "urn:".
func TestNamestringsAreURIs(t *testing.T) {
	g := named(t, "urn")
	if witness, found, err := compile.Witness(compiled(t, g, "namestring"), compiled(t, g, "URI")); found || err != nil {
		t.Errorf("no URI: %q, %v", witness, err)
	}
	const text = "urn:example:a?b"
	if !dfa.Match(compiled(t, g, "URI"), text) || dfa.Match(compiled(t, g, "namestring"), text) {
		t.Errorf("%q is to be a URI and no namestring", text)
	}
}

// TestOctets checks that obs-text of RFC 9110 means octets.
func TestOctets(t *testing.T) {
	g := named(t, "media-type")
	octets := compiled(t, g, "media-type")
	g.Encoding = abnf.UTF8
	characters := compiled(t, g, "media-type")
	for _, test := range []struct {
		value              string
		octets, characters bool
	}{
		{"a", true, true},
		{"\u00e4", true, true},    // a character up to U+00FF
		{"\u20ac", true, false},   // a character above U+00FF
		{"\xe4", true, false},     // ISO 8859-1
		{"\\\u20ac", true, false}, // a quoted pair and two octets
		{"\x00", false, false},
		{"\"", false, false},
	} {
		text := `a/b;c="` + test.value + `"`
		if dfa.Match(octets, text) != test.octets || dfa.Match(characters, text) != test.characters {
			t.Errorf("%q: want %v with octets, %v without", text, test.octets, test.characters)
		}
	}
	if witness, found, err := compile.Witness(characters, octets); found || err != nil {
		t.Errorf("octets refuse %q, %v", witness, err)
	}
}
