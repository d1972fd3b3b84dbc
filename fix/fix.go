// Package fix makes IRIs of what people paste: text with spaces, backslashes, brackets, bare
// percent signs, marks around it, paths of Windows, addresses as scp has them. It guesses, and a
// parser must not do that, so this is a package of its own. It tells each change. It never changes
// a valid text.
package fix

import (
	"example.org/iri"
	"example.org/iri/dfa"
	"example.org/iri/internal/language"
	"example.org/iri/internal/uri"
	"example.org/iri/rule"
)

// A Fixer says what a text is meant to be. The zero Fixer makes IRIs and adds no scheme.
type Fixer struct {
	// URI asks for a URI or, with Reference, a relative reference of RFC 3986: characters beyond ASCII
	// are percent-encoded, in the host as well. Of an IRI that is valid it makes what ToURI does.
	URI bool

	// Reference takes relative references too. Then no scheme is missing.
	Reference bool

	// Scheme is what to put in front of a text without a scheme, such as https: it is taken for a
	// host and what follows, so example.org/a becomes https://example.org/a. If Scheme is empty, or no
	// scheme, such a text is an error. A text such as localhost:8080/a has a scheme: localhost.
	Scheme string
}

// Fix returns what the text was meant to be, and what had to be changed for that, in the order of
// the text. A text that is valid has no changes. If there is no repair, or none that is plain, the
// error is an [*Error], a [*file.Error] for a path of Windows, or [iri.ErrTooLong].
//
//   - Whitespace, controls and a byte order mark around the text are removed, and then the angle
//     brackets or quotation marks of RFC 3986, appendix C. A line end in the text is removed with the
//     whitespace around it.
//   - A path of Windows becomes an IRI of scheme file, an address of scp one of ssh: C:\a becomes
//     file:///C:/a, git@example.org:a.git becomes ssh://git@example.org/a.git.
//   - A backslash becomes a slash, save in a query, in a fragment, and behind a scheme without a
//     slash; there it is percent-encoded.
//   - In paths, queries and fragments, what is not allowed is percent-encoded, the percent sign that
//     begins no triple included. In userinfo and hosts, only characters beyond ASCII are.
//   - A relative reference with a colon in its first segment gets ./ in front (RFC 3986, section 4.2).
//
// Fix takes linear time and allocates the result and the changes, nothing for a valid text.
func (f Fixer) Fix(text string) (iri.Reference, []Change, error) {
	l, by := f.language()
	if dfa.Match(l.Automaton, text) {
		x, err := iri.ParseReference(text)
		return x, nil, err
	}
	r := repair{language: l, rule: by, text: text, end: len(text), state: l.Start}
	if err := f.repair(&r); err != nil {
		return iri.Reference{}, nil, err
	}
	x, err := iri.ParseReference(string(r.result))
	return x, r.changes, err
}

// repair writes the result and the changes.
func (f Fixer) repair(r *repair) error {
	if valid, _ := (Fixer{Reference: f.Reference}).language(); f.URI && dfa.Match(valid.Automaton, r.text) {
		return r.walk() // only characters beyond ASCII are too many
	}
	r.trim()
	done, err := r.whole(f.URI)
	if !done {
		err = r.parts(f)
	}
	if err == nil {
		r.trimEnd()
	}
	return err
}

// language returns the one that results are in, and its rule.
func (f Fixer) language() (*uri.Language, rule.Rule) {
	switch {
	case f.URI && f.Reference:
		return &language.URIReference, rule.URIReference
	case f.URI:
		return &language.URI, rule.URI
	case f.Reference:
		return &language.IRIReference, rule.IRIReference
	}
	return &language.IRI, rule.IRI
}
