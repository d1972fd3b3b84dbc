package lint

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"example.org/iri"
)

// schemeReferences is the grammars of the RFCs as regular expressions. What is no IRI is not shown to
// them, so a class may have more than its RFC.
var schemeReferences = map[string]*regexp.Regexp{
	"file-syntax":   regexp.MustCompile(`^(?i:file):(//(\[[^/?#]*\]|[^/?#@:\[]*))?/([^/?#][^?#]*)?(#.*)?$`),
	"urn-syntax":    regexp.MustCompile(`^(?i:urn):[A-Za-z0-9][A-Za-z0-9-]{0,30}[A-Za-z0-9]:[^/?#][^?#]*(\?\+[^/?#][^#]*)?(\?=[^/?#][^#]*)?(#.*)?$`),
	"did-syntax":    regexp.MustCompile(`^(?i:did):[a-z0-9]+:([A-Za-z0-9._:-]|%..)*([A-Za-z0-9._-]|%..)(/[^?#]*)?(\?[^#]*)?(#.*)?$`),
	"mailto-syntax": mailto(),
	"tag-syntax":    regexp.MustCompile(`^(?i:tag):([A-Za-z0-9._-]+@)?` + tagName + `(\.` + tagName + `)*,[0-9]{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12][0-9]|3[01]))?)?:[^#]*(#.*)?$`),
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

// TestSchemes compares the grammars of schemes with regular expressions, for all short strings over
// pieces after the schemes, and for one piece more or less within good strings.
func TestSchemes(t *testing.T) {
	check := func(text string) {
		x, err := iri.ParseReference(text)
		if err != nil {
			return
		}
		code := strings.ToLower(x.Scheme()) + "-syntax"
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
	for _, head := range []string{"file:", "FILE://", "file://h", "urn:", "urn:ab:", "urn:x", "urn:urn", "did:", "did:a:", "DID:a:b", "mailto:", "mailto:a@", "mailto:?a", "mailto:%22", "tag:", "tag:a", "tag:a,2025", "tag:a,2025:", "x:", "files:", ""} {
		grow(head, 3, pieces, check)
	}
	for _, text := range []string{
		"file://h.example/a/b#c", "file:/a", "urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6?+a?=b#c", "did:web:example.org:a/b?c#d",
		"mailto:a.b@c.d,e@f?g=h&i=j#k", "mailto:%22a(b)%22@%5B1.2.3.4%5D", "tag:a.b@c.d,2025-10-31:e/f?g#h", "tag:a,2025-12-01:b", "tag:a,2025-09-29:b", "tag:a-b.c,2025-02:",
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
