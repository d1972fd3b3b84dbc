// Package fix repairs URLs that people paste: strings with spaces, backslashes, brackets, bare percent signs, quotation
// marks around them, mistyped schemes, Windows paths, and the user@host:path of git and scp.
//
//	x, changes, err := fix.Fixer{Scheme: "https"}.Fix("example.org/a b") // https://example.org/a%20b
//
// The result is valid by the rule of the [Fixer]. Each change is reported with its kind, position and strings. A repair
// is a guess, which a parser must not make; therefore this package is separate. If a string has several readings (two
// URLs, a template, a label and a value, an e-mail address), it is an error that lists them. A valid string changes
// only with [Fixer].Web.
//
// A call takes time linear in the length of the string. It allocates nothing for a valid string, except for Fix with
// Web.
package fix

import (
	"example.org/iri"
	"example.org/iri/internal/language"
	"example.org/iri/internal/uri"
	"example.org/iri/internal/uri/ref"
	"example.org/iri/rule"
)

// A Fixer specifies the rule of results and the allowed changes. The zero Fixer makes IRIs, adds no scheme, and makes
// all other changes.
type Fixer struct {
	// ASCII requires a URI or, with Relative, a relative reference of RFC 3986. Non-ASCII characters are
	// percent-encoded, even in the host, where DNS requires IDNA (module example.org/iri/intl). A valid IRI changes as
	// by ToURI.
	ASCII bool

	// Relative also accepts relative references. A string without a scheme is one, and gets no scheme.
	Relative bool

	// Scheme is added to a string that has no scheme and begins with a host: with https, example.org/a becomes
	// https://example.org/a. If Scheme is empty or invalid, a string without a scheme is an error. A string such as
	// localhost:8080/a is valid with the scheme localhost; Web adds a scheme to it.
	Scheme string

	// Web declares the input an http or https URL with a host. Then valid strings are repaired, too, if schemes, colons
	// or slashes are mistyped or doubled: https:example.org, http:///example.org, ttp://example.org,
	// https://https://example.org. A host with a port, as in example.org:8080/a, gets the scheme. A name that may be a
	// file, such as example.rs, is a host. Invisible characters at the end are removed, even percent-encoded. Other
	// schemes, and URLs of e-mail addresses such as http://me@example.org, are errors. Relative has no effect.
	Web bool

	// Allow is the set of allowed changes. 0 allows all. It does not choose between repairs: an input that needs
	// another change is an error.
	Allow Kind
}

// Fix returns the repaired input, and the changes in the order of the input. A valid input has no changes. If no repair
// is certain, or if it needs a change that is not allowed, the error is an [*Error], a [*file.Error] for a Windows
// path, or [iri.ErrTooLong]. Offsets refer to the input, except for those in Error.Err.
//
//   - Whitespace and invisible characters around the input are removed, and so are the angle brackets and quotation marks of
//     RFC 3986, appendix C. Around a string that begins like a URL, other brackets, quotation marks, punctuation, and marks
//     of comments and lists are removed.
//   - Markup with a single URL and its text becomes the URL: a link of Markdown, reStructuredText, AsciiDoc, Org, Jira,
//     BBCode or LaTeX, and an element or attribute of XML. In it, and in URLs that are invalid for another reason, &amp;
//     before a parameter becomes &.
//   - Spaces and other disallowed characters in a segment, a value or a fragment are percent-encoded, and so is a percent sign
//     without letters or digits after it.
//   - Line breaks in a path, query or fragment are removed, with the whitespace around them, if the URL seems to continue
//     (RFC 3986, appendix C).
//   - A backslash in a path becomes a slash. It is removed at the end, before a slash as in JSON, and before punctuation such
//     as _ and # as in Markdown, unless the URL uses backslashes as slashes.
//   - A Windows path becomes a file IRI, and an address of git or scp an ssh IRI: C:\a, and C:\\a as in source code, become
//     file:///C:/a; git@example.org:a.git becomes ssh://git@example.org/a.git.
//   - A string without a scheme gets the scheme of the Fixer if it begins with localhost, an IP address or a plausible DNS
//     name. README.md, N/A, org.example.program, container images and Kubernetes API versions do not. Punctuation after it
//     is removed.
//   - The beginning of an HTTP URL is corrected if a host follows: https//example.org, http:/example.org, https:// example.org,
//     htp://example.org and http://https://example.org.
//   - Whitespace in the numbers of tel, sms, urn:isbn and urn:issn is removed.
//   - A relative reference with a colon in its first segment gets the prefix ./ (RFC 3986, section 4.2).
//
// Doubtful inputs are errors with [Error].Readings: for example, whitespace beside a slash or a host; braces, except of
// a GUID or JSON; an option or argument of a command after the URL; words after a number, a date or an anchor; a host
// whose top-level domain is probably mistyped; and a second URL that is not a segment or value of the first.
//
// Fix takes linear time. It allocates a copy of the input, the result and the changes, and nothing for a valid input.
func (f Fixer) Fix(input string) (iri.Reference, []Change, error) {
	l, by := f.target()
	if !f.Web && by.ValidString(input) {
		x, err := iri.ParseReference(input)
		return x, nil, err
	}
	r := repair{Fixer: f, language: l, input: []byte(input), recording: true}
	r.scan(r.input)
	if err := r.run(make([]byte, 0, len(input)+growth)); err != nil {
		return iri.Reference{}, nil, err
	}
	x, err := iri.ParseReference(string(r.result))
	return x, changes(r.edits, input, x.String()), err
}

// growth is the room for repairs that are longer than the input.
const growth = 16

// AppendFix appends the result of [Fixer.Fix] to dst, without a list of changes. On an error, one of those of Fix, it
// returns dst unchanged. It takes linear time. It allocates only errors and room in dst, except for Windows paths and
// addresses of scp.
func (f Fixer) AppendFix(dst, input []byte) ([]byte, error) {
	l, _ := f.target()
	r := repair{Fixer: f, language: l, input: input}
	if r.scan(input) && !f.Web {
		r.result = append(dst, input...)
	} else if err := r.run(dst); err != nil {
		return dst, err
	}
	if !ref.Fits(uint64(len(r.result) - len(dst))) {
		return dst, iri.ErrTooLong
	}
	return r.result, nil
}

func (f Fixer) allows(k Kind) bool { return f.Allow == 0 || f.Allow&k != 0 }

func (f Fixer) target() (*uri.Language, rule.Rule) {
	switch {
	case f.ASCII && f.Relative && !f.Web:
		return &language.URIReference, rule.URIReference
	case f.ASCII:
		return &language.URI, rule.URI
	case f.Relative && !f.Web:
		return &language.IRIReference, rule.IRIReference
	}
	return &language.IRI, rule.IRI
}

func (r *repair) mistake(s []byte) *iri.SyntaxError {
	_, by := r.target()
	e, _ := by.Check(s).(*iri.SyntaxError)
	return e
}
