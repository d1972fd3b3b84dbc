package iri_test

import (
	"strings"

	"example.org/iri"
)

// The slow twin of resolution: RFC 3986 word by word, on strings. It cuts texts by the expression of
// appendix B, and knows nothing of the library.

// A slowReference is the five components of a reference. A nil component is undefined.
type slowReference struct {
	scheme, authority *string
	path              string
	query, fragment   *string
}

func slowSplit(text string) slowReference {
	m := appendixB.FindStringSubmatchIndex(text)
	group := func(i int) *string {
		if m[2*i] < 0 {
			return nil
		}
		s := text[m[2*i]:m[2*i+1]]
		return &s
	}
	return slowReference{group(1), group(2), *group(3), group(4), group(5)}
}

// slowResolve is the pseudo-code of section 5.2.2. The modes are those of [iri.Resolver].
func slowResolve(base, reference string, verbatim, literal bool) string {
	b, r := slowSplit(base), slowSplit(reference)
	var t slowReference
	switch {
	case r.scheme != nil:
		t = r
		if verbatim {
			return reference
		}
		t.path = slowRemoveDots(r.path)
	case r.authority != nil:
		t = r
		t.scheme, t.path = b.scheme, slowRemoveDots(r.path)
	case r.path == "":
		t = b
		if r.query != nil {
			t.query = r.query
		}
	case strings.HasPrefix(r.path, "/"):
		t = slowReference{b.scheme, b.authority, slowRemoveDots(r.path), r.query, nil}
	default:
		t = slowReference{b.scheme, b.authority, slowRemoveDots(slowMerge(b, r)), r.query, nil}
	}
	t.fragment = r.fragment
	return t.compose(literal)
}

// slowMerge is section 5.2.3.
func slowMerge(base, r slowReference) string {
	if base.authority != nil && base.path == "" {
		return "/" + r.path
	}
	return base.path[:strings.LastIndex(base.path, "/")+1] + r.path
}

// compose is section 5.3. If it is not to be taken literally, a path that would be read as an
// authority gets a dot segment in front.
func (t slowReference) compose(literal bool) string {
	var b strings.Builder
	part := func(before string, s *string, after string) {
		if s != nil {
			b.WriteString(before + *s + after)
		}
	}
	part("", t.scheme, ":")
	part("//", t.authority, "")
	if !literal && t.authority == nil && strings.HasPrefix(t.path, "//") {
		b.WriteString("/.")
	}
	b.WriteString(t.path)
	part("?", t.query, "")
	part("#", t.fragment, "")
	return b.String()
}

// formOf returns the form of a reference.
func formOf(reference string) iri.Forms {
	switch r := slowSplit(reference); {
	case r.scheme != nil:
		return iri.FormIRI
	case r.authority != nil:
		return iri.FormNetworkPath
	case strings.HasPrefix(r.path, "/"):
		return iri.FormAbsolutePath
	case r.path != "":
		return iri.FormRelativePath
	case r.query != nil:
		return iri.FormQuery
	}
	return iri.FormFragment
}
