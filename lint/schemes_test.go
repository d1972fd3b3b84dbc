package lint

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"example.org/iri"
)

// schemeReferences are the grammars of RFCs as regular expressions. They are only used for valid IRIs, so classes may
// be wider than in the RFC.
var schemeReferences = map[string]*regexp.Regexp{
	"file-syntax": regexp.MustCompile(`^(?i:file):(//(\[[^/?#]*\]|[^/?#@:\[]*))?/([^/?#][^?#]*)?(#.*)?$|^(?i:file)://([A-Za-z]:|[A-Z])([/?#].*)?$` +
		`|^(?i:file):(\.\.?/.*|//(\[[^/?#]*\]|[^/?#@:\[]+))$`), // file-relative
	"urn-syntax":    regexp.MustCompile(`^(?i:urn):[A-Za-z0-9][A-Za-z0-9-]{0,30}[A-Za-z0-9]:[^/?#][^?#]*(\?\+[^/?#][^#]*)?(\?=[^/?#][^#]*)?(#.*)?$`),
	"did-syntax":    regexp.MustCompile(`^(?i:did):[a-z0-9]+:([A-Za-z0-9._:-]|%..)*([A-Za-z0-9._-]|%..)(/[^?#]*)?(\?[^#]*)?(#.*)?$`),
	"mailto-syntax": mailto(),
	"tag-syntax":    regexp.MustCompile(`^(?i:tag):([A-Za-z0-9._-]+@)?` + tagName + `(\.` + tagName + `)*,[0-9]{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12][0-9]|3[01]))?)?:[^#]*(#.*)?$`),
}

// codes maps schemes to the scheme in their code.
var codes = map[string]string{"smsto": "sms", "sips": "sip", "wss": "ws"}

func init() {
	const (
		other      = `%..|[^\x00-\x7f]`
		subscriber = `(\+[-.()]*[0-9][0-9.()-]*|[-.()]*([0-9A-Fa-f*]|%23)([0-9A-Fa-f*.()-]|%23)*)(;[A-Za-z0-9-]+(=([A-Za-z0-9._~/:&+$!*'()-]|%..)+)?)*`
		chars      = `([A-Za-z0-9._~!$'()*+,;:@-]|` + other + `)`
		number     = `-?[0-9]+(\.[0-9]+)?`
		sip        = `[A-Za-z0-9_.!~*'()&=+$,`
		header     = `([A-Za-z0-9_.!~*'()/?:+$-]|` + other + `)`
		parameter  = `([A-Za-z0-9_.!~*'()/:&+$-]|` + other + `)+`
	)
	for code, pattern := range map[string]string{
		"tel-syntax": `^(?i:tel):` + subscriber + `$`,
		"sms-syntax": `^(?i:sms|smsto):(` + subscriber + `(,` + subscriber + `)*)?(\?` + chars + `+=` + chars + `*(&` + chars + `+=` + chars + `*)*)?$`,
		"geo-syntax": `^(?i:geo):([^0-9-].*)?$|^(?i:geo):` + number + `,` + number + `(,` + number + `)?(;[A-Za-z0-9-]+(=([A-Za-z0-9._~:&+$-]|%..)+)?)*(\?[^#]*)?$`,
		"sip-syntax": `^(?i:sips?):((` + sip + `;?/-]|` + other + `)+(:(` + sip + `-]|` + other + `)*)?@)?(\[[^\]]*\]|([A-Za-z0-9.-]|[^\x00-\x7f])+)(:[0-9]+)?` +
			`(;` + parameter + `(=` + parameter + `)?)*(\?` + header + `+=` + header + `*(&` + header + `+=` + header + `*)*)?$`,
		"ws-syntax": `^(?i:wss?):(/?[^/].*|/)?$|^(?i:wss?)://(\[[^\]]*\]|([A-Za-z0-9._~!$&'()*+,;=-]|` + other + `)+)(:[0-9]*)?(/[^?#]*)?(\?[^#]*)?$`,
	} {
		schemeReferences[code] = regexp.MustCompile(pattern)
	}
}

var oddURN = regexp.MustCompile(`^(?i:urn:(x-[a-z0-9-]+|[a-z]{2}-[a-z0-9-]+|[a-z0-9]{2}|urn-([0a-z-][a-z0-9-]*|[1-9][0-9]*[a-z-][a-z0-9-]*)):)`)

const tagName = `[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?`

func mailto() *regexp.Regexp {
	const (
		atom    = `([A-Za-z0-9!$'*+_~-]|%..|[^\x00-\x7f])+`
		dotted  = atom + `(\.` + atom + `)*`
		quoted  = `%22([A-Za-z0-9!$'*+_~.():@-]|%..|[^\x00-\x7f])*%22`
		literal = `%5[Bb]([A-Za-z0-9!$'*+_~.:-]|%..|[^\x00-\x7f])*%5[Dd]`
		address = `(` + dotted + `|` + quoted + `)@(` + dotted + `|` + literal + `)`
		chars   = `([A-Za-z0-9._~!$'()*+,;:@-]|%..|[^\x00-\x7f])*`
		field   = chars + `=` + chars
	)
	return regexp.MustCompile(`^(?i:mailto):(` + address + `(,` + address + `)*)?(\?` + field + `(&` + field + `)*)?(#.*)?$`)
}

// TestSchemes compares the grammars of schemes with regular expressions, for all short concatenations of pieces after
// the schemes, and for valid strings with a piece inserted or removed.
func TestSchemes(t *testing.T) {
	check := func(text string) {
		x, err := iri.ParseReference(text)
		if err != nil {
			return
		}
		scheme := strings.ToLower(x.Scheme())
		code := cmp.Or(codes[scheme], scheme) + "-syntax"
		findings := Check(x)
		i := slices.IndexFunc(findings, func(f Finding) bool { return strings.HasSuffix(f.Code, "-syntax") && f.Code != uuidSyntax.code })
		if odd := slices.ContainsFunc(findings, func(f Finding) bool { return f.Code == urnNamespace.code }); odd != oddURN.MatchString(text) {
			t.Fatalf("%q: %v", text, findings)
		}
		reference := schemeReferences[code]
		if wrong := reference != nil && !reference.MatchString(text); wrong != (i >= 0) || wrong && findings[i].Code != code {
			t.Fatalf("%q: %v", text, findings)
		}
	}
	pieces := []string{"a", "1", "-", ".", "~", "/", ":", "@", "?", "#", "=", "+", "&", ",", "%41", "%22", "é", "[::1]"}
	for _, head := range []string{"file:", "FILE://", "file://h", "urn:", "urn:ab:", "urn:x", "urn:urn", "did:", "did:a:", "DID:a:b", "mailto:", "mailto:a@", "mailto:?a", "mailto:%22", "tag:", "tag:a", "tag:a,2025", "tag:a,2025:", "x:", "files:", "",
		"tel:", "tel:+1", "sms:", "sms:1", "smsto:1?a", "geo:", "geo:1", "geo:1,2", "sip:", "sips:a@", "sip:a@b", "ws:", "ws://", "wss://a", "wss:"} {
		grow(head, 3, pieces, check)
	}
	for _, text := range []string{
		"file://h.example/a/b#c", "file:/a", "urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6?+a?=b#c", "did:web:example.org:a/b?c#d",
		"mailto:a.b@c.d,e@f?g=h&i=j#k", "mailto:%22a(b)%22@%5B1.2.3.4%5D", "tag:a.b@c.d,2025-10-31:e/f?g#h", "tag:a,2025-12-01:b", "tag:a,2025-09-29:b", "tag:a-b.c,2025-02:",
		"tel:+1(2)-3.4;ext=5", "tel:*12%23;a", "sms:+1,2?body=a&b=c", "geo:1.5,-2,3;crs=a;u=1?q=b", "sips:a:b@c.d:1;e=f;g?h=i&j=k", "ws://a:1/b?c", "wss://[::1]/b",
	} {
		for i := range len(text) + 1 {
			for _, p := range append(pieces, "0", "2", "3", "9", "") {
				for skip := range min(3, len(text)-i+1) {
					check(text[:i] + p + text[i+skip:])
				}
			}
		}
	}
}

// A label is a code that a person assigned to a string.
type label struct{ code, text string } // code is - without a finding

func labels(t testing.TB) (list []label) {
	for _, line := range lines(t, "testdata/labels.txt") {
		code, quoted, ok := strings.Cut(line, " ")
		if !ok || code == "#" {
			continue
		}
		text, err := strconv.Unquote(quoted)
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		list = append(list, label{code, text})
	}
	return list
}

// TestLabels checks that errors and warnings are about strings that a person would change, and no others. Package intl
// has the same test for all codes.
func TestLabels(t *testing.T) {
	n, kinds := 0, kinds(t)
	for _, l := range labels(t) {
		if l.code != "-" && !slices.ContainsFunc(kinds, func(k kind) bool { return k.code == l.code }) {
			continue // a code of package intl
		}
		n++
		findings := slices.DeleteFunc(Check(iri.MustParseReference(l.text)), func(f Finding) bool { return f.Severity < Warning })
		found := slices.ContainsFunc(findings, func(f Finding) bool { return f.Code == l.code })
		if !found && (l.code != "-" || len(findings) > 0) {
			t.Errorf("%s %+q: %v", l.code, l.text, findings)
		}
	}
	if n < 150 {
		t.Errorf("%d labels are about codes of this package, want 150 or more", n)
	}
}
