package tables_test

import (
	"slices"
	"testing"

	"example.org/iri/compile"
	"example.org/iri/compile/abnf"
	"example.org/iri/compile/proof"
	"example.org/iri/dfa"
	. "example.org/iri/internal/language"
	"example.org/iri/internal/testkit/matcher"
	"example.org/iri/internal/uri"
	"example.org/iri/internal/uri/plan"
)

// httpGrammar returns the grammar of HTTP, with changes that override it.
func httpGrammar(t *testing.T, changes ...string) *abnf.Grammar {
	t.Helper()
	return grammarOf(t, append(changes, "rfc9112.abnf", "rfc3986.abnf")...)
}

// TestForms checks that only two of the forms of request-target overlap.
func TestForms(t *testing.T) {
	forms := []*dfa.Automaton{OriginForm.Automaton, AbsoluteForm.Automaton, AuthorityForm.Automaton, AsteriskForm.Automaton}
	for i, a := range forms {
		for _, b := range forms[:i] {
			want := ""
			if b.Name == "absolute-form" && a.Name == "authority-form" {
				want = "A:"
			}
			if text, found := matcher.Common(b, a); string(text) != want || found != (want != "") {
				t.Errorf("%s and %s: both have %q, want %q", b.Name, a.Name, text, want)
			}
		}
	}
	all := compiled(t, httpGrammar(t), "request-target")
	together := must(compile.Union("together", forms...))
	if text, equal := matcher.Equivalent(all, together); !equal {
		t.Errorf("request-target is something else, as %q shows", text)
	}
}

// TestHTTPEquations relates the languages of HTTP to each other and to RFC 3986.
func TestHTTPEquations(t *testing.T) {
	rules := httpGrammar(t, `
any        = *%x00-10FFFF
ascii      = *%x00-7F
fragment-s = any "#" any
with-port  = any ":" *DIGIT
web        = "http://" any
web-s      = "https://" any
no-host    = scheme "://" [ userinfo "@" ] [ ":" port ] path-abempty [ "?" query ]
slash      = "/" any
network    = "//" any
; Printable ASCII less space " # % < > \ { } and backtick in paths, and less space " # < > in queries.
browser-target = browser-path [ "?" *( %x21 / %x24-3B / %x3D / %x3F-7E ) ]
browser-path   = "/" *( %x21 / %x24 / %x26-3B / %x3D / %x40-5B / %x5D-5F / %x61-7A / %x7C / %x7E / "%" 2HEXDIG )
origin         = ALPHA "://" *( %x00-2E / %x30-3E / %x40-10FFFF )   ; up to the path
browser-url    = "a://h" browser-target
`)
	part := func(rule string) *dfa.Automaton { return compiled(t, rules, rule) }
	both := func(a, b *dfa.Automaton) *dfa.Automaton { return must(compile.Intersection("both", a, b)) }
	minus := func(a, b *dfa.Automaton) *dfa.Automaton { return must(compile.Difference("minus", a, b)) }
	either := func(a, b *dfa.Automaton) *dfa.Automaton { return must(compile.Union("either", a, b)) }
	absolute, relative := AbsoluteURI.Automaton, RelativeRef.Automaton
	for _, x := range []struct {
		equation string
		a, b     *dfa.Automaton
	}{
		{"absolute-form = absolute-URI", AbsoluteForm.Automaton, absolute},
		{"Location = URI-reference", Location.Automaton, URIReference.Automaton},
		{"partial-URI = relative-ref without fragment", PartialURI.Automaton, minus(relative, part("fragment-s"))},
		{"Referer = absolute-URI | partial-URI", Referer.Automaton, either(absolute, PartialURI.Automaton)},
		{"Content-Location = Referer", ContentLocation.Automaton, Referer.Automaton},
		{"http-URI = absolute-URI & http with a host", HTTPURI.Automaton, minus(both(absolute, part("web")), part("no-host"))},
		{"https-URI = absolute-URI & https with a host", HTTPSURI.Automaton, minus(both(absolute, part("web-s")), part("no-host"))},
		{"authority-form = host-field with a port", AuthorityForm.Automaton, both(HostField.Automaton, part("with-port"))},
		{"origin-form, no network = partial-URI & slash, no network",
			minus(OriginForm.Automaton, part("network")), minus(both(PartialURI.Automaton, part("slash")), part("network"))},
		{"IOriginForm & ascii = origin-form", both(IOriginForm.Automaton, part("ascii")), OriginForm.Automaton},
		{"BrowserOriginForm = browser-target", BrowserOriginForm.Automaton, part("browser-target")},
		{"BrowserAbsoluteForm & origin = absolute-form & origin", both(BrowserAbsoluteForm.Automaton, part("origin")), both(absolute, part("origin"))},
		{"origin BrowserOriginForm = BrowserAbsoluteForm & origin BrowserOriginForm",
			both(BrowserAbsoluteForm.Automaton, part("browser-url")), part("browser-url")},
		{"IBrowserOriginForm & ascii = BrowserOriginForm", both(IBrowserOriginForm.Automaton, part("ascii")), BrowserOriginForm.Automaton},
		{"IBrowserAbsoluteForm & ascii = BrowserAbsoluteForm", both(IBrowserAbsoluteForm.Automaton, part("ascii")), BrowserAbsoluteForm.Automaton},
		{"IOriginForm within IBrowserOriginForm", either(IOriginForm.Automaton, IBrowserOriginForm.Automaton), IBrowserOriginForm.Automaton},
		{"absolute-IRI within IBrowserAbsoluteForm", either(AbsoluteIRI.Automaton, IBrowserAbsoluteForm.Automaton), IBrowserAbsoluteForm.Automaton},
		{"IAuthorityForm & ascii = authority-form", both(IAuthorityForm.Automaton, part("ascii")), AuthorityForm.Automaton},
		{"IAuthorityForm = IHostField with a port", IAuthorityForm.Automaton, both(IHostField.Automaton, part("with-port"))},
		{"IHostField & ascii = host-field", both(IHostField.Automaton, part("ascii")), HostField.Automaton},
	} {
		if text, equal := matcher.Equivalent(x.a, x.b); !equal {
			t.Errorf("%s does not hold, as %q shows", x.equation, text)
		}
	}
}

// TestLike proves the use of the plan of one language by another (uri.Language.Like), for the strings of a rule. In
// every derivation of them, components lie where Finders for both languages find them; for authorities, after two
// slashes.
func TestLike(t *testing.T) {
	const conditions = `
slash      = "/" any
network    = "//" any
host-only  = "//" *( %x00-22 / %x24-2E / %x30-3E / %x41-10FFFF )   ; none of # / ? @
fragment-s = any "#" any
any        = *%x00-10FFFF
`
	uris := httpGrammar(t, `no-network = path-absolute [ "?" query ]`+"\n"+conditions)
	iris := grammarOf(t, `no-network = ipath-absolute [ "?" iquery ]`+"\n"+conditions, "rfc3987.abnf")
	hosts := httpGrammar(t, "reference = \"//\" authority path-abempty\nauthority = host-field\npath-abempty = \"\"\n"+conditions)
	ihosts := grammarOf(t, "reference = \"//\" iauthority ipath-abempty\niauthority = host-field\nipath-abempty = \"\"\n"+conditions,
		"languages/http-iri.abnf", "rfc9112.abnf", "rfc3987.abnf")
	web := httpGrammar(t, "languages/http-uri.abnf")
	for l, g := range map[*uri.Language]*abnf.Grammar{&OriginForm: uris, &IOriginForm: iris} { // within BrowserOriginForm and IBrowserOriginForm
		part := must(compile.Intersection("slash", l.Like.Automaton, compiled(t, g, "slash")))
		part = must(compile.Difference("no network", part, compiled(t, g, "network")))
		part = must(compile.Difference("no fragment", part, compiled(t, g, "fragment-s")))
		if text, equal := matcher.Equivalent(compiled(t, g, "no-network"), part); !equal {
			t.Errorf("%s and %s: %q", l.Name, l.Like.Name, text)
		}
		sameParts(t, l, g, "no-network", l, l.Like)
	}
	for l, g := range map[*uri.Language]*abnf.Grammar{&HostField: hosts, &IHostField: ihosts} {
		part := must(compile.Intersection("host", l.Like.Automaton, compiled(t, g, "host-only")))
		if text, equal := matcher.Equivalent(compiled(t, g, "reference"), part); !equal {
			t.Errorf("%s and %s: %q", l.Name, l.Like.Name, text)
		}
		sameParts(t, l.Like, g, "reference", l.Like)
	}
	for _, l := range []*uri.Language{&HTTPURI, &HTTPSURI} { // TestHTTPEquations has the rest
		sameParts(t, l, web, l.Name, l, l.Like)
	}
}

// sameParts proves for a rule that Finders for some languages find the components of l.
func sameParts(t *testing.T, l *uri.Language, g *abnf.Grammar, rule string, by ...*uri.Language) {
	t.Helper()
	list := wholes(t)
	rules := list[slices.IndexFunc(list, func(d dish) bool { return d.Language == l })].Rules
	for _, other := range by {
		p, err := proof.New(g, rule)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := p.Spans(plan.Captures(other, rules)); err != nil {
			t.Errorf("%s by %s: %v", rule, other.Name, err)
		}
	}
}

// TestHostTakesThePlaceOfHost shows why rfc9112.abnf does not call host-field Host.
func TestHostTakesThePlaceOfHost(t *testing.T) {
	g := grammarOf(t, "rfc9112.abnf")
	if _, err := g.Rename("host-field", "Host"); err != nil {
		t.Fatal(err)
	}
	g.Import(grammarOf(t, "rfc3986.abnf"))
	if dfa.Match(compiled(t, g, "Host"), "a") {
		t.Error("uri-host does not refer to rule Host")
	}
	if !dfa.Match(compiled(t, g, "absolute-form"), "http://a") {
		t.Error("rule Host takes the place of host in an imported rule")
	}
}

// TestOrdinary proves that no switch of httpguard refuses a string that it does not examine.
func TestOrdinary(t *testing.T) {
	g := grammarOf(t, `
odd-characters = *any suspect *any
odd-path       = odd-characters / *any "//" *any / [ *any "/" ] suspect-segment [ "/" *any ]
odd-name       = odd-characters / ends-in-number / *any "." / *any ".." *any / "." *any
`, "languages/http.abnf", "languages/bidi.abnf", "languages/inet.abnf", "rfc3986.abnf")
	for _, x := range []struct {
		ordinary *dfa.Automaton
		odd      string
	}{
		{&Unencoded, "odd-characters"},
		{&OrdinaryPath, "odd-path"},
		{&PlainName, "odd-name"},
	} {
		if text, found := matcher.Common(x.ordinary, compiled(t, g, x.odd)); found {
			t.Errorf("%s and %s have %q", x.ordinary.Name, x.odd, text)
		}
	}
	segments := must(compile.Union("segments", must(compile.Union("dots", &PlainDots, &EncodedDots)), &DotsAtEnd, &HasParameters))
	if text, equal := matcher.Equivalent(&SuspectSegment, segments); !equal {
		t.Errorf("suspect-segment is something else, as %q shows", text)
	}
}
